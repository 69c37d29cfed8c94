/* The table of columns, and the values of one grid. */
#include "apps/bvp/columns.h"

#include <math.h>
#include <string.h>

typedef enum status putting(struct series *s, const char *name, const char *units, double value);

enum {
    INTERVALS,
    SECONDS,
    SECONDS_MIN,
    GB_S,
    GFLOP_S,
    BYTES_ARRAYS,
    BYTES_SCRATCH,
    RESIDUAL,
    MIN,
    MAX,
    ERROR, /* from here on only with an exact answer */
    ERROR_RMS,
    ERROR_SLOPE,
    ORDER,
    COLUMNS
};

static const struct {
    const char *name, *units; /* NULL: those of u */
    putting *put;
} columns[COLUMNS] = {
    [INTERVALS] = {"intervals", "", series_put_axis},
    [SECONDS] = {"seconds", "s", series_put_measured},
    [SECONDS_MIN] = {"seconds_min", "s", series_put_measured},
    [GB_S] = {"gb_s", "GB/s", series_put_measured},
    [GFLOP_S] = {"gflop_s", "GFlop/s", series_put_measured},
    [BYTES_ARRAYS] = {"bytes_arrays", "B", series_put},
    [BYTES_SCRATCH] = {"bytes_scratch", "B", series_put},
    [RESIDUAL] = {"residual", "", series_put},
    [MIN] = {"min", NULL, series_put},
    [MAX] = {"max", NULL, series_put},
    [ERROR] = {"error", "", series_put},
    [ERROR_RMS] = {"error_rms", "", series_put},
    [ERROR_SLOPE] = {"error_slope", "", series_put},
    [ORDER] = {"order", "", series_put},
};

static const char share_name[] = "share_communication"; /* of a run that ranks share */

static bool is_taken(const struct bvp_params *p, int64_t probe)
{
    const struct bvp_probe_params *const all = p->probes.v;
    bool taken = false;
    for (int c = 0; c < COLUMNS; c++) taken |= !strcmp(all[probe].name, columns[c].name);
    for (int side = 0; side < 2; side++) taken |= !strcmp(all[probe].name, bvp_flux_name[side]);
    taken |= !strcmp(all[probe].name, share_name);
    for (int64_t i = 0; i < probe; i++) taken |= !strcmp(all[probe].name, all[i].name);
    return taken;
}

enum status columns_check(const struct bvp_params *p)
{
    for (int64_t i = 0; i < p->probes.count; i++) {
        const char *const name = ((const struct bvp_probe_params *)p->probes.v)[i].name;
        TRY(series_name(name));
        if (is_taken(p, i)) return fail(ST_CONFIG, "there is already a column '%s'", name);
    }
    return ST_OK;
}

/* Between this grid and the one before, which is the last of the series so far; NaN, a gap, where it is unknown. */
static double order(const struct series *before, double intervals, double error)
{
    const struct column *const n = series_column(before, columns[INTERVALS].name);
    const struct column *const e = series_column(before, columns[ERROR].name);
    if (!e || !(error > 0)) return (double)NAN;
    const double coarse = n->value[e->count - 1], worse = e->value[e->count - 1];
    return worse > 0 && coarse != intervals ? log(worse / error) / log(intervals / coarse) : (double)NAN;
}

/* Takes the values that do not depend on the answer. */
static void take_costs(const struct bvp_instance *x, const struct rank_costs *costs, double value[COLUMNS])
{
    value[INTERVALS] = (double)x->problem.grid.intervals;
    value[SECONDS] = x->timing.median;
    value[SECONDS_MIN] = x->timing.min;
    value[GB_S] = 1e-9 * costs->bytes / x->timing.median;
    value[GFLOP_S] = 1e-9 * costs->flops / x->timing.median;
    value[BYTES_ARRAYS] = costs->held;
    value[BYTES_SCRATCH] = costs->scratch;
}

static enum status put_share(struct series *out, const struct bvp_instance *x, const struct rank_costs *costs)
{
    if (!x->problem.part.comm) return ST_OK;
    return series_put_measured(out, share_name, "", rank_costs_share(costs));
}

enum status columns_put_measured(struct series *out, const struct bvp_instance *x, const struct rank_costs *costs)
{
    double value[COLUMNS];
    take_costs(x, costs, value);
    for (int c = 0; c < RESIDUAL; c++)
        if (columns[c].put == series_put_measured)
            TRY(columns[c].put(out, columns[c].name, columns[c].units, value[c]));
    return put_share(out, x, costs);
}

enum status columns_put(struct series *out, const struct bvp_instance *x, const struct bvp_accuracy *v,
                        const struct rank_costs *costs, const double *probe, const double flux[2])
{
    const struct bvp_params *const p = x->params;
    double value[COLUMNS] = {
        [RESIDUAL] = v->residual,
        [MIN] = v->min,
        [MAX] = v->max,
        [ERROR] = v->error,
        [ERROR_RMS] = v->error_rms,
        [ERROR_SLOPE] = v->error_slope,
        [ORDER] = order(out, (double)x->problem.grid.intervals, v->error),
    };
    take_costs(x, costs, value);
    const int count = field_absent(x->problem.exact.field) ? ERROR : COLUMNS;
    for (int c = 0; c < count; c++)
        TRY(columns[c].put(out, columns[c].name, columns[c].units ? columns[c].units : p->unit_u, value[c]));
    TRY(put_share(out, x, costs));
    for (int side = 0; side < 2; side++) TRY(series_put(out, bvp_flux_name[side], p->unit_flow, flux[side]));
    for (int64_t i = 0; i < p->probes.count; i++)
        TRY(series_put(out, ((const struct bvp_probe_params *)p->probes.v)[i].name, p->unit_u, probe[i]));
    return ST_OK;
}
