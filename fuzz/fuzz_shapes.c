/* Any sizes and strides that shape_check takes, through every method, on arrays that hold exactly what the shape
 * reaches: nothing else may be read or written. What it refuses may have any numbers at all. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "solvers/solver.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ELEMENTS_MAX = 4096 };

struct bytes {
    const uint8_t *at;
    size_t left;
};

static int64_t take(struct bytes *b, size_t width)
{
    uint64_t v = 0;
    for (size_t i = 0; i < width; i++) v = v << 8 | (b->left ? (b->left--, *b->at++) : 0);
    return (int64_t)v;
}

static struct matrix_layout matrix_of(struct bytes *b, int64_t flags, size_t width)
{
    if (flags & 2) return matrix_layout_shared();
    if (!(flags & 16)) return (struct matrix_layout){0};
    return (struct matrix_layout){
        .stride = take(b, width), .inner = take(b, width), .dist = take(b, width), .outer = take(b, width)};
}

/* Small numbers mostly; of any size, and negative, if the first byte says so. */
static struct shape shape_of(struct bytes *b)
{
    const int64_t flags = take(b, 1);
    const size_t width = flags & 1 ? 8 : 1;
    struct shape shape = {
        .tridiag.cyclic = flags & 4,
        .tridiag.shifted = flags & 32,
        .reuse = flags & 8,
        .n = take(b, width),
        .batch = take(b, width),
        .stride = take(b, width),
        .inner = take(b, width),
        .dist = take(b, width),
        .outer = take(b, width),
    };
    shape.matrix = matrix_of(b, flags, width);
    return shape;
}

/* `count` values with nothing behind them. */
static void *array_of(int64_t count, size_t bytes)
{
    void *const v = malloc((size_t)count * bytes);
    if (!v && count) abort();
    return v;
}

static real *array(struct bytes *b, int64_t count, real min)
{
    real *const v = array_of(count, sizeof *v);
    for (int64_t k = 0; k < count; k++) v[k] = min + (real)take(b, 1) / 256;
    return v;
}

/* lower of the first rows and upper of the last may hold anything. */
static void spoil_ends(const struct shape *s, real *lower, real *upper)
{
    for (int64_t i = 0; i < s->batch && s->matrix.inner == 0 && !s->tridiag.cyclic; i++) {
        const int64_t first = shape_start(s, i), last = first + (shape_rows(s, i) - 1) * s->stride;
        lower[first] = upper[last] = (real)NAN;
    }
}

static void solve(const struct shape *shape, int64_t threads, struct bytes *b)
{
    const int64_t extent = shape_extent(shape), count = shape_matrix_extent(shape);
    real *const lower = array(b, count, -1), *const diag = array(b, count, 3), *const upper = array(b, count, -1);
    real *const shift = array(b, shape->tridiag.shifted ? shape->batch : 0, 0);
    int64_t *const info = array_of(shape->batch, sizeof *info);
    const struct exec exec = exec_host((int)threads);
    spoil_ends(shape, lower, upper);
    for (size_t i = 0; i < solver_count(); i++) {
        if (solver_at(i)->kind != KIND_TRIDIAG || solver_at(i)->space != HOST) continue;
        real *const x = array(b, extent, 0);
        const struct system system = {
            .kind = KIND_TRIDIAG, .tridiag = {lower, diag, upper, shift}, .x = x, .info = info};
        struct plan *plan;
        const enum status st = plan_make(&plan, solver_at(i), shape, NULL, &exec);
        if (st != ST_OK && st != ST_REFUSED && st != ST_DEVICE) abort(); /* MKL need not be there */
        if (plan && shape->reuse && plan_factor(plan, &system) != ST_OK) abort();
        if (plan && plan_solve(plan, &system) != ST_OK) abort();
        for (int64_t s = 0; plan && s < shape->batch; s++)
            if (info[s] > 0) abort(); /* the diagonal is 3 or more, the rest of a row no less than -2 */
        plan_free(plan);
        free(x);
    }
    free(lower);
    free(diag);
    free(upper);
    free(shift);
    free(info);
}

