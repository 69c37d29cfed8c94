/* Nonnegative numbers value (2^512)^exponent, in loops over arrays of values and of exponents, without branches.
 * Exponents are whole numbers in double, so that a vector holds as many of them as values. A settled number has its
 * value in [2^-256, 2^256), or is 0 with an exponent near WIDE_NONE or below. The product of two settled numbers has
 * its value in [2^-512, 2^512): if the exponents of two such numbers differ by 2 or more, the smaller one is at most
 * 2^-256 times the larger one and does not change a digit of their sum. */
#pragma once
#include <stdint.h>

#include "solvers/batch/simd.h"

#define WIDE_NONE (-1e15)

struct wide_number {
    double value, exponent;
};

/* The weight of a value in a sum whose exponent is larger than its own by -d: (2^512)^d, but 0 from d = -2 down. */
INLINE double wide_weight(double d)
{
    return d >= 0 ? 1 : d == -1 ? 0x1p-512 : 0;
}

/* Settles a number whose value is in [2^-768, 2^768), or 0. */
INLINE struct wide_number wide_settle(double value, double exponent)
{
    const double factor = value >= 0x1p256 ? 0x1p-512 : value < 0x1p-256 ? 0x1p512 : 1;
    const double more = value >= 0x1p256 ? 1 : value < 0x1p-256 ? -1 : 0;
    return (struct wide_number){value * factor, exponent + more};
}

/* A nonnegative finite double as a settled number. */
INLINE struct wide_number wide_number_of(double x)
{
    const struct wide_number once = wide_settle(x, x > 0 ? 0 : WIDE_NONE);
    return wide_settle(once.value, once.exponent);
}

/* The sum of count >= 1 settled numbers: its value is below count 2^256, so it may not be settled. */
INLINE struct wide_number wide_sum(int64_t count, const double *value, const double *exponent)
{
    double most = exponent[0], sum = 0;
#pragma omp simd reduction(max : most)
    for (int64_t i = 0; i < count; i++) most = exponent[i] > most ? exponent[i] : most;
#pragma omp simd reduction(+ : sum)
    for (int64_t i = 0; i < count; i++) sum += value[i] * wide_weight(exponent[i] - most);
    return (struct wide_number){sum, most};
}

/* to[count] += f from[count], all of them settled; no array overlaps another. */
INLINE void wide_add_products(int64_t count, struct wide_number f, const double *restrict from,
                              const double *restrict from_exponent, double *restrict to, double *restrict to_exponent)
{
#pragma omp simd
    for (int64_t i = 0; i < count; i++) {
        const double more = f.value * from[i], exponent = f.exponent + from_exponent[i], d = exponent - to_exponent[i];
        const double sum = more * wide_weight(d) + to[i] * wide_weight(-d);
        const struct wide_number x = wide_settle(sum, d > 0 ? exponent : to_exponent[i]);
        to[i] = x.value, to_exponent[i] = x.exponent;
    }
}

/* out[count] := a[count] b[count], all of them settled; no array overlaps another. */
INLINE void wide_products(int64_t count, const double *restrict a, const double *restrict a_exponent,
                          const double *restrict b, const double *restrict b_exponent, double *restrict out,
                          double *restrict out_exponent)
{
#pragma omp simd
    for (int64_t i = 0; i < count; i++) {
        const struct wide_number x = wide_settle(a[i] * b[i], a_exponent[i] + b_exponent[i]);
        out[i] = x.value, out_exponent[i] = x.exponent;
    }
}
