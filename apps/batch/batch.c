/* The application batch: tridiagonal systems, whose solution is timed. Random ones as papers about such solvers measure
 * them: one step of a run is one point of a grid of numbers of systems and rows. Given ones, of the gallery of hard
 * matrices or of files, are one batch, and the run finds how well each is solved. */
#include <math.h>
#include <string.h>

#include "apps/batch/accuracy.h"
#include "apps/batch/costs.h"
#include "apps/batch/instance.h"
#include "apps/batch/problem/params.h"
#include "apps/batch/report.h"
#include "apps/batch/state.h"
#include "apps/batch/whole.h"
#include "base/formula/expression.h"
#include "base/memory.h"

/* The columns of a point, without the estimates. */
enum {
    SYSTEMS,
    ROWS,
    SECONDS,
    SECONDS_MIN,
    SECONDS_CONVERT,
    SECONDS_FACTOR,
    SECONDS_TRANSFER,
    GB_S,
    GFLOP_S,
    BYTES_BATCH,
    BYTES_SCRATCH,
    RESIDUAL,
    ERROR,
    FROM_THOMAS,
    FROM_THOMAS_MEAN,
    FROM_LAPACK,
    FROM_LAPACK_MEAN,
    FROM_LAPACK_SYSTEMS,
    COLUMNS
};

static const struct {
    const char *name, *units;
    enum status (*put)(struct series *s, const char *name, const char *units, double value);
} columns[COLUMNS] = {
    [SYSTEMS] = {"systems", "", series_put_axis},
    [ROWS] = {"rows", "", series_put_axis},
    [SECONDS] = {"seconds", "s", series_put_measured},
    [SECONDS_MIN] = {"seconds_min", "s", series_put_measured},
    [SECONDS_CONVERT] = {"seconds_convert", "s", series_put_measured},
    [SECONDS_FACTOR] = {"seconds_factor", "s", series_put_measured},
    [SECONDS_TRANSFER] = {"seconds_transfer", "s", series_put_measured},
    [GB_S] = {"gb_s", "GB/s", series_put_measured},
    [GFLOP_S] = {"gflop_s", "GFlop/s", series_put_measured},
    [BYTES_BATCH] = {"bytes_batch", "B", series_put},
    [BYTES_SCRATCH] = {"bytes_scratch", "B", series_put},
    [RESIDUAL] = {"residual", "", series_put},
    [ERROR] = {"error", "", series_put},
    [FROM_THOMAS] = {"from_thomas", "", series_put},
    [FROM_THOMAS_MEAN] = {"from_thomas_mean", "", series_put},
    [FROM_LAPACK] = {"from_lapack", "", series_put},
    [FROM_LAPACK_MEAN] = {"from_lapack_mean", "", series_put},
    [FROM_LAPACK_SYSTEMS] = {"from_lapack_systems", "", series_put},
};

/* Is the name of estimate i that of a column already? */
static bool is_taken(const struct batch_params *p, int64_t i)
{
    const struct estimate *const e = p->estimates.v;
    bool taken = false;
    for (int c = 0; c < COLUMNS; c++) taken |= !strcmp(e[i].name, columns[c].name);
    for (int64_t k = 0; k < i; k++) taken |= !strcmp(e[i].name, e[k].name);
    return taken;
}

/* An estimate of a batch; ST_CONFIG, placed where the formula was written, if it is not a number. */
static enum status estimate_at(const struct estimate *e, int64_t systems, int64_t rows, double *out)
{
    const double at[3] = {(double)systems, (double)rows, (double)sizeof(real)};
    const double *const no_columns[3] = {NULL, NULL, NULL};
    struct expression *formula;
    *out = e->formula.number;
    if (e->formula.form == FIELD_EXPRESSION) {
        TRY(expression_make(&formula, e->formula.expression, "systems rows bytes"));
        const enum status s = expression_eval(formula, 1, no_columns, at, 1, out);
        expression_free(formula);
        TRY(s);
    }
    if (isfinite(*out)) return ST_OK;
    return fail(ST_CONFIG, "%s: the formula %s is %g for %lld systems of %lld rows", e->formula.place,
                e->formula.expression, *out, (long long)systems, (long long)rows);
}

