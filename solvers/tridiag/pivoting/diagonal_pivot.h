/* Pivots of one or two rows on the diagonal of a tridiagonal matrix, T = L B M^T, without interchanges: the choice
 * between them and the elimination by each, for one right side d and for a second one, g, that is felt in the first
 * row only. p, e and g are the diagonal and the right sides that the rows before have left of row k. The pivot has two
 * rows if
 *
 *     kappa |a_{k+1} c_k| > |p| sigma      sigma = max(|a_{k+1}|, |a_{k+2}|, |b_{k+1}|, |c_k|, |c_{k+1}|)
 *
 * with kappa = (sqrt 5 - 1) / 2; else it has one, as in the last row. In both cases
 *
 *     x_k = y_k - near_k x_{k+1} - far_k x_{k+2} - w_k      p = b - a near, e = d - a y, g = -a w  of the next row
 *
 *     one row    near = c_k / p, y = e / p, w = g / p
 *     two rows   D = p b_{k+1} - a_{k+1} c_k
 *                far_k = -c_k c_{k+1} / D       y_k = (b_{k+1} e - c_k d_{k+1}) / D      w_k = b_{k+1} g / D
 *                near_{k+1} = p c_{k+1} / D     y_{k+1} = (p d_{k+1} - a_{k+1} e) / D    w_{k+1} = -a_{k+1} g / D
 *
 * J. B. Erway, R. F. Marcia, J. A. Tyson, IAENG Int. J. Appl. Math. 40, 2010; J. R. Bunch, L. Kaufman, Math. Comp. 31,
 * 1977. Bounded growth for any regular matrix. The choice depends on the scale of rows, so each is first divided by a
 * power of two; products of two coefficients then cannot overflow. One division a pivot. */
#pragma once
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/exec.h"
#include "base/real.h"

/* (sqrt 5 - 1) / 2 */
#define DIAGONAL_PIVOT_KAPPA RC(0.61803398874989484820)

#ifdef BANDSTAND_FLOAT
typedef uint32_t diagonal_pivot_bits;
enum { DIAGONAL_PIVOT_SHIFT = 23, DIAGONAL_PIVOT_EXPONENT = 0xff };
#else
typedef uint64_t diagonal_pivot_bits;
enum { DIAGONAL_PIVOT_SHIFT = 52, DIAGONAL_PIVOT_EXPONENT = 0x7ff };
#endif

/* A row that has been divided by a power of two; `most` is its largest coefficient. */
struct diagonal_pivot_row {
    real a, b, c, d, most;
};

/* x_k = y - near x_{k+1} - far x_{k+2} - w; one of near and far is 0. */
struct diagonal_pivot {
    real near, far, y, w;
};

static inline EITHER_SPACE real pivot_magnitude(real x)
{
    return x < 0 ? -x : x;
}

static inline EITHER_SPACE real pivot_larger(real a, real b)
{
    return a > b ? a : b;
}

/* The power of two that takes `most` > 0 to between 2 and 4; for a subnormal one the largest that there is. */
static inline EITHER_SPACE real diagonal_pivot_scale(real most)
{
    const real half = RC(0.5) * most;
    diagonal_pivot_bits bits;
    real scale;
    memcpy(&bits, &half, sizeof bits);
    bits = (diagonal_pivot_bits)(DIAGONAL_PIVOT_EXPONENT - 1) * ((diagonal_pivot_bits)1 << DIAGONAL_PIVOT_SHIFT) -
           (bits & ((diagonal_pivot_bits)DIAGONAL_PIVOT_EXPONENT << DIAGONAL_PIVOT_SHIFT));
    memcpy(&scale, &bits, sizeof scale);
    return scale;
}

/* No digit changes. `left` and `right` say whether a and c are elements of the matrix that is eliminated, by which it
 * is scaled. */
static inline EITHER_SPACE struct diagonal_pivot_row diagonal_pivot_scaled(real a, real b, real c, real d, bool left,
                                                                           bool right)
{
    real most = pivot_magnitude(b);
    if (left) most = pivot_larger(most, pivot_magnitude(a));
    if (right) most = pivot_larger(most, pivot_magnitude(c));
    const real scale = diagonal_pivot_scale(most);
    const struct diagonal_pivot_row row = {a * scale, b * scale, c * scale, d * scale, most * scale};
    return row;
}

/* Has the pivot two rows? `behind` is a of the row after `next`; both are 0 where there is no such row. */
static inline EITHER_SPACE bool diagonal_pivot_is_pair(real p, struct diagonal_pivot_row here,
                                                       struct diagonal_pivot_row next, real behind)
{
    const real sigma = pivot_larger(next.most, pivot_larger(pivot_magnitude(here.c), pivot_magnitude(behind)));
    return DIAGONAL_PIVOT_KAPPA * pivot_magnitude(next.a * here.c) > pivot_magnitude(p) * sigma;
}

static inline EITHER_SPACE struct diagonal_pivot diagonal_pivot_one(real p, real e, real g, real c)
{
    const real r = 1 / p;
    const struct diagonal_pivot out = {c * r, 0, e * r, g * r};
    return out;
}

static inline EITHER_SPACE void diagonal_pivot_two(real p, real e, real g, real c, struct diagonal_pivot_row next,
                                                   struct diagonal_pivot out[2])
{
    const real r = 1 / (p * next.b - next.a * c);
    out[0].near = 0, out[0].far = -(c * next.c) * r;
    out[0].y = (next.b * e - c * next.d) * r, out[0].w = next.b * g * r;
    out[1].near = p * next.c * r, out[1].far = 0;
    out[1].y = (p * next.d - next.a * e) * r, out[1].w = -(next.a * g) * r;
}
