/* Appends a sample of the run to its series: least and greatest temperature, heat content, probes, blocks
 * of a floor plan. */
#include "apps/adi/state.h"

static struct summary summarize(const struct state *s)
{
    struct summary all = summary_none();
    for (int i = 0; i < CHUNKS; i++) summary_add(&all, &s->diagnostics.chunk[i]);
    for (int d = 0; d < s->grid.dim; d++) all.heat *= s->grid.spacing[d];
    return all;
}

static enum status not_finite(struct state *s, int64_t step, int64_t point)
{
    const struct grid *const g = &s->grid;
    int64_t at[3];
    TRY(state_fetch(s));
    grid_indices(g, point, at);
    return fail(ST_FAILED, "the temperature is %g after step %lld at node (%lld, %lld, %lld), (%g, %g, %g) m",
                (double)s->u[point], (long long)step, (long long)at[0], (long long)at[1], (long long)at[2],
                grid_coordinate(g, 0, at[0]), grid_coordinate(g, 1, at[1]), grid_coordinate(g, 2, at[2]));
}

enum status state_sample(struct state *s, int64_t step, struct series *series)
{
    const struct adi_probe_params *const probe = s->params.probes.v;
    if (s->sweep) TRY(state_fetch(s));
    TRY(s->backend->read(state_operator(s), state_field(s), &s->diagnostics));
    const struct summary all = summarize(s);
    if (all.bad >= 0) return not_finite(s, step, all.bad);
    TRY(series_put(series, "time", "s", s->params.dt * (double)step));
    TRY(series_put(series, "min", "K", all.min));
    TRY(series_put(series, "max", "K", all.max));
    TRY(series_put(series, "energy", s->grid.dim == 3 ? "J" : "J/m", all.heat));
    for (int64_t i = 0; i < s->params.probes.count; i++)
        TRY(series_put(series, probe[i].name, "K", s->diagnostics.value[i]));
    if (!s->blocks.plan.count) return ST_OK;
    TRY(state_fetch(s));
    return blocks_sample(&s->blocks, &s->grid, s->u, series);
}