static enum status check_estimate(const struct batch_params *p, const struct estimate *e)
{
    double value;
    if (p->matrix == FROM_FILE) return ST_OK; /* its size is only known from the file */
    for (int64_t k = 0; k < batch_points(p); k++) TRY(estimate_at(e, batch_systems(p, k), batch_rows(p, k), &value));
    return ST_OK;
}

/* Each estimate is a column of its own, and a dataset of its name in the result file. */
static enum status check(void *params, const char **key)
{
    const struct batch_params *const p = params;
    TRY(batch_check(params, key));
    *key = "estimates";
    for (int64_t i = 0; i < p->estimates.count; i++) {
        const char *const name = ((const struct estimate *)p->estimates.v)[i].name;
        TRY(series_name(name));
        if (is_taken(p, i)) return fail(ST_CONFIG, "there is already a column '%s'", name);
    }
    *key = NULL; /* the sentence of a formula names its place */
    for (int64_t i = 0; i < p->estimates.count; i++)
        TRY(check_estimate(p, (const struct estimate *)p->estimates.v + i));
    return ST_OK;
}

static bool can_share(const void *params, const struct solver *solver, const void *solver_options)
{
    (void)params, (void)solver_options;
    return solver && solver->space == HOST;
}

static enum status accepts(const void *params, const struct solver *solver, const struct method *method,
                           const void *solver_options, enum space space)
{
    (void)method;
    const struct sim sim = {.params = params,
                            .solver = solver,
                            .solver_options = solver_options,
                            .comm = space == HOST ? comm_world() : NULL};
    return batch_whole_check(&sim, NULL);
}

/* Unknowns of all batches. */
static int64_t share(const struct sim *sim, int rank)
{
    return ((struct batch_state *)sim->state)->share[rank];
}

static enum status count_shares(const struct sim *sim, int64_t *unknowns)
{
    for (int64_t k = 0; k < batch_points(sim->params); k++) {
        const struct batch_whole w = batch_whole_of(sim, k, batch_state_given(sim));
        TRY(batch_whole_count(&w, sim->params, unknowns));
    }
    return ST_OK;
}

static enum status begin(struct sim *sim)
{
    sim->steps = batch_points(sim->params);
    TRY(batch_state_make(sim));
    struct batch_state *const state = sim->state;
    if (sim->comm) {
        TRY(mem_array(&state->share, HOST, comm_size(sim->comm), sizeof *state->share));
        TRY(count_shares(sim, state->share));
    }
    return batch_whole_check(sim, batch_state_given(sim));
}

static enum status put_estimates(struct sim *sim, const struct batch_instance *x)
{
    const struct batch_params *const p = x->params;
    for (int64_t i = 0; i < p->estimates.count; i++) {
        const struct estimate *const e = &((const struct estimate *)p->estimates.v)[i];
        double value;
        TRY(estimate_at(e, x->deal.whole, x->part.whole, &value));
        TRY(series_put(&sim->series, e->name, e->units, value));
    }
    return ST_OK;
}

/* Takes the values that do not depend on the answer. */
static void take_costs(const struct batch_instance *x, const struct rank_costs *c, double value[COLUMNS])
{
    value[SYSTEMS] = (double)x->deal.whole;
    value[ROWS] = (double)x->part.whole;
    value[SECONDS] = x->timing.median;
    value[SECONDS_MIN] = x->timing.min;
    value[SECONDS_CONVERT] = x->convert;
    value[SECONDS_FACTOR] = x->factor;
    value[SECONDS_TRANSFER] = x->transfer;
    value[GB_S] = 1e-9 * c->bytes / x->timing.median;
    value[GFLOP_S] = 1e-9 * c->flops / x->timing.median;
    value[BYTES_BATCH] = c->held;
    value[BYTES_SCRATCH] = c->scratch;
}

static enum status put_share(struct sim *sim, const struct batch_instance *x, const struct rank_costs *costs)
{
    if (!x->comm) return ST_OK;
    return series_put_measured(&sim->series, "share_communication", "", rank_costs_share(costs));
}

