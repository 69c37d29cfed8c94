/* A batch on the device cut into parts of PART rows, one part per thread, as `partition_pivot` takes them: neighbouring
 * lanes have neighbouring parts, or, where systems lie closer than rows (`across`), the same part of neighbouring
 * systems. */
#pragma once
#include "solvers/tridiag/partition/device/pivot_verdict.cuh"

/* Rows of a part, and of half of one, which is read at once. */
enum { WARP = 32, PART = 256 / sizeof(real), TILE = 128 / sizeof(real), HALVES = PART / TILE };

struct part_cut {
    int64_t count, parts; /* of the longest system; of the batch */
    bool across;
};

static inline struct part_cut part_cut_of(const struct shape *shape)
{
    const int64_t count = (shape->n + PART - 1) / PART;
    return {count, count * shape->batch, shape->inner > 1 && shape->dist < shape->stride};
}

/* A part: number p of system s, which has n rows, 0 if it is not requested; rows from `first` on. There is none if
 * first >= n. */
struct part {
    int64_t s, p, n, first;
};

__device__ __forceinline__ struct part part_here(const struct part_cut &k, const struct shape &shape,
                                                 const struct verdict &v)
{
    const int64_t at = (int64_t)blockIdx.x * WARP + threadIdx.x;
    if (at >= k.parts) return {0, 0, 0, 0};
    const int64_t by = k.across ? shape.batch : k.count, whole = shape.batch == 1 && !k.across ? 0 : at / by;
    const int64_t s = k.across ? at - whole * by : whole, p = k.across ? whole : at - whole * by;
    return {s, p, is_wanted(v, s) ? shape_rows(&shape, s) : 0, p * PART};
}

/* Rows of a part, counted from its first: those from 0 to end - 1 are of the system, those after `low` have an a,
 * those before `high` have a c. */
struct part_bounds {
    int low, end, high;
};

__device__ __forceinline__ struct part_bounds part_bounds_of(const struct part &here)
{
    const int64_t rows = max(here.n - here.first, (int64_t)0), part = PART;
    return {here.first ? -1 : 0, (int)min(rows, part), (int)min(max(rows - 1, (int64_t)0), part)};
}

/* The parts of a warp, in shared memory: elements of the first row in x and in the matrix. */
struct part_lanes {
    int64_t x[WARP], matrix[WARP];
    struct part_bounds bounds[WARP];
    real shift[WARP];
};

__device__ __forceinline__ void part_lanes_set(struct part_lanes &to, const struct device_batch &g,
                                               const struct part &here)
{
    const int q = threadIdx.x;
    const bool is = here.first < here.n;
    const int64_t start = is ? shape_start(&g.shape, here.s) : 0, at = is ? shape_matrix_start(&g.shape, here.s) : 0;
    to.x[q] = start + here.first * g.shape.stride;
    to.matrix[q] = at + here.first * shape_matrix_stride(&g.shape);
    to.bounds[q] = part_bounds_of(here);
    to.shift[q] = is && g.shape.tridiag.shifted ? g.system.tridiag.shift[here.s] : RC(-0.0);
    __syncwarp();
}
