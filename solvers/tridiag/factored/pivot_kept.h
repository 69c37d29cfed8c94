/* Parts of one matrix that is solved with many right sides: what elimination with pivots among three rows
 * (pivot_three.h) leaves of a group of LANES parts, so that a right side takes neither choices nor divisions.
 *
 * The right sides of the two equations of a part are sums of its right sides times weights. With its ends known, e of
 * the rows left over, a and b, and of the next row n, with the right side d:
 *
 *     exchange e_a, e_n and e_b, e_n where the pivots were     y = w e_n     e_a -= by_a e_n     e_b -= by_b e_n
 *     x_i = y - u x_{i+1} - v x_{i+2}
 *
 * Where row a was never a pivot, as in dominant matrices, e_a is not needed; nor is v where the next row never was.
 * Bytes of a row in double: 24 for its right side (two weights, d), 32 for its solution (by_b, w, u; d), 8 more where
 * v is needed and 8 for by_a, 8 to write x; two bits for pivots. 57 are kept. */
#pragma once
#include "solvers/tridiag/partition/pivot_part.h"

struct pivot_kept {
    real upper[PARTS_ROWS], lower[PARTS_ROWS]; /* weights, in the order of rows */
    vec by_b[PART], w[PART], u[PART], v[PART], by_a[PART];
    unsigned char from_a[PART], from_b[PART]; /* bit q: exchanged in part q */
    vec first[3], second, last[3];            /* a, b, c of row 0; a of row 1; a, b, c of the last row */
    int64_t kind;                             /* PIVOT_KEPT_A: by_a is needed; PIVOT_KEPT_V: v is */
};
enum { PIVOT_KEPT_A = 1, PIVOT_KEPT_V = 2, PIVOT_KEPT_KINDS = 4 };

/* The parts whose bit is set. */
INLINE vec_bits pivot_kept_mask(unsigned char bits)
{
    vec_bits lane;
    for (int q = 0; q < LANES; q++) lane[q] = 1u << q;
    return (vec_bits)((((vec_bits){0} + bits) & lane) == lane);
}

/* Eliminates the parts, whose right sides are not looked at. Returns false where a pivot is zero, or so small that its
 * reciprocal overflows. */
bool pivot_kept_factor(const struct parts *parts, struct pivot_kept *kept, struct part_equations *out);

/* Right sides of the equations of the parts from x, upper[LANES] and lower[LANES]; `first` of those of a group. */
void pivot_kept_reduce(const struct pivot_kept *kept, bool first, const real *x, real *upper, real *lower);

enum { PIVOT_KEPT_SIDES = 2 }; /* right sides that are substituted together */

/* One right side: x of the parts, right side and then solution; is it among the first of this group; the ends; found:
 * strange and missed as in pivot_three.h. */
struct pivot_kept_side {
    real *x;
    bool first;
    struct part_ends ends;
    vec_bits strange;
    vec missed;
};

/* Unknowns of one or two right sides. `scratch`: count PART vectors. */
void pivot_kept_substitute(const struct pivot_kept *kept, struct pivot_kept_side *side, int count, vec *scratch);
