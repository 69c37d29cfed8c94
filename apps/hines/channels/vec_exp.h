/* e^x of vectors, to one unit in the last place, with the same bits in every lane, file and thread:
 * x = k ln 2 + r with |r| <= ln 2 / 2, and e^r = 1 + r + r^2 / 2 + r^3 q(r), where q interpolates at Chebyshev's
 * points: 1e-18 from the truth (5e-10 in float).
 *
 * P. T. P. Tang, ACM Trans. Math. Softw. 15 (1989) 144, without a table. */
#pragma once
#include "apps/hines/channels/lanes.h"

#ifdef BANDSTAND_FLOAT
#define EXP_MAGIC 0x1.8p23f
#define EXP_LN2_HIGH 0x1.62ep-1f
#define EXP_LN2_LOW 0x1.0bfbe8p-15f
#define EXP_MOST 87.0f
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

/* For x from -708 to 708 (-87 to 88 in float). */
INLINE vec vec_exp_within(vec x)
{
    const vec shifted = x * vec_all((real)1.44269504088896340736) + vec_all(EXP_MAGIC);
    const vec k = shifted - vec_all(EXP_MAGIC);
    const vec high = x - k * vec_all(EXP_LN2_HIGH), low = k * vec_all(EXP_LN2_LOW) + 0, r = high - low;
#ifdef BANDSTAND_FLOAT
    vec p = vec_all(0x1.a0f86c0000000p-13f);
    p = p * r + vec_all(0x1.6d110a0000000p-10f);
    p = p * r + vec_all(0x1.1110f60000000p-7f);
    p = p * r + vec_all(0x1.55551a0000000p-5f);
    p = p * r + vec_all(0x1.5555560000000p-3f);
#else
    vec p = vec_all(0x1.1f66df7fca49fp-29);
    p = p * r + vec_all(0x1.af38a9b0ec855p-26);
    p = p * r + vec_all(0x1.27e4e1f48534fp-22);
    p = p * r + vec_all(0x1.71de0dae63bb3p-19);
    p = p * r + vec_all(0x1.a01a01a47b054p-16);
    p = p * r + vec_all(0x1.a01a01a7c41d5p-13);
    p = p * r + vec_all(0x1.6c16c16c167e1p-10);
    p = p * r + vec_all(0x1.11111111109b3p-7);
    p = p * r + vec_all(0x1.5555555555555p-5);
    p = p * r + vec_all(0x1.5555555555556p-3);
#endif
    p = p * r + vec_all(RC(0.5));
    const vec e = ((p * r) * r - low) + high + 1; /* r as high - low: its rounding would cost a third of a unit */
    return (vec)((vec_bits)e + ((vec_bits)shifted << EXP_SHIFT));
}

/* x of lanes beyond `most` or `least` is that. */
INLINE vec vec_between(real least, vec x, real most)
{
    x = vec_choose((vec_bits)(x > vec_all(most)), vec_all(most), x);
    return vec_choose((vec_bits)(x < vec_all(least)), vec_all(least), x);
}

/* For any x; beyond the range above it counts as its end, and where it is NaN the result is. */
INLINE vec vec_exp(vec x)
{
    return vec_exp_within(vec_between(-EXP_MOST, x, EXP_MOST));
}
