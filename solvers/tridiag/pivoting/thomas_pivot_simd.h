/* The parts of the method `thomas_pivot_simd`: elimination with partial pivoting, one system in each lane of a vector,
 * without a division or a choice on the chain from row to row.
 *
 * One row is left over from those that are eliminated, s times P x_i + Q x_{i+1} = E. It competes with the next row,
 * a x_i + b x_{i+1} + c x_{i+2} = d, and whichever of the two is the pivot, the row left over from both is a multiple
 * of
 *
 *     p' = b p - a q        q' = c p        e' = d p - a e        where p, q, e = s P, s Q, s E
 *
 * (recurrences of determinants: L.-W. Chang, thesis, Illinois, 2014, section 4.1, has them for pivots on the diagonal).
 * Only its scale knows of pivots: s' = max(|a| s, |p|), the larger one being the pivot. Each difference is rounded
 * relative to terms of the size of s', as in elimination with interchanges. Before each row, p, q and e are in effect
 * divided by the power of two in s, so that s' is of the size of one pivot, and coefficients may be of any size from
 * 2^-500 to 2^500 (2^-60 to 2^60 in float) without that anything leaves the range of numbers.
 *
 * Lanes in which something does are noted and eliminated again by pivot_checkpointed.h, before anything is written to
 * x. Every system is computed by the same operations wherever it lies in a batch. */
#pragma once
#include <stddef.h>

#include "solvers/batch/simd_select.h"
#include "solvers/tridiag/thomas/thomas_simd.h"

/* Subtracting LOWEST moves the exponents of what s may be, 2^-500 to 2^523 (2^-60 to 2^67), to the bottom: all others
 * have a bit of BEYOND. A right side has, if any value is 2^-511 (2^-63) or more, a bit of FELT in some value: what
 * underflows against it is lost in its rounding errors. */
#ifdef BANDSTAND_FLOAT
#define PIVOT_LOWEST ((UINT32_C(127) - 60) << 23)
#define PIVOT_BEYOND (UINT32_C(3) << 30)
#define PIVOT_FELT (UINT32_C(3) << 29)
#else
#define PIVOT_LOWEST ((UINT64_C(1023) - 500) << 52)
#define PIVOT_BEYOND (UINT64_C(3) << 62)
#define PIVOT_FELT (UINT64_C(3) << 61)
#endif

/* The row left over, with q = side * before, and what all rows so far had: an s beyond the range, and bits of right
 * sides. */
struct pivot_rest {
    vec p, side, before, e, s;
    vec_bits beyond, right;
};

enum { PIVOT_REST = 7 /* vectors of what is left over */, PIVOT_ROW = 3 /* and of a row in the ring */ };

INLINE struct pivot_rest pivot_rest_load(const real *p)
{
    return (struct pivot_rest){
        .p = vec_load(p),
        .side = vec_load(p + LANES),
        .before = vec_load(p + 2 * LANES),
        .e = vec_load(p + 3 * LANES),
        .s = vec_load(p + 4 * LANES),
        .beyond = (vec_bits)vec_load(p + 5 * LANES),
        .right = (vec_bits)vec_load(p + 6 * LANES),
    };
}

INLINE void pivot_rest_store(real *p, const struct pivot_rest *k)
{
    vec_store(p, k->p), vec_store(p + LANES, k->side), vec_store(p + 2 * LANES, k->before);
    vec_store(p + 3 * LANES, k->e), vec_store(p + 4 * LANES, k->s);
    vec_store(p + 5 * LANES, (vec)k->beyond), vec_store(p + 6 * LANES, (vec)k->right);
}

/* The row that was the pivot for x_{i-1}, divided by it: x_{i-1} = y - u x_i - v x_{i+1}. */
struct pivot_row {
    vec u, v, y;
};

/* Above row 0: a row of the identity. */
INLINE struct pivot_rest pivot_rest_start(void)
{
    return (struct pivot_rest){.p = vec_all(1), .s = vec_all(1)};
}

/* A second right side of the row, what is left over of it from those above, and of the pivot row; d is given. */
struct pivot_second {
    vec d, e, y;
};

/* Row i, whose a is 0 if it is row 0, and c if it is the last. The compiler fuses the first of two products into the
 * difference. The other one is (a side) before, not a (side before): on Dorr's matrices, which are singular to
 * rounding, residuals are then a half to a third, in float up to a tenth. */
