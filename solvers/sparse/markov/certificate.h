/* Bounds the error of a solution independently of the method, for methods that know only their residual: iterations. On
 * a chain whose parts are hardly coupled a residual of 1e-10 may hide an error of 1.
 *
 * SHIFTED: ||A^-1||_1 = 1 / shift, so the residual bounds the error. STATIONARY: the distance from the answer of
 * gth_band, or gth_wide where that refuses. LINEAR: the distance from the answer of sparse_lu, and the error bound of
 * that. It takes no more than a second or so, and 512 MiB, on any machine. */
#pragma once
#include "solvers/solver.h"

/* Fills error and condition of system->outcome if the method has left error NAN, and sets NOT_CONVERGED where no digit
 * is certain. `b` is the system solved, x and exponents the solution, on the HOST; right [n]: what x was before, or
 * NULL for STATIONARY. error stays NAN for larger problems, and in builds without SuiteSparse. ST_NOMEM. */
enum status certificate_take(const struct shape *shape, const struct system *system, const real *right,
                             const struct exec *exec);
