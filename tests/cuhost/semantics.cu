/* The semantics that CUDA defines for threads, warps and atomics, checked value by value: here, or on a GPU. */
#include <stdint.h>
#include <stdio.h>

#include "base/device/gpu.h"

enum { INDICES, SHUFFLES, SEGMENTS, HALVES, PARTIAL, VOTES, BARRIERS, ADDITIONS, EXCHANGES, LOCALS, GRID, CHECKS };
static const char *const names[CHECKS] = {
    "thread and block indices in three dimensions",
    "shuffles of 4 and of 8 bytes",
    "shuffles within segments",
    "two halves of a warp apart",
    "a warp that is not full",
    "votes of a warp",
    "votes of a block",
    "atomic additions",
    "atomic maximum, exchange and compare-and-swap",
    "arrays of a thread",
    "each block of a large grid once",
};

__device__ void expect(int *broken, int check, bool holds)
{
    if (!holds) atomicAdd(&broken[check], 1);
}

__global__ void indices(int *seen)
{
    const int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    const int b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    atomicAdd(&seen[b * (blockDim.x * blockDim.y * blockDim.z) + t], 1);
}

__global__ void shuffles(int *broken)
{
    const int i = threadIdx.x;
    const double d = 0.5 * i;
    const float f = 2.0f * static_cast<float>(i);
    const long long big = i * (1LL << 40);
    expect(broken, SHUFFLES, __shfl_sync(~0u, d, 31 - i) == 0.5 * (31 - i));
    expect(broken, SHUFFLES, __shfl_up_sync(~0u, i, 3) == (i < 3 ? i : i - 3));
    expect(broken, SHUFFLES, __shfl_down_sync(~0u, big, 1) == (i == 31 ? big : (i + 1) * (1LL << 40)));
    expect(broken, SHUFFLES, __shfl_xor_sync(~0u, f, 5) == 2.0f * static_cast<float>(i ^ 5));
    const int segment = i / 8 * 8, within = i % 8;
    expect(broken, SEGMENTS, __shfl_sync(~0u, i, 9, 8) == segment + 1);
    expect(broken, SEGMENTS, __shfl_up_sync(~0u, i, 2, 8) == (within < 2 ? i : i - 2));
    expect(broken, SEGMENTS, __shfl_down_sync(~0u, d, 2, 8) == (within > 5 ? d : d + 1));
    expect(broken, SEGMENTS, __shfl_xor_sync(~0u, i, 4, 8) == (i ^ 4));
}

__global__ void halves(int *broken)
{
    SHARED_ARRAY(int, left, 32);
    const int i = threadIdx.x;
    const unsigned mask = i < 16 ? 0x0000ffffu : 0xffff0000u;
    int sum = 1;
    if (i < 16)
        for (int by = 8; by > 0; by /= 2) sum += __shfl_xor_sync(mask, sum, by);
    else sum = __shfl_sync(mask, i, 16);
    expect(broken, HALVES, sum == 16);
    for (int k = 1; k <= (i < 16 ? 2 : 5); k++) {
        left[i] = k;
        __syncwarp(mask);
        expect(broken, HALVES, left[i ^ 5] == k);
        __syncwarp(mask);
    }
}

__global__ void partial(int *broken)
{
    const int i = threadIdx.x, last = blockDim.x - 1;
    const unsigned mask = __ballot_sync(~0u, 1);
    expect(broken, PARTIAL, i < 32 || mask == (1u << (last - 31)) - 1);
    if (i == 0) return; /* and one that has ended is not waited for */
    expect(broken, PARTIAL, __syncthreads_count(1) == last);
}

__global__ void votes(int *broken)
{
    const int i = threadIdx.x, lane = i % 32;
    expect(broken, VOTES, __ballot_sync(~0u, lane % 2) == 0xaaaaaaaau);
    expect(broken, VOTES, __any_sync(~0u, lane == 7) && !__any_sync(~0u, lane == 32));
    expect(broken, VOTES, __all_sync(~0u, lane < 32) && !__all_sync(~0u, lane != 7));
    expect(broken, BARRIERS, __syncthreads_count(i % 3 == 0) == 32);
    expect(broken, BARRIERS, __syncthreads_or(i == 95) && !__syncthreads_or(i == 96));
    expect(broken, BARRIERS, __syncthreads_and(i < 96) && !__syncthreads_and(i != 95));
}

