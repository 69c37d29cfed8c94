/* Copies a batch between layouts on the host, in tiles that fit the first-level cache, by threads. */
#include "solvers/batch/relayout.h"

#include <assert.h>

#include "base/device/device.h"

enum { TILE = 32 };

/* At most TILE rows from row i on of at most TILE systems; row r of system q is kept in value[q][r]. */
struct tile {
    int64_t i;
    int systems, longest, rows[TILE]; /* `longest` of all rows */
    int64_t from[TILE], to[TILE];     /* where row i of each system is */
    real value[TILE][TILE + 1];
};

static void place(struct tile *t, const struct shape *to, const struct shape *from, int64_t s, int64_t i)
{
    t->i = i;
    t->systems = (int)(from->batch - s < TILE ? from->batch - s : TILE);
    t->longest = 0;
    for (int q = 0; q < t->systems; q++) {
        const int64_t left = shape_rows(from, s + q) - i;
        t->rows[q] = left < 0 ? 0 : left < TILE ? (int)left : TILE;
        t->from[q] = shape_start(from, s + q) + i * from->stride;
        t->to[q] = shape_start(to, s + q) + i * to->stride;
        if (t->rows[q] > t->longest) t->longest = t->rows[q];
    }
}

static void read_tile(struct tile *t, const real *restrict from, const struct shape *shape)
{
    if (relayout_by_rows(shape))
        for (int q = 0; q < t->systems; q++)
            for (int r = 0; r < t->rows[q]; r++) t->value[q][r] = from[t->from[q] + r * shape->stride];
    else
        for (int r = 0; r < t->longest; r++)
            for (int q = 0; q < t->systems; q++)
                if (r < t->rows[q]) t->value[q][r] = from[t->from[q] + r * shape->stride];
}

static void write_tile(const struct tile *t, real *restrict to, const struct shape *shape)
{
    if (relayout_by_rows(shape))
        for (int q = 0; q < t->systems; q++)
            for (int r = 0; r < t->rows[q]; r++) to[t->to[q] + r * shape->stride] = t->value[q][r];
    else
        for (int r = 0; r < t->longest; r++)
            for (int q = 0; q < t->systems; q++)
                if (r < t->rows[q]) to[t->to[q] + r * shape->stride] = t->value[q][r];
}

#ifndef BANDSTAND_CUDA
enum status relayout_device(real *to, const struct shape *to_shape, const real *from, const struct shape *from_shape,
                            const struct exec *exec)
{
    return device_ready();
}
#endif

enum status relayout(real *to, const struct shape *to_shape, const real *from, const struct shape *from_shape,
                     const struct exec *exec)
{
    assert(to_shape->n == from_shape->n && to_shape->batch == from_shape->batch);
    if (exec->space == DEVICE) return relayout_device(to, to_shape, from, from_shape, exec);
    const int64_t across = (from_shape->batch + TILE - 1) / TILE, down = (from_shape->n + TILE - 1) / TILE;
#pragma omp parallel for schedule(static) num_threads(exec->threads)
    for (int64_t at = 0; at < across * down; at++) {
        struct tile t;
        place(&t, to_shape, from_shape, at / down * TILE, at % down * TILE);
        read_tile(&t, from, from_shape);
        write_tile(&t, to, to_shape);
    }
    return ST_OK;
}
