/* Plans that check their answers, or refine them, around plans of any tridiagonal method (struct tridiag_shape).
 *
 *     right = x                  kept, since x overwrites it
 *     x = 1 or 1/3: solve        only where the condition is asked for; |A| |x| is an estimate of it
 *     x = right: solve
 *     x = right - A x: solve     only to refine: x is what is added to the first x
 *     |right - A x| / (|A| |x| + |right|)
 *
 * A batch is cut into chunks that stay in a core's cache from the first to the last step (chunks.h), so that it still
 * crosses the memory bus once: with the methods for batches the check takes its arithmetic, and one chunk of right
 * sides for each thread. A batch that cannot be cut, and one large system, are solved as a whole: all right sides are
 * copied, n batch values, and a check costs 7 values an unknown on the memory bus in addition to the 5 of a solve; a
 * condition one solve and 4 values more; refinement one solve and 10. The condition is from the same solve as the
 * answer, with another right side: N. J. Higham, chapter 15, on what such bounds are worth; on the eighteen matrices of
 * `verify gallery`, n = 512, it is 0.013 to 1 of the condition number. It is a bound from below where the method
 * pivots; for pivots that grow it may be far above, since errors of the second solution are not looked at
 * (check_system.h).
 *
 * Methods with CHECKS do all this but refinement themselves, row by row as they solve.
 *
 * Refinement: one step, its residual in twice the working precision: J. H. Wilkinson, Rounding errors in algebraic
 * processes, 1963, chapter 3; Higham, section 12.1. */
#pragma once
#include "solvers/kind.h"

extern const struct wrapper check_wrapper;

/* Is a shape with check left to the method, which has CHECKS? */
bool check_is_own(const struct solver *solver, const struct shape *shape);
