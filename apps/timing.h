/* Seconds of repeated solves: their median, least and sum. */
#pragma once
#include <stdint.h>

#include "base/status.h"

struct solve_timing {
    double median, min, total;
};

/* Calls `once` `repeats` times, at least once; each call stores the seconds of its solve. The first status that is not
 * ST_OK ends the calls and leaves *out as it was. ST_NOMEM. */
enum status solve_timing_take(struct solve_timing *out, int64_t repeats,
                              enum status (*once)(void *context, double *seconds), void *context);
