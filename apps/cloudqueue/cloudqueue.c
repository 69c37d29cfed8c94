/* The stationary distribution of the M/M/n+k cloud queue, and of any chain that is read from a file,
 *
 *     pi Q = 0, sum of pi = 1        or, to measure solvers,        (delta I - Q^T) x = b
 *
 * by every method for block-tridiagonal systems. One step of a run is one chain, or a number of chains of a sweep. */
#include "apps/cloudqueue/fields.h"
#include "apps/cloudqueue/likely.h"
#include "apps/cloudqueue/report.h"
#include "apps/cloudqueue/sweep.h"
#include "apps/cloudqueue/targets.h"
#include "base/device/device.h"
#include "base/memory.h"
#include "solvers/sparse/files/matrix_io.h"

enum { TOGETHER = 256 }; /* chains of a sweep that are one step */
struct state {
    struct points points;
    struct queue_instance instance; /* one chain after the other */
    struct window_search search;    /* which chooses its window */
    struct cloud chosen;            /* the chain in that window */
    struct workers team;            /* or many in parallel */
    struct queue_columns columns[TOGETHER];
    struct marginals marginals;
    struct fields fields;
};

static enum status check_bytes(const struct model *m, enum space space, double wanted)
{
    const double there = space == DEVICE ? (double)device_memory_bytes() : (double)mem_machine_bytes();
    if (wanted <= there) return ST_OK;
    return fail(ST_REFUSED, "n, k: %lld levels of %lld phases need %.3g GB, but this %s has %.3g GB of memory",
                (long long)m->of.n, (long long)m->of.k, wanted / 1e9, space == DEVICE ? "GPU" : "machine", there / 1e9);
}

/* Memory is checked for the first and last point of a sweep, or for every chain; a window that is still to be chosen
 * counts with its least size. */
static enum status accepts_chain(const struct queue_params *p, const struct points *of, int64_t point,
                                 const struct solver *solver, const void *options, enum space space)
{
    struct exec exec = exec_host(0);
    struct cloud chain;
    struct model *m;
    struct shape shape;
    int64_t thresholds[2], scratch = 0;
    TRY(points_chain(of, point, thresholds, &chain));
    if (!chain.k) TRY(cloud_widen(&chain, 0, 0));
    TRY(model_make(&m, &chain));
    exec.space = space;
    enum status s = generator_shape(&shape, p, m, solver, options);
    if (s == ST_OK) s = solver_bytes(solver, &shape, options, &exec, &scratch);
    const double x = (double)shape.n * (sizeof(real) + 4),
                 matrix = (double)shape.blocktri.entries * (sizeof(real) + 8) * 3;
    if (s == ST_OK) s = check_bytes(m, HOST, x + matrix + (space == HOST ? (double)scratch : 0));
    if (s == ST_OK && space == DEVICE) s = check_bytes(m, DEVICE, x + (double)scratch);
    model_free(m);
    return s;
}

static enum status accepts(const void *params, const struct solver *solver, const struct method *method,
                           const void *solver_options, enum space space)
{
    const struct queue_params *const p = params;
    struct points x;
    const char *key;
    (void)method;
    if (p->import) return ST_OK; /* the size is only known from the file */
    enum status s = points_make(&x, p, &key);
    if (s == ST_OK && space == DEVICE && points_many(&x))
        s = fail(ST_REFUSED, "sweeps and days are solved on the host, one chain per thread");
    for (int64_t i = 0; s == ST_OK && i < x.count; i += points_many(&x) && x.count > 1 ? x.count - 1 : 1)
        s = accepts_chain(p, &x, i, solver, solver_options, space);
    points_free(&x);
    return s;
}

