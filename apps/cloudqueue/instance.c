/* Makes a chain with its plan and vectors, and times its solution. */
#include "apps/cloudqueue/instance.h"

#include <string.h>

#include "base/device/device.h"
#include "base/memory.h"
#include "solvers/sparse/markov/certificate.h"
#include "solvers/sparse/matrix/qbd_apply.h"

void queue_instance_begin(struct queue_instance *x, const struct sim *sim, struct exec exec, int64_t repeats)
{
    *x = (struct queue_instance){
        .params = sim->params, .solver = sim->solver, .options = sim->solver_options, .exec = exec, .repeats = repeats};
}

/* Frees what depends on the shape only. */
static void drop(struct queue_instance *x)
{
    x->plan = plan_free(x->plan);
    x->x = mem_free(x->x);
    x->there = mem_free(x->there);
    x->right = mem_free(x->right);
    x->exponent = mem_free(x->exponent);
}

void queue_instance_free(struct queue_instance *x)
{
    drop(x);
    generator_free(&x->chain);
    x->flush = cache_flush_free(x->flush);
}

static bool same_shape(const struct shape *a, const struct shape *b)
{
    return a->blocktri.question == b->blocktri.question && a->n == b->n && a->blocktri.block == b->blocktri.block &&
           a->blocktri.entries == b->blocktri.entries && a->blocktri.band == b->blocktri.band &&
           a->blocktri.fill.links == b->blocktri.fill.links && a->blocktri.fill.dense == b->blocktri.fill.dense &&
           a->blocktri.leveled == b->blocktri.leveled && a->blocktri.exponents == b->blocktri.exponents;
}

static enum status right_of_levels(const struct generator *c, real *right)
{
    double *sum;
    TRY(mem_array(&sum, HOST, c->solved, sizeof *sum));
    const enum status s = qbd_apply(c->levels, c->shift, NULL, sum);
    for (int64_t i = 0; s == ST_OK && i < c->solved; i++) right[i] = (real)sum[i];
    mem_free(sum);
    return s;
}

/* Sets the right side: that of x = 1, or an empty queue to begin with. */
static enum status make_right(struct queue_instance *x)
{
    const struct generator *const c = &x->chain;
    const int64_t n = c->solved;
    if (x->params->right == RIGHT_EMPTY) {
        memset(x->right, 0, (size_t)n * sizeof *x->right);
        x->right[c->model ? c->model->of.below : 0] = (real)c->shift;
        return ST_OK;
    }
    if (!c->matrix) return right_of_levels(c, x->right);
    for (int64_t i = 0; i < n; i++) x->x[i] = RC(1.0);
    matrix_multiply(c->matrix, 0, n / c->matrix->block, x->x, x->right);
    return ST_OK;
}

/* Makes what depends on the shape only; on failure drop() cleans up. */
static enum status make_shape(struct queue_instance *x)
{
    const struct generator *const c = &x->chain;
    const int64_t n = c->solved;
    TRY(plan_make(&x->plan, x->solver, &c->shape, x->options, &x->exec));
    TRY(mem_array(&x->x, HOST, n, sizeof *x->x));
    if (x->exec.space == DEVICE) TRY(mem_array(&x->there, DEVICE, n, sizeof *x->there));
    if (c->question == STATIONARY) return mem_array(&x->exponent, HOST, n, sizeof *x->exponent);
    return mem_array(&x->right, HOST, n, sizeof *x->right);
}

static enum status make(struct queue_instance *x, const struct cloud *of)
{
    generator_free(&x->chain);
    TRY(generator_make(&x->chain, x->params, of, x->solver, x->options));
    if (!x->plan || !same_shape(&x->chain.shape, &x->plan->shape)) {
        drop(x);
        TRY(make_shape(x));
    }
    if (x->params->flush && !x->flush) TRY(cache_flush_make(&x->flush));
    return x->right ? make_right(x) : ST_OK;
}

/* A failure frees everything, so that the next chain starts from nothing. */
enum status queue_instance_turn(struct queue_instance *x, const struct cloud *of)
{
    const double began = seconds_now();
    const enum status s = make(x, of);
    if (s != ST_OK) queue_instance_free(x);
    x->timing = (struct solve_timing){0};
    x->assemble = seconds_now() - began;
    return s;
}

/* Copies x to the space of the method, or back; outside of the time of the solve. */
static enum status move(struct queue_instance *x, enum space to)
{
    const int64_t bytes = x->chain.solved * (int64_t)sizeof *x->x;
    if (!x->there) return ST_OK;
    if (to == DEVICE) return device_copy(x->there, DEVICE, x->x, HOST, bytes, &x->exec);
    return device_copy(x->x, HOST, x->there, DEVICE, bytes, &x->exec);
}

static struct system system_of(struct queue_instance *x, real *at)
{
    const struct generator *const c = &x->chain;
    return (struct system){.kind = KIND_BLOCKTRI,
                           .blocktri = {.matrix = c->matrix,
                                        .levels = c->levels,
                                        .order = c->order,
                                        .sparse = c->sparse,
                                        .shift = c->shift,
                                        .exponent = x->exponent},
                           .x = at,
                           .outcome = &x->outcome};
}

/* One solve, always from the same right side, or from x = 0. */
static enum status solve_once(void *context, double *seconds)
{
    struct queue_instance *const x = context;
    const struct generator *const c = &x->chain;
    const size_t n = (size_t)c->solved;
    const struct system system = system_of(x, x->there ? x->there : x->x);
    if (x->right) memcpy(x->x, x->right, n * sizeof *x->x);
    else memset(x->x, 0, n * sizeof *x->x);
    if (x->exponent) memset(x->exponent, 0, n * sizeof *x->exponent);
    x->outcome = (struct outcome){0};
    TRY(move(x, DEVICE));
    if (x->flush && !x->there) cache_flush_run(x->flush, &x->exec);
    const double began = seconds_now();
    TRY(plan_solve(x->plan, &system));
    if (x->there) TRY(device_wait(&x->exec));
    *seconds = seconds_now() - began;
    return move(x, HOST);
}

/* Outside of the time of the solve. */
static enum status certify(struct queue_instance *x)
{
    const struct system system = system_of(x, x->x);
    const struct exec exec = exec_host(x->exec.threads);
    return certificate_take(&x->chain.shape, &system, x->right, &exec);
}

enum status queue_instance_solve(struct queue_instance *x)
{
    double warm;
    if (x->repeats > 1) TRY(solve_once(x, &warm));
    TRY(solve_timing_take(&x->timing, x->repeats, solve_once, x));
    if (x->outcome.info <= 0) return certify(x);
    return fail(ST_FAILED, "%s: zero or non-finite pivot in row %lld, or no finite solution", x->solver->method,
                (long long)x->outcome.info - 1);
}
