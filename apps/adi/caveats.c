/* Doubts about the temperatures of a run whose step is too large. */
#include <stdio.h>

#include "apps/adi/state.h"

/* A swing beyond this share of the temperatures' range is a fault of the time step. */
static enum status warn_of_swing(struct state *s)
{
    static const double share_max = 1e-3;
    const struct adi_params *const p = &s->params;
    double swing, range;
    TRY(state_swing(s, &swing, &range));
    if (!(swing > share_max * range)) return ST_OK;
    caveat("temperatures swing up and down by %.2g K from step to step, %.2g %% of their range: a step of %g s is "
           "too large for what changes abruptly; %s, or smaller steps",
           swing, 100 * swing / range, p->dt, p->startup_steps ? "take more startup_steps" : "take startup_steps = 4");
    return ST_OK;
}

static enum status warn_of_splitting(struct state *s)
{
    static const double share_max = 0.01;
    const double dt = s->params.dt;
    struct splitting x;
    char instead[64] = "shorter steps";
    TRY(state_splitting(s, share_max, &x));
    if (x.dt == dt) return ST_OK;
    if (x.dt > 0) snprintf(instead, sizeof instead, "steps of %g s", x.dt);
    caveat("a step of %g s is too large to be split along the axes: it moves temperatures by %.2g K less or more than "
           "it should, %.2g %% of their range; take %s",
           dt, x.miss, 100 * x.miss / x.range, instead);
    return ST_OK;
}

enum status state_caveats(struct state *s)
{
    TRY(warn_of_swing(s));
    return warn_of_splitting(s);
}