/* The same for recurrences, which take no cyclic shapes. */
static void recur(struct shape shape, int64_t threads, struct bytes *b)
{
    const int64_t extent = shape_extent(&shape), count = shape_matrix_extent(&shape);
    const struct exec exec = exec_host((int)threads);
    shape.kind = KIND_RECURRENCE;
    shape.recurrence.scaled = take(b, 1) & 1;
    real *const scale = array(b, shape.recurrence.scaled ? count : 0, 0);
    for (size_t i = 0; i < solver_count(); i++) {
        if (solver_at(i)->kind != KIND_RECURRENCE || solver_at(i)->space != HOST) continue;
        real *const x = array(b, extent, 0);
        const struct system system = {.kind = KIND_RECURRENCE, .recurrence = {1, RC(0.5), scale}, .x = x};
        struct plan *plan;
        const enum status st = plan_make(&plan, solver_at(i), &shape, NULL, &exec);
        if (st != ST_OK && st != ST_REFUSED && st != ST_DEVICE) abort(); /* MKL need not be there */
        if (plan && shape.reuse && plan_factor(plan, &system) != ST_OK) abort();
        if (plan && plan_solve(plan, &system) != ST_OK) abort();
        for (int64_t k = 0; k < extent; k++)
            if (!(x[k] >= 0 && x[k] <= 2 * ELEMENTS_MAX)) abort(); /* d and the scale are from 0 to 1 */
        plan_free(plan);
        free(x);
    }
    free(scale);
}

/* The same for trees. lower and upper have different signs, so that pivots only grow. */
static void branch(struct shape shape, int64_t threads, struct bytes *b)
{
    const int64_t extent = shape_extent(&shape), count = shape_matrix_extent(&shape);
    const struct exec exec = exec_host((int)threads);
    real *const lower = array(b, count, 0), *const diag = array(b, count, 3), *const upper = array(b, count, -1);
    int64_t *const info = array_of(shape.batch, sizeof *info), *const parents = array_of(shape.n, sizeof *parents);
    for (int64_t i = 0; i < shape.n; i++) parents[i] = take(b, 1) & 1 ? i - 1 : take(b, 2) % (i + 1) - 1;
    shape.kind = KIND_TREE;
    shape.tree = (struct tree_shape){.parents = parents};
    for (size_t i = 0; i < solver_count(); i++) {
        if (solver_at(i)->kind != KIND_TREE || solver_at(i)->space != HOST) continue;
        real *const x = array(b, extent, 0);
        const struct system system = {.kind = KIND_TREE, .tree = {lower, diag, upper}, .x = x, .info = info};
        struct plan *plan;
        const enum status st = plan_make(&plan, solver_at(i), &shape, NULL, &exec);
        if (st != ST_OK && st != ST_REFUSED) abort();
        if (plan && shape.reuse && plan_factor(plan, &system) != ST_OK) abort();
        if (plan && plan_solve(plan, &system) != ST_OK) abort();
        for (int64_t s = 0; plan && s < shape.batch; s++)
            if (info[s]) abort();
        plan_free(plan);
        free(x);
    }
    free(lower);
    free(diag);
    free(upper);
    free(info);
    free(parents);
}

static bool fits(const struct shape *s)
{
    return shape_check(s) == ST_OK && s->n <= ELEMENTS_MAX && shape_extent(s) <= ELEMENTS_MAX &&
           shape_matrix_extent(s) <= ELEMENTS_MAX;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = {data, size};
    struct shape shape = shape_of(&b);
    const int64_t detail = take(&b, 1), threads = 1 + detail % 4;
    if (!fits(&shape)) return 0;
    int64_t *sizes = NULL;
    if (detail & 64) {
        sizes = array_of(shape.batch, sizeof *sizes);
        for (int64_t s = 0; s < shape.batch; s++) sizes[s] = take(&b, 1) - (detail & 128 ? 1 : -1);
        shape.sizes = sizes;
    }
    int64_t *starts = NULL;
    if (detail & 32) {
        starts = array_of(shape_groups(&shape), sizeof *starts);
        for (int64_t g = 0, end = 0; g < shape_groups(&shape); g++) starts[g] = end += take(&b, 1);
        shape.starts = starts;
    }
    if (fits(&shape)) {
        solve(&shape, threads, &b);
        if (!shape.tridiag.cyclic) recur(shape, threads, &b);
        if (!shape.tridiag.cyclic) branch(shape, threads, &b);
    }
    free(starts);
    free(sizes);
    return 0;
}
