/* Maps each thread to a point of the grid, neighbouring threads along x: a block takes `width` points of each of
 * several rows, so that short rows leave no threads idle. */
#pragma once
#include "apps/adi/problem/grid.h"
#include "base/device/gpu.h"

enum { POINT_THREADS = 256 };

struct points {
    struct grid grid;
    unsigned width, across; /* points of a row that a block takes, blocks along x */
};

static inline struct points points_of(const struct grid *g)
{
    struct points p = {*g, 1, 1};
    while (p.width < POINT_THREADS && p.width < g->n[0]) p.width *= 2;
    p.across = (unsigned)((g->n[0] + p.width - 1) / p.width);
    return p;
}

static inline unsigned points_blocks(const struct points *p)
{
    const int64_t rows = p->grid.n[1] * p->grid.n[2], together = POINT_THREADS / p->width;
    return (unsigned)((rows + together - 1) / together * p->across);
}

/* The indices of this thread's point; false if it has none. */
__device__ __forceinline__ bool points_here(const struct points &p, int64_t at[3])
{
    const unsigned over = blockIdx.x / p.across;
    const int64_t row = (int64_t)over * (POINT_THREADS / p.width) + threadIdx.x / p.width;
    at[0] = (int64_t)(blockIdx.x - over * p.across) * p.width + threadIdx.x % p.width;
    at[2] = row <= UINT32_MAX ? (unsigned)row / (unsigned)p.grid.n[1] : row / p.grid.n[1];
    at[1] = row - at[2] * p.grid.n[1];
    return at[0] < p.grid.n[0] && at[2] < p.grid.n[2];
}

__device__ __forceinline__ int64_t point_at(const struct grid &g, const int64_t at[3])
{
    return (at[2] * g.n[1] + at[1]) * g.n[0] + at[0];
}
