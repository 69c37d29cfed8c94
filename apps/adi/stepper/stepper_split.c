/* Steps stage by stage, with a registered solver for the lines of each axis. */
#include "apps/adi/state.h"
#include "base/memory.h"

static enum status make(struct state *s, struct sim *sim)
{
    s->split.backend = s->backend;
    TRY(lines_make(&s->split.lines, state_operator(s), sim->solver, sim->solver_options, s->params.factor_once));
    return mem_array(&s->split.work, s->exec.space, s->grid.points, sizeof(real));
}

static enum status factor(struct state *s, double c, struct clock *clock)
{
    return lines_factor(&s->split.lines, c, clock);
}

static bool by_halves(const struct state *s)
{
    return s->params.scheme == PEACEMAN_RACHFORD && s->theta < 1;
}

static enum status step(struct state *s, const struct step_data *data, struct clock *clock)
{
    TRY((by_halves(s) ? peaceman_rachford_step : douglas_gunn_step)(&s->split, state_field(s), data, clock));
    const double t = seconds_now();
    split_impose(s->backend, state_operator(s), data, state_field(s));
    clock_charge(clock, PHASE_ASSEMBLE, t);
    return ST_OK;
}

static double bytes(const struct state *s, const struct step_data *data)
{
    return split_bytes(&s->split, data, by_halves(s));
}

static void drop(struct state *s)
{
    lines_free(&s->split.lines);
    s->split.work = mem_free(s->split.work);
}

const struct stepper stepper_split = {.make = make, .factor = factor, .step = step, .bytes = bytes, .free = drop};
