#include "bench/batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/tridiag/random.h"

/* The right side is kept, since a solve overwrites it. */
struct batch {
    struct shape shape;
    int64_t extent;
    real *lower, *diag, *upper, *rhs, *x;
    struct plan *plan;
    const struct job *owner; /* of the plan */
    int users;
};

struct job {
    struct batch *batch;
    struct way way;
    struct exec exec;
};

static void fill(struct batch *b)
{
    const struct shape *const s = &b->shape;
#pragma omp parallel for schedule(static)
    for (int64_t t = 0; t < s->batch; t++)
        for (int64_t i = 0; i < s->n; i++) {
            const int64_t at = shape_start(s, t) + i * s->step;
            const struct row row = random_row(t * s->n + i);
            b->lower[at] = row.lower, b->diag[at] = row.diag, b->upper[at] = row.upper, b->rhs[at] = row.rhs;
        }
}

struct batch *batch_release(struct batch *b)
{
    if (!b || --b->users > 0) return NULL;
    mem_free(b->lower);
    mem_free(b->diag);
    mem_free(b->upper);
    mem_free(b->rhs);
    mem_free(b->x);
    free(b);
    return NULL;
}

enum status batch_make(struct batch **out, struct shape shape)
{
    struct batch *const b = *out = calloc(1, sizeof *b);
    if (!b) return fail(ST_NOMEM, "no memory for a benchmark");
    b->users = 1;
    b->shape = shape;
    b->extent = shape_extent(&shape);
    real **const array[] = {&b->lower, &b->diag, &b->upper, &b->rhs, &b->x};
    for (int a = 0; a < 5; a++) {
        const enum status s = mem_array(array[a], HOST, b->extent, sizeof(real));
        if (s == ST_OK) continue;
        *out = batch_release(b);
        return s;
    }
    fill(b);
    return ST_OK;
}

static void drop_plan(struct batch *b)
{
    b->plan = plan_free(b->plan);
    b->owner = NULL;
}

/* The plan, and the right side. */
static enum status prepare(void *context)
{
    const struct job *const j = context;
    struct batch *const b = j->batch;
    if (b->owner != j) {
        drop_plan(b);
        TRY(way_plan(&b->plan, &j->way, &b->shape, &j->exec));
        b->owner = j;
    }
#pragma omp parallel for schedule(static) num_threads(j->exec.threads)
    for (int64_t at = 0; at < b->extent; at += 4096)
        memcpy(b->x + at, b->rhs + at, (size_t)(b->extent - at < 4096 ? b->extent - at : 4096) * sizeof(real));
    return ST_OK;
}

static enum status solve(void *context)
{
    const struct job *const j = context;
    const struct batch *const b = j->batch;
    const struct system system = {.kind = KIND_TRIDIAG,
                                  .tridiag = {.lower = b->lower, .diag = b->diag, .upper = b->upper, .x = b->x}};
    return plan_solve(b->plan, &system);
}

static void end(void *context)
{
    struct job *const j = context;
    if (j->batch->owner == j) drop_plan(j->batch);
    batch_release(j->batch);
    free(j);
}

static void describe(struct entry *e, struct job *j, double bytes, const char *layout, int limit)
{
    const struct shape *const shape = &j->batch->shape;
    snprintf(e->name, sizeof e->name, "%s", way_name(&j->way));
    e->kind = kind_name(KIND_TRIDIAG);
    e->precision = REAL_NAME;
    e->layout = layout;
    e->n = shape->n;
    e->batch = shape->batch;
    e->units = (double)e->n * (double)e->batch;
    e->bytes_per_unit = bytes / e->units;
    e->limit = limit;
    e->prepare = prepare;
    e->call = solve;
    e->end = end;
    e->context = j;
}

enum status batch_add(struct bench *b, struct batch *batch, const struct way *way, const char *layout, int limit,
                      int *index)
{
    struct entry *e;
    struct needs needs;
    *index = -1;
    if (!bench_wants(b, way->solver->method)) return ST_OK;
    const enum status takes = way_needs(&needs, way, &batch->shape, &b->exec);
    if (takes == ST_REFUSED || takes == ST_DEVICE) return bench_skip(b, "%s", fail_text());
    TRY(takes);
    if (needs.scratch > mem_machine_bytes() / 4)
        return bench_skip(b, "%s, %s, %lldx%lld: its scratch is more than a quarter of the memory", way_name(way),
                          REAL_NAME, (long long)batch->shape.batch, (long long)batch->shape.n);
    struct job *const j = calloc(1, sizeof *j);
    if (!j) return fail(ST_NOMEM, "no memory for a benchmark");
    *j = (struct job){.batch = batch, .way = *way, .exec = b->exec};
    const enum status st = bench_add(b, &e, index);
    if (st != ST_OK) {
        free(j);
        return st;
    }
    batch->users++;
    describe(e, j, needs.cost.bytes, layout, limit);
    return ST_OK;
}
