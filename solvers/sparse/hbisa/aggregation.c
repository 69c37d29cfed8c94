/* Computes the corrections of aggregation.h, in two passes over the levels, and scales x by them. */
#include "solvers/sparse/hbisa/aggregation.h"

#include <float.h>
#include <math.h>

static void weigh(const struct aggregation *a, int64_t j, const real *x)
{
    const int64_t first = j * a->phases;
    double mass = 0, up = 0, down = 0;
    for (int64_t i = first; i < first + a->phases; i++) {
        const double v = (double)x[i];
        mass += v;
        up += (double)a->rise[i] * v;
        down += (double)a->fall[i] * v;
    }
    a->mass[j] = mass, a->up[j] = up, a->down[j] = down;
}

/* mantissa 2^exponent, with mantissa in [1/2, 1), or 0. */
struct scaled {
    double mantissa;
    int64_t exponent;
};

static struct scaled scaled(double mantissa, int64_t exponent)
{
    int e;
    mantissa = frexp(mantissa, &e);
    return (struct scaled){mantissa, exponent + e};
}

/* f of the next level from that of level j. */
static struct scaled step(const struct aggregation *a, int64_t j, struct scaled f)
{
    if (!(a->up[j] > 0 && a->down[j + 1] > 0)) return f;
    const struct scaled up = scaled(a->up[j], 0), down = scaled(a->down[j + 1], 0);
    return scaled(f.mantissa * (up.mantissa / down.mantissa), f.exponent + up.exponent - down.exponent);
}

static double value(struct scaled s, int64_t exponent)
{
    const int64_t e = s.exponent - exponent;
    return e < -1100 ? 0 : ldexp(s.mantissa, e > 1100 ? 1100 : (int)e);
}

/* Writes to `mass` the factor of each level, in a unit near the largest new mass; returns the sum of the new masses in
 * that unit. Passes over the levels twice: first to find the unit. */
static double balance(const struct aggregation *a)
{
    int64_t top = INT64_MIN / 2;
    double sum = 0;
    struct scaled f = {0.5, 1};
    for (int64_t j = 0; j < a->levels; j++) {
        const struct scaled w = scaled(f.mantissa * a->mass[j], f.exponent);
        if (w.mantissa > 0 && w.exponent > top) top = w.exponent;
        if (j + 1 < a->levels) f = step(a, j, f);
    }
    f = (struct scaled){0.5, 1};
    for (int64_t j = 0; j < a->levels; j++) {
        const struct scaled g = f;
        sum += value(scaled(g.mantissa * a->mass[j], g.exponent), top);
        if (j + 1 < a->levels) f = step(a, j, f);
        a->mass[j] = fmin(value(g, top), DBL_MAX);
    }
    return sum;
}

void aggregation_apply(const struct aggregation *a, real *x, int threads)
{
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
    for (int64_t j = 0; j < a->levels; j++) weigh(a, j, x);
    const double sum = balance(a);
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
    for (int64_t j = 0; j < a->levels; j++) {
        const double factor = a->mass[j] / sum;
        for (int64_t i = j * a->phases; i < (j + 1) * a->phases; i++) x[i] = (real)(factor * (double)x[i]);
    }
}
