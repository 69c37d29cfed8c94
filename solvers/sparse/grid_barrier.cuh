/* A barrier among all blocks of a launch, and sums and a maximum over them. All blocks must be on the device at once:
 * LAUNCH_TOGETHER ensures that, or fails. */
#pragma once
#include "base/device/gpu.h"
#include "solvers/sparse/max_reduce.h"

struct grid {
    int *flag;       /* [blocks], 0 before the launch: how often each block has arrived */
    double *partial; /* [2][3][blocks]: two rounds, since a fast block may be in the next one */
    real *max;       /* [2][blocks] */
    int round, phase;
};

/* Reads of a flag, about a microsecond each, after which the kernel traps instead of hanging. */
enum { LOOKS_MAX = 1 << 23 };

/* A barrier of the grid: all threads see, after it, every value that any thread has written before it. */
__device__ __forceinline__ void grid_wait(struct grid &g)
{
    g.phase++;
    __syncthreads();
    if (threadIdx.x == 0) st_release(&g.flag[blockIdx.x], g.phase);
    for (unsigned other = threadIdx.x; other < gridDim.x; other += blockDim.x)
        for (int looks = 0; ld_acquire(&g.flag[other]) < g.phase; looks++)
            if (looks == LOOKS_MAX) __trap();
    __syncthreads();
}

/* Three sums, and a largest value. */
struct tally {
    double sum[3];
    real max;
};

__device__ __forceinline__ void tally_join(struct tally &t, const struct tally &other)
{
    for (int q = 0; q < 3; q++) t.sum[q] += other.sum[q];
    if (t.max < other.max || other.max != other.max) t.max = other.max;
}

/* Reduces the tallies of the first `count` lanes of a warp, by pairs as in max_reduce.h, into its first lane. */
__device__ __forceinline__ void warp_tally(struct tally &t, int count)
{
    const int lane = threadIdx.x % warpSize;
    for (int distance = 1; distance < count; distance *= 2) {
        struct tally other;
        for (int q = 0; q < 3; q++) other.sum[q] = __shfl_down_sync(~0u, t.sum[q], distance);
        other.max = __shfl_down_sync(~0u, t.max, distance);
        if (lane + distance < count) tally_join(t, other);
    }
}

/* The tally of all threads of the block, whole warps, reduced in fixed order and returned to all of them; `scratch`
 * [blockDim.x]. */
__device__ __forceinline__ struct tally block_tally(struct tally t, double *scratch)
{
    const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize, warps = blockDim.x / warpSize;
    warp_tally(t, warpSize);
    __syncthreads();
    for (int q = 0; lane == 0 && q < 3; q++) scratch[4 * warp + q] = t.sum[q];
    if (lane == 0) scratch[4 * warp + 3] = t.max;
    __syncthreads();
    t = {};
    for (int q = 0; lane < warps && q < 3; q++) t.sum[q] = scratch[4 * lane + q];
    if (lane < warps) t.max = (real)scratch[4 * lane + 3];
    warp_tally(t, warps);
    for (int q = 0; q < 3; q++) t.sum[q] = __shfl_sync(~0u, t.sum[q], 0);
    t.max = __shfl_sync(~0u, t.max, 0);
    __syncthreads();
    return t;
}

/* The tally of all threads of the grid: in each block, and then, by each block for itself, among the blocks. */
__device__ __forceinline__ struct tally grid_tally(struct grid &g, struct tally t, double *scratch)
{
    const int blocks = gridDim.x;
    double *const partial = g.partial + g.round * 3 * blocks;
    real *const max = g.max + g.round * blocks;
    g.round = 1 - g.round;
    t = block_tally(t, scratch);
    if (threadIdx.x == 0) {
        for (int q = 0; q < 3; q++) partial[q * blocks + blockIdx.x] = t.sum[q];
        max[blockIdx.x] = t.max;
    }
    grid_wait(g);
    t = {};
    for (int b = threadIdx.x; b < blocks; b += blockDim.x) {
        for (int q = 0; q < 3; q++) t.sum[q] += partial[q * blocks + b];
        const real other = max[b];
        if (t.max < other || other != other) t.max = other;
    }
    return block_tally(t, scratch);
}
