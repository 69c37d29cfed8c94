/* Lines of random numbers to transform, along an axis of a field or interleaved. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "bench/data/problem.h"
#include "solvers/batch/random_rows.h"

enum { CHUNK = 4096 };

struct lines {
    struct problem problem;
    int64_t values;
    real *before, *x; /* there while it is loaded */
};

static void drop(void *of)
{
    struct lines *const l = of;
    l->before = mem_free(l->before);
    l->x = mem_free(l->x);
}

static enum status load(void *of)
{
    struct lines *const l = of;
    TRY(mem_array(&l->before, HOST, l->values, sizeof(real)));
    TRY(mem_array(&l->x, HOST, l->values, sizeof(real)));
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < l->values; i++) l->before[i] = random_row(i).rhs, l->x[i] = 0;
    return ST_OK;
}

static void restore(void *of, const struct shape *shape, int threads)
{
    const struct lines *const l = of;
    const int64_t extent = shape_extent(shape);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int64_t at = 0; at < extent; at += CHUNK)
        memcpy(l->x + at, l->before + at, (size_t)(extent - at < CHUNK ? extent - at : CHUNK) * sizeof(real));
}

/* The transform is not scaled, since that would cost some methods a further pass. Twenty calls in a row stay far below
 * overflow at the sizes of small_transform. */
static void bind(void *of, const struct shape *shape, struct system *out)
{
    const struct lines *const l = of;
    (void)shape;
    out->x = l->x;
}

static const struct problem_ops ops = {TRAFFIC_IN_PLACE, load, drop, restore, bind, free};

enum status problem_transform(struct problem **out, struct shape shape)
{
    struct lines *const l = problem_new(sizeof *l, &ops, shape);
    *out = l ? &l->problem : NULL;
    if (!l) return ST_NOMEM;
    l->values = shape_extent(&shape);
    l->problem.bytes = 2 * l->values * (int64_t)sizeof(real);
    return ST_OK;
}

static enum status make(struct problem **out, int64_t n, int64_t systems)
{
    struct shape shape = shape_contiguous(n, systems);
    shape.kind = KIND_TRANSFORM;
    shape.transform.type = DCT2;
    return problem_transform(out, shape);
}

const struct small_problem small_transform = {make, {{32, 16}, {64, 64}, {256, 256}}};
