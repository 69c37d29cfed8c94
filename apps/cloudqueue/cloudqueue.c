/* The stationary distribution of the M/M/n+k cloud queue, and of any chain that is read from a file,
 *
 *     pi Q = 0, sum of pi = 1        or, to measure solvers,        (delta I - Q^T) x = b
 *
 * by every method for block-tridiagonal systems. One step of a run is one chain, or a number of chains of a sweep. */
#include <math.h>

#include "apps/cloudqueue/exchange.h"
#include "apps/cloudqueue/sweep.h"
#include "base/memory.h"

enum { TOGETHER = 256 }; /* chains of a sweep that are one step */
enum { CURVES = 6 };

/* Fields of a sweep, over what is swept. */
static const int curve[CURVES] = {MEAN_PENDING, MEAN_ON, SERVERS, RESPONSE, POWER, COST};

struct state {
    struct points points;
    struct instance point; /* one chain after the other */
    struct team team;      /* or many side by side */
    struct told told[TOGETHER];
    struct marginals room;
    int64_t levels, phases, tasks; /* of the fields; 0: none is kept */
    real *pi, *mantissa;           /* [levels][phases] */
    int64_t *exponent;             /* the same */
    double *level, *pending;       /* [levels], [tasks] */
    double *curve[1 + CURVES];     /* of a sweep: where, and what */
};

/* The largest chain is the last one, or any: bytes are counted for all. */
static enum status accepts_chain(const struct params *p, const struct points *of, int64_t point,
                                 const struct solver *solver, const void *options)
{
    const struct exec exec = exec_host(0);
    const double there = (double)mem_machine_bytes();
    struct cloud chain;
    struct model *m;
    struct shape shape;
    int64_t room[2], scratch = 0;
    TRY(points_chain(of, point, room, &chain));
    TRY(model_make(&m, &chain));
    enum status s = generator_shape(&shape, p, m, solver, options);
    if (s == ST_OK) s = solver_bytes(solver, &shape, options, &exec, &scratch);
    const double matrix = (double)shape.entries * (sizeof(real) + 8) * 3;
    const double bytes = (double)shape.n * (sizeof(real) + 4) + matrix + (double)scratch;
    if (s == ST_OK && bytes > there)
        s = fail(ST_REFUSED, "n, k: %lld levels of %lld phases need %.3g GB, but this machine has %.3g GB of memory",
                 (long long)m->of.n, (long long)m->of.k, bytes / 1e9, there / 1e9);
    model_free(m);
    return s;
}

static enum status accepts(const void *params, const struct solver *solver, const struct method *method,
                           const void *solver_options, enum space space)
{
    const struct params *const p = params;
    struct points x;
    const char *key;
    (void)method;
    if (space != HOST) return fail(ST_REFUSED, "cloud queues are solved on the host");
    if (p->import) return ST_OK; /* only the file tells */
    enum status s = points_make(&x, p, &key);
    for (int64_t i = 0; s == ST_OK && i < x.count; i += points_many(&x) && x.count > 1 ? x.count - 1 : 1)
        s = accepts_chain(p, &x, i, solver, solver_options);
    points_free(&x);
    return s;
}

/* Fields of a chain of which so much is kept as may be stored. */
static enum status make_fields(struct state *s, const struct params *p, int64_t levels, int64_t phases, int64_t tasks)
{
    const int64_t states = levels * phases;
    s->levels = levels, s->phases = phases;
    s->tasks = tasks <= p->stored ? tasks : 0;
    TRY(mem_array(&s->level, HOST, levels, sizeof *s->level));
    TRY(mem_array(&s->pending, HOST, s->tasks, sizeof *s->pending));
    if (states <= p->stored) TRY(mem_array(&s->pi, HOST, states, sizeof *s->pi));
    if (states > p->stored || !p->tails) return ST_OK;
    TRY(mem_array(&s->mantissa, HOST, states, sizeof *s->mantissa));
    return mem_array(&s->exponent, HOST, states, sizeof *s->exponent);
}

