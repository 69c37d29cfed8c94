/* e^x of vectors, to less than one unit in the last place, with the same bits in every lane, file and thread:
 * x = k ln 2 + r with |r| <= ln 2 / 2, e^r by its series to the degree whose rest is below the rounding.
 *
 * P. T. P. Tang, ACM Trans. Math. Softw. 15 (1989) 144, without a table. */
#pragma once
#include "solvers/batch/simd.h"

#ifdef BANDSTAND_FLOAT
#define EXP_MAGIC 0x1.8p23f
#define EXP_LN2_HIGH 0x1.62ep-1f
#define EXP_LN2_LOW 0x1.0bfbe8e7bcd5ep-15f
#define EXP_MOST 88.0f
enum { EXP_SHIFT = 23 };
#else
#define EXP_MAGIC 0x1.8p52
#define EXP_LN2_HIGH 0x1.62e42fefa0000p-1
#define EXP_LN2_LOW 0x1.cf79abc9e3b3ap-40
#define EXP_MOST 708.0
enum { EXP_SHIFT = 52 };
#endif

/* Lane by lane: where `mask` has all bits set a, where it has none b. */
INLINE vec vec_choose(vec_bits mask, vec a, vec b)
{
    return (vec)(((vec_bits)a & mask) | ((vec_bits)b & ~mask));
}

/* x beyond +-708 (88 in float) counts as that. */
INLINE vec vec_exp(vec x)
{
    const vec most = vec_all((real)EXP_MOST), least = -most;
    x = vec_choose((vec_bits)(x > most), most, x);
    x = vec_choose((vec_bits)(x < least), least, x);
    const vec shifted = x * vec_all((real)1.44269504088896340736) + vec_all(EXP_MAGIC);
    const vec k = shifted - vec_all(EXP_MAGIC);
    const vec r = (x - k * vec_all(EXP_LN2_HIGH)) - k * vec_all(EXP_LN2_LOW);
#ifdef BANDSTAND_FLOAT
    vec p = vec_all(1.0f / 5040);
    p = p * r + vec_all(1.0f / 720);
    p = p * r + vec_all(1.0f / 120);
    p = p * r + vec_all(1.0f / 24);
    p = p * r + vec_all(1.0f / 6);
#else
    vec p = vec_all(1.0 / 6227020800);
    p = p * r + vec_all(1.0 / 479001600);
    p = p * r + vec_all(1.0 / 39916800);
    p = p * r + vec_all(1.0 / 3628800);
    p = p * r + vec_all(1.0 / 362880);
    p = p * r + vec_all(1.0 / 40320);
    p = p * r + vec_all(1.0 / 5040);
    p = p * r + vec_all(1.0 / 720);
    p = p * r + vec_all(1.0 / 120);
    p = p * r + vec_all(1.0 / 24);
    p = p * r + vec_all(1.0 / 6);
#endif
    p = p * r + vec_all(RC(0.5));
    const vec e = (p * r) * r + r + vec_all(1);
    return (vec)((vec_bits)e + ((vec_bits)shifted << EXP_SHIFT));
}
