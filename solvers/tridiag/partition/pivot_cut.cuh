/* A batch on the device cut into parts of PART rows, a part a thread, as `partition_pivot` takes them, and the rows of
 * the parts of a warp in shared memory.
 *
 * Neighbouring lanes have neighbouring parts, or, where systems lie closer than rows (`across`), the same part of
 * neighbouring systems. Rows are read along the parts, or across the lanes, so that a warp reads whole sectors, and are
 * transposed: row r of lane q is at r * PITCH + q, and neither reading a row of all lanes nor writing some rows of one
 * has two lanes in one bank. */
#pragma once
#include "solvers/tridiag/partition/pivot_verdict.cuh"

/* Rows of a part; of a tile that is read at once; and those that a lane loads together. */
enum {
    WARP = 32,
    PART = 256 / sizeof(real),
    TILE = 128 / sizeof(real),
    TOGETHER = 8,
    PITCH = WARP + 1,
};
enum { ROW_A, ROW_B, ROW_C, ROW_D, COLUMNS };

struct part_cut {
    int64_t count, parts; /* of the longest system; of the batch */
    bool across;
};

static inline struct part_cut part_cut_of(const struct shape *shape)
{
    const int64_t count = (shape->n + PART - 1) / PART;
    return {count, count * shape->batch, shape->inner > 1 && shape->dist < shape->step};
}

/* A part: number p of system s, which has n rows, 0 if it is not wanted; rows from `first` on. There is none if first
 * >= n. */
struct part {
    int64_t s, p, n, first;
};

__device__ __forceinline__ struct part part_here(const struct part_cut &k, const struct shape &shape,
                                                 const struct verdict &v)
{
    const int64_t at = (int64_t)blockIdx.x * WARP + threadIdx.x;
    if (at >= k.parts) return {0, 0, 0, 0};
    const int64_t s = k.across ? at % shape.batch : at / k.count, p = k.across ? at / shape.batch : at % k.count;
    return {s, p, is_wanted(v, s) ? shape_rows(&shape, s) : 0, p * PART};
}

/* The parts of a warp, in shared memory: elements of the first row, its number, rows of the system. */
struct part_lanes {
    int64_t x[WARP], matrix[WARP], first[WARP], n[WARP];
    real shift[WARP];
};

__device__ __forceinline__ void part_lanes_set(struct part_lanes &to, const struct device_batch &g,
                                               const struct part &here)
{
    const int q = threadIdx.x;
    const bool is = here.first < here.n;
    const int64_t start = is ? shape_start(&g.shape, here.s) : 0, at = is ? shape_matrix_start(&g.shape, here.s) : 0;
    to.x[q] = start + here.first * g.shape.step;
    to.matrix[q] = at + here.first * shape_matrix_step(&g.shape);
    to.first[q] = here.first;
    to.n[q] = is ? here.n : 0;
    to.shift[q] = is && g.shape.tridiag.shifted ? g.system.tridiag.shift[here.s] : RC(-0.0);
    __syncwarp();
}

template <int ROWS> struct part_tile {
    real v[COLUMNS][ROWS * PITCH];
};

struct part_row {
    real a, b, c, d;
};

/* Row and lane that this lane moves in pass p of a tile of so many rows. */
template <int ROWS> __device__ __forceinline__ int row_moved(bool across, int p)
{
    return across ? p : (p * WARP + (int)threadIdx.x) % ROWS;
}

template <int ROWS> __device__ __forceinline__ int lane_moved(bool across, int p)
{
    return across ? (int)threadIdx.x : (p * WARP + (int)threadIdx.x) / ROWS;
}

/* Row r of the part of lane q. Behind the system are rows of the identity; its first row has no a, its last no c. */
__device__ __forceinline__ struct part_row part_row_of(const struct part_lanes &lanes, const struct device_batch &g,
                                                       int q, int r)
{
    const int64_t i = lanes.first[q] + r, n = lanes.n[q];
    if (i >= n) return {RC(0.0), RC(1.0), RC(0.0), RC(0.0)};
    const int64_t at = lanes.matrix[q] + r * shape_matrix_step(&g.shape);
    const struct tridiag &m = g.system.tridiag;
    return {i > 0 ? m.lower[at] : RC(0.0), m.diag[at] + lanes.shift[q], i < n - 1 ? m.upper[at] : RC(0.0),
            g.system.x[lanes.x[q] + r * g.shape.step]};
}

/* Rows `from` ... from + ROWS - 1 of all parts of the warp. */
template <int ROWS>
__device__ __forceinline__ void part_tile_load(struct part_tile<ROWS> &to, const struct part_lanes &lanes,
                                               const struct device_batch &g, bool across, int from)
{
#pragma unroll 1
    for (int p = 0; p < ROWS; p += TOGETHER) {
        struct part_row row[TOGETHER];
#pragma unroll
        for (int k = 0; k < TOGETHER; k++)
            row[k] = part_row_of(lanes, g, lane_moved<ROWS>(across, p + k), from + row_moved<ROWS>(across, p + k));
#pragma unroll
        for (int k = 0; k < TOGETHER; k++) {
            const int at = row_moved<ROWS>(across, p + k) * PITCH + lane_moved<ROWS>(across, p + k);
            to.v[ROW_A][at] = row[k].a, to.v[ROW_B][at] = row[k].b;
            to.v[ROW_C][at] = row[k].c, to.v[ROW_D][at] = row[k].d;
        }
    }
    __syncwarp();
}

/* Row r of this lane's part. */
template <int ROWS> __device__ __forceinline__ struct part_row part_tile_row(const struct part_tile<ROWS> &t, int r)
{
    const int at = r * PITCH + (int)threadIdx.x;
    return {t.v[ROW_A][at], t.v[ROW_B][at], t.v[ROW_C][at], t.v[ROW_D][at]};
}

/* Column ROW_D of whole parts to x. */
__device__ __forceinline__ void part_tile_store(const struct part_tile<PART> &t, const struct part_lanes &lanes,
                                                const struct device_batch &g, bool across)
{
    __syncwarp();
#pragma unroll 4
    for (int p = 0; p < PART; p++) {
        const int r = row_moved<PART>(across, p), q = lane_moved<PART>(across, p);
        if (lanes.first[q] + r < lanes.n[q]) g.system.x[lanes.x[q] + r * g.shape.step] = t.v[ROW_D][r * PITCH + q];
    }
}
