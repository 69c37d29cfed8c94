/* Takes one step by the stepper of the run, in its space, and copies the field between the spaces. */
#include "apps/adi/stepper/state.h"
#include "base/device/device.h"

static int64_t field_bytes(const struct state *s)
{
    return s->grid.points * (int64_t)sizeof *s->u;
}

enum status state_fetch(struct state *s)
{
    if (s->fetched) return ST_OK;
    if (s->stepper->read) s->stepper->read(s);
    else if (s->exec.space == DEVICE) TRY(device_copy(s->u, HOST, s->device.u, DEVICE, field_bytes(s), &s->exec));
    s->fetched = true;
    return ST_OK;
}

enum status state_send(struct state *s)
{
    if (s->exec.space == DEVICE) TRY(device_copy(s->device.u, DEVICE, s->u, HOST, field_bytes(s), &s->exec));
    s->fetched = true;
    s->begun = false;
    return ST_OK;
}

static double theta_of(const struct state *s, int64_t step)
{
    return step < s->params.startup_steps ? 1 : 0.5;
}

enum status state_set_theta(struct state *s, int64_t step, struct clock *clock)
{
    const double theta = theta_of(s, step), c = theta * s->params.dt;
    double t = seconds_now();
    if (s->theta == theta) return ST_OK;
    if (s->stepper->read) TRY(state_fetch(s)); /* by the old factors */
    s->begun = false;
    s->theta = theta;
    if (s->op.shared) stencil_implicit(&s->op, c);
    t = clock_charge(clock, PHASE_ASSEMBLE, t);
    if (s->exec.space == HOST) return s->stepper->factor(s, c, clock);
    struct clock apart = {{0}};
    if (s->op.shared) TRY(device_state_implicit(&s->device, &s->op));
    t = clock_charge(clock, PHASE_TRANSFER, t);
    TRY(s->stepper->factor(s, c, &apart));
    TRY(device_wait(&s->exec));
    clock_charge(clock, PHASE_FACTOR, t);
    return ST_OK;
}

enum status state_data(struct state *s, int64_t step, struct step_data *data)
{
    const double dt = s->params.dt, theta = theta_of(s, step);
    *data = (struct step_data){.step = step, .dt = dt};
    TRY(boundary_step(&s->boundary, dt * (double)step, dt * (double)(step + 1), theta, data));
    return heat_source_at(&s->source, dt * ((double)step + theta), dt, &data->source);
}

enum status state_prepare(struct state *s, int64_t step, struct step_data *data, struct clock *clock)
{
    TRY(state_set_theta(s, step, clock));
    const double t = seconds_now();
    TRY(comm_agree(s->grid.comm, state_data(s, step, data)));
    clock_charge(clock, PHASE_ASSEMBLE, t);
    return ST_OK;
}

/* The host waits for the device once per step, so its stages are not timed apart: all of it counts as solving. */
static enum status take_step_there(struct state *s, const struct step_data *data, struct clock *clock)
{
    struct clock apart = {{0}};
    struct step_data there;
    double t = seconds_now();
    TRY(device_state_step(&s->device, &s->boundary, &s->source, data, &there));
    t = clock_charge(clock, PHASE_TRANSFER, t);
    s->fetched = false;
    TRY(s->stepper->step(s, &there, &apart));
    TRY(device_wait(&s->exec));
    clock_charge(clock, PHASE_SOLVE, t);
    return ST_OK;
}

enum status state_advance(struct state *s, const struct step_data *data, struct clock *clock)
{
    if (s->exec.space == DEVICE) return take_step_there(s, data, clock);
    TRY(s->stepper->step(s, data, clock));
    const double t = seconds_now();
    slabs_fill(&s->slabs, s->u);
    if (s->grid.comm) clock_charge(clock, PHASE_SOLVE, t);
    return ST_OK;
}
