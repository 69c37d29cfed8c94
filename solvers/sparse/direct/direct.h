/* The shared part of direct methods: the regular system of pin.h before the solve, a true residual after it. */
#pragma once
#include "solvers/sparse/direct/error_bound.h"

struct direct {
    struct pinned a;
    real *b, *r;              /* [n] each; b is NULL for STATIONARY */
    double *x, *workspace[3]; /* [n] each: the solution in double, and workspace of its error bound */
};

/* Arrays in `workspace`; `pin` as for pinned_of. */
struct direct direct_of(const struct shape *shape, const struct matrix *matrix, int64_t pin, int threads,
                        struct workspace *workspace);

/* x becomes the right side b, or b' with 1 at the pin. a.pin is known. */
void direct_begin(const struct direct *d, real *x);

/* d->x is the solution, to a unit of rounding `eps`, or there is none if `info` > 0: then system->x becomes all NaN.
 * Else system->x becomes it, that of STATIONARY normalized; fills the outcome, without iterations, and exponents if the
 * shape has tails. Where by its error bound no digit of x is certain, or fewer than half of them are right by the
 * residual of STATIONARY, it is NOT_CONVERGED. Statuses are those of the inverse. */
enum status direct_end(const struct direct *d, int64_t info, const struct system *system, const struct shape *shape,
                       double eps, const struct inverse *inverse);
