/* How far a solution may be from the exact one, asked from outside, for methods that know no more than their residual:
 * iterations. On a chain whose parts hardly know of each other a residual of 1e-10 may hide an error of 1.
 *
 * SHIFTED: ||A^-1||_1 = 1 / shift, so the residual tells. STATIONARY: the distance from the answer of gth_band, or
 * gth_wide where that refuses. LINEAR: the distance from the answer of sparse_lu, and the bound that this has of its
 * own. No more is spent on it than a second or so, and 512 MiB, on any machine. */
#pragma once
#include "solvers/solver.h"

/* Fills error and condition of b->outcome if the method has left error NAN, and judges: NOT_CONVERGED where no digit is
 * sure. `b` is what was solved, x and exponents the solution, on the HOST; right [n]: what x was before, or NULL for
 * STATIONARY. Not certain, error stays NAN: a larger problem than that, or a build without SuiteSparse. ST_NOMEM. */
enum status certificate_take(const struct shape *shape, const struct blocktri *b, const real *right,
                             const struct exec *exec);
