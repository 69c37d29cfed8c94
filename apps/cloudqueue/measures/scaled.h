/* The probabilities of one level as doubles with a common exponent, so that ratios in the tails are kept. */
#pragma once
#include <limits.h>
#include <math.h>
#include <stdint.h>

#include "base/real.h"

/* x 2^exponent, which mostly is x. */
static inline double scaled_up(double x, int exponent)
{
    return exponent ? ldexp(x, exponent) : x;
}

/* value[p] 2^*common = x[p] 2^exponent[p], p < count; *common is 0 if all exponents are 0. exponent may
 * be NULL. */
static inline void scaled_level(int64_t count, const real *x, const int32_t *exponent, double *value, int *common)
{
    int32_t any = 0;
    for (int64_t p = 0; p < count; p++) value[p] = (double)x[p];
    for (int64_t p = 0; p < count && exponent; p++) any |= exponent[p];
    *common = 0;
    if (!any) return;
    int max = INT_MIN;
    for (int64_t p = 0; p < count; p++)
        if (value[p] > 0 && ilogb(value[p]) + exponent[p] > max) max = ilogb(value[p]) + exponent[p];
    if (max == INT_MIN) return;
    for (int64_t p = 0; p < count; p++) value[p] = ldexp(value[p], exponent[p] - max);
    *common = max;
}
