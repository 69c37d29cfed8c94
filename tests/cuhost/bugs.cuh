/* Kernels in two versions: a right one, and one with a bug planted that a GPU may well forgive for years. x holds
 * BLOCKS blocks of N values. */
#pragma once
#include "base/device/gpu.h"

enum { N = 64, BLOCKS = 6 };

/* Reverses a block through shared memory. */
template <bool wrong> __global__ void missing_syncthreads(double *x)
{
    SHARED_ARRAY(double, s, N);
    const int i = threadIdx.x;
    s[i] = x[blockIdx.x * N + i];
    if (!wrong) __syncthreads();
    x[blockIdx.x * N + i] = s[N - 1 - i];
}

template <bool wrong> __global__ void divergent_syncthreads(double *x)
{
    SHARED_ARRAY(double, s, N);
    const int i = threadIdx.x;
    s[i] = x[blockIdx.x * N + i];
    if (wrong && i % 2) __syncthreads();
    else __syncthreads();
    x[blockIdx.x * N + i] = s[N - 1 - i];
}

/* The last lane does not reach the shuffle that the lane before it reads it by. */
template <bool wrong> __global__ void departed_lane(double *x)
{
    const int i = threadIdx.x, lane = i % 32;
    double v = x[blockIdx.x * N + i];
    if (!wrong || lane < 31) v = __shfl_down_sync(~0u, v, 1);
    if (lane < 31) x[blockIdx.x * N + i] = v;
}

template <bool wrong> __global__ void outside_the_mask(double *x)
{
    const int i = threadIdx.x, lane = i % 32;
    double v = x[blockIdx.x * N + i];
    if (lane < 16) v = __shfl_sync(0xffffu, v, wrong ? lane + 1 : (lane + 1) % 16);
    if (lane < 15) x[blockIdx.x * N + i] = v;
}

/* Half of a warp waits for the other half, which waits for the block. */
template <bool wrong> __global__ void stranded_lanes(double *x)
{
    const int i = threadIdx.x;
    if (wrong && i % 32 < 16) __syncwarp();
    __syncthreads();
    x[blockIdx.x * N + i] *= 2;
}

template <bool wrong> __global__ void shared_bounds(double *x)
{
    SHARED_ARRAY(double, s, N);
    const int i = threadIdx.x;
    s[i] = x[blockIdx.x * N + i];
    __syncthreads();
    x[blockIdx.x * N + i] = s[!wrong && i == N - 1 ? i : i + 1];
}

/* Through a pointer the compiler does not see the size of the array. */
__device__ double element(const double *row, int i)
{
    return row[i];
}

template <bool wrong> __global__ void shared_pointer_bounds(double *x)
{
    SHARED_ARRAY(double, s, N);
    const int i = threadIdx.x;
    s[i] = x[blockIdx.x * N + i];
    __syncthreads();
    x[blockIdx.x * N + i] = element(s, !wrong && i == N - 1 ? i : i + 1);
}

template <bool wrong> __global__ void dynamic_shared_bounds(double *x)
{
    SHARED_DYN(double, s);
    const int i = threadIdx.x;
    s[i] = x[blockIdx.x * N + i];
    __syncthreads();
    x[blockIdx.x * N + i] = s[!wrong && i == N - 1 ? i : i + 1];
}

template <bool wrong> __global__ void global_bounds(double *x)
{
    const int i = blockIdx.x * N + threadIdx.x;
    x[wrong ? i + 1 : i] = 1 + i % 17;
}

/* x of every block is a sum over the blocks before it, handed from one to the next. */
template <bool by_index, bool relaxed> __global__ void chain(double *x, int *flag, int *ticket)
{
    if (threadIdx.x != 0) return;
    const int b = by_index ? static_cast<int>(blockIdx.x) : atomicAdd(ticket, 1);
    double sum = 1;
    if (b > 0) {
        while (ld_acquire(&flag[b - 1]) == 0) __nanosleep(20);
        sum += x[b - 1];
    }
    x[b] = sum;
    if (relaxed) st_relaxed(&flag[b], 1);
    else st_release(&flag[b], 1);
}

/* The answer is the same while the lanes of a warp happen to run in step. */
template <bool wrong> __global__ void missing_syncwarp(double *x)
{
    SHARED_ARRAY(double, s, N);
    const int i = threadIdx.x;
    s[i] = x[blockIdx.x * N + i];
    __syncwarp();
    const double v = s[i ^ 1];
    if (!wrong) __syncwarp();
    s[i] = v;
    __syncwarp();
    x[blockIdx.x * N + i] = s[i ^ 1];
}

/* The last block to arrive adds up the results of all. */
template <bool wrong> __global__ void missing_fence(double *x, double *part, int *count)
{
    if (threadIdx.x != 0) return;
    part[blockIdx.x] = 1;
    if (!wrong) __threadfence();
    if (atomicAdd(count, 1) < BLOCKS - 1) return;
    __threadfence();
    double sum = 0;
    for (int b = 0; b < BLOCKS; b++) sum += part[b];
    x[0] = sum;
}

/* As many bytes of shared memory as only a kernel that asked for them may have. */
template <bool wrong> __global__ void much_shared(double *x)
{
    SHARED_DYN(double, s);
    const int i = threadIdx.x;
    s[i] = x[blockIdx.x * N + i];
    x[blockIdx.x * N + i] = s[i];
}

/* Two blocks wait for each other before they write. */
static __global__ void wait_for_all(double *x, int *flag)
{
    const int i = blockIdx.x * N + threadIdx.x;
    if (threadIdx.x == 0) st_release(&flag[blockIdx.x], 1);
    for (unsigned other = 0; other < gridDim.x; other++)
        while (ld_acquire(&flag[other]) == 0) {}
    x[i] *= 2;
}

/* A thread waits for a flag that no thread stores, and traps after many reads. */
template <bool WRONG> static __global__ void flag_that_stays(int *flag)
{
    if (threadIdx.x == 0 && !WRONG) st_release(&flag[blockIdx.x], 1);
    __syncthreads();
    for (int looked = 0; ld_acquire(&flag[blockIdx.x]) == 0; looked++)
        if (looked == 100) __trap();
}
