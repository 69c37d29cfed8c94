/* Loads and stores tiles of systems with contiguous rows, one in each lane of a warp: TILE_ROWS rows of 32 systems are
 * read along the rows, so that each system gives whole sectors of 32 bytes, and transposed in shared memory. Row r of
 * lane q is at r * PITCH + q: neither reading a row of all lanes nor writing TILE_ROWS rows of some has two lanes in
 * one bank. */
#pragma once
#include "solvers/batch/device_batch.cuh"

enum { WARP = 32, TILE_ROWS = 64 / sizeof(real), PITCH = WARP + 2, SYSTEMS_A_PASS = WARP / TILE_ROWS };

/* The systems of a warp, in shared memory; missing ones have no rows. */
struct tile_systems {
    int64_t start[WARP], rows[WARP];
};

template <int COLUMNS> struct tile {
    real v[COLUMNS][TILE_ROWS * PITCH];
};

/* The values that a lane has fetched for a tile. */
template <int COLUMNS> struct lift {
    real v[COLUMNS][TILE_ROWS];
};

/* The element that a lane moves in pass p, if it `is` one: `element` of the arrays, `to` in a column of the tile. */
struct errand {
    int64_t element;
    int to;
    bool is;
};

__device__ __forceinline__ struct errand errand_of(const struct tile_systems &s, int64_t i, int p)
{
    const int row = threadIdx.x % TILE_ROWS, q = p * SYSTEMS_A_PASS + threadIdx.x / TILE_ROWS;
    return {s.start[q] + i + row, row * PITCH + q, i >= 0 && i + row < s.rows[q]};
}

/* Stores rows i ... of the columns. Missing rows are 0, or 1 in column 1, the diagonal. */
template <int COLUMNS, int ALL>
__device__ __forceinline__ void tile_fetch(struct lift<ALL> &to, const struct tile_systems &s,
                                           const real *const *column, int64_t i)
{
#pragma unroll
    for (int p = 0; p < TILE_ROWS; p++) {
        const struct errand e = errand_of(s, i, p);
#pragma unroll
        for (int k = 0; k < COLUMNS; k++) to.v[k][p] = e.is ? column[k][e.element] : (real)(k == 1);
    }
}

template <int COLUMNS, int ALL>
__device__ __forceinline__ void tile_put(struct tile<ALL> &to, const struct lift<ALL> &from)
{
    const int row = threadIdx.x % TILE_ROWS, q = threadIdx.x / TILE_ROWS;
#pragma unroll
    for (int p = 0; p < TILE_ROWS; p++)
#pragma unroll
        for (int k = 0; k < COLUMNS; k++) to.v[k][row * PITCH + p * SYSTEMS_A_PASS + q] = from.v[k][p];
}

/* Column k of the tile to rows i ... of an array. */
template <int ALL>
__device__ __forceinline__ void tile_store(const struct tile<ALL> &from, int k, const struct tile_systems &s, real *to,
                                           int64_t i)
{
#pragma unroll
    for (int p = 0; p < TILE_ROWS; p++) {
        const struct errand e = errand_of(s, i, p);
        if (e.is) to[e.element] = from.v[k][e.to];
    }
}
