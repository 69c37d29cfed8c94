/* What direct methods share: the regular system of pin.h before them, and a true residual behind. */
#pragma once
#include "solvers/blocktri/pin.h"

struct direct {
    struct pinned a;
    real *b, *r; /* [n] each; b is NULL for STATIONARY */
};

/* Arrays in `room`; `pin` as for pinned_of. */
struct direct direct_of(const struct shape *shape, const struct matrix *matrix, int64_t pin, int threads,
                        struct carve *room);

/* x becomes the right side b, or b' with 1 at the pin. a.pin is known. */
void direct_begin(const struct direct *d, real *x);

/* b->x is the solution, or there is none if `info` > 0: then it is all NaN. Normalizes x of STATIONARY, and fills the
 * outcome, without iterations, and exponents if there are `tails`. Where pivots have come out of differences that lost
 * their digits, so that not half of them are right by the residual of STATIONARY, it is NOT_CONVERGED. */
void direct_end(const struct direct *d, int64_t info, const struct blocktri *b, bool tails);
