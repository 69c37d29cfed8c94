/* Chances of a Poisson distribution from where they matter: fewer than e^-72 are below (H. Chernoff, Annals of
 * Mathematical Statistics 23, 1952). The first one by its distance from the mean (C. Loader, Fast and accurate
 * computation of binomial probabilities, 2000), which no large numbers cancel in: within a few units of its last digit
 * times |h - y|. The next ones are P(h + 1) = P(h) y / (h + 1). */
#pragma once
#include <math.h>
#include <stdint.h>

/* P(Poisson(y) = h), h >= 100: h! by Stirling's series. */
static inline double poisson_far(double h, double y)
{
    const double apart = y - h, square = h * h;
    const double stirling = (1. / 12 - (1. / 360 - 1. / (1260 * square)) / square) / h;
    return exp(h * log1p(apart / h) - apart - stirling) / sqrt(2 * acos(-1) * h);
}

/* P(Poisson(y) = *from), y >= 0. */
static inline double poisson_first(double y, int64_t *from)
{
    const double far = floor(y - 12 * sqrt(y));
    *from = far < 100 ? 0 : (int64_t)far;
    return *from ? poisson_far(far, y) : exp(-y);
}
