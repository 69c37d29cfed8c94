/* Numbers with an exponent of their own, value 2^exponent, for probabilities far below the least normal number. In
 * double whatever the working precision: factors of elimination span more decades than float has. */
#pragma once
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/real.h"

/* Sums of products in this range have lost nothing to underflow, if their factors have not. */
#define EXTENDED_SAFE 0x1p-500
enum { EXTENDED_DIGITS = 500, EXTENDED_MIN = sizeof(real) == sizeof(double) ? DBL_MIN_EXP : FLT_MIN_EXP };

struct extended {
    double value;
    int32_t exponent;
};

/* The sum of value[q] 2^exponent[q] factor[q], all >= 0: value in [1/2, 1), or 0. */
struct extended extended_dot(int64_t count, const double *value, const int32_t *exponent, const double *factor);

static inline bool extended_is_safe(double sum)
{
    return fabs(sum) >= EXTENDED_SAFE && fabs(sum) <= 1 / EXTENDED_SAFE;
}

/* Products and sums by rescaling, for values outside the safe range, where digits may be lost, and for exponents that
 * differ. Of either sign: right sides may cancel. */
struct extended extended_times_rescaled(struct extended a, double factor);
struct extended extended_plus_rescaled(struct extended a, struct extended b);

static inline struct extended extended_times(struct extended a, double factor)
{
    const double product = a.value * factor;
    return extended_is_safe(product) ? (struct extended){product, a.exponent} : extended_times_rescaled(a, factor);
}

static inline struct extended extended_product(struct extended a, struct extended b)
{
    struct extended x = extended_times(a, b.value);
    x.exponent += b.exponent;
    return x;
}

static inline struct extended extended_plus(struct extended a, struct extended b)
{
    return a.exponent == b.exponent ? (struct extended){a.value + b.value, a.exponent} : extended_plus_rescaled(a, b);
}

/* Stores x in arrays of the working precision, with its own value and exponent wherever they fit. */
static inline void extended_write(struct extended x, real *value, int32_t *exponent)
{
    int more = 0;
    if (sizeof(real) != sizeof(double)) x.value = frexp(x.value, &more);
    *value = (real)x.value;
    *exponent = x.exponent + more;
}

/* Stores x with the exponent *now if that is near, so that most numbers share it; else *now becomes that of x. */
struct extended extended_settle(struct extended x, int32_t *now);

/* Divides all by their sum, so that it is 1; exponents become 0 wherever value is a normal number without. value,
 * exponent [n]. The same bits for any number of threads. False if the sum is 0 or not finite. */
bool extended_normalize(int64_t n, real *value, int32_t *exponent, int threads);

/* Makes exponents 0 as extended_normalize does, without dividing. */
void extended_reduce(int64_t n, real *value, int32_t *exponent, int threads);

/* Converts to plain numbers: values below the least normal number become 0. */
void extended_flush(int64_t n, real *value, const int32_t *exponent, int threads);
