/* Accuracy and measures of a solved point: its residual, its certificate, and the columns of the queue. */
#include <math.h>
#include <string.h>

#include "apps/cloudqueue/columns.h"
#include "base/memory.h"
#include "solvers/sparse/markov/balance.h"
#include "solvers/sparse/matrix/qbd_apply.h"

enum status marginals_grow(struct marginals *m, const struct model *of, bool pending)
{
    const int64_t levels = of->of.n, tasks = pending ? (levels - 1) * of->of.kappa + of->of.k - of->of.below : 0;
    if (levels > m->levels_size) {
        m->levels_size = 0;
        m->level = mem_free(m->level);
        TRY(mem_array(&m->level, HOST, levels, sizeof *m->level));
        m->levels_size = levels;
    }
    if (tasks > m->pending_size) {
        m->pending_size = 0;
        m->pending = mem_free(m->pending);
        TRY(mem_array(&m->pending, HOST, tasks, sizeof *m->pending));
        m->pending_size = tasks;
    }
    return ST_OK;
}

void marginals_free(struct marginals *m)
{
    mem_free(m->level);
    mem_free(m->pending);
    *m = (struct marginals){0};
}

/* ||b - A x||_1 / ||b||_1, level by level. */
static enum status residual_of_levels(const struct queue_instance *x, double *out)
{
    const struct generator *const c = &x->chain;
    double *image, off = 0, all = 0;
    TRY(mem_array(&image, HOST, c->solved, sizeof *image));
    const enum status st = qbd_apply(c->levels, c->shift, x->x, image);
    for (int64_t s = 0; s < c->solved; s++)
        off += fabs((double)x->right[s] - image[s]), all += fabs((double)x->right[s]);
    *out = all > 0 ? off / all : off;
    mem_free(image);
    return st;
}

/* The error against the exact answer, x = 1, or its sum, 1. */
static double error_of(const struct queue_instance *x)
{
    double max = 0, sum = 0;
    for (int64_t s = 0; s < x->chain.solved; s++) {
        max = fmax(max, fabs((double)x->x[s] - 1));
        sum += (double)x->x[s];
    }
    return x->params->right == RIGHT_ONES ? max : fabs(sum - 1);
}

static enum status measure_accuracy(struct queue_columns *t, const struct queue_instance *x)
{
    const struct generator *const c = &x->chain;
    struct balance b;
    if (c->question != STATIONARY) {
        t->value[ERROR] = error_of(x);
        if (!c->matrix) return residual_of_levels(x, &t->value[RESIDUAL]);
        t->value[RESIDUAL] = residual_of(c->matrix, x->right, x->x);
        return ST_OK;
    }
    TRY(balance_of(c->levels ? NULL : c->matrix, c->levels, x->x, x->exponent, x->exec.threads, &b));
    t->value[RESIDUAL] = b.norm;
    t->value[BALANCE] = b.worst;
    return ST_OK;
}

/* An iteration promises ten times the residual at which it stopped, and nothing where it has reported that it did not
 * converge. Elimination promises roundings; those of b - A x, which is relative only to b where there is a b, grow with
 * the condition. x = 0 has a residual of 1, so no promise exceeds that. */
static double residual_bound(const struct queue_instance *x)
{
    const struct outcome *const o = &x->outcome;
    const double roundings = RESIDUAL_ROUNDINGS * (double)REAL_EPS;
    if (o->iterations > 0 && o->info == NOT_CONVERGED) return HUGE_VAL;
    if (o->iterations > 0) return fmin(1, fmax(roundings, 10 * o->residual));
    if (x->chain.question == STATIONARY) return roundings;
    return isfinite(o->condition) ? fmin(1, roundings * (1 + o->condition)) : 1;
}

void queue_columns_solve(struct queue_columns *t, const struct queue_instance *x)
{
    const struct generator *const c = &x->chain;
    const double value[] = {
        [SECONDS] = x->timing.median,
        [SECONDS_MIN] = x->timing.min,
        [SECONDS_ASSEMBLE] = x->assemble,
        [ITERATIONS] = (double)x->outcome.iterations,
        [CONVERGED] = x->outcome.info == 0,
        [CERTAIN] = isfinite(x->outcome.error),
        [ERROR_BOUND] = isfinite(x->outcome.error) ? x->outcome.error : (double)INFINITY,
        [CONDITION] = x->outcome.condition,
        [STATES] = (double)c->states,
        [TRANSIENT] = (double)(c->states - c->solved + (c->levels ? model_void(c->model) : 0)),
        [ENTRIES] = (double)c->entries,
        [BYTES_MATRIX] = c->matrix ? (double)matrix_bytes(c->matrix) : 0,
        [BYTES_SCRATCH] = (double)plan_bytes(x->plan),
    };
    *t = (struct queue_columns){0};
    memcpy(t->value, value, sizeof value);
    t->question = c->question;
    t->chosen = x->outcome.chosen;
    t->phases = c->block;
    t->levels = c->states / t->phases;
}

