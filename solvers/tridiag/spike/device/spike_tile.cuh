/* Tiles of rows of the 32 partitions of a warp through shared memory: read along the rows of each partition, whole
 * sectors at a time, and then a partition a lane; and back. Row r of lane q is at r * SPIKE_PITCH + q: neither reading
 * a row of all lanes nor writing some rows of some has two lanes in one bank. Where neighbouring lanes lie closer than
 * rows (`across`), each lane moves its own rows. */
#pragma once
#include "solvers/tridiag/spike/device/spike_cut.cuh"

enum {
    SPIKE_TILE = 64 / sizeof(real), /* rows */
    SPIKE_PITCH = SPIKE_WARP + 2,
    SPIKE_LANES_A_PASS = SPIKE_WARP / SPIKE_TILE
};

/* The partitions of a warp, in shared memory. */
struct spike_lanes {
    const real *a[SPIKE_WARP], *b[SPIKE_WARP], *c[SPIKE_WARP];
    real *x[SPIKE_WARP];
    int64_t rows[SPIKE_WARP];
};

struct spike_tile {
    real v[SPIKE_COLUMNS][SPIKE_TILE * SPIKE_PITCH];
};

/* The values that a lane has fetched for a tile. */
struct spike_lift {
    real v[SPIKE_COLUMNS][SPIKE_TILE];
};

/* The access of the lanes of a warp to a tile: strides of matrix and x. */
struct spike_moves {
    int64_t stride, x_stride;
    bool across;
};

__device__ __forceinline__ struct spike_moves spike_lanes_set(struct spike_lanes &lanes, const struct spike_part &w,
                                                              bool across)
{
    lanes.a[threadIdx.x] = w.l.a, lanes.b[threadIdx.x] = w.l.b, lanes.c[threadIdx.x] = w.l.c;
    lanes.x[threadIdx.x] = w.l.x;
    lanes.rows[threadIdx.x] = w.m;
    const struct spike_moves moves = {__shfl_sync(~0u, (long long)w.l.stride, 0),
                                      __shfl_sync(~0u, (long long)w.l.x_stride, 0), across};
    __syncwarp();
    return moves;
}

/* Row and lane that this lane moves in pass p. */
__device__ __forceinline__ int spike_row_moved(const struct spike_moves &m, int p)
{
    return m.across ? p : threadIdx.x % SPIKE_TILE;
}

__device__ __forceinline__ int spike_lane_moved(const struct spike_moves &m, int p)
{
    return m.across ? threadIdx.x : p * SPIKE_LANES_A_PASS + threadIdx.x / SPIKE_TILE;
}

/* Rows i ... of all partitions; those that are missing are rows of the identity. */
__device__ __forceinline__ void spike_fetch(struct spike_lift &to, const struct spike_lanes &lanes,
                                            const struct spike_moves &m, int64_t i)
{
#pragma unroll
    for (int p = 0; p < SPIKE_TILE; p++) {
        const int q = spike_lane_moved(m, p);
        const int64_t row = i + spike_row_moved(m, p);
        const bool is = row < lanes.rows[q];
        to.v[MOVED_A][p] = is ? lanes.a[q][row * m.stride] : RC(0.0);
        to.v[MOVED_B][p] = is ? lanes.b[q][row * m.stride] : RC(1.0);
        to.v[MOVED_C][p] = is ? lanes.c[q][row * m.stride] : RC(0.0);
        to.v[MOVED_D][p] = is ? lanes.x[q][row * m.x_stride] : RC(0.0);
    }
}

__device__ __forceinline__ void spike_put(struct spike_tile &to, const struct spike_lift &from,
                                          const struct spike_moves &m)
{
#pragma unroll
    for (int p = 0; p < SPIKE_TILE; p++) {
        const int at = spike_row_moved(m, p) * SPIKE_PITCH + spike_lane_moved(m, p);
#pragma unroll
        for (int k = 0; k < SPIKE_COLUMNS; k++) to.v[k][at] = from.v[k][p];
    }
}

/* Row i of this lane's partition, which is row r of the tile. */
__device__ __forceinline__ struct spike_row spike_tile_row(const struct spike_tile &t, const struct spike_part &w,
                                                           int r, int64_t i)
{
    const int at = r * SPIKE_PITCH + threadIdx.x;
    const real a = t.v[MOVED_A][at], c = t.v[MOVED_C][at];
    return {w.first + i > 0 ? a : RC(0.0), t.v[MOVED_B][at] + (i < w.m ? w.l.shift : RC(-0.0)),
            w.first + i < w.n - 1 ? c : RC(0.0), t.v[MOVED_D][at]};
}

/* Rows i ... of x from a column of a tile. */
__device__ __forceinline__ void spike_store(const real *tile, const struct spike_lanes &lanes,
                                            const struct spike_moves &m, int64_t i)
{
#pragma unroll
    for (int p = 0; p < SPIKE_TILE; p++) {
        const int q = spike_lane_moved(m, p), r = spike_row_moved(m, p);
        if (i + r < lanes.rows[q]) lanes.x[q][(i + r) * m.x_stride] = tile[r * SPIKE_PITCH + q];
    }
}