INLINE struct pivot_row pivot_rest_step_both(struct pivot_rest *k, vec a, vec b, vec c, vec d,
                                             struct pivot_second *second)
{
    const vec power = vec_inverse_power(k->s), p = k->p * power, left = a * power;
    const vec below = vec_magnitude(a) * vec_mantissa(k->s), own = vec_magnitude(p);
    const vec_bits swap = vec_above(below, own);
    const vec w = 1 / vec_pick(swap, a, k->p);
    const struct pivot_row pivot = {
        .u = vec_pick(swap, b, k->side * k->before) * w,
        .v = vec_only(swap, c) * w,
        .y = vec_pick(swap, d, k->e) * w,
    };
    const vec diag = b * p, off = left * k->side * k->before, right = d * p, above = left * k->e;
    if (second) {
        second->y = vec_pick(swap, second->d, second->e) * w;
        second->e = second->d * p - left * second->e;
    }
    k->p = diag - off, k->e = right - above;
    k->side = c, k->before = p;
    k->s = vec_pick(swap, below, own);
    k->beyond |= (vec_bits)k->s - PIVOT_LOWEST;
    k->right |= (vec_bits)d;
    return pivot;
}

INLINE struct pivot_row pivot_rest_step(struct pivot_rest *k, vec a, vec b, vec c, vec d)
{
    return pivot_rest_step_both(k, a, b, c, d, NULL);
}

/* The pivot row of the last row, which meets a row of the identity. */
INLINE struct pivot_row pivot_rest_end(struct pivot_rest *k)
{
    return pivot_rest_step(k, vec_all(0), vec_all(1), vec_all(0), vec_all(0));
}

/* Lanes whose pivot rows are not to be used; after pivot_rest_end. An e that is not finite stays so. */
INLINE vec_bits pivot_rest_fails(const struct pivot_rest *k)
{
    const vec_bits beyond = (vec_bits)((k->beyond & PIVOT_BEYOND) != 0);
    const vec_bits weak = (vec_bits)((k->right & PIVOT_FELT) == 0) & (vec_bits)((k->right << 1) != 0);
    return beyond | weak | vec_not_finite(k->e);
}

INLINE void pivot_row_store(real *ring, const struct pivot_row *r)
{
    vec_store(ring, r->u), vec_store(ring + LANES, r->v), vec_store(ring + 2 * LANES, r->y);
}

/* The unknowns of the two rows below. */
struct pivot_below {
    vec near, far;
};

/* x of the row in the ring. */
INLINE vec pivot_row_solve(const real *ring, struct pivot_below *below)
{
    const vec u = vec_load(ring), v = vec_load(ring + LANES), y = vec_load(ring + 2 * LANES);
    const vec rest = y - v * below->far, x = rest - u * below->near;
    below->far = below->near, below->near = x;
    return x;
}

/* Solves the tiles lo ... hi - 1 of `width` interleaved neighbours each. The ring, from row 0 on, is
 * preceded by a row and followed by another, of PIVOT_ROW * width values each; b->state holds PIVOT_REST * width
 * values, starts[width] is scratch if the source is SCATTERED. */
void pivot_simd_rows(const struct batch *b, int64_t width, int64_t lo, int64_t hi, real *ring, int64_t *starts);

/* Solves the groups lo ... hi - 1 of LANES systems each, wherever they lie; group g starts with system
 * g * LANES. The ring has `padded` rows of PIVOT_ROW * LANES values, one before and one after. */
void pivot_simd_lanes(const struct batch *b, int64_t lo, int64_t hi, real *ring);

/* Solves `count` <= LANES systems from `first` on. */
void pivot_simd_few(const struct batch *b, int64_t first, int count, real *ring);

/* Solves a system whose lane fails, which may say in its info that it cannot, and puts into the lane of the ring what
 * gives its solution again. `ring`: of u of row 0; stride: from row to row; rows: in the ring. */
void pivot_simd_again(const struct batch *b, int64_t system, real *ring, int64_t stride, int64_t rows);

/* Before elimination and after substitution of a system: info is 0, unless pivot_simd_again sets it, or x is not
 * finite, and then that of the first such row. */
INLINE void pivot_simd_begin(const struct batch *b, int64_t system)
{
    if (b->system.info) b->system.info[system] = 0;
}

void pivot_simd_report(const struct batch *b, int64_t first, int64_t count);