static void put_measures(struct queue_columns *t, const struct measures *m)
{
    const double value[] = {
        [MASS - MASS] = fabs(m->mass - 1),
        [MEAN_PENDING - MASS] = m->pending,
        [MEAN_ON - MASS] = m->on,
        [UTILISATION - MASS] = m->utilisation,
        [BLOCKING - MASS] = m->blocking,
        [LOST - MASS] = m->lost,
        [CUT_ABOVE - MASS] = m->cut_above,
        [CUT_BELOW - MASS] = m->cut_below,
        [ACCEPTED - MASS] = m->accepted,
        [SERVED - MASS] = m->served,
        [RESPONSE - MASS] = m->response,
        [WAIT - MASS] = m->wait,
        [RISES - MASS] = m->rises,
        [FALLS - MASS] = m->falls,
        [SETUP - MASS] = m->setup,
        [SETUP_SHARE - MASS] = m->setup_share,
        [FLOW_BALANCE - MASS] = m->balance,
        [POWER - MASS] = m->power,
        [ENERGY - MASS] = m->energy_per_task,
        [COST - MASS] = m->cost,
        [LEVEL_MODE - MASS] = (double)m->level_mode,
        [PENDING_MODE - MASS] = (double)m->pending_mode,
        [SERVERS - MASS] = m->servers,
    };
    memcpy(t->value + MASS, value, sizeof value);
    t->queue = true;
}

/* Spreads x and exponent over all states; states that are not solved get 0. */
static enum status spread(const struct generator *c, const struct queue_instance *x, real **all, int32_t **exponent)
{
    TRY(mem_array(all, HOST, c->states, sizeof **all));
    TRY(mem_array(exponent, HOST, c->states, sizeof **exponent));
    for (int64_t s = 0; s < c->states; s++) {
        if (c->index[s] < 0) continue;
        (*all)[s] = x->x[c->index[s]];
        (*exponent)[s] = x->exponent[c->index[s]];
    }
    return ST_OK;
}

/* Unknown percentiles are NaN: the rows of a sweep keep their columns. */
static void put_waiting(struct queue_columns *t, const struct waiting *w, const struct queue_params *p,
                        const struct model *m)
{
    t->percentiles = p->percentiles.count > 0 && m->of.service == SERVICE_PHYS;
    t->value[WAITING] = w->share;
    t->value[WAIT_SEEN] = w->mean;
    t->value[EXACT] = w->exact;
    t->value[RARE_OFF] = w->off;
    memcpy(t->value + WAIT_AT, w->wait, sizeof w->wait);
    memcpy(t->value + RESPONSE_AT, w->response, sizeof w->response);
    for (int c = WAITING; c < VALUES && !w->known; c++) t->value[c] = (double)NAN;
}

static enum status take_queue(struct queue_columns *t, const struct model *m, const struct queue_params *p,
                              const real *x, const int32_t *exponent, struct marginals *keep, bool pending)
{
    struct measures measures;
    struct waiting waiting;
    TRY(marginals_grow(keep, m, pending));
    TRY(measures_take(&measures, m, p, x, exponent, keep->level, pending ? keep->pending : NULL));
    TRY(waiting_take(&waiting, m, x, exponent, keep->level, p->percentiles.count, p->percentiles.v));
    put_measures(t, &measures);
    t->windowed = m->of.preset == PRESET_FREE;
    t->value[LAMBDA] = m->of.lambda;
    t->value[WINDOW] = (double)m->of.k, t->value[WINDOW_BELOW] = (double)m->of.below;
    put_waiting(t, &waiting, p, m);
    return ST_OK;
}

static double mass_of(const struct queue_instance *x)
{
    double mass = 0;
    for (int64_t s = 0; s < x->chain.solved; s++) mass += ldexp((double)x->x[s], x->exponent[s]);
    return mass;
}

enum status queue_columns_take(struct queue_columns *out, const struct queue_instance *x, const struct points *of,
                               struct marginals *keep, bool pending)
{
    const struct generator *const c = &x->chain;
    real *all = NULL;
    int32_t *exponent = NULL;
    queue_columns_solve(out, x);
    TRY(measure_accuracy(out, x));
    out->value[RESIDUAL_BOUND] = residual_bound(x);
    TRY(residual_check(out->value[RESIDUAL], out->value[RESIDUAL_BOUND], x->solver->method));
    if (c->question != STATIONARY) return ST_OK;
    out->value[MASS] = c->model ? 0 : fabs(mass_of(x) - 1);
    if (!c->model) return ST_OK;
    enum status s = c->index ? spread(c, x, &all, &exponent) : ST_OK;
    if (s == ST_OK)
        s = take_queue(out, c->model, of->params, all ? all : x->x, all ? exponent : x->exponent, keep, pending);
    mem_free(all);
    mem_free(exponent);
    return s;
}
