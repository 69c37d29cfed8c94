/* Rows of a system that a thread of the device takes one after the other, some of them fetched ahead, and where it
 * keeps values of them. A block is one warp, so that a block of short systems ends at once. */
#pragma once
#include "solvers/batch/device_batch.cuh"

enum { THREADS = 32 };

/* The place of row i of a system in scratch: element first + i * stride. Interleaved, or, in a ragged batch, as in x:
 * systems may be much shorter than the longest. */
struct place {
    int64_t first, stride;
};

__device__ __forceinline__ struct place place_of(const struct shape &shape, int64_t s)
{
    if (shape.starts) return {shape_start(&shape, s), shape.stride};
    return {s, shape.batch};
}

static inline int64_t column_values(const struct shape *shape, int64_t rows)
{
    return shape->starts ? shape_extent(shape) : rows * shape->batch;
}

__device__ __forceinline__ int64_t system_here()
{
    return (int64_t)blockIdx.x * THREADS + threadIdx.x;
}

static inline unsigned blocks(int64_t systems)
{
    return (unsigned)((systems + THREADS - 1) / THREADS);
}

/* The number of rows among the next N that exist. */
template <int N> __device__ __forceinline__ int clip(int64_t left)
{
    return left < 0 ? 0 : (int)min(left, (int64_t)N);
}

/* Processes n rows, N at a time, while the next N are being fetched; both functions get the number of remaining rows.
 */
template <int N, class Fetch, class Take> __device__ __forceinline__ void sweep(int64_t n, Fetch fetch, Take take)
{
    auto next = fetch(n);
#pragma unroll 1
    for (int64_t left = n; left > 0; left -= N) {
        const auto now = next;
        next = fetch(left - N);
        take(now, left);
    }
}