static enum status begin_one(struct sim *sim, struct state *s)
{
    const struct queue_params *const p = sim->params;
    struct cloud chain;
    struct model *m;
    int64_t thresholds[2];
    sim->steps = s->points.count;
    queue_instance_begin(&s->instance, sim, sim->exec, p->repeats);
    if (p->import) return ST_OK;
    TRY(window_search_begin(&s->search, sim, sim->exec));
    TRY(points_chain(&s->points, s->points.count - 1, thresholds, &chain));
    TRY(window_search_choose(&s->search, &chain));
    s->chosen = chain;
    queue_instance_free(&s->search.instance);
    TRY(model_make(&m, &chain));
    const struct cloud of = m->of;
    model_free(m);
    TRY(fields_make_chain(&s->fields, p, of.n, of.k, of.below, (of.n - 1) * of.kappa + of.k - of.below));
    fields_name_phases(&s->fields, of.kappa, of.rest);
    return ST_OK;
}

static enum status begin_many(struct sim *sim, struct state *s)
{
    sim->steps = (s->points.count - 1) / TOGETHER + 1;
    TRY(fields_make_sweep(&s->fields, &s->points));
    return workers_make(&s->team, sim);
}

static enum status begin(struct sim *sim)
{
    struct state *s;
    const char *key;
    TRY(mem_alloc(&s, HOST, sizeof *s));
    sim->state = s;
    TRY(points_make(&s->points, sim->params, &key));
    return points_many(&s->points) ? begin_many(sim, s) : begin_one(sim, s);
}

static enum status keep_fields(struct state *s, const struct queue_params *p)
{
    const struct queue_columns *const t = &s->columns[0];
    if (p->import) TRY(fields_make_chain(&s->fields, p, t->levels, t->phases, 0, 0));
    fields_keep_chain(&s->fields, &s->instance, t->queue ? &s->marginals : NULL);
    return ST_OK;
}

static enum status export_chain(const struct queue_params *p, const struct generator *c)
{
    struct csr_double rows;
    if (!p->market && !p->tra) return ST_OK;
    enum status s = generator_rows(&rows, c);
    if (s == ST_OK && p->market) s = matrix_file_write(&rows, p->market, MATRIX_MARKET);
    if (s == ST_OK && p->tra) s = matrix_file_write(&rows, p->tra, TRA);
    csr_double_free(&rows);
    return s;
}

/* The marginals of the chain are kept, those of fewer servers are not. */
static enum status find_enough(struct state *s, const struct cloud *chain)
{
    struct marginals other = {0};
    const enum status status = targets_search(&s->columns[0], chain, &s->points, &s->search, &other);
    marginals_free(&other);
    return status;
}

/* Only to be timed: measures of the queue take longer than most solves, and fewer rounds would be left. */
static enum status take_again(struct sim *sim, struct state *s)
{
    TRY(queue_instance_solve(&s->instance));
    queue_columns_solve(&s->columns[0], &s->instance);
    return queue_columns_put(&sim->series, &s->columns[0], &s->points, sim->step);
}

static enum status take_one(struct sim *sim, struct state *s)
{
    const struct queue_params *const p = sim->params;
    const bool last = sim->step == sim->steps - 1;
    struct cloud chain;
    int64_t thresholds[2];
    if (!p->import) TRY(points_chain(&s->points, sim->step, thresholds, &chain));
    if (!p->import && !chain.k) chain = s->chosen; /* the only one: lists have windows */
    TRY(queue_instance_turn(&s->instance, p->import ? NULL : &chain));
    if (sim->again) return take_again(sim, s);
    TRY(export_chain(p, &s->instance.chain));
    TRY(queue_instance_solve(&s->instance));
    TRY(queue_columns_take(&s->columns[0], &s->instance, &s->points, &s->marginals, last && s->fields.tasks > 0));
    if (targets_any(p)) TRY(find_enough(s, &chain));
    metrics_add(&sim->metrics, "solves", solve_timing_counted(p->repeats));
    queue_columns_metrics(&sim->metrics, &s->columns[0]);
    sim->chosen = s->columns[0].chosen;
    TRY(queue_columns_put(&sim->series, &s->columns[0], &s->points, sim->step));
    return last ? keep_fields(s, p) : ST_OK;
}

