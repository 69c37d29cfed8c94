/* Bounds and estimates the error of a solution by elimination.
 *
 * With r = b - A x and what rounding may have added to it, f = |r| + u (|A| |x| + |b|), u being the units of rounding
 * of a row of r and of what is stored, the error is |e| <= |A^-1| f, row by row (R. D. Skeel, J. ACM 26, 1979; N. J.
 * Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 7.2). That is independent of how rows are
 * scaled, and needs A^-1 only as factors.
 *
 * SHIFTED: columns of A sum to the shift, so that ||A^-1||_1 = 1 / shift. No solve.
 *
 * STATIONARY: the inverse of A' (pin.h) has no negative element, so that |A'^-1| f = A'^-1 f, one solve. That counts
 * also what normalizing x takes out again, much if the pin is rare; where it is not small, as below, of (I - x 1^T)
 * A'^-1, which is the group inverse of A on right sides whose sum is 0. Another solve, with the transposed, gives the
 * times in which the chain reaches the pin: where rounding of the diagonal is a rate like that of the rarest path,
 * the factors are those of another chain, nothing is certain, and the bound is 1. The first is a bound in the sum norm,
 * the second an estimate in the largest-element norm: the smaller one is reported, and holds in its own norm, not in
 * both.
 *
 * LINEAR: the largest element of |A^-1| f is the 1-norm of diag(f) A^-T, estimated by some solves with A and its
 * transposed, five as a rule (W. W. Hager, SIAM J. Sci. Stat. Comput. 5, 1984; Higham 2002, algorithm 15.1). The
 * estimate is hardly ever below a third of it. */
#pragma once
#include "solvers/sparse/pin.h"

/* Solves in place with the factors of A, or A' where x of the pin is 0 in and out; x [n]. */
struct inverse {
    enum status (*solve)(const void *context, double *x);
    enum status (*solve_transposed)(const void *context, double *x);
    const void *context;
};

/* Fills error and condition of the outcome: x [n] solves A x = b, `right` being b, or, STATIONARY, A' x' = b' with 1 at
 * the pin, by elimination to a unit of rounding `eps`. workspace: [n] each. Statuses are those of the inverse. */
enum status error_bound(const struct pinned *a, const struct system *system, enum question question, const real *right,
                        const double *x, double eps, const struct inverse *inverse, double *const workspace[3]);

/* As error_bound, for elimination without subtraction in double: each element of x has an error of some roundings per
 * row (C. A. O'Cinneide, Numerische Mathematik 65, 1993), four being more than was ever seen. SHIFTED: by so much more
 * as the parts cancel in x that come from b above and below 0; `right` is the sum of |b|. */
void error_without_subtraction(const struct shape *shape, const struct system *system, double right);
double error_sum(int64_t n, const real *x); /* of |x| */

/* NOT_CONVERGED where no digit of x is sure. */
void error_judge(struct outcome *o);
