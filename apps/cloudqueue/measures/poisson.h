/* Probabilities of a Poisson distribution, from the first one that is not negligible: those below sum to less than
 * e^-72 (H. Chernoff, Annals of Mathematical Statistics 23, 1952). The first is computed from its distance to the mean
 * (C. Loader, Fast and accurate computation of binomial probabilities, 2000), in which no large numbers cancel: its
 * error is a few units of the last digit times |h - y|. The next ones are P(h + 1) = P(h) y / (h + 1). */
#pragma once
#include <math.h>
#include <stdint.h>

/* P(Poisson(y) = h), h >= 100: h! by Stirling's series. */
static inline double poisson_stirling(double h, double y)
{
    const double apart = y - h, square = h * h;
    const double stirling = (1. / 12 - (1. / 360 - 1. / (1260 * square)) / square) / h;
    return exp(h * log1p(apart / h) - apart - stirling) / sqrt(2 * acos(-1) * h);
}

/* P(Poisson(y) = *from), y >= 0. */
static inline double poisson_first(double y, int64_t *from)
{
    const double start = floor(y - 12 * sqrt(y));
    *from = start < 100 ? 0 : (int64_t)start;
    return *from ? poisson_stirling(start, y) : exp(-y);
}
