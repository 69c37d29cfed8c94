/* Complete steps in few passes over memory, on the host and on the device. */
#include "apps/adi/stepper/state.h"

static enum status make(struct state *s, struct sim *sim)
{
    (void)sim;
    return s->backend->fused_make(&s->fused, state_operator(s));
}

static enum status factor(struct state *s, double c, struct clock *clock)
{
    const double t = seconds_now();
    (void)c;
    TRY(stepper_factored(s->backend->fused_factor(s->fused, s->op.line)));
    clock_charge(clock, PHASE_FACTOR, t);
    return ST_OK;
}

static enum status step(struct state *s, const struct step_data *data, struct clock *clock)
{
    double t = seconds_now();
    s->backend->fused_step(s->fused, state_field(s), data);
    t = clock_charge(clock, PHASE_SOLVE, t);
    split_impose(s->backend, state_operator(s), data, state_field(s));
    clock_charge(clock, PHASE_ASSEMBLE, t);
    return ST_OK;
}

static double bytes(const struct state *s, const struct step_data *data)
{
    return s->backend->fused_bytes_per_point(s->fused, data) * (double)s->grid.points;
}

static void drop(struct state *s)
{
    if (s->fused) s->fused = s->backend->fused_free(s->fused);
}

const struct stepper stepper_fused = {
    .method = "fused", .shows = true, .make = make, .factor = factor, .step = step, .bytes = bytes, .free = drop};
