/* The rows that a block of threads scans, SCAN_ROWS neighbouring ones a thread, in shared memory: loaded along the
 * rows, each divided by a power of two. Row r of thread k is at r * pitch + k + 1, so that neither has two lanes in one
 * bank; the row before the first and the two after the last are there too. What threads find of their rows they keep
 * in registers: together the two are the tile of Chang's section 4.2.2.
 *
 * Tiles overlap: the first GHOST_ROWS rows of a tile and the last are also of its neighbours, which find their x. From
 * them on the states of scans are found row by row in each tile, and so are the same in both but for what decays. */
#pragma once
#include "solvers/batch/device_batch.cuh"
#include "solvers/tridiag/pivoting/diagonal_pivot.h"

enum {
    SCAN_ROWS = 8,
    SCAN_THREADS = 128, /* of a block, at most */
    SCAN_WARP = 32,
    GHOST_ROWS = 64,
    GHOST_THREADS = GHOST_ROWS / SCAN_ROWS,
};
enum { TILE_A, TILE_B, TILE_C, TILE_D, TILE_X, TILE_COLUMNS };

static inline EITHER_SPACE int scan_pitch(int threads)
{
    return threads + 3;
}

/* The division of systems: into `blocks` tiles of so many threads, the longest. Tile b begins with row b * advance. */
struct scan_cut {
    int threads;
    int64_t advance, blocks;
};

static inline EITHER_SPACE int64_t scan_blocks(int64_t n, int threads)
{
    const int64_t rows = (int64_t)threads * SCAN_ROWS, advance = rows - 2 * GHOST_ROWS;
    return n <= rows ? 1 : (n - 2 * GHOST_ROWS + advance - 1) / advance;
}

/* Tiles of one warp where systems fit into it, else of up to `most` threads. */
static inline struct scan_cut scan_cut_of(int64_t n, int most)
{
    int threads = SCAN_WARP;
    while (threads < most && threads * SCAN_ROWS < n) threads *= 2;
    return {threads, (int64_t)threads * SCAN_ROWS - 2 * GHOST_ROWS, scan_blocks(n, threads)};
}

/* Tile b of system s of n rows: its first row; the rows whose x it finds. */
struct scan_part {
    int64_t s, n, b, blocks, start, from, to;
};

__device__ __forceinline__ struct scan_part scan_part_of(const struct scan_cut &k, const struct shape &shape, int64_t s,
                                                         int64_t b)
{
    const int64_t n = shape_rows(&shape, s), blocks = scan_blocks(n, k.threads), start = b * k.advance;
    return {
        s, n, b, blocks, start, b > 0 ? start + GHOST_ROWS : 0, b < blocks - 1 ? start + k.advance + GHOST_ROWS : n};
}

/* The tile of a block, and the rows of this thread. */
struct scan_tile {
    real *v;
    int pitch;

    /* Row r of this thread, -1 ... SCAN_ROWS + 1. */
    __device__ __forceinline__ real &at(int column, int r) const
    {
        const int of = r < 0 ? -1 : r >= SCAN_ROWS ? 1 : 0;
        return v[(column * SCAN_ROWS + r - of * SCAN_ROWS) * pitch + (int)threadIdx.x + 1 + of];
    }
    __device__ __forceinline__ real a(int r) const
    {
        return at(TILE_A, r);
    }
    __device__ __forceinline__ real b(int r) const
    {
        return at(TILE_B, r);
    }
    __device__ __forceinline__ real c(int r) const
    {
        return at(TILE_C, r);
    }
    __device__ __forceinline__ real d(int r) const
    {
        return at(TILE_D, r);
    }
    __device__ __forceinline__ real &x(int r) const
    {
        return at(TILE_X, r);
    }
    /* Row i of the tile, -1 or more, of a column. */
    __device__ __forceinline__ real &row(int column, int i) const
    {
        const int j = i + SCAN_ROWS;
        return v[(column * SCAN_ROWS + j % SCAN_ROWS) * pitch + j / SCAN_ROWS];
    }
};

/* Row i of a system, divided by a power of two; a row of the identity where there is none. */
__device__ __forceinline__ struct diagonal_pivot_row scan_row(const struct line &l, int64_t i)
{
    if (i < 0 || i >= l.n) return {RC(0.0), RC(1.0), RC(0.0), RC(0.0), RC(1.0)};
    const int64_t at = i * l.stride;
    const real a = i > 0 ? l.a[at] : RC(0.0), c = i < l.n - 1 ? l.c[at] : RC(0.0);
    return diagonal_pivot_scaled(a, l.b[at] + l.shift, c, l.x[i * l.x_stride], true, true);
}

__device__ __forceinline__ void scan_tile_load(const struct scan_tile &t, const struct line &l, int64_t start)
{
    const int rows = blockDim.x * SCAN_ROWS;
#pragma unroll 4
    for (int i = (int)threadIdx.x - 1; i < rows + 2; i += blockDim.x) {
        const struct diagonal_pivot_row r = scan_row(l, start + i);
        t.row(TILE_A, i) = r.a, t.row(TILE_B, i) = r.b, t.row(TILE_C, i) = r.c, t.row(TILE_D, i) = r.d;
    }
    __syncthreads();
}
