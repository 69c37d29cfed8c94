/* Cyclic tridiagonal systems through any method for plain ones.
 *
 * The last unknown is eliminated by bordering: A' is the matrix without its last row and column, m rows in all, and
 *
 *     A' p = f            A' q = (-a_0, 0, ..., 0, -c_{m-2})
 *     x_{m-1} = (f_{m-1} - c_{m-1} p_0 - a_{m-1} p_{m-2}) / (b_{m-1} + c_{m-1} q_0 + a_{m-1} q_{m-2})
 *     x_i = p_i + x_{m-1} q_i
 *
 * C. Temperton, Algorithms for the solution of cyclic tridiagonal systems, J. Comput. Phys. 19, 1975, section 2;
 * the bordering form of the Sherman-Morrison formula (Golub and Van Loan, Matrix Computations, 2.1.4). A' must be
 * regular, and is as dominant as A. Where it is singular, or so much closer to singular than A that p and x_{m-1} q are
 * far larger than x, methods for any regular matrix, on the host, eliminate the whole matrix (cyclic_mend.h), and
 * info is SOLVED_BY_FALLBACK; info of others is PIVOTS_GREW, or the row of A' without a pivot. A system of one row
 * reads (a + b + c) x = f; of two, both couplings add up. The matrix is never copied, since A' has the strides of A.
 * Costs two solves and 2 flops a row, and q: one value an element of x, or n - 1 if one matrix serves all. */
#pragma once
#include "solvers/kind.h"

extern const struct wrapper cyclic_wrapper;
