/* The parts of a warp where they are a run: complete, one after the other in memory, rows contiguous, and aligned.
 * Chunks of 16 bytes are then copied by constant offsets, without registers between. */
#pragma once
#include "solvers/tridiag/partition/device/pivot_tile.cuh"

/* The parts of a warp, and how they are moved. */
struct part_move {
    bool run, across;
    int64_t x, matrix; /* of a run: its first elements */
};

__device__ __forceinline__ bool is_aligned(const real *p)
{
    return (uintptr_t)p % sizeof(struct part_chunk) == 0;
}

/* Called by all lanes of a warp, with its `lanes` set. */
__device__ __forceinline__ struct part_move part_move_of(const struct part_lanes &lanes, const struct device_batch &g,
                                                         const struct part &here, bool across)
{
    const int q = threadIdx.x;
    const int64_t x = lanes.x[0], matrix = lanes.matrix[0];
    const struct tridiag &m = g.system.tridiag;
    const bool mine = here.first + PART <= here.n && lanes.x[q] == x + q * PART && lanes.matrix[q] == matrix + q * PART;
    const bool all = g.shape.stride == 1 && shape_matrix_stride(&g.shape) == 1 && is_aligned(g.system.x + x) &&
                     is_aligned(m.lower + matrix) && is_aligned(m.diag + matrix) && is_aligned(m.upper + matrix);
    return {__all_sync(~0u, mine && all) != 0, across, x, matrix};
}

enum { MOVED = WARP / CHUNKS /* parts that a warp moves at once, a tile of each */ };

/* Element of the run, and place in a tile, of the chunk that this lane moves first. */
__device__ __forceinline__ int run_element(int from)
{
    return (int)threadIdx.x / CHUNKS * PART + (int)threadIdx.x % CHUNKS * CHUNK + from;
}

__device__ __forceinline__ int run_place(int p)
{
    return chunk_at(p * MOVED + (int)threadIdx.x / CHUNKS, (int)threadIdx.x % CHUNKS);
}

__device__ __forceinline__ void run_column_load(struct part_chunk *to, const real *from)
{
#pragma unroll
    for (int p = 0; p < CHUNKS; p++) copy_async(to + run_place(p), from + p * MOVED * PART);
}

/* Begins to load rows `from` ... of the parts. */
__device__ __forceinline__ void run_load(struct part_tile &to, const struct part_move &k, const struct device_batch &g,
                                         int from)
{
    const struct tridiag &m = g.system.tridiag;
    const int64_t at = k.matrix + run_element(from);
    run_column_load(to.v[ROW_A], m.lower + at);
    run_column_load(to.v[ROW_B], m.diag + at);
    run_column_load(to.v[ROW_C], m.upper + at);
    run_column_load(to.v[ROW_D], g.system.x + k.x + run_element(from));
}

/* The first row of a system has no a, its last no c; shifts are added. */
__device__ __forceinline__ void run_finish(struct part_tile &t, const struct device_batch &g, const struct part &here,
                                           int from)
{
    if (here.first + from == 0) tile_element(t, ROW_A, threadIdx.x, 0) = 0;
    if (here.first + from + TILE == here.n) tile_element(t, ROW_C, threadIdx.x, TILE - 1) = 0;
    if (!g.shape.tridiag.shifted) return;
    const real shift = g.system.tridiag.shift[here.s];
#pragma unroll 1
    for (int r = 0; r < TILE; r++) tile_element(t, ROW_B, threadIdx.x, r) += shift;
}

/* Begins to load rows `from` ... of all parts of the warp. The tile is not in use. */
__device__ __forceinline__ void part_begin(struct part_tile &to, const struct part_lanes &lanes,
                                           const struct device_batch &g, const struct part_move &k, int from)
{
    if (k.run) run_load(to, k, g, from);
    else part_tile_load(to, lanes, g, k.across, from);
}

/* Waits until the rows are there. */
__device__ __forceinline__ void part_arrive(struct part_tile &t, const struct device_batch &g,
                                            const struct part_move &k, const struct part &here, int from)
{
    copy_async_wait();
    __syncwarp();
    if (k.run) run_finish(t, g, here, from);
}

/* Called by all lanes before they store: those whose x is not to be written have nothing to store. */
__device__ __forceinline__ void part_keep(struct part_move &k, struct part_lanes &lanes, bool store)
{
    if (!store) lanes.bounds[threadIdx.x].end = 0;
    if (!__all_sync(~0u, store)) k.run = false;
    __syncwarp();
}

/* Column ROW_D to rows `from` ... of x. */
__device__ __forceinline__ void part_store(struct part_tile &t, const struct part_lanes &lanes,
                                           const struct device_batch &g, const struct part_move &k, int from)
{
    if (!k.run) return part_tile_store(t, lanes, g, k.across, from);
    struct part_chunk *const to = (struct part_chunk *)(g.system.x + k.x + run_element(from));
#pragma unroll
    for (int p = 0; p < CHUNKS; p++) to[p * MOVED * PART / CHUNK] = t.v[ROW_D][run_place(p)];
}
