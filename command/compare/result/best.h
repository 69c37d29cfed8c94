/* The best run: the fastest of a precision, among those that are as accurate as its reference run. */
#pragma once
#include "command/compare/result/result.h"

/* The first run of a precision that went well, with which others of it are compared; NULL: none did. */
const struct stored_run *best_reference(const struct result *r, const char *precision);

/* The fastest run of a precision beyond doubt, which is no less accurate than the reference run but for a factor of 10,
 * or for rounding, and leaves no more systems unsolved; NULL if none has a time. */
const struct stored_run *best_run(const struct result *r, const char *precision);

/* The fastest of the others that may be called so too, if it takes no longer than what the spread of both, and 2 %, may
 * hide; NULL: none does. */
const struct stored_run *best_rival(const struct result *r, const struct stored_run *best);

/* Relative errors below this are all the same: some tens of roundings of a precision, "double" or "float". */
double best_rounding(const char *precision);

/* Is this the best run of its precision? */
static inline bool best_is(const struct result *r, const struct stored_run *run)
{
    return run == best_run(r, run->precision);
}
