/* Complete steps in two passes over memory, on the host, where coefficients differ from point to point. */
#include "apps/adi/stepper/state.h"

static enum status make(struct state *s, struct sim *sim)
{
    (void)sim;
    return pointwise_make(&s->pointwise, &s->op);
}

static enum status factor(struct state *s, double c, struct clock *clock)
{
    const double t = seconds_now();
    pointwise_factor(s->pointwise, c);
    clock_charge(clock, PHASE_FACTOR, t);
    return ST_OK;
}

static enum status step(struct state *s, const struct step_data *data, struct clock *clock)
{
    double t = seconds_now();
    pointwise_step(s->pointwise, s->u, data);
    t = clock_charge(clock, PHASE_SOLVE, t);
    split_impose(s->backend, &s->op, data, s->u);
    clock_charge(clock, PHASE_ASSEMBLE, t);
    return ST_OK;
}

static double bytes(const struct state *s, const struct step_data *data)
{
    return pointwise_bytes_per_point(s->pointwise, data) * (double)s->grid.points;
}

static void drop(struct state *s)
{
    s->pointwise = pointwise_free(s->pointwise);
}

const struct stepper stepper_pointwise = {
    .method = "fused", .make = make, .factor = factor, .step = step, .bytes = bytes, .free = drop};
