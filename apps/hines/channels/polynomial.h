/* Polynomials of several vectors at a time: processors work on several multiply-adds at once. */
#pragma once
#include <stdbool.h>

#include "apps/hines/channels/vec_exp.h"

enum { TOGETHER = 4 }; /* vectors: at most the `count` of functions whose arrays have as many */

/* p := c[0] + c[1] r + ... + c[degree] r^degree by Horner's rule, for degrees up to 16. */
INLINE void polynomial(int count, vec *p, const vec *r, const real *c, int degree)
{
    for (int i = 0; i < count; i++) p[i] = vec_all(c[degree]);
    UNROLLED
    for (int d = degree - 1; d >= 0; d--)
        for (int i = 0; i < count; i++) p[i] = p[i] * r[i] + vec_all(c[d]);
}

INLINE vec vec_size(vec x)
{
    return (vec)((vec_bits)x & ~(vec_bits)vec_all(-RC(0.0)));
}

/* Are all lanes of a mask set, is one of them? */
INLINE bool are_all(vec_bits mask)
{
    vec_bits both = mask;
    for (int l = 1; l < LANES; l++) both[0] &= mask[l];
    return both[0] != 0;
}
INLINE bool is_any(vec_bits mask)
{
    return !are_all(~mask);
}
