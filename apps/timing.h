/* Times of repeated solves, in seconds: their median, least and sum. */
#pragma once
#include <stdint.h>

#include "base/status.h"

struct solve_timing {
    double median, min, total;
};

/* For `repeats`: after one solve that warms up and does not count, as many as fit into some milliseconds; they count as
 * one solve of the median time. */
enum { REPEATS_AUTO = 0 };
/* The number of solves in a total. */
static inline double solve_timing_counted(int64_t repeats)
{
    return repeats == REPEATS_AUTO ? 1 : (double)repeats;
}

/* Calls `once` `repeats` times, or as REPEATS_AUTO says; each call stores the seconds of its solve. The first status
 * that is not ST_OK ends the calls and leaves *out as it was. ST_NOMEM. */
enum status solve_timing_take(struct solve_timing *out, int64_t repeats,
                              enum status (*once)(void *context, double *seconds), void *context);
