/* Doubts about the temperatures of a run whose step is too large. */
#include <math.h>
#include <stdio.h>

#include "apps/adi/state.h"

/* Did the range of temperatures grow by the same factor in the three intervals before sample `end`? */
static bool grows_until(const struct column *low, const struct column *high, int64_t end, double *factor)
{
    static const double least = 1.2, kept = 0.99;
    double range[4];
    if (end < 4) return false;
    for (int i = 0; i < 4; i++) range[i] = high->value[end - 4 + i] - low->value[end - 4 + i];
    const double first = range[1] / range[0];
    *factor = range[3] / range[2];
    return first >= least && range[2] / range[1] >= least && *factor >= fmax(least, kept * first);
}

/* Stages of three axes whose operators do not commute can make a step unstable (README.md, Schemes). The range then
 * grows by the same factor for ever, while what sources and faces add makes it grow by less and less. The last interval
 * may be shorter than those before it. */
static bool warn_of_growth(const struct state *s, const struct series *samples)
{
    const struct column *const low = series_column(samples, "min"), *const high = series_column(samples, "max");
    double factor;
    if (!low || !high) return false;
    if (!grows_until(low, high, low->count, &factor) && !grows_until(low, high, low->count - 1, &factor)) return false;
    caveat("the range of temperatures grows to its %.2g-fold from sample to sample: steps of %g s are unstable where "
           "conductivities vary along several axes; take shorter steps",
           factor, s->params.dt);
    return true;
}

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

enum status state_caveats(struct state *s, const struct series *samples)
{
    warn_of_rounding(s);
    if (warn_of_growth(s, samples)) return ST_OK;
    TRY(warn_of_swing(s));
    return warn_of_splitting(s);
}
