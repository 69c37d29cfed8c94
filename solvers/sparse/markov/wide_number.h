/* Nonnegative numbers value (2^512)^exponent for loops over arrays of both, without branches: of two numbers whose
 * exponents differ by 2 or more the smaller one does not change a digit of their sum. Exponents are whole, in double,
 * so that they have as many lanes as values. A number that is settled has its value in [2^-256, 2^256), or is 0 with
 * the exponent WIDE_NONE or thereabouts. */
#pragma once
#include <stdint.h>

#include "solvers/batch/simd.h"

#define WIDE_NONE (-1e15)

struct wide {
    double value, exponent;
};

/* What a value is multiplied by to have an exponent that is larger by -d. */
INLINE double wide_weight(double d)
{
    return d >= 0 ? 1 : d == -1 ? 0x1p-512 : 0;
}

/* Of a value in [2^-768, 2^768). */
INLINE struct wide wide_settle(double value, double exponent)
{
    const double factor = value >= 0x1p256 ? 0x1p-512 : value < 0x1p-256 ? 0x1p512 : 1;
    const double more = value >= 0x1p256 ? 1 : value < 0x1p-256 ? -1 : 0;
    return (struct wide){value * factor, exponent + more};
}

/* Of any number of double. */
INLINE struct wide wide_of(double x)
{
    const struct wide once = wide_settle(x, x > 0 ? 0 : WIDE_NONE);
    return wide_settle(once.value, once.exponent);
}

/* The sum of count >= 1 settled numbers; not settled itself. */
INLINE struct wide wide_sum(int64_t count, const double *value, const double *exponent)
{
    double most = exponent[0], sum = 0;
#pragma omp simd reduction(max : most)
    for (int64_t i = 0; i < count; i++) most = exponent[i] > most ? exponent[i] : most;
#pragma omp simd reduction(+ : sum)
    for (int64_t i = 0; i < count; i++) sum += value[i] * wide_weight(exponent[i] - most);
    return (struct wide){sum, most};
}

/* to += f from, count times; all are settled. */
INLINE void wide_add_products(int64_t count, struct wide f, const double *restrict from,
                              const double *restrict from_exponent, double *restrict to, double *restrict to_exponent)
{
#pragma omp simd
    for (int64_t i = 0; i < count; i++) {
        const double more = f.value * from[i], exponent = f.exponent + from_exponent[i], d = exponent - to_exponent[i];
        const double sum = more * wide_weight(d) + to[i] * wide_weight(-d);
        const struct wide x = wide_settle(sum, d > 0 ? exponent : to_exponent[i]);
        to[i] = x.value, to_exponent[i] = x.exponent;
    }
}

/* out := a b, count times; all are settled. */
INLINE void wide_products(int64_t count, const double *restrict a, const double *restrict a_exponent,
                          const double *restrict b, const double *restrict b_exponent, double *restrict out,
                          double *restrict out_exponent)
{
#pragma omp simd
    for (int64_t i = 0; i < count; i++) {
        const struct wide x = wide_settle(a[i] * b[i], a_exponent[i] + b_exponent[i]);
        out[i] = x.value, out_exponent[i] = x.exponent;
    }
}
