/* Cyclic and parallel cyclic reduction of one system in the shared memory of a block. Rows stay where they are: the n
 * >> l rows of level l are 2^l apart, row j at (j + 1) 2^l - 1. A value of padding after every 128 bytes puts rows that
 * threads ask for together into different banks, up to strides of 128 bytes; at longer ones few threads are left. */
#pragma once
#include "solvers/tridiag/reduction/normalized_row.cuh"

struct block_rows {
    int n;
    real *a, *c, *d;
};

enum { BANKS = 128 / (int)sizeof(real), WARP = 32 };

static inline EITHER_SPACE int block_place(int i)
{
    return i + i / BANKS;
}

/* Three arrays of `capacity` values, one after the other. */
__device__ __forceinline__ struct block_rows block_rows_at(real *v, int n, int capacity)
{
    return {n, v, v + capacity, v + 2 * capacity};
}

__device__ __forceinline__ struct unit_row block_get(const struct block_rows &rows, int i)
{
    if (i < 0 || i >= rows.n) return {RC(0.0), RC(0.0), RC(0.0)};
    const int k = block_place(i);
    return {rows.a[k], rows.c[k], rows.d[k]};
}

__device__ __forceinline__ void block_put(const struct block_rows &rows, int i, struct unit_row r)
{
    const int k = block_place(i);
    rows.a[k] = r.a;
    rows.c[k] = r.c;
    rows.d[k] = r.d;
}

/* Cyclic reduction until `last` rows or fewer are left; returns their stride. A row is written by the thread that
 * reduces it, and read by no other thread before the next level. */
__device__ __forceinline__ int block_reduce(const struct block_rows &rows, int last)
{
    int stride = 1;
    for (int m = rows.n; m > last; m /= 2, stride *= 2) {
        for (int j = threadIdx.x; j < m / 2; j += blockDim.x) {
            const int i = 2 * (j + 1) * stride - 1;
            block_put(rows, i,
                      unit_row_freed(block_get(rows, i - stride), block_get(rows, i), block_get(rows, i + stride)));
        }
        __syncthreads();
    }
    return stride;
}

/* A row a lane of the first warp. */
__device__ __forceinline__ void warp_pcr(const struct block_rows &rows, int stride, int m)
{
    const int lane = threadIdx.x, i = (lane + 1) * stride - 1;
    const struct unit_row none = {RC(0.0), RC(0.0), RC(0.0)};
    struct unit_row r = block_get(rows, i);
    for (int k = 1; k < m; k *= 2) {
        const struct unit_row left = unit_row_shuffle(r, lane - k, WARP), right = unit_row_shuffle(r, lane + k, WARP);
        r = unit_row_freed(lane >= k ? left : none, r, lane + k < WARP ? right : none);
    }
    if (lane < m) rows.d[block_place(i)] = r.d;
}

/* Parallel cyclic reduction of the remaining rows, at most one for each thread; d becomes x. */
__device__ __forceinline__ void block_pcr(const struct block_rows &rows, int stride)
{
    const int m = rows.n / stride, q = threadIdx.x, i = (q + 1) * stride - 1;
    if (m <= WARP && q < WARP) warp_pcr(rows, stride, m);
    for (int k = 1; m > WARP && k < m; k *= 2) {
        struct unit_row r;
        if (q < m)
            r = unit_row_freed(block_get(rows, i - k * stride), block_get(rows, i), block_get(rows, i + k * stride));
        __syncthreads();
        if (q < m) block_put(rows, i, r);
        __syncthreads();
    }
    __syncthreads();
}

/* Back substitution, from the rows at this stride to all. */
__device__ __forceinline__ void block_substitute(const struct block_rows &rows, int stride)
{
    for (stride /= 2; stride > 0; stride /= 2) {
        const int m = rows.n / stride;
        for (int j = threadIdx.x; j < (m + 1) / 2; j += blockDim.x) {
            const int i = (2 * j + 1) * stride - 1, left = i - stride, right = i + stride;
            const struct unit_row r = block_get(rows, i);
            const real before = left >= 0 ? rows.d[block_place(left)] : RC(0.0);
            const real after = right < rows.n ? rows.d[block_place(right)] : RC(0.0);
            rows.d[block_place(i)] = r.d - r.a * before - r.c * after;
        }
        __syncthreads();
    }
}
