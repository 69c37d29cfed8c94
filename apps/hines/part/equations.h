/* A time step of a vector of nodes, and of a clamp: the formulas of both spaces. Expressions have one product
 * only, or `+ 0` rounds it, so that compilers fuse the same operations. */
#pragma once
#include <math.h>

#include "apps/hines/channels/vec_exp.h"
#include "apps/hines/part/part_clamp.h"
#include "base/exec.h"

/* The part of the right side that never changes: source, or NULL, `drive` times C / h. */
INLINE vec equation_source(const real *source, int64_t i, vec storage, real drive)
{
    return source ? vec_load(source + i) : storage * vec_all(drive) + 0;
}

INLINE vec equation_right(vec storage, vec v, vec source)
{
    return storage * v + source;
}

/* v + 2 (x - v), or x where no charge is stored. */
INLINE vec equation_extrapolated(vec storage, vec v, vec x)
{
    return vec_choose((vec_bits)(storage > vec_all(0)), x + (x - v), x);
}

/* The right side of the second stage: kept + (1/share - 1) C/h (x - v). */
INLINE vec equation_second_stage(vec kept, vec factor, vec storage, vec v, vec x)
{
    return kept + factor * storage * (x - v);
}

INLINE vec equation_diagonal(vec diag, vec factor, vec storage)
{
    return diag + factor * storage;
}

/* The right side of a quarter of a step, whose C/h is `ratio` times that of the scheme: kept + C/h (ratio x - v). */
INLINE vec equation_quarter(vec kept, vec ratio, vec storage, vec v, vec x)
{
    return kept + storage * (ratio * x - v);
}

/* Adds a clamp of this current to the equation of its node, in the step from `begin` to `end`. */
static inline EITHER_SPACE void equation_clamp(const struct part_clamp *c, double current, double begin, double end,
                                               double dt, real *diag, real *right)
{
    const double share = (fmin(end, c->end) - fmax(begin, c->begin)) / dt, part = fmin(share, 1.0);
    if (share <= 0) return;
    *right += (real)(current * part);
    if (c->conductance > 0) *diag += (real)(c->conductance * part);
}

/* ms at which a potential that is `before` and then `now` rises above the threshold in a step, by linear interpolation.
 */
static inline double equation_crossing(real threshold, real before, real now, int64_t step, double dt)
{
    const double share = ((double)threshold - (double)before) / ((double)now - (double)before);
    return ((double)step + share) * dt;
}
