/* The right side of a boundary value problem, for recurrences down and up its rows. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "bench/data/problem.h"

enum { CHUNK = 4096 };

struct rows {
    struct problem problem;
    real *rhs, *x; /* there while it is loaded */
};

static void drop(void *of)
{
    struct rows *const r = of;
    r->rhs = mem_free(r->rhs);
    r->x = mem_free(r->x);
}

/* h^2 f of -u'' = f = 1 + t/2 + t^2 on [0, 1]. */
static enum status load(void *of)
{
    struct rows *const r = of;
    const int64_t n = r->problem.shape.n;
    const double h = 1 / (double)n;
    TRY(mem_array(&r->rhs, HOST, n, sizeof(real)));
    TRY(mem_array(&r->x, HOST, n, sizeof(real)));
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i++) {
        const double t = (double)i * h;
        r->rhs[i] = (real)(h * h * (1 + t / 2 + t * t));
    }
    return ST_OK;
}

static void restore(void *of, const struct shape *shape, int threads)
{
    const struct rows *const r = of;
    const int64_t n = shape->n;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t at = 0; at < n; at += CHUNK)
        memcpy(r->x + at, r->rhs + at, (size_t)(n - at < CHUNK ? n - at : CHUNK) * sizeof(real));
}

static void bind(void *of, const struct shape *shape, struct system *out)
{
    const struct rows *const r = of;
    (void)shape;
    out->recurrence = (struct recurrence){.forward = 1, .backward = 1};
    out->x = r->x;
}

static const struct problem_ops ops = {TRAFFIC_IN_PLACE, load, drop, restore, bind, free};

struct shape problem_recurrence_shape(int64_t n)
{
    struct shape shape = shape_contiguous(n, 1);
    shape.kind = KIND_RECURRENCE;
    return shape;
}

enum status problem_recurrence(struct problem **out, int64_t n)
{
    struct rows *const r = problem_new(sizeof *r, &ops, problem_recurrence_shape(n));
    *out = r ? &r->problem : NULL;
    if (!r) return ST_NOMEM;
    r->problem.bytes = RECURRENCE_BYTES * n;
    return ST_OK;
}

static enum status make(struct problem **out, int64_t n, int64_t systems)
{
    (void)systems;
    return problem_recurrence(out, n);
}

const struct small_problem small_recurrence = {make, {{100, 1}, {1000, 1}, {10000, 1}, {100000, 1}}};
