/* Cyclic and parallel cyclic reduction of one system in the shared memory of a block. Rows stay where they are: the n
 * >> l rows of level l are 2^l apart, row j at (j + 1) 2^l - 1. The three values of a row lie together, so that one
 * address serves them all; 3 is odd, so that rows in different banks are those in different places modulo the banks. A
 * row of padding after every 128 bytes of one value ensures that for rows that threads ask for together, up to strides
 * of 128 bytes; at longer ones few threads are left. */
#pragma once
#include "solvers/tridiag/reduction/normalized_row.cuh"

/* `n` rows at `v`, VALUES values each. */
struct block_rows {
    int n;
    real *v;
};

enum { BANKS = 128 / (int)sizeof(real), WARP = 32, VALUES = 3 };

/* Values that so many rows take. */
static inline EITHER_SPACE int block_values(int rows)
{
    return VALUES * (rows + rows / BANKS);
}

/* Row i, which has to be one of the system's. */
__device__ __forceinline__ real *block_row(const struct block_rows &rows, int i)
{
    return rows.v + block_values(i);
}

__device__ __forceinline__ real *block_x(const struct block_rows &rows, int i)
{
    return block_row(rows, i) + 2;
}

__device__ __forceinline__ struct unit_row block_inside(const struct block_rows &rows, int i)
{
    const real *const r = block_row(rows, i);
    return {r[0], r[1], r[2]};
}

/* Row i, or zeros outside the system. */
__device__ __forceinline__ struct unit_row block_get(const struct block_rows &rows, int i)
{
    if (i < 0 || i >= rows.n) return {RC(0.0), RC(0.0), RC(0.0)};
    return block_inside(rows, i);
}

__device__ __forceinline__ void block_put(const struct block_rows &rows, int i, struct unit_row r)
{
    real *const to = block_row(rows, i);
    to[0] = r.a;
    to[1] = r.c;
    to[2] = r.d;
}

/* Carries out so many levels of cyclic reduction. A row is written by the thread that reduces it, and read by no other
 * thread before the next level. */
__device__ __forceinline__ void block_reduce(const struct block_rows &rows, int levels)
{
    int m = rows.n / 2;
    for (int stride = 1; stride >> levels == 0; m /= 2, stride *= 2) {
        for (int j = threadIdx.x; j < m; j += blockDim.x) {
            const int i = 2 * (j + 1) * stride - 1;
            block_put(
                rows, i,
                unit_row_freed(block_inside(rows, i - stride), block_inside(rows, i), block_get(rows, i + stride)));
        }
        __syncthreads();
    }
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
    if (lane < m) *block_x(rows, i) = r.d;
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
            const struct unit_row r = block_inside(rows, i);
            const real before = left >= 0 ? *block_x(rows, left) : RC(0.0);
            const real after = right < rows.n ? *block_x(rows, right) : RC(0.0);
            *block_x(rows, i) = r.d - r.a * before - r.c * after;
        }
        __syncthreads();
    }
}
