/* Where the SPIKE family draws its lines, on the host and on the device. Spikes above the first bound are repaired;
 * without repair, those above the second one are reported. On the device less is lost by a low bound, since a warp
 * waits for one partition as for many. */
#pragma once
#include <math.h>
#include <stdbool.h>

#include "base/exec.h"
#include "base/real.h"

#define GROWTH_REPAIRED RC(256.0)
#define GROWTH_APART RC(16.0)
#define GROWTH_REPORTED (1 / sqrt((double)REAL_EPS))

/* Has row a x_before + b x + c x_behind = d a residual far above the rounding of its terms? The smallest numbers have
 * fewer digits: their x are rounded as those of REAL_MIN. */
static inline EITHER_SPACE bool spike_row_missed(const double row[3], double d, const double x[3])
{
    const double left = row[0] * x[0], here = row[1] * x[1], right = row[2] * x[2];
    const double least = (fabs(row[0]) + fabs(row[1]) + fabs(row[2])) * (double)REAL_MIN;
    const double terms = fabs(left) + fabs(here) + fabs(right) + fabs(d) + least;
    return !(fabs(d - left - here - right) <= 4096 * (double)REAL_EPS * terms);
}
