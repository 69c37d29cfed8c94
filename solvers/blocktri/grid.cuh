/* All blocks of a launch together: they wait for each other, and add up or take the largest of what each of them has.
 * They must all be on the device at once, so there are no more of them than multiprocessors. */
#pragma once
#include "base/gpu.h"
#include "solvers/blocktri/largest.h"

struct grid {
    int *flag;       /* [blocks], 0 before the launch: how often each block has arrived */
    double *partial; /* [2][3][blocks]: two rounds, since a fast block may be in the next one */
    real *most;      /* [2][blocks] */
    int round, phase;
};

/* What was written by any thread before is seen by all threads after. */
__device__ __forceinline__ void grid_wait(struct grid &g)
{
    g.phase++;
    __syncthreads();
    if (threadIdx.x == 0) st_release(&g.flag[blockIdx.x], g.phase);
    for (unsigned other = threadIdx.x; other < gridDim.x; other += blockDim.x)
        while (ld_acquire(&g.flag[other]) < g.phase) {}
    __syncthreads();
}

/* Three sums, and a largest value. */
struct tally {
    double sum[3];
    real most;
};

/* Of all threads of the block, by pairs as in largest.h, to all of them; `room` [blockDim.x]. */
__device__ __forceinline__ struct tally block_tally(struct tally t, double *room)
{
    const int threads = blockDim.x, here = threadIdx.x;
    for (int q = 0; q < 3; q++) {
        room[here] = t.sum[q];
        __syncthreads();
        for (int far = 1; far < threads; far *= 2) {
            const int at = here * 2 * far;
            if (at + far < threads) room[at] += room[at + far];
            __syncthreads();
        }
        t.sum[q] = room[0];
        __syncthreads();
    }
    real *const value = (real *)room;
    value[here] = t.most;
    __syncthreads();
    for (int far = 1; far < threads; far *= 2) {
        if (here * 2 * far + far < threads) largest_of_two(value, here * 2 * far, far);
        __syncthreads();
    }
    t.most = value[0];
    __syncthreads();
    return t;
}

/* The same of all threads of the grid: in each block, and then, by each block for itself, among the blocks. */
__device__ __forceinline__ struct tally grid_tally(struct grid &g, struct tally t, double *room)
{
    const int blocks = gridDim.x;
    double *const partial = g.partial + g.round * 3 * blocks;
    real *const most = g.most + g.round * blocks;
    g.round = 1 - g.round;
    t = block_tally(t, room);
    if (threadIdx.x == 0) {
        for (int q = 0; q < 3; q++) partial[q * blocks + blockIdx.x] = t.sum[q];
        most[blockIdx.x] = t.most;
    }
    grid_wait(g);
    t = {};
    for (int b = threadIdx.x; b < blocks; b += blockDim.x) {
        for (int q = 0; q < 3; q++) t.sum[q] += partial[q * blocks + b];
        const real other = most[b];
        if (t.most < other || other != other) t.most = other;
    }
    return block_tally(t, room);
}
