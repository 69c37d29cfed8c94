/* Loads and frees a random batch, and adds the methods that solve it as entries. */
#include "bench/batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "bench/method_job.h"
#include "solvers/batch/random_rows.h"

enum { LOWER, DIAG, UPPER, RHS, X, SHIFT, ARRAYS };

/* The right side that a solve overwrites in X is kept in RHS. */
struct batch {
    struct shape shape;
    int64_t values[ARRAYS];
    real *array[ARRAYS]; /* there while it is loaded */
    int users;
};

struct job {
    struct method_job method;
    struct batch *batch;
};

static void fill(struct batch *b)
{
    const struct shape *const s = &b->shape;
#pragma omp parallel for schedule(static)
    for (int64_t t = 0; t < s->batch; t++)
        for (int64_t i = 0; i < s->n; i++) {
            const int64_t at = shape_matrix_start(s, t) + i * shape_matrix_step(s);
            const struct random_row row = random_row(t * s->n + i);
            b->array[RHS][shape_start(s, t) + i * s->step] = row.rhs;
            if (shape_shared(s) && t > 0) continue;
            b->array[LOWER][at] = row.lower, b->array[DIAG][at] = row.diag, b->array[UPPER][at] = row.upper;
        }
    for (int64_t t = 0; t < b->values[SHIFT]; t++) b->array[SHIFT][t] = (real)t / (real)s->batch;
}

static void drop(void *of)
{
    struct batch *const b = of;
    for (int a = 0; a < ARRAYS; a++) b->array[a] = mem_free(b->array[a]);
}

static enum status load(void *of)
{
    struct batch *const b = of;
    for (int a = 0; a < ARRAYS; a++) TRY(mem_array(&b->array[a], HOST, b->values[a], sizeof(real)));
    fill(b);
    return ST_OK;
}

struct batch *batch_release(struct batch *b)
{
    if (b && --b->users == 0) free(b);
    return NULL;
}

enum status batch_make(struct batch **out, struct shape shape)
{
    struct batch *const b = *out = calloc(1, sizeof *b);
    if (!b) return fail(ST_NOMEM, "no memory for a benchmark");
    b->users = 1;
    b->shape = shape;
    b->values[LOWER] = b->values[DIAG] = b->values[UPPER] = shape_matrix_extent(&shape);
    b->values[RHS] = b->values[X] = shape_extent(&shape);
    b->values[SHIFT] = shape.tridiag.shifted ? shape.batch : 0;
    return ST_OK;
}

/* Restores the right side, which a solve overwrites. */
static enum status prepare(void *context)
{
    const struct job *const j = context;
    const struct batch *const b = j->batch;
    const int64_t extent = b->values[X];
#pragma omp parallel for schedule(static) num_threads(j->method.exec.threads)
    for (int64_t at = 0; at < extent; at += 4096)
        memcpy(b->array[X] + at, b->array[RHS] + at, (size_t)(extent - at < 4096 ? extent - at : 4096) * sizeof(real));
    return ST_OK;
}

static enum status solve(void *context)
{
    const struct job *const j = context;
    const struct batch *const b = j->batch;
    const struct system system = {
        .kind = KIND_TRIDIAG,
        .tridiag = {b->array[LOWER], b->array[DIAG], b->array[UPPER], b->array[SHIFT]},
        .x = b->array[X],
    };
    return plan_solve(j->method.plan, &system);
}

static void end(void *context)
{
    struct job *const j = context;
    batch_release(j->batch);
    free(j);
}

static int64_t bytes_of(const struct batch *b)
{
    int64_t values = 0;
    for (int a = 0; a < ARRAYS; a++) values += b->values[a];
    return values * (int64_t)sizeof(real);
}

enum status batch_add(struct bench *b, struct batch *batch, const struct method_spec *spec, const char *layout,
                      int limit, int *index)
{
    struct entry *e;
    struct method_needs needs;
    *index = -1;
    if (!bench_wants(b, spec->solver->method)) return ST_OK;
    const enum status takes = method_spec_needs(&needs, spec, &batch->shape, &b->exec);
    if (takes == ST_REFUSED || takes == ST_DEVICE) return bench_skip(b, "%s", fail_text());
    TRY(takes);
    if (needs.scratch + bytes_of(batch) > bench_space(b))
        return bench_skip(b, "%s, %s, %lldx%lld: with its scratch more than a third of the memory that is free",
                          method_spec_name(spec), REAL_NAME, (long long)batch->shape.batch, (long long)batch->shape.n);
    struct job *const j = calloc(1, sizeof *j);
    if (!j) return fail(ST_NOMEM, "no memory for a benchmark");
    *j = (struct job){{.spec = *spec, .exec = b->exec, .shape = batch->shape}, batch};
    const enum status st = bench_add(b, &e, index);
    if (st != ST_OK) {
        free(j);
        return st;
    }
    batch->users++;
    method_job_describe(e, &j->method, layout, needs.cost.bytes, limit);
    e->data = (struct data){batch, load, drop};
    e->prepare = prepare;
    e->call = solve;
    e->end = end;
    return ST_OK;
}
