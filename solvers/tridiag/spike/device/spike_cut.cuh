/* A batch on the device as partitions: how systems are cut, who solves which, and what is kept of each.
 *
 * All systems are cut alike, into `count` partitions of `rows` rows each, the last ones shorter or empty. A thread has
 * a slot, which is a partition; the 32 slots of a warp are a group. Neighbouring slots are partitions of one system
 * that follow each other, or, where systems lie closer than rows, the same partition of neighbouring systems. Three
 * values are kept of each row, and row i of all slots of a group lies together (Chang's data layout transformation), so
 * that a warp moves whole lines: field f of row i of slot q is kept[((q / 32 pitch + i) SPIKE_KEPT + f) 32 + q % 32].
 */
#pragma once
#include "solvers/batch/device_batch.cuh"
#include "solvers/tridiag/spike/spike_join.h"

enum { SPIKE_WARP = 32, SPIKE_SOLVED = 0 };
/* Fields of a row: y, w, and the factor of the next unknown; later, in some partitions, x in the place of y. */
enum { KEPT_Y, KEPT_W, KEPT_F, SPIKE_KEPT };
/* Columns of rows that have been moved. */
enum { MOVED_A, MOVED_B, MOVED_C, MOVED_D, SPIKE_COLUMNS };

/* x of a row by the unknowns next to its partition: y - w x_before - v x_after. */
struct spike_edge {
    real y, w, v;
};
/* The edges kept of a partition: those of its first two rows and of its last two. */
enum { EDGE_FIRST, EDGE_SECOND, EDGE_BEFORE_LAST, EDGE_LAST, SPIKE_EDGES };

struct spike_cut {
    int64_t rows, count, slots, groups; /* of a partition; of a system; of the batch, and in 32 */
    int64_t pitch;                      /* rows of a group in `kept` and `moved` */
    bool across;                        /* neighbouring slots are of neighbouring systems */
    int64_t *found;             /* [batch] of the first row i that is not solved i + 1, less REPORTED where that was
                                   known before the reduced system; or NOTHING_FOUND */
    struct spike_block *block;  /* [batch count], as are the next three; partition p of system s: s count + p */
    struct spike_kept *between; /* pair p by those that remain when it is eliminated */
    struct spike_edge *edge;    /* [][SPIKE_EDGES] */
    real *growth;               /* largest |w| or |v| of a partition, NaN where one is not finite */
    struct spike_pair *pair;    /* [batch (count + 1)] */
    real *kept, *moved;         /* moved: [SPIKE_COLUMNS][groups pitch 32], or NULL */
};
#define NOTHING_FOUND INT64_MAX
#define REPORTED (INT64_C(1) << 62)

/* The rows of a slot: l begins with its first one. */
struct spike_part {
    struct line l;                   /* l.n: m */
    int64_t slot, s, p, n, first, m; /* system, number in it, rows of the system, first row, rows; no rows: m is 0 */
};

__device__ __forceinline__ int64_t spike_count(const struct spike_cut &k, int64_t n)
{
    return (n + k.rows - 1) / k.rows;
}

__device__ __forceinline__ struct spike_part spike_part_of(const struct spike_cut &k, const struct device_batch &g,
                                                           int64_t slot)
{
    struct spike_part w = {};
    const int64_t batch = g.shape.batch;
    w.slot = slot;
    if (slot >= k.slots) return w;
    w.s = k.across ? slot % batch : slot / k.count;
    w.p = k.across ? slot / batch : slot % k.count;
    w.l = line_of(&g.shape, &g.system, w.s);
    w.n = w.l.n, w.first = w.p * k.rows;
    w.m = w.l.n = w.first < w.n ? min(k.rows, w.n - w.first) : 0;
    w.l.a += w.first * w.l.stride, w.l.b += w.first * w.l.stride, w.l.c += w.first * w.l.stride;
    w.l.x += w.first * w.l.x_stride;
    return w;
}

__device__ __forceinline__ int64_t spike_slot_of(const struct spike_cut &k, int64_t batch, int64_t s, int64_t p)
{
    return k.across ? p * batch + s : s * k.count + p;
}

/* Field 0 of row 0 of a slot, and from a row to the next. */
enum { KEPT_STEP = SPIKE_KEPT * SPIKE_WARP };

__device__ __forceinline__ real *spike_kept_at(const struct spike_cut &k, int64_t slot)
{
    return k.kept + slot / SPIKE_WARP * k.pitch * KEPT_STEP + slot % SPIKE_WARP;
}

/* These rows at their new places: their shift is added, and what is not used is 0. */
__device__ __forceinline__ struct spike_part spike_part_moved(const struct spike_cut &k, struct spike_part w)
{
    const int64_t column = k.groups * k.pitch * SPIKE_WARP;
    real *const at = k.moved + w.slot / SPIKE_WARP * k.pitch * SPIKE_WARP + w.slot % SPIKE_WARP;
    w.l.a = at + MOVED_A * column, w.l.b = at + MOVED_B * column, w.l.c = at + MOVED_C * column;
    w.l.x = at + MOVED_D * column;
    w.l.stride = w.l.x_stride = SPIKE_WARP, w.l.shift = RC(-0.0);
    return w;
}

__device__ __forceinline__ struct spike_part spike_part_here(const struct spike_cut &k, const struct device_batch &g)
{
    return spike_part_of(k, g, (int64_t)blockIdx.x * SPIKE_WARP + threadIdx.x);
}

/* Row i of a partition; zeros after it. The first row of a system has no a, the last no c. */
struct spike_row {
    real a, b, c, d;
};

__device__ __forceinline__ struct spike_row spike_row_of(const struct spike_part &w, int64_t i)
{
    struct spike_row r = {0, 0, 0, 0};
    if (i >= w.m) return r;
    if (w.first + i > 0) r.a = w.l.a[i * w.l.stride];
    r.b = w.l.b[i * w.l.stride] + w.l.shift;
    if (w.first + i < w.n - 1) r.c = w.l.c[i * w.l.stride];
    r.d = w.l.x[i * w.l.x_stride];
    return r;
}

__device__ __forceinline__ struct spike_pair *spike_pairs(const struct spike_cut &k, int64_t s)
{
    return k.pair + s * (k.count + 1);
}

/* The unknowns next to partition p of a system. */
__device__ __forceinline__ struct spike_pair spike_beside(const struct spike_cut &k, int64_t s, int64_t p)
{
    const struct spike_pair *const pair = spike_pairs(k, s) + p;
    return {pair[0].tail, pair[1].head};
}

__device__ __forceinline__ bool spike_grown(const struct spike_cut &k, const struct spike_part &w, real bound)
{
    return w.m > 0 && !(k.growth[w.s * k.count + w.p] <= bound);
}
