/* Sentences that cast doubt on the temperatures of a run: its step is too large. */
#include <stdio.h>
#include <string.h>

#include "apps/adi/state.h"

/* Another sentence, on a line of its own; one that does not fit is left out. */
static void add_caveat(struct sim *sim, const char *sentence)
{
    const size_t used = strlen(sim->caveats), size = sizeof sim->caveats;
    if (used + strlen(sentence) + 2 <= size)
        snprintf(sim->caveats + used, size - used, "%s%s", used ? "\n" : "", sentence);
}

/* A swing beyond this share of the temperatures' range is a fault of the time step. */
static enum status warn_of_swing(struct state *s, struct sim *sim)
{
    static const double share_max = 1e-3;
    const struct adi_params *const p = &s->params;
    double swing, range;
    char text[sizeof sim->caveats];
    TRY(state_swing(s, &swing, &range));
    if (!(swing > share_max * range)) return ST_OK;
    snprintf(text, sizeof text,
             "temperatures swing up and down by %.2g K from step to step, %.2g %% of their range: a step of %g s is "
             "too large for what changes abruptly; %s, or smaller steps",
             swing, 100 * swing / range, p->dt,
             p->startup_steps ? "take more startup_steps" : "take startup_steps = 4");
    add_caveat(sim, text);
    return ST_OK;
}

static enum status warn_of_splitting(struct state *s, struct sim *sim)
{
    static const double share_max = 0.01;
    const double dt = s->params.dt;
    struct splitting x;
    char text[sizeof sim->caveats], instead[64] = "shorter steps";
    TRY(state_splitting(s, share_max, &x));
    if (x.dt == dt) return ST_OK;
    if (x.dt > 0) snprintf(instead, sizeof instead, "steps of %g s", x.dt);
    snprintf(
        text, sizeof text,
        "a step of %g s is too large to be split along the axes: it moves temperatures by %.2g K less or more than "
        "it should, %.2g %% of their range; take %s",
        dt, x.miss, 100 * x.miss / x.range, instead);
    add_caveat(sim, text);
    return ST_OK;
}

enum status state_caveats(struct state *s, struct sim *sim)
{
    TRY(warn_of_swing(s, sim));
    return warn_of_splitting(s, sim);
}
