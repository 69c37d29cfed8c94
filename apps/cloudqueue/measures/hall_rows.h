/* The places of the states of a hall and of their factors. */
#pragma once
#include "apps/cloudqueue/measures/hall.h"

/* The weights of v, of (x, b - 1), of (x + 1, b) and of the level below in a state: rates over the total rate out of
 * it. */
enum { STAY, COME, SERVE, RISE, FACTORS };

/* The factors of level j where z is odd, or even: [half] of each kind, one kind after the other, by z / 2. 0 outside of
 * the bands. */
static inline double *hall_factors(const struct hall *h, int64_t j, int64_t odd)
{
    return h->factor + (2 * (j - h->first) + odd) * FACTORS * h->half;
}

/* The states of a level in row d: b = *from ... *from + count - 1, of which those beyond the band have factors 0.
 * Returns count, a multiple of a group of lanes. X - high <= d. */
static inline int64_t hall_row(const struct hall *h, struct hall_band band, int64_t d, int64_t *from)
{
    const int64_t least = d - h->longest + 1, low = (band.low - h->longest + d + 1) / 2,
                  high = (band.high - h->longest + d) / 2;
    *from = least > 0 ? least : 0;
    if (low > *from) *from = low;
    return high < *from ? 0 : (high - *from + HALL_LANES) / HALL_LANES * HALL_LANES;
}