static enum status put_point(struct sim *sim, const struct batch_instance *x, const struct batch_accuracy *v,
                             const struct rank_costs *costs)
{
    double value[COLUMNS] = {
        [RESIDUAL] = v->residual,
        [ERROR] = v->error,
        [FROM_THOMAS] = v->from[THOMAS].max,
        [FROM_THOMAS_MEAN] = v->from[THOMAS].mean,
        [FROM_LAPACK] = v->from[LAPACK].max,
        [FROM_LAPACK_MEAN] = v->from[LAPACK].mean,
        [FROM_LAPACK_SYSTEMS] = (double)v->from[LAPACK].systems,
    };
    take_costs(x, costs, value);
    for (int c = 0; c < COLUMNS; c++) TRY(columns[c].put(&sim->series, columns[c].name, columns[c].units, value[c]));
    TRY(put_share(sim, x, costs));
    return put_estimates(sim, x);
}

static enum status put_measured(struct sim *sim, const struct batch_instance *x)
{
    double value[COLUMNS];
    struct rank_costs costs;
    TRY(batch_costs_take(x, &costs));
    take_costs(x, &costs, value);
    for (int c = 0; c < RESIDUAL; c++)
        if (columns[c].put == series_put_measured)
            TRY(series_put_measured(&sim->series, columns[c].name, columns[c].units, value[c]));
    return put_share(sim, x, &costs);
}

static void put_totals(struct sim *sim, const struct batch_instance *x, const struct batch_accuracy *v,
                       const struct rank_costs *costs)
{
    struct rank_costs *const all = &((struct batch_state *)sim->state)->costs;
    struct metrics *const m = &sim->metrics;
    const double repeats = solve_timing_counted(x->params->repeats);
    metrics_add(m, "solves", repeats);
    metrics_add(m, "bytes_estimated", repeats * costs->bytes);
    rank_costs_add(all, costs);
    if (x->comm) rank_costs_put(all, m);
    metrics_put(m, "residual", fmax(v->residual, sim->step ? metrics_get(m, "residual") : 0));
    if (x->condition) {
        const double backward = x->outcome.backward, condition = x->outcome.condition;
        metrics_put(m, "backward", fmax(backward, metrics_has(m, "backward") ? metrics_get(m, "backward") : 0));
        metrics_put(m, "condition", fmax(condition, metrics_has(m, "condition") ? metrics_get(m, "condition") : 0));
    }
    if (!isnan(v->error)) metrics_put(m, "error", fmax(v->error, sim->step ? metrics_get(m, "error") : 0));
}

/* Only to be timed: to check the answer takes longer than most solves, and fewer rounds would be left. */
static enum status take_again(struct sim *sim, struct batch_instance *x)
{
    TRY(batch_instance_make(x, sim, sim->step, batch_state_given(sim)));
    TRY(batch_instance_solve(x));
    return put_measured(sim, x);
}

static enum status take_point(struct sim *sim, struct batch_instance *x)
{
    struct batch_accuracy v;
    struct rank_costs costs;
    const struct given *const given = batch_state_given(sim);
    TRY(batch_instance_make(x, sim, sim->step, given));
    TRY(batch_instance_solve(x));
    TRY(batch_instance_fetch(x));
    sim_note_choice(sim, &x->outcome);
    TRY(batch_state_take(sim, x, &v));
    TRY(batch_costs_take(x, &costs));
    put_totals(sim, x, &v, &costs);
    return put_point(sim, x, &v, &costs);
}

/* Only the timed solves count as the time of the step; the rest is setup. */
static enum status step(struct sim *sim)
{
    struct batch_instance x = {0};
    const double began = seconds_now();
    const enum status s = (sim->again ? take_again : take_point)(sim, &x);
    const double solving = x.timing.total, factoring = x.factor;
    batch_instance_free(&x);
    const double untimed = seconds_now() - began - solving - factoring;
    sim->step++;
    sim->untimed += untimed;
    sim->clock.seconds[PHASE_SOLVE] += solving;
    sim->clock.seconds[PHASE_FACTOR] += factoring;
    sim->clock.seconds[PHASE_SETUP] += untimed;
    return s;
}

const struct app app_batch = {
    .name = "batch",
    .about = "batches of tridiagonal systems, random, of hard matrices or from files, of any number, size and layout",
    .kinds = 1u << KIND_TRIDIAG,
    .shares = true,
    .can_share = can_share,
    .share = share,
    .options = batch_table,
    .params_bytes = sizeof(struct batch_params),
    .check = check,
    .accepts = accepts,
    .begin = begin,
    .step = step,
    .finish = batch_finish,
    .report = batch_report,
    .answers = batch_answers,
    .subject = batch_subject,
    .end = batch_state_free,
    .arrays = batch_state_arrays,
};
