/* The loops of check_loops.h on the host, by threads: a block of interleaved systems, or a system, at a time. */
#include <string.h>

#include "solvers/tridiag/check/check_loops.h"
#include "solvers/tridiag/check/twice.h"

/* Values that are contiguous both in x and where they are kept: `rows` times `width` of them. */
struct block {
    int64_t rows, width, stride, kept_stride; /* from row to row in x, and in what is kept */
    int64_t offset;                           /* of the first among the values kept */
    real *x;
};

static struct block block_of(const struct checked_chunk *c, const struct kept_run *run)
{
    const struct shape *const s = &c->shape;
    const int64_t rows = shape_rows(s, run->first);
    struct block b = {
        .rows = rows, .width = run->systems, .stride = s->stride, .kept_stride = run->stride, .offset = run->offset};
    b.x = c->system.x + shape_start(s, run->first);
    if (s->stride == 1 || (s->stride == run->systems && run->stride == run->systems))
        b.rows = 1, b.width = rows * run->systems;
    return b;
}

static void copy_rows(real *to, int64_t to_stride, const real *from, int64_t from_stride, int64_t rows, int64_t width)
{
    for (int64_t i = 0; i < rows; i++) memcpy(to + i * to_stride, from + i * from_stride, (size_t)width * sizeof(real));
}

static void keep_block(const struct checked_chunk *c, const struct kept_run *run)
{
    const struct block b = block_of(c, run);
    copy_rows(c->right + b.offset, b.kept_stride, b.x, b.stride, b.rows, b.width);
}

static void put_probe_block(const struct checked_chunk *c, const struct kept_run *run)
{
    const int64_t rows = shape_rows(&c->shape, run->first), stride = c->shape.stride;
    real *const x = c->system.x + shape_start(&c->shape, run->first);
    if (stride == 1) memcpy(x, c->probe, (size_t)rows * sizeof(real));
    else
        for (int64_t i = 0; i < rows; i++)
            for (int64_t q = 0; q < run->systems; q++) x[i * stride + q] = c->probe[i];
}

/* The largest magnitude among `count` values, or infinity if one is not finite. */
static double largest_of(const real *x, int64_t stride, int64_t count)
{
    enum { SIDE = 8 };
    real most[SIDE] = {0}, unsound[SIDE] = {0};
    int64_t i = 0;
    for (; i + SIDE <= count; i += SIDE)
        for (int q = 0; q < SIDE; q++) {
            const real v = x[(i + q) * stride], size = v < 0 ? -v : v;
            most[q] = size > most[q] ? size : most[q];
            unsound[q] += 0 * v;
        }
    for (; i < count; i++) {
        const real v = x[i * stride], size = v < 0 ? -v : v;
        most[0] = size > most[0] ? size : most[0];
        unsound[0] += 0 * v;
    }
    for (int q = 1; q < SIDE; q++) {
        most[0] = most[q] > most[0] ? most[q] : most[0];
        unsound[0] += unsound[q];
    }
    return unsound[0] == 0 ? (double)most[0] : (double)INFINITY;
}

/* largest_of for each of KEPT_LINE neighbours. */
static void largest_of_side(const real *x, int64_t stride, int64_t rows, double *out)
{
    real most[KEPT_LINE] = {0}, unsound[KEPT_LINE] = {0};
    for (int64_t i = 0; i < rows; i++)
        for (int q = 0; q < KEPT_LINE; q++) {
            const real v = x[i * stride + q], size = v < 0 ? -v : v;
            most[q] = size > most[q] ? size : most[q];
            unsound[q] += 0 * v;
        }
    for (int q = 0; q < KEPT_LINE; q++) out[q] = unsound[q] == 0 ? (double)most[q] : (double)INFINITY;
}

static void take_largest_block(const struct checked_chunk *c, const struct kept_run *run)
{
    const struct block b = block_of(c, run);
    double *const largest = c->system.condition + run->first;
    const int64_t stride = c->shape.stride, rows = shape_rows(&c->shape, run->first);
    int64_t q = 0;
    for (; q + KEPT_LINE <= run->systems; q += KEPT_LINE) largest_of_side(b.x + q, stride, rows, largest + q);
    for (; q < run->systems; q++) largest[q] = largest_of(b.x + q, stride, rows);
    copy_rows(b.x, b.stride, c->right + b.offset, b.kept_stride, b.rows, b.width);
}

static void put_residual_block(const struct checked_chunk *c, const struct kept_run *run)
{
    const struct block b = block_of(c, run);
    copy_rows(c->first + b.offset, b.kept_stride, b.x, b.stride, b.rows, b.width);
    for (int64_t q = 0; q < run->systems; q++) {
        const struct check_system k = checked_system(c, run->first + q, run);
        residual_twice(&k, c->first + run->offset + q, run->stride);
    }
}

static void correct_block(const struct checked_chunk *c, const struct kept_run *run)
{
    for (int64_t q = 0; q < run->systems; q++) {
        const struct line l = line_of(&c->shape, &c->system, run->first + q);
        const real *const first = c->first + run->offset + q;
        const double correction = largest_of(l.x, l.x_stride, l.n), x = largest_of(first, run->stride, l.n);
        const real share = correction <= x / 2 ? 1 : 0;
        for (int64_t i = 0; i < l.n; i++)
            l.x[i * l.x_stride] = share > 0 ? first[i * run->stride] + l.x[i * l.x_stride] : first[i * run->stride];
    }
}

static void restore_block(const struct checked_chunk *c, const struct kept_run *run)
{
    for (int64_t q = 0; q < run->systems; q++) {
        const struct check_system k = checked_system(c, run->first + q, run);
        if (info_is_good(c->system.info[run->first + q])) continue;
        for (int64_t i = 0; i < k.line.n; i++) k.line.x[i * k.line.x_stride] = k.right[i * k.right_stride];
    }
}

typedef void block_function(const struct checked_chunk *c, const struct kept_run *run);

static void take(const struct checked_chunk *c, int64_t k, block_function *of)
{
    const struct kept_run run = kept_run_at(&c->shape, k);
    if (run.systems > 0) of(c, &run);
}

/* A region of one thread would take half a microsecond. */
static void each(const struct checked_chunk *c, const struct exec *exec, block_function *of)
{
    const int64_t runs = kept_runs(&c->shape);
    if (exec->threads == 1) {
        for (int64_t k = 0; k < runs; k++) take(c, k, of);
        return;
    }
#pragma omp parallel for schedule(static) num_threads(exec->threads)
    for (int64_t k = 0; k < runs; k++) take(c, k, of);
}

static void keep(const struct checked_chunk *c, const struct exec *exec)
{
    each(c, exec, keep_block);
}

static void put_probe(const struct checked_chunk *c, const struct exec *exec)
{
    each(c, exec, put_probe_block);
}

static void take_largest(const struct checked_chunk *c, const struct exec *exec)
{
    each(c, exec, take_largest_block);
}

static void put_residual(const struct checked_chunk *c, const struct exec *exec)
{
    each(c, exec, put_residual_block);
}

static void correct(const struct checked_chunk *c, const struct exec *exec)
{
    each(c, exec, correct_block);
}

static void restore(const struct checked_chunk *c, const struct exec *exec)
{
    each(c, exec, restore_block);
}

const struct checked_loops checked_host = {keep,   put_probe, take_largest, put_residual, correct, checked_measure_host,
                                           restore};