static enum status begin_one(struct sim *sim, struct state *s)
{
    const struct params *const p = sim->params;
    struct cloud chain;
    struct model *m;
    int64_t room[2];
    sim->steps = s->points.count;
    instance_begin(&s->point, sim, sim->exec, p->repeats);
    if (p->import) return ST_OK;
    TRY(points_chain(&s->points, s->points.count - 1, room, &chain));
    TRY(model_make(&m, &chain));
    const struct cloud of = m->of;
    model_free(m);
    return make_fields(s, p, of.n, of.k, (of.n - 1) * of.kappa + of.k);
}

static enum status begin_many(struct sim *sim, struct state *s)
{
    sim->steps = (s->points.count - 1) / TOGETHER + 1;
    for (int c = 0; c <= CURVES; c++) TRY(mem_array(&s->curve[c], HOST, s->points.count, sizeof(double)));
    return team_make(&s->team, sim);
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

/* pi of all states, those that are not solved being 0. */
static void keep_states(struct state *s, const struct instance *x)
{
    const struct generator *const c = &x->chain;
    for (int64_t i = 0; i < c->states; i++) {
        const int64_t row = c->index ? c->index[i] : i;
        int exponent = 0;
        const double value = row < 0 ? 0 : (double)x->x[row], mantissa = frexp(value, &exponent);
        if (row >= 0 && x->exponent) exponent += x->exponent[row];
        s->pi[i] = (real)ldexp(mantissa, exponent);
        if (!isnormal(s->pi[i])) s->pi[i] = 0;
        if (s->mantissa) s->mantissa[i] = (real)mantissa, s->exponent[i] = value != 0 ? exponent : 0;
    }
}

static enum status keep_fields(struct sim *sim, struct state *s)
{
    const struct params *const p = sim->params;
    const struct told *const t = &s->told[0];
    if (p->import) TRY(make_fields(s, p, t->levels, t->phases, 0));
    for (int64_t j = 0; t->queue && j < s->levels; j++) s->level[j] = s->room.level[j];
    for (int64_t i = 0; t->queue && i < s->tasks; i++) s->pending[i] = s->room.pending[i];
    if (s->pi) keep_states(s, &s->point);
    return ST_OK;
}

static enum status export(const struct params *p, const struct generator *c) {
    struct rows rows; if (!p->market && !p->tra) return ST_OK; enum status s = generator_rows(&rows, c);
    if (s == ST_OK && p->market) s = exchange_write(&rows, p->market, MATRIX_MARKET);
    if (s == ST_OK && p->tra) s = exchange_write(&rows, p->tra, TRA);
    rows_free(&rows);
    return s;
}

static enum status take_one(struct sim *sim, struct state *s)
{
    const struct params *const p = sim->params;
    const bool last = sim->step == sim->steps - 1;
    struct cloud chain;
    int64_t room[2];
    if (!p->import) TRY(points_chain(&s->points, sim->step, room, &chain));
    TRY(instance_turn(&s->point, p->import ? NULL : &chain));
    TRY(export(p, &s->point.chain));
    TRY(instance_solve(&s->point));
    TRY(told_take(&s->told[0], &s->point, &s->points, &s->room, last && s->tasks > 0));
    metrics_add(&sim->metrics, "solves", (double)p->repeats);
    told_metrics(&sim->metrics, &s->told[0]);
    TRY(told_put(&sim->series, &s->told[0], &s->points, sim->step));
    return last ? keep_fields(sim, s) : ST_OK;
}

/* Only the solves count as the step. */
static enum status step_one(struct sim *sim, struct state *s)
{
    const double began = seconds_now();
    const enum status status = take_one(sim, s);
    const struct timing *const t = &s->point.timing;
    const double aside = seconds_now() - began - t->total;
    sim->aside += aside;
    sim->clock.seconds[PHASE_SOLVE] += t->total;
    sim->clock.seconds[PHASE_ASSEMBLE] += t->assemble;
    sim->clock.seconds[PHASE_SETUP] += aside - t->assemble;
    return status;
}

/* Chains made, solved and judged side by side: all of that is the step. */
static enum status step_many(struct sim *sim, struct state *s)
{
    const double began = seconds_now();
    const int64_t first = sim->step * TOGETHER, left = s->points.count - first,
                  count = left < TOGETHER ? left : TOGETHER;
    TRY(team_take(&s->team, &s->points, first, count, s->told));
    sim->clock.seconds[PHASE_SOLVE] += seconds_now() - began;
    for (int64_t i = 0; i < count; i++) {
        TRY(told_put(&sim->series, &s->told[i], &s->points, first + i));
        s->curve[0][first + i] = points_at(&s->points, first + i);
        for (int c = 0; c < CURVES; c++) s->curve[1 + c][first + i] = s->told[i].value[curve[c]];
    }
    metrics_add(&sim->metrics, "solves", (double)count);
    told_metrics(&sim->metrics, &s->told[count - 1]);
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

/* A chain enters the series when it is solved, whenever samples are taken. */
static enum status sample(struct sim *sim)
{
    (void)sim;
    return ST_OK;
}

static enum status finish(struct sim *sim)
{
    (void)sim;
    return ST_OK;
}

static void end(struct sim *sim)
{
    struct state *const s = sim->state;
    if (!s) return;
    instance_free(&s->point);
    team_free(&s->team);
    marginals_free(&s->room);
    points_free(&s->points);
    mem_free(s->pi);
    mem_free(s->mantissa);
    mem_free(s->exponent);
    mem_free(s->level);
    mem_free(s->pending);
    for (int c = 0; c <= CURVES; c++) mem_free(s->curve[c]);
    sim->state = mem_free(s);
}

static int arrays(struct sim *sim, struct array *out)
{
    const struct params *const p = sim->params;
    const struct state *const s = sim->state;
    const enum number working = sizeof(real) == 4 ? REAL32 : REAL64;
    const bool stationary = p->mode == MODE_STATIONARY, queue = stationary && !p->import;
    int count = 0;
    if (points_many(&s->points)) {
        for (int c = 0; c <= CURVES && queue; c++)
            out[count++] = (struct array){.name = c < CURVES ? told_name(curve[c]) : "x",
                                          .type = REAL64,
                                          .rank = 1,
                                          .dims = {s->points.count},
                                          .data = s->curve[c < CURVES ? 1 + c : 0],
                                          .units = c < CURVES ? told_units(curve[c], p) : points_units(&s->points)};
        return count;
    }
    if (s->pi)
        out[count++] = (struct array){
            .name = stationary ? "pi" : "x", .type = working, .rank = 2, .dims = {s->levels, s->phases}, .data = s->pi};
    if (queue && s->level)
        out[count++] =
            (struct array){.name = "level", .type = REAL64, .rank = 1, .dims = {s->levels}, .data = s->level};
    if (queue && s->tasks)
        out[count++] =
            (struct array){.name = "pending", .type = REAL64, .rank = 1, .dims = {s->tasks}, .data = s->pending};
    if (s->mantissa) {
        out[count++] = (struct array){
            .name = "pi_mantissa", .type = working, .rank = 2, .dims = {s->levels, s->phases}, .data = s->mantissa};
        out[count++] = (struct array){
            .name = "pi_exponent", .type = INT64, .rank = 2, .dims = {s->levels, s->phases}, .data = s->exponent};
    }
    return count;
}

const struct app app_cloudqueue = {
    .name = "cloudqueue",
    .about = "the M/M/n+k cloud queue: how many servers to have on, by every method for block-tridiagonal systems",
    .kinds = 1u << KIND_BLOCKTRI,
    .options = cloudqueue_table,
    .params_bytes = sizeof(struct params),
    .check = cloudqueue_check,
    .accepts = accepts,
    .begin = begin,
    .step = step,
    .sample = sample,
    .finish = finish,
    .end = end,
    .arrays = arrays,
};
