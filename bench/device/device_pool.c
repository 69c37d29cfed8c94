/* One block of device memory for all batches: fills it, keeps one plan at a time, adds the entries. */
#include "bench/device/device_pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/device/device.h"
#include "base/memory.h"
#include "bench/device/kernels.h"

enum { GROUP = 32 /* systems */, PAD = 16384 /* bytes */ };
static const double patience = 0.5; /* seconds of a call */

struct job;
struct device_pool {
    struct device_limit *device;
    real *block;
    struct plan *plan;
    const struct job *owner; /* of the plan */
    int users;
};

struct job {
    struct device_pool *pool;
    struct method_spec spec;
    struct shape shape;
    enum rows_kind kind;
    int64_t rows;            /* of all systems, if they had one size */
    int64_t run;             /* from an array to the next */
    int64_t *sizes, *starts; /* NULL: all alike */
};

enum status device_pool_make(struct device_pool **out, struct device_limit *device, int64_t unknowns)
{
    TRY(mem_alloc(out, HOST, sizeof **out));
    **out = (struct device_pool){.device = device, .users = 1};
    const enum status s = mem_array(&(*out)->block, DEVICE, unknowns + PAD / (int64_t)sizeof(real), 4 * sizeof(real));
    if (s != ST_OK) *out = device_pool_release(*out);
    return s;
}

static void drop_plan(struct device_pool *p)
{
    p->plan = plan_free(p->plan);
    p->owner = NULL;
}

struct device_pool *device_pool_release(struct device_pool *p)
{
    if (!p || --p->users > 0) return NULL;
    mem_free(p->block);
    return mem_free(p);
}

static void end(void *context)
{
    struct job *const j = context;
    if (j->pool->owner == j) drop_plan(j->pool);
    device_pool_release(j->pool);
    free(j->sizes);
    free(j->starts);
    free(j);
}

/* The plan, fresh systems, and last a sweep. The ends of the matrix are 0, which some methods require. */
static enum status prepare(void *context)
{
    struct job *const j = context;
    struct device_pool *const p = j->pool;
    const struct exec *const exec = device_limit_exec(p->device);
    if (p->owner != j) {
        drop_plan(p);
        TRY(method_spec_plan(&p->plan, &j->spec, &j->shape, exec));
        p->owner = j;
    }
    rows_queue(p->block, j->rows, j->run, j->kind, exec);
    if (!j->sizes) ends_queue(p->block, p->block + 2 * j->run, &j->shape, exec);
    return device_limit_sweep(p->device);
}

static enum status solve(void *context)
{
    const struct job *const j = context;
    real *const at = j->pool->block;
    const int64_t run = j->run;
    const struct system system = {
        .kind = KIND_TRIDIAG, .tridiag = {.lower = at, .diag = at + run, .upper = at + 2 * run}, .x = at + 3 * run};
    return plan_solve(j->pool->plan, &system);
}

static enum status take_sizes(struct job *j, const struct task *t)
{
    const size_t bytes = (size_t)t->batch * sizeof *j->sizes;
    if (!t->sizes) return ST_OK;
    j->sizes = malloc(bytes);
    j->starts = malloc(bytes);
    if (!j->sizes || !j->starts) return fail(ST_NOMEM, "no memory for %lld sizes", (long long)t->batch);
    memcpy(j->sizes, t->sizes, bytes);
    if (!t->arrangement->shape) j->shape = shape_ragged(t->batch, j->sizes, GROUP, j->starts);
    else j->shape.sizes = j->sizes;
    return ST_OK;
}

static enum status job_make(struct job **out, struct device_pool *p, const struct task *t)
{
    const int64_t runs[] = {[APART] = t->n * t->batch,
                            [PADDED] = t->n * t->batch + PAD / (int64_t)sizeof(real),
                            [BY_ROWS] = t->batch,
                            [BY_RECORDS] = 1};
    struct job *const j = *out = calloc(1, sizeof *j);
    if (!j) return fail(ST_NOMEM, "no memory for a benchmark");
    *j = (struct job){
        .pool = p, .spec = t->spec, .kind = t->kind, .rows = t->n * t->batch, .run = runs[t->arrangement->arrays]};
    if (t->arrangement->shape) j->shape = t->arrangement->shape(t->n, t->batch);
    p->users++;
    return take_sizes(j, t);
}

static double unknowns(const struct shape *shape)
{
    double sum = 0;
    for (int64_t s = 0; s < shape->batch; s++) sum += (double)shape_rows(shape, s);
    return sum;
}

static enum status describe(struct bench *b, struct job *j, const struct task *t, int *index)
{
    struct entry *e;
    TRY(bench_add(b, &e, index));
    snprintf(e->name, sizeof e->name, "%s", method_spec_name(&j->spec));
    e->kind = kind_name(KIND_TRIDIAG);
    e->precision = REAL_NAME;
    e->layout = t->layout;
    e->exec = *device_limit_exec(j->pool->device);
    e->n = j->shape.n;
    e->batch = j->shape.batch;
    e->units = unknowns(&j->shape);
    e->bytes_per_unit = plan_cost(j->pool->plan).bytes / e->units;
    e->limit = t->limit;
    e->prepare = prepare;
    e->call = solve;
    e->end = end;
    e->context = j;
    return ST_OK;
}

/* One call; *fit is false if it must not be repeated, which is reported. */
static enum status try_once(struct bench *b, struct job *j, const struct task *t, bool *fit)
{
    double seconds = 0;
    enum status s = prepare(j);
    if (s == ST_OK) s = device_seconds(&seconds, device_limit_exec(j->pool->device), solve, j);
    *fit = s == ST_OK && seconds <= patience;
    if (*fit) return ST_OK;
    char why[64];
    snprintf(why, sizeof why, "%.1f s per call", seconds);
    return bench_skip(b, "%s, %s, %s, %lldx%lld: %s", t->spec.solver->method, t->layout, REAL_NAME, (long long)t->batch,
                      (long long)t->n, s == ST_OK ? why : fail_text());
}

enum status device_pool_add(struct bench *b, struct device_pool *p, const struct task *task, int *index)
{
    struct job *j;
    bool fit = false;
    *index = -1;
    if (!bench_wants(b, task->spec.solver->method)) return ST_OK;
    enum status st = job_make(&j, p, task);
    if (st == ST_OK && solver_accepts(task->spec.solver, &j->shape, NULL) == ST_OK) st = try_once(b, j, task, &fit);
    if (st == ST_OK && fit) st = describe(b, j, task, index);
    if (j && (st != ST_OK || !fit)) end(j);
    return st;
}
