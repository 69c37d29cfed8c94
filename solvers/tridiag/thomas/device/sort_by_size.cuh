/* Sorts systems by size, the longest first, so that the threads of a warp stop together. One block counts,
 * scans and distributes: sizes that differ by less than a 32nd fall into one bucket, in any order. */
#pragma once
#include "solvers/batch/device_batch.cuh"

enum { BUCKETS = 49 * 32, SORTERS = 256 };

/* The exponent of a size <= 2^48 and the next 5 bits of it, as a float has them; the largest first. */
__device__ __forceinline__ int bucket_of(int64_t size)
{
    return BUCKETS - 1 - ((__float_as_int((float)size) >> 18) - (127 << 5));
}

static __global__ void __launch_bounds__(SORTERS) order_by_size(struct shape shape, int64_t *order)
{
    SHARED_ARRAY(unsigned long long, place, BUCKETS);
    for (int b = threadIdx.x; b < BUCKETS; b += SORTERS) place[b] = 0;
    __syncthreads();
    for (int64_t s = threadIdx.x; s < shape.batch; s += SORTERS) atomicAdd(&place[bucket_of(shape.sizes[s])], 1ULL);
    __syncthreads();
    unsigned long long before = 0;
    for (int b = 0; b < BUCKETS && threadIdx.x == 0; b++) {
        const unsigned long long count = place[b];
        place[b] = before;
        before += count;
    }
    __syncthreads();
    for (int64_t s = threadIdx.x; s < shape.batch; s += SORTERS)
        order[atomicAdd(&place[bucket_of(shape.sizes[s])], 1ULL)] = s;
}
