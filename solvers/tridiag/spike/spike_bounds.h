/* The bounds on spikes of the SPIKE family, on the host and on the device. Spikes above the first bound are repaired;
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

/* Has row a x_before + b x + c x_behind = d a residual far above the rounding of its terms, where each x was rounded as
 * a number of that size, its own or a larger one? The smallest numbers have fewer digits: they are rounded as REAL_MIN.
 */
static inline EITHER_SPACE bool spike_row_missed(const double row[3], double d, const double x[3], const double size[3])
{
    double most = fabs(d), rest, terms;
    for (int k = 0; k < 3; k++) most = fabs(row[k]) > most ? fabs(row[k]) : most;
    const double unit = most > 1e150 ? 1e-150 : 1;
    rest = unit * d, terms = fabs(rest);
    for (int k = 0; k < 3; k++) {
        rest -= unit * row[k] * x[k];
        terms += fabs(unit * row[k]) * (size[k] + (double)REAL_MIN);
    }
    return !(fabs(rest) - 4096 * (double)REAL_EPS * terms <= 0); /* of inf and inf it is missed */
}
