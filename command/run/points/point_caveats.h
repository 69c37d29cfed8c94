/* Warnings of the points of a run, as lines of the run that name their points. */
#pragma once
#include "apps/app.h"

/* Adds the caveats of a point that was taken, and those of its answers that cast doubt on others, to sim->caveats. If
 * another point has the same sentence, except for numbers, this point is added after that one:
 *
 *     at h 10000: from steady 21 K, not steady: 40 % of the rise; likewise at 20000; 50000
 *
 * point: "h 10000", or "h 10000, f 5" of several keys. If there is no space for a sentence, the last line reports it.
 */
void point_caveats_add(struct sim *sim, const struct sim *in, const char *point);
