/* Elimination with partial pivoting of one system with little memory, to which methods that pivot fall back. */
#pragma once
#include "solvers/batch/line.h"

/* Values of workspace for n rows. */
int64_t pivot_checkpointed_values(int64_t n);

/* Solves in place, with the shift of the line. Returns 0, or i + 1 of the first row whose pivot is zero or not finite,
 * or else whose x is not finite; x is then NaN throughout. */
int64_t pivot_checkpointed_solve(struct line l, real *workspace);

/* pivot_checkpointed_solve, with rows divided by powers of two first: a row of elements far below those of the others
 * keeps its own residual. Twice the flops. */
int64_t pivot_checkpointed_solve_scaled(struct line l, real *workspace);
