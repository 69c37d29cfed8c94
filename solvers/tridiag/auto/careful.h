/* Elimination with partial pivoting of one short system in long double: for systems that leave the range of the working
 * precision before they come to an x that does not. J. H. Wilkinson, Error analysis of direct methods of matrix
 * inversion, J. ACM 8, 1961; the equations are in pivot_checkpointed.c. A difference that is all rounding counts as 0:
 * as a change of the matrix it is far below a rounding of the working precision, and singular matrices are found. */
#pragma once
#include "solvers/tridiag/check/check_system.h"

enum { CAREFUL_ROWS = 4096 /* of the longest system */ };

/* A pivot row p x_i + q x_{i+1} + r x_{i+2} = e. */
struct careful_row {
    long double p, q, r, e;
};

/* Solves from the right side that is kept, into x; not cyclic. `row`: scratch for so many as the system has. Returns 0,
 * or i + 1 of the first row without a pivot, or else whose x is not finite; x is then NaN throughout. */
int64_t careful_solve(const struct check_system *k, struct careful_row *row);
