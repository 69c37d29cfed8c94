/* e^x and ln x in double, with the same bits on every thread and in both spaces, each right to about one unit in the
 * last place. Expressions have one product only, or `+ 0` rounds it, so that compilers fuse the same operations. */
#pragma once
#include <stdint.h>
#include <string.h>

#include "base/exec.h"

/* As vec_exp.h: x = k ln 2 + r. For any x; beyond +-708 it counts as its end. P. T. P. Tang, ACM Trans. Math. Softw. 15
 * (1989) 144. */
static inline EITHER_SPACE double natural_exp(double x)
{
    const double magic = 0x1.8p52, most = 708, within = x > most ? most : x < -most ? -most : x;
    const double shifted = within * 1.44269504088896340736 + magic, k = shifted - magic;
    const double high = within - k * 0x1.62e42fefa0000p-1, low = k * 0x1.cf79abc9e3b3ap-40 + 0, r = high - low;
    double p = 0x1.1f66df7fca49fp-29;
    p = p * r + 0x1.af38a9b0ec855p-26;
    p = p * r + 0x1.27e4e1f48534fp-22;
    p = p * r + 0x1.71de0dae63bb3p-19;
    p = p * r + 0x1.a01a01a47b054p-16;
    p = p * r + 0x1.a01a01a7c41d5p-13;
    p = p * r + 0x1.6c16c16c167e1p-10;
    p = p * r + 0x1.11111111109b3p-7;
    p = p * r + 0x1.5555555555555p-5;
    p = p * r + 0x1.5555555555556p-3;
    p = p * r + 0.5;
    double e = ((p * r) * r - low) + high + 1;
    uint64_t bits, turns;
    memcpy(&bits, &e, sizeof bits);
    memcpy(&turns, &shifted, sizeof turns);
    bits += turns << 52;
    memcpy(&e, &bits, sizeof e);
    return e;
}

/* Natural logarithms of normal positive numbers: x = 2^k (1 + f) with 1 + f from sqrt(2) / 2 to sqrt(2), and ln(1 + f)
 * = f - f^2 / 2 + s (f^2 / 2 + r(s^2)), s = f / (2 + f). K. C. Ng, e_log.c of the Freely Distributable LIBM, Sun
 * Microsystems, 1993. */
static inline EITHER_SPACE double natural_log(double x)
{
    const uint64_t root = 0x3fe6a09e667f3bcd, one = 0x3ff0000000000000; /* the bits of sqrt(2) / 2 and of 1 */
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits += one - root;
    const double k = (double)((int64_t)(bits >> 52) - 1023);
    bits = (bits & 0x000fffffffffffff) + root;
    memcpy(&x, &bits, sizeof x);
    const double f = x - 1, s = f / (2 + f), z = s * s + 0, w = z * z + 0, half = 0.5 * f * f + 0;
    const double even = w * (0.3999999999940941908 + w * (0.2222219843214978396 + w * 0.1531383769920937332)) + 0;
    const double odd =
        0.6666666666666735130 + w * (0.2857142874366239149 + w * (0.1818357216161805012 + w * 0.1479819860511658591));
    const double r = z * odd + even, low = k * 1.90821492927058770002e-10 + 0;
    const double high = k * 6.93147180369123816490e-01 + 0; /* exact */
    return high - ((half - (s * (half + r) + low)) - f);
}
