/* A batch of random tridiagonal systems of any layout. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "bench/data/problem.h"
#include "solvers/batch/random_rows.h"

enum { LOWER, DIAG, UPPER, RHS, X, SHIFT, ARRAYS, CHUNK = 4096 };

/* The right side that a solve overwrites in X is kept in RHS. */
struct batch {
    struct problem problem;
    int64_t values[ARRAYS];
    real *array[ARRAYS]; /* there while it is loaded */
    double *condition;   /* [systems] lower bounds of conditions; NULL unless the problem's shape is checked */
    bool any;            /* coefficients at random; else dominant rows */
};

static void fill(struct batch *b)
{
    const struct shape *const s = &b->problem.shape;
#pragma omp parallel for schedule(static)
    for (int64_t t = 0; t < s->batch; t++)
        for (int64_t i = 0; i < s->n; i++) {
            const int64_t at = shape_matrix_start(s, t) + i * shape_matrix_stride(s);
            struct random_row row = random_row(t * s->n + i);
            if (b->any) row.diag = random_at(t * s->n + i, 2);
            b->array[RHS][shape_start(s, t) + i * s->stride] = row.rhs;
            if (shape_shared(s) && t > 0) continue;
            b->array[LOWER][at] = row.lower, b->array[DIAG][at] = row.diag, b->array[UPPER][at] = row.upper;
        }
    for (int64_t t = 0; t < b->values[SHIFT]; t++) b->array[SHIFT][t] = (real)t / (real)s->batch;
}

static void drop(void *of)
{
    struct batch *const b = of;
    for (int a = 0; a < ARRAYS; a++) b->array[a] = mem_free(b->array[a]);
    b->condition = mem_free(b->condition);
}

static enum status load(void *of)
{
    struct batch *const b = of;
    for (int a = 0; a < ARRAYS; a++) TRY(mem_array(&b->array[a], HOST, b->values[a], sizeof(real)));
    if (b->problem.shape.tridiag.check)
        TRY(mem_array(&b->condition, HOST, b->problem.shape.batch, sizeof *b->condition));
    fill(b);
    return ST_OK;
}

static void restore(void *of, const struct shape *shape, int threads)
{
    const struct batch *const b = of;
    const int64_t extent = shape_extent(shape);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t at = 0; at < extent; at += CHUNK)
        memcpy(b->array[X] + at, b->array[RHS] + at,
               (size_t)(extent - at < CHUNK ? extent - at : CHUNK) * sizeof(real));
}

static void bind(void *of, const struct shape *shape, struct system *out)
{
    const struct batch *const b = of;
    (void)shape;
    out->tridiag = (struct tridiag){b->array[LOWER], b->array[DIAG], b->array[UPPER], b->array[SHIFT]};
    out->x = b->array[X], out->condition = b->condition;
}

static const struct problem_ops ops = {TRAFFIC_SOLVE, load, drop, restore, bind, free};

static enum status make_rows(struct problem **out, struct shape shape, bool any)
{
    struct batch *const b = problem_new(sizeof *b, &ops, shape);
    *out = b ? &b->problem : NULL;
    if (!b) return ST_NOMEM;
    b->any = any;
    b->values[LOWER] = b->values[DIAG] = b->values[UPPER] = shape_matrix_extent(&shape);
    b->values[RHS] = b->values[X] = shape_extent(&shape);
    b->values[SHIFT] = shape.tridiag.shifted ? shape.batch : 0;
    for (int a = 0; a < ARRAYS; a++) b->problem.bytes += b->values[a] * (int64_t)sizeof(real);
    return ST_OK;
}

enum status problem_tridiag(struct problem **out, struct shape shape)
{
    return make_rows(out, shape, false);
}

enum status problem_tridiag_any(struct problem **out, struct shape shape)
{
    return make_rows(out, shape, true);
}

static enum status make(struct problem **out, int64_t n, int64_t systems)
{
    return problem_tridiag(out, shape_contiguous(n, systems));
}

const struct small_problem small_tridiag = {make, {{100, 1}, {1000, 1}, {10000, 1}, {100000, 1}, {100, 16}}};
