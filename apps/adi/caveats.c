/* Doubts about the temperatures of a run whose step is too large. */
#include <math.h>
#include <stdio.h>

#include "apps/adi/measures.h"

/* Stages of three axes whose operators do not commute can make a step unstable (README.md, Schemes). The growing part
 * has spoilt a field if it exceeds this share of the field's range. */
static enum status judge_growth(const struct state *s, const struct growth *g)
{
    static const double share_max = 0.01;
    char sentence[300];
    snprintf(sentence, sizeof sentence,
             "temperatures grow without bound: the change in a step grows %.2g-fold with each step. Steps of %g s are "
             "unstable where conductivities vary along several axes; take shorter steps",
             g->factor, s->params.dt);
    if (g->share > share_max) return fail(ST_FAILED, "%s", sentence);
    caveat("%s", sentence);
    return ST_OK;
}

/* An oscillation of more than this share of the temperatures' range is a fault of the time step. */
static enum status warn_of_swing(struct state *s)
{
    static const double share_max = 1e-3;
    const struct adi_params *const p = &s->params;
    double swing, range;
    TRY(state_swing(s, &swing, &range));
    if (!(swing > share_max * range)) return ST_OK;
    caveat("temperatures swing up and down by %.2g K from step to step, %.2g %% of their range: a step of %g s is too "
           "large for data that change abruptly; %s, or smaller steps",
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

/* Rows of a rounded matrix keep heat to about a fiftieth of this share of what a step changes, as was measured for a
 * source of heat in a box without losses (thomas, float). Pointwise steps form no row. */
static void warn_of_rounding(const struct state *s)
{
    static const double share_max = 0.01;
    int d;
    const double share = state_rounded_share(s, &d);
    if (s->stepper == &stepper_pointwise || !(share > share_max)) return;
    caveat("steps of %g s are nearly too long in %s: along %c, where no heat leaves, rounding takes or adds up to %.1g "
           "of the heat that a step moves; take steps of %.1g s%s",
           s->params.dt, REAL_NAME, "xyz"[d], share, s -> params.dt *share_max / share,
           sizeof(real) < sizeof(double) ? ", or double precision" : "");
}

enum status state_caveats(struct state *s, const struct growth *growth)
{
    const bool grows = growth->factor > 1;
    warn_of_rounding(s);
    TRY(grows ? judge_growth(s, growth) : warn_of_swing(s));
    TRY(state_alone(s));
    return grows || s->grid.comm ? ST_OK : warn_of_splitting(s);
}
