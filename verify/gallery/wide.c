/* Arithmetic with truncated mantissas of 24 words, and with long doubles of any exponent. */
#include "verify/gallery/wide.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/either_precision.h"

enum { BITS = 64, DIGITS = 53 };
__extension__ typedef unsigned __int128 uint128;

static void shift_right(uint64_t *limb, int64_t bits)
{
    const int64_t words = bits / BITS;
    const int rest = (int)(bits % BITS);
    for (int k = WIDE_LIMBS - 1; k >= 0; k--) {
        const int64_t from = k - words;
        const uint64_t high = from >= 0 ? limb[from] : 0, higher = from >= 1 ? limb[from - 1] : 0;
        limb[k] = rest ? high >> rest | higher << (BITS - rest) : high;
    }
}

/* Brings the highest bit to its place. */
static void normalize(struct wide *x)
{
    int words = 0;
    while (words < WIDE_LIMBS && x->limb[words] == 0) words++;
    if (words == WIDE_LIMBS) {
        *x = (struct wide){0};
        return;
    }
    memmove(x->limb, x->limb + words, (size_t)(WIDE_LIMBS - words) * sizeof *x->limb);
    memset(x->limb + WIDE_LIMBS - words, 0, (size_t)words * sizeof *x->limb);
    const int bits = __builtin_clzll(x->limb[0]);
    for (int k = 0; bits && k < WIDE_LIMBS; k++)
        x->limb[k] = x->limb[k] << bits | (k + 1 < WIDE_LIMBS ? x->limb[k + 1] >> (BITS - bits) : 0);
    x->exponent -= (int64_t)words * BITS + bits;
}

struct wide wide_of(double x)
{
    int exponent;
    const double m = frexp(fabs(x), &exponent);
    struct wide w = {.sign = (x > 0) - (x < 0), .exponent = exponent, .limb = {(uint64_t)ldexp(m, BITS)}};
    return w;
}

struct wide wide_times(struct wide x, double y)
{
    int exponent;
    const uint64_t m = (uint64_t)ldexp(frexp(fabs(y), &exponent), DIGITS);
    uint128 carry = 0;
    if (x.sign == 0 || y == 0) return (struct wide){0};
    for (int k = WIDE_LIMBS - 1; k >= 0; k--) {
        carry += (uint128)x.limb[k] * m;
        x.limb[k] = (uint64_t)carry;
        carry >>= BITS;
    }
    shift_right(x.limb, DIGITS); /* what was carried out has at most DIGITS bits, and is not 0 */
    x.limb[0] |= (uint64_t)carry << (BITS - DIGITS);
    x.exponent += exponent;
    if (y < 0) x.sign = -x.sign;
    normalize(&x);
    return x;
}

static bool smaller(const struct wide *x, const struct wide *y)
{
    if (x->exponent != y->exponent) return x->exponent < y->exponent;
    int k = 0;
    while (k < WIDE_LIMBS - 1 && x->limb[k] == y->limb[k]) k++;
    return x->limb[k] < y->limb[k];
}

/* The larger one, and the smaller one shifted to its exponent, are added or subtracted. */
static struct wide combine(struct wide large, struct wide small, bool add)
{
    const int64_t apart = large.exponent - small.exponent;
    uint64_t carry = 0;
    if (apart >= WIDE_LIMBS * BITS) return large;
    shift_right(small.limb, apart);
    for (int k = WIDE_LIMBS - 1; k >= 0; k--) {
        const uint128 sum =
            add ? (uint128)large.limb[k] + small.limb[k] + carry : (uint128)large.limb[k] - small.limb[k] - carry;
        large.limb[k] = (uint64_t)sum;
        carry = (uint64_t)(sum >> BITS) & 1;
    }
    if (carry) { /* only of a sum: a large number minus a smaller one borrows nothing */
        shift_right(large.limb, 1);
        large.limb[0] |= UINT64_C(1) << (BITS - 1);
        large.exponent++;
    }
    normalize(&large);
    return large;
}

struct wide wide_minus(const struct wide *x, const struct wide *y)
{
    struct wide other = *y;
    other.sign = -other.sign;
    if (other.sign == 0) return *x;
    if (x->sign == 0) return other;
    return smaller(x, &other) ? combine(other, *x, x->sign == other.sign) : combine(*x, other, x->sign == other.sign);
}

struct ranged ranged_of(long double x)
{
    int e;
    const long double m = frexpl(x, &e);
    return (struct ranged){m, m == 0 ? 0 : e};
}

struct ranged wide_round(const struct wide *x)
{
    const struct ranged r =
        ranged_of(ldexpl((long double)x->limb[0], -BITS) + ldexpl((long double)x->limb[1], -2 * BITS));
    return (struct ranged){x->sign * r.m, x->sign ? r.e + x->exponent : 0};
}

struct ranged ranged_times(struct ranged x, struct ranged y)
{
    const struct ranged r = ranged_of(x.m * y.m);
    return (struct ranged){r.m, r.m == 0 ? 0 : r.e + x.e + y.e};
}

struct ranged ranged_minus(struct ranged x, struct ranged y)
{
    if (y.m == 0) return x;
    if (x.m == 0) return (struct ranged){-y.m, y.e};
    const int64_t e = x.e > y.e ? x.e : y.e;
    const struct ranged r = ranged_of(ranged_value(x, -e) - ranged_value(y, -e));
    return (struct ranged){r.m, r.m == 0 ? 0 : r.e + e};
}

long double ranged_value(struct ranged x, int64_t shift)
{
    enum { FAR = 40000 }; /* beyond the range of any long double */
    const int64_t e = x.e + shift;
    return ldexpl(x.m, e > FAR ? FAR : e < -FAR ? -FAR : (int)e);
}
