/* e^(-v / scale) of potentials v from -250 to 250 mV, for scales from 18 to 80 mV, to 1.05 units in the last place with
 * fused multiply-adds, 1.25 without (1.3 in float). No argument is rounded, since v itself is reduced:
 *
 *     v = r - k scale ln 2, |r| <= scale ln 2 / 2        e^(-v / scale) = 2^k e^(-r / scale)
 *
 * scale ln 2 is the sum of a number of few bits, whose product with k is exact, and a small one. The polynomial of
 * e^(-r / scale) is one of r itself, its coefficients multiplied by powers of -1 / scale. They interpolate e^x at
 * Chebyshev's points: relative errors 1e-17 (1e-8 in float).
 *
 * P. T. P. Tang, ACM Trans. Math. Softw. 15 (1989) 144, without a table. */
#pragma once
#include "apps/hines/channels/polynomial.h"

#ifdef BANDSTAND_FLOAT
enum { POTENTIAL_EXP_DEGREE = 6 };
#define POTENTIAL_EXP_CUT 0x1.8p40
#define POTENTIAL_EXP_SERIES(k) \
    { \
        1, (k), 0x1.0p-1f * P2(k), 0x1.55547cp-3f * P3(k), 0x1.5554e8p-5f * P4(k), 0x1.123dbap-7f * P5(k), \
            0x1.6d434ep-10f * P6(k) \
    }
#else
enum { POTENTIAL_EXP_DEGREE = 11 };
#define POTENTIAL_EXP_CUT 0x1.8p15
#define POTENTIAL_EXP_SERIES(k) \
    { \
        1, (k), 0x1.0000000000005p-1 * P2(k), 0x1.5555555555557p-3 * P3(k), 0x1.5555555552088p-5 * P4(k), \
            0x1.11111111100d3p-7 * P5(k), 0x1.6c16c17f4e67cp-10 * P6(k), 0x1.a01a01abeccc3p-13 * P7(k), \
            0x1.a019a6485972bp-16 * P8(k), 0x1.71de02225a2f3p-19 * P9(k), 0x1.28a2e423b0e62p-22 * P10(k), \
            0x1.af4e092e1705bp-26 * P11(k) \
    }
#endif
#define P2(k) ((k) * (k))
#define P3(k) (P2(k) * (k))
#define P4(k) (P2(k) * P2(k))
#define P5(k) (P4(k) * (k))
#define P6(k) (P3(k) * P3(k))
#define P7(k) (P6(k) * (k))
#define P8(k) (P4(k) * P4(k))
#define P9(k) (P8(k) * (k))
#define P10(k) (P5(k) * P5(k))
#define P11(k) (P10(k) * (k))

struct potential_exp {
    real turns;     /* -1 / (scale ln 2) */
    real high, low; /* scale ln 2 */
    real c[POTENTIAL_EXP_DEGREE + 1];
};

/* The exponential of a scale, as the initializer of a constant. */
#define POTENTIAL_EXP(scale) \
    { \
        (real)(-1.44269504088896340736 / (scale)), (real)POTENTIAL_EXP_HIGH(scale), \
            (real)((scale)*0.693147180559945309417232121458176568L - (long double)POTENTIAL_EXP_HIGH(scale)), \
            POTENTIAL_EXP_SERIES(-1 / (real)(scale)) \
    }
#define POTENTIAL_EXP_HIGH(scale) ((scale)*0.69314718055994530942 + POTENTIAL_EXP_CUT - POTENTIAL_EXP_CUT)

INLINE void potential_exp(int count, vec *out, const vec *v, const struct potential_exp *of)
{
    vec t[TOGETHER], r[TOGETHER];
    for (int i = 0; i < count; i++) t[i] = v[i] * vec_all(of->turns) + vec_all(EXP_MAGIC);
    for (int i = 0; i < count; i++) r[i] = (t[i] - vec_all(EXP_MAGIC)) * vec_all(of->high) + v[i];
    for (int i = 0; i < count; i++) r[i] = (t[i] - vec_all(EXP_MAGIC)) * vec_all(of->low) + r[i];
    polynomial(count, out, r, of->c, POTENTIAL_EXP_DEGREE);
    for (int i = 0; i < count; i++) out[i] = (vec)((vec_bits)out[i] + ((vec_bits)t[i] << EXP_SHIFT));
}
