/* Takes one step by the method and scheme of the run, in its space, and copies the field between the spaces. */
#include "apps/adi/state.h"
#include "base/device/device.h"

static int64_t field_bytes(const struct state *s)
{
    return s->grid.points * (int64_t)sizeof *s->u;
}

enum status state_fetch(struct state *s)
{
    if (s->fetched) return ST_OK;
    if (s->sweep) adi_sweep_read(s->sweep, s->u);
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

static enum status factor(struct state *s, double c, struct clock *clock)
{
    const double t = seconds_now();
    if (s->sweep) TRY(adi_sweep_factor(s->sweep, s->op.line, s->params.dt, s->theta));
    else if (s->fused) TRY(s->backend->fused_factor(s->fused, s->op.line));
    else return lines_factor(&s->split.lines, c, clock);
    clock_charge(clock, PHASE_FACTOR, t);
    return ST_OK;
}

static enum status set_theta(struct state *s, double theta, struct clock *clock)
{
    double t = seconds_now();
    const double c = theta * s->params.dt;
    if (s->theta == theta) return ST_OK;
    if (s->sweep) TRY(state_fetch(s)); /* by the old factors */
    s->begun = false;
    s->theta = theta;
    if (s->op.shared) stencil_implicit(&s->op, c);
    t = clock_charge(clock, PHASE_ASSEMBLE, t);
    if (s->exec.space == HOST) return factor(s, c, clock);
    struct clock apart = {{0}};
    if (s->op.shared) TRY(device_state_implicit(&s->device, &s->op));
    t = clock_charge(clock, PHASE_TRANSFER, t);
    TRY(factor(s, c, &apart));
    TRY(device_wait(&s->exec));
    clock_charge(clock, PHASE_FACTOR, t);
    return ST_OK;
}

enum status state_prepare(struct state *s, int64_t step, struct step_data *data, struct clock *clock)
{
    const double dt = s->params.dt, theta = step < s->params.startup_steps ? 1 : 0.5;
    *data = (struct step_data){.step = step, .dt = dt};
    TRY(set_theta(s, theta, clock));
    const double t = seconds_now();
    TRY(boundary_step(&s->boundary, dt * (double)step, dt * (double)(step + 1), theta, data));
    TRY(heat_source_at(&s->source, dt * ((double)step + theta), dt, &data->source));
    clock_charge(clock, PHASE_ASSEMBLE, t);
    return ST_OK;
}

static bool by_halves(const struct state *s)
{
    return !s->fused && !s->sweep && s->params.scheme == PEACEMAN_RACHFORD && s->theta < 1;
}

/* One sweep over memory. Its direction depends on the number of the step alone, so that a run that goes on from a
 * field goes on alike. */
static enum status sweep_step(struct state *s, const struct step_data *data, struct clock *clock)
{
    const double t = seconds_now();
    if (!s->begun) adi_sweep_begin(s->sweep, s->u, data->step % 2);
    adi_sweep_step(s->sweep, data);
    s->begun = true;
    s->fetched = false;
    clock_charge(clock, PHASE_SOLVE, t);
    return ST_OK;
}

/* With data in the space of the run. */
static enum status take_step(struct state *s, const struct step_data *data, struct clock *clock)
{
    double t = seconds_now();
    if (s->sweep) return sweep_step(s, data, clock);
    if (s->fused) {
        s->backend->fused_step(s->fused, state_field(s), data);
        t = clock_charge(clock, PHASE_SOLVE, t);
    } else {
        TRY((by_halves(s) ? peaceman_rachford_step : douglas_gunn_step)(&s->split, state_field(s), data, clock));
        t = seconds_now();
    }
    split_impose(s->backend, state_operator(s), data, state_field(s));
    clock_charge(clock, PHASE_ASSEMBLE, t);
    return ST_OK;
}

/* The host waits for the device once a step, so its stages are not timed apart: all of it counts as solving. */
static enum status take_step_there(struct state *s, const struct step_data *data, struct clock *clock)
{
    struct clock apart = {{0}};
    struct step_data there;
    double t = seconds_now();
    TRY(device_state_step(&s->device, &s->boundary, &s->source, data, &there));
    t = clock_charge(clock, PHASE_TRANSFER, t);
    s->fetched = false;
    TRY(take_step(s, &there, &apart));
    TRY(device_wait(&s->exec));
    clock_charge(clock, PHASE_SOLVE, t);
    return ST_OK;
}

enum status state_advance(struct state *s, const struct step_data *data, struct clock *clock)
{
    return (s->exec.space == DEVICE ? take_step_there : take_step)(s, data, clock);
}

double state_bytes(const struct state *s, const struct step_data *data)
{
    if (s->sweep) return adi_sweep_bytes_per_point(s->sweep, data) * (double)s->grid.points;
    if (s->fused) return s->backend->fused_bytes_per_point(s->fused, data) * (double)s->grid.points;
    return split_bytes(&s->split, data, by_halves(s));
}
