/* One step by whichever method and scheme the run has. */
#include "apps/adi/state.h"

static enum status set_theta(struct state *s, double theta, struct clock *clock)
{
    const double t = seconds_now(), c = theta * s->params.dt;
    if (s->theta == theta) return ST_OK;
    s->theta = theta;
    if (!s->fused) return lines_factor(&s->split.lines, c, clock);
    stencil_implicit(&s->op, c);
    TRY(fused_factor(s->fused, s->op.line));
    clock_charge(clock, PHASE_FACTOR, t);
    return ST_OK;
}

enum status state_prepare(struct state *s, int64_t step, struct step_data *data, struct clock *clock)
{
    const double dt = s->params.dt, theta = step < s->params.startup_steps ? 1 : 0.5;
    *data = (struct step_data){.dt = dt};
    TRY(set_theta(s, theta, clock));
    const double t = seconds_now();
    TRY(boundary_step(&s->boundary, dt * (double)step, dt * (double)(step + 1), theta, data));
    TRY(heating_at(&s->heating, dt * ((double)step + theta), dt, &data->source));
    clock_charge(clock, PHASE_ASSEMBLE, t);
    return ST_OK;
}

static bool by_halves(const struct state *s)
{
    return !s->fused && s->params.scheme == PEACEMAN_RACHFORD && s->theta < 1;
}

enum status state_advance(struct state *s, const struct step_data *data, struct clock *clock)
{
    double t = seconds_now();
    if (s->fused) {
        fused_step(s->fused, s->u, data);
        t = clock_charge(clock, PHASE_SOLVE, t);
    } else {
        TRY((by_halves(s) ? peaceman_rachford_step : douglas_gunn_step)(&s->split, s->u, data, clock));
        t = seconds_now();
    }
    boundary_impose(&s->boundary, s->u);
    clock_charge(clock, PHASE_ASSEMBLE, t);
    return ST_OK;
}

double state_bytes(const struct state *s, const struct step_data *data)
{
    if (s->fused) return fused_bytes_per_point(s->fused, data) * (double)s->grid.points;
    return split_bytes(&s->split, data, by_halves(s));
}