/* One chain: only its solves count as the time of the step. */
static enum status step_one(struct sim *sim, struct state *s)
{
    const double began = seconds_now();
    const enum status status = take_one(sim, s);
    const double untimed = seconds_now() - began - s->instance.timing.total;
    sim->untimed += untimed;
    sim->clock.seconds[PHASE_SOLVE] += s->instance.timing.total;
    sim->clock.seconds[PHASE_ASSEMBLE] += s->instance.assemble;
    sim->clock.seconds[PHASE_SETUP] += untimed - s->instance.assemble;
    return status;
}

/* Chains made, solved and measured in parallel: all of it counts as the time of the step. */
static enum status step_many(struct sim *sim, struct state *s)
{
    const double began = seconds_now();
    const int64_t first = sim->step * TOGETHER, left = s->points.count - first,
                  count = left < TOGETHER ? left : TOGETHER;
    TRY(workers_take(&s->team, &s->points, first, count, s->columns));
    sim->clock.seconds[PHASE_SOLVE] += seconds_now() - began;
    for (int64_t i = 0; i < count; i++) {
        TRY(queue_columns_put(&sim->series, &s->columns[i], &s->points, first + i));
        fields_keep_point(&s->fields, &s->points, first + i, &s->columns[i]);
        queue_columns_metrics(&sim->metrics, &s->columns[i]);
        sim->chosen = s->columns[i].chosen;
    }
    metrics_add(&sim->metrics, "solves", (double)count);
    metrics_put(&sim->metrics, "chains_per_second",
                metrics_get(&sim->metrics, "solves") / sim->clock.seconds[PHASE_SOLVE]);
    return ST_OK;
}

static enum status step(struct sim *sim)
{
    struct state *const s = sim->state;
    const enum status status = points_many(&s->points) ? step_many(sim, s) : step_one(sim, s);
    sim->step++;
    return status;
}

static int64_t samples(const struct sim *sim, int64_t step)
{
    const struct points *const p = &((const struct state *)sim->state)->points;
    return points_many(p) && step * TOGETHER < p->count ? step * TOGETHER : points_many(p) ? p->count : step;
}

/* Only chains of the list `matrices` have names. */
static const char *point_name(const struct sim *sim, int64_t point)
{
    const struct points *const p = &((const struct state *)sim->state)->points;
    return p->plan == NAMED_CHAINS ? cloudqueue_matrix_words[p->params->matrices.v[point]] : NULL;
}

static enum status finish(struct sim *sim)
{
    const struct state *const s = sim->state;
    queue_columns_caveats(sim->caveats, sizeof sim->caveats, &sim->metrics, &sim->series, &s->points);
    return ST_OK;
}

static enum status report(struct sim *sim)
{
    const struct queue_params *const p = sim->params;
    const struct state *const s = sim->state;
    const struct fields *const f = &s->fields;
    TRY(queue_report(sim, &s->points));
    if (!p->import || !f->pi || p->mode != MODE_STATIONARY) return ST_OK;
    return likely_states_put(&sim->answers, f->pi, (int64_t)metrics_get(&sim->metrics, "states"));
}

static void end(struct sim *sim)
{
    struct state *const s = sim->state;
    if (!s) return;
    queue_instance_free(&s->instance);
    window_search_free(&s->search);
    workers_free(&s->team);
    marginals_free(&s->marginals);
    points_free(&s->points);
    fields_free(&s->fields);
    sim->state = mem_free(s);
}

static int arrays(struct sim *sim, struct array *out)
{
    const struct state *const s = sim->state;
    return fields_arrays(&s->fields, sim->params, out);
}

const struct app app_cloudqueue = {
    .name = "cloudqueue",
    .about = "the M/M/n+k cloud queue: how many servers to have on, by every method for block-tridiagonal systems",
    .kinds = 1u << KIND_BLOCKTRI,
    .options = cloudqueue_table,
    .params_bytes = sizeof(struct queue_params),
    .sweeps = points_sweeps,
    .check = cloudqueue_check,
    .accepts = accepts,
    .begin = begin,
    .step = step,
    .samples = samples,
    .point_names = cloudqueue_matrix_words,
    .point_name = point_name,
    .finish = finish,
    .report = report,
    .answers = cloudqueue_answers,
    .end = end,
    .arrays = arrays,
};
