/* Numbers of 1536 bits with an exponent of their own, about 460 decimal digits: for determinants of matrices whose
 * condition number is beyond any type of the compiler. Each operation errs by less than 2^-1530 of its result, or of
 * its larger summand. */
#pragma once
#include <stdint.h>

enum { WIDE_LIMBS = 24 };

/* sign (limb[0] 2^-64 + limb[1] 2^-128 + ...) 2^exponent, where the highest bit of limb[0] is set; or sign 0. */
struct wide {
    int sign; /* -1, 0, 1 */
    int64_t exponent;
    uint64_t limb[WIDE_LIMBS];
};

/* m 2^e with 1/2 <= |m| < 1, or m = 0: for values whose exponent would leave the range of long double. */
struct ranged {
    long double m;
    int64_t e;
};

struct wide wide_of(double x); /* finite */
struct wide wide_times(struct wide x, double y);
struct wide wide_minus(const struct wide *x, const struct wide *y);
struct ranged wide_round(const struct wide *x);

struct ranged ranged_of(long double x);
struct ranged ranged_times(struct ranged x, struct ranged y);
struct ranged ranged_minus(struct ranged x, struct ranged y);
/* x 2^shift: 0 or infinite where that is out of range. */
long double ranged_value(struct ranged x, int64_t shift);
