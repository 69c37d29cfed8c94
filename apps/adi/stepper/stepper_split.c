/* Steps stage by stage, with a registered solver for the lines of each axis. */
#include "apps/adi/stepper/state.h"
#include "apps/adi/stepper/stepper_solver.h"
#include "base/memory.h"

/* Ranks take a solver that does not choose by the part that each of them has. */
static const struct solver *solver_of(struct sim *sim, const void **options)
{
    *options = sim->solver_options;
    if (!sim->comm) return sim->solver;
    const struct solver *const shared = stepper_shared_solver(sim->params, sim->solver, options);
    if (shared != sim->solver)
        sim->chosen = shared->method, sim->why = "ranks share the lines, whose matrices are dominant";
    return shared;
}

static enum status make_work(struct state *s)
{
    if (s->exec.space == HOST) return grid_array(&s->split.work, &s->grid, sizeof(real));
    return mem_array(&s->split.work, DEVICE, s->grid.points, sizeof(real));
}

static enum status make(struct state *s, struct sim *sim)
{
    const struct lines_choice choice = {(enum cut_scheme)s->params.lines, s->params.factor_once};
    const void *options;
    const struct solver *const solver = solver_of(sim, &options);
    s->split.backend = s->backend;
    TRY(lines_make(&s->split.lines, state_operator(s), solver, options, choice));
    return comm_agree(sim->comm, make_work(s));
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

const struct stepper stepper_split = {
    .shows = true, .make = make, .factor = factor, .step = step, .bytes = bytes, .free = drop};
