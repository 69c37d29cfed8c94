/* Probabilities far below the least normal number, each as a mantissa and an exponent of its own: value 2^exponent. */
#pragma once
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/real.h"

#ifdef BANDSTAND_FLOAT
#define TAIL_SAFE RC(0x1p-60) /* sums of products no less than this have lost nothing to underflow, if factors have */
enum { TAIL_LEAST = FLT_MIN_EXP, TAIL_DIGITS = 60 };
#else
#define TAIL_SAFE RC(0x1p-500) /* as many digits above the least normal number */
enum { TAIL_LEAST = DBL_MIN_EXP, TAIL_DIGITS = 500 };
#endif

struct tail {
    real value;
    int32_t exponent;
};

/* The sum of value[q] 2^exponent[q] factor[q], all >= 0: value in [1/2, 1), or 0. */
struct tail tail_dot(int64_t count, const real *value, const int32_t *exponent, const real *factor);

static inline bool tail_is_safe(real sum)
{
    return sum >= TAIL_SAFE && sum <= 1 / TAIL_SAFE;
}

/* Digits that are gone for good are none while numbers keep to the safe range; outside of it, and where exponents
 * differ, the longer way. All >= 0. */
struct tail tail_times_far(struct tail a, real factor);
struct tail tail_plus_far(struct tail a, struct tail b);

static inline struct tail tail_times(struct tail a, real factor)
{
    const real product = a.value * factor;
    return tail_is_safe(product) ? (struct tail){product, a.exponent} : tail_times_far(a, factor);
}

static inline struct tail tail_plus(struct tail a, struct tail b)
{
    return a.exponent == b.exponent ? (struct tail){a.value + b.value, a.exponent} : tail_plus_far(a, b);
}

/* With the exponent *now if that is near, so that most numbers have it; else *now becomes that of x. */
struct tail tail_settle(struct tail x, int32_t *now);

/* Divides all by their sum, so that it is 1; exponents become 0 wherever value is a normal number without. value,
 * exponent [n]. The same bits for any number of threads. False if the sum is 0 or not finite. */
bool tails_normalize(int64_t n, real *value, int32_t *exponent, int threads);

/* The same without dividing. */
void tails_reduce(int64_t n, real *value, int32_t *exponent, int threads);

/* As plain numbers: what is less than the least normal number becomes 0. */
void tails_flush(int64_t n, real *value, const int32_t *exponent, int threads);
