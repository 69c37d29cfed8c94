/* Elimination with partial pivoting of one short system in long double: for systems that leave the range of the working
 * precision before they come to an x that does not. J. H. Wilkinson, Error analysis of direct methods of matrix
 * inversion, J. ACM 8, 1961; the equations are in pivot_checkpointed.c. A difference that is all rounding counts as 0:
 * as a change of the matrix it is far below a rounding of the working precision, and singular matrices are found. */
#pragma once
#include <float.h>
#include <stdbool.h>

#include "solvers/tridiag/check/check_system.h"

enum { CAREFUL_BLOCK = 4096 /* pivot rows that are kept at a time: those of earlier blocks are found twice */ };

/* A pivot row p x_i + q x_{i+1} + r x_{i+2} + f x_{n-2} + g x_{n-1} = e; f and g only of cyclic systems. */
struct careful_row {
    long double p, q, r, f, g, e;
};

/* Rows of scratch for a system of n rows: a block, and what is left over before each. */
static inline int64_t careful_rows(int64_t n)
{
    return (n < CAREFUL_BLOCK ? n : CAREFUL_BLOCK) + 2 * (n / CAREFUL_BLOCK + 1);
}

/* Solves from the right side that is kept, into x. row[careful_rows(n)]: scratch. Returns 0, or i + 1 of the first row
 * without a pivot, or else whose x is not finite; x is then NaN throughout. */
int64_t careful_solve(const struct check_system *k, struct careful_row *row);
int64_t careful_solve_cyclic(const struct check_system *k, struct careful_row *row);

/* Functions of both solvers. The difference is 0 where it is below the rounding errors of its terms; a usable pivot is
 * neither 0 nor non-finite; the end sets x to NaN if the solve failed, and returns info. */
static inline long double careful_difference(long double x, long double y)
{
    const long double d = x - y;
    return fabsl(d) <= 16 * LDBL_EPSILON * fabsl(x) ? 0 : d;
}

static inline bool careful_usable(long double p)
{
    return p != 0 && isfinite(p);
}

static inline int64_t careful_end(const struct check_system *k, int64_t info)
{
    const struct line *const l = &k->line;
    for (int64_t i = 0; !info && i < l->n; i++)
        if (!isfinite(l->x[i * l->x_stride])) info = i + 1;
    for (int64_t i = 0; info && i < l->n; i++) l->x[i * l->x_stride] = (real)NAN;
    return info;
}