struct totals {
    int i, most, last, locked;
    unsigned u;
    unsigned long long ull;
    float f;
    double d;
};

__global__ void additions(totals *t)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&t->i, i);
    atomicAdd(&t->u, 1u);
    atomicAdd(&t->ull, 1ull << 33);
    atomicAdd(&t->f, 0.5f);
    atomicAdd(&t->d, 0.25);
    atomicMax(&t->most, i);
    atomicExch(&t->last, 7);
    int seen = 0, before;
    while ((before = atomicCAS(&t->locked, seen, seen + 1)) != seen) seen = before;
}

__device__ double sum(const double *row, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) s += row[i];
    return s;
}

__global__ void locals(int *broken)
{
    double row[8];
    for (int k = 0; k < 8; k++) {
        row[k] = k + threadIdx.x;
        __syncthreads();
    }
    expect(broken, LOCALS, sum(row, 8) == 28 + 8 * threadIdx.x);
}

__global__ void grid(unsigned char *seen)
{
    seen[blockIdx.x]++;
}

template <class T> static T *device(size_t count)
{
    T *p = nullptr;
    if (cudaMalloc(&p, count * sizeof(T)) != cudaSuccess || cudaMemset(p, 0, count * sizeof(T)) != cudaSuccess)
        fputs("no device memory\n", stderr);
    return p;
}

template <class T> static void host(T *there, T *here, size_t count)
{
    cudaMemcpy(there, here, count * sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(here);
}

static int indices_broken()
{
    const dim3 blocks(3, 2, 2), threads(4, 3, 2);
    enum { COUNT = 12 * 24 };
    int *const seen = device<int>(COUNT), there[COUNT], broken = 0;
    LAUNCH(indices, blocks, threads, 0, 0, seen);
    LAUNCH(indices, blocks, threads, 0, 0, seen);
    host(there, seen, COUNT);
    for (int n : there) broken += n != 2;
    return broken;
}

static void atomics_broken(int *broken)
{
    totals *const t = device<totals>(1), got;
    constexpr int N = 4 * 64;
    LAUNCH(additions, 4, 64, 0, 0, t);
    host(&got, t, 1);
    broken[ADDITIONS] += got.i != N * (N - 1) / 2 || got.u != N || got.ull != static_cast<uint64_t>(N) << 33;
    broken[ADDITIONS] += got.f != 0.5f * N || got.d != 0.25 * N;
    broken[EXCHANGES] += got.most != N - 1 || got.last != 7 || got.locked != N;
}

static int grid_broken()
{
    enum { BLOCKS = 1000 };
    static unsigned char there[BLOCKS];
    unsigned char *const seen = device<unsigned char>(BLOCKS);
    LAUNCH(grid, BLOCKS, 1, 0, 0, seen);
    host(there, seen, BLOCKS);
    int broken = 0;
    for (int n : there) broken += n != 1;
    return broken;
}

int main()
{
    int *const here = device<int>(CHECKS), broken[CHECKS];
    LAUNCH(shuffles, 2, 32, 0, 0, here);
    LAUNCH(halves, 2, 32, 0, 0, here);
    LAUNCH(partial, 2, 48, 0, 0, here);
    LAUNCH(votes, 2, 96, 0, 0, here);
    LAUNCH(locals, 8, 32, 0, 0, here);
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) return 1;
    host(broken, here, CHECKS);
    broken[INDICES] = indices_broken();
    broken[GRID] = grid_broken();
    atomics_broken(broken);
    int failed = cudaGetLastError() != cudaSuccess;
    for (int k = 0; k < CHECKS; k++) {
        if (broken[k]) fprintf(stderr, "wrong: %s (%d)\n", names[k], broken[k]);
        failed |= broken[k] != 0;
    }
    return failed;
}
