/* The best run: the fastest of a precision, among those that are as accurate as its reference run. */
#pragma once
#include "command/compare/result/result.h"

/* The first successful run of a precision, with which the others are compared; NULL: there is none. */
const struct stored_run *best_reference(const struct result *r, const char *precision);

/* The fastest run of a precision that is beyond doubt, at least as accurate as the reference run up to a factor of 10,
 * or to rounding, and leaves no more systems unsolved; NULL if none has a time. */
const struct stored_run *best_run(const struct result *r, const char *precision);

/* The fastest of the others that may be the best too, if it is slower by no more than the spread of both, and 2 %, may
 * hide; NULL: there is none. */
const struct stored_run *best_rival(const struct result *r, const struct stored_run *best);

/* Relative errors below this are all the same: some tens of roundings of a precision, "double" or "float". */
double best_rounding(const char *precision);

/* Is this the best run of its precision? */
static inline bool best_is(const struct result *r, const struct stored_run *run)
{
    return run == best_run(r, run->precision);
}
