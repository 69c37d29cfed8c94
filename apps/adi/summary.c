/* Appends a sample of the run to its series: least and greatest temperature, heat content, probes, blocks
 * of a floor plan. A sample of a field that exists only while a step passes over it is left to the next step. */
#include "apps/adi/measures.h"

static struct summary summarize(const struct state *s)
{
    struct summary all = summary_none();
    for (int i = 0; i < CHUNKS; i++) summary_add(&all, &s->diagnostics.chunk[i]);
    for (int d = 0; d < s->grid.dim; d++) all.heat *= s->grid.spacing[d];
    return all;
}

static enum status not_finite(struct state *s, const real *u, int64_t step, int64_t point)
{
    const struct grid *const g = &s->grid;
    int64_t at[3];
    real value;
    if (s->exec.space == DEVICE) TRY(state_fetch(s));
    value = u[point];
    comm_broadcast(g->comm, &value, sizeof value, slabs_owner(g, point));
    grid_indices(g, point, at);
    return fail(ST_FAILED, "the temperature is %g after step %lld at node (%lld, %lld, %lld), (%g, %g, %g) m",
                (double)value, (long long)step, (long long)at[0], (long long)at[1], (long long)at[2],
                grid_coordinate(g, 0, at[0]), grid_coordinate(g, 1, at[1]), grid_coordinate(g, 2, at[2]));
}

/* Puts the values of the diagnostics and of the blocks, whose rows are in u. */
static enum status put(struct state *s, const real *u, int64_t step, struct series *series)
{
    const struct adi_probe_params *const probe = s->params.probes.v;
    const struct summary all = summarize(s);
    if (all.bad >= 0) return not_finite(s, u, step, all.bad);
    blocks_read(&s->blocks, &s->grid, u); /* by all ranks, before one may have no memory for a sample */
    TRY(series_put(series, "time", "s", s->params.dt * (double)step));
    TRY(series_put(series, "min", "K", all.min));
    TRY(series_put(series, "max", "K", all.max));
    TRY(series_put(series, "energy", s->grid.dim == 3 ? "J" : "J/m", all.heat));
    for (int64_t i = 0; i < s->params.probes.count; i++)
        TRY(series_put(series, probe[i].name, "K", s->diagnostics.value[i]));
    return blocks_sample(&s->blocks, series);
}

static enum status read_and_put(struct state *s, int64_t step, struct series *series)
{
    if (s->exec.space == HOST || s->blocks.plan.count) TRY(state_fetch(s));
    TRY(s->backend->read(state_operator(s), state_field(s), &s->diagnostics));
    return put(s, s->u, step, series);
}

/* Will the next step pass over this field? A field made from what sweep keeps differs from the one that its next step
 * makes, and the initial field is judged before the first step. */
static bool passes(const struct state *s, int64_t step)
{
    return s->passing.row && step > 0 && step < s->params.steps && !(s->stepper->read && s->fetched);
}

enum status state_sample(struct state *s, int64_t step, struct series *series)
{
    if (passes(s, step)) {
        s->passing.due = true, s->passing.step = step;
        return ST_OK;
    }
    return read_and_put(s, step, series);
}

enum status state_sample_passed(struct state *s, struct series *series)
{
    if (!s->passing.due) return ST_OK;
    s->passing.due = false;
    diagnostics_add(&s->op, s->passing.row, s->passing.u, &s->diagnostics);
    return put(s, s->passing.u, s->passing.step, series);
}

enum status state_settle(struct state *s, struct series *series)
{
    if (!s->passing.due) return ST_OK;
    s->passing.due = false;
    return read_and_put(s, s->passing.step, series);
}
