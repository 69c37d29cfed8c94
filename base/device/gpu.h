/* Macros of .cu files for launches, shared memory and flags between blocks, which mean the same under nvcc and in
 * tests/cuhost, the execution on the host, which is included from the command line and brings its own.
 *
 *     LAUNCH(kernel, blocks, threads, shared_bytes, stream, arguments...);   LAUNCH((kernel<double, 256>), ...)
 *     LAUNCH_TOGETHER(the same)            its blocks may wait for each other; a cudaError_t if not all fit
 *     SHARED_ARRAY(double, row, 256);      an array of the block, its size known to the compiler
 *     SHARED_DYN(double, row);             the launch's shared_bytes, aligned to 16
 *
 *     copy_async(to, from)                 16 aligned bytes from global to shared memory, without registers between
 *     copy_async_wait()                    the copies of this thread are done; before others see them, a barrier
 *     reciprocal_approx(p)                 1 / p to about 20 bits; infinite or 0 where p or 1 / p is denormal
 *
 * A flag is an int in global memory, written and read only by these. Who loads a flag by ld_acquire that was stored
 * by st_release sees all that the storing thread wrote before. st_relaxed orders no other access. */
#pragma once
#ifndef BANDSTAND_CUHOST
#include <cuda_runtime.h>

#define LAUNCH(kernel, blocks, threads, shared_bytes, stream, ...) \
    kernel<<<(blocks), (threads), (shared_bytes), (cudaStream_t)(stream)>>>(__VA_ARGS__)

#define LAUNCH_TOGETHER(kernel, blocks, threads, shared_bytes, stream, ...) \
    gpu_launch_together(kernel, (blocks), (threads), (shared_bytes), (cudaStream_t)(stream), __VA_ARGS__)

/* T, where it is not to be deduced. */
template <class T> struct gpu_given {
    typedef T type;
};

template <class... P>
static inline cudaError_t gpu_launch_together(void (*kernel)(P...), dim3 blocks, dim3 threads, size_t shared_bytes,
                                              cudaStream_t stream, typename gpu_given<P>::type... arguments)
{
    void *at[] = {(void *)&arguments...};
    return cudaLaunchCooperativeKernel((const void *)kernel, blocks, threads, at, shared_bytes, stream);
}

#define SHARED_ARRAY(T, name, n) __shared__ T name[n]

#define SHARED_DYN(T, name) \
    extern __shared__ __align__(16) unsigned char gpu_shared_dynamic[]; \
    T *const name = reinterpret_cast<T *>(gpu_shared_dynamic)

__device__ __forceinline__ int ld_acquire(const int *flag)
{
    int value;
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
    return value;
}

__device__ __forceinline__ void st_release(int *flag, int value)
{
    asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");
}

__device__ __forceinline__ void st_relaxed(int *flag, int value)
{
    asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");
}

__device__ __forceinline__ void copy_async(void *to, const void *from)
{
    asm volatile("cp.async.cg.shared.global.L2::256B [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)),
                 "l"(__cvta_generic_to_global(from))
                 : "memory");
}

__device__ __forceinline__ void copy_async_wait()
{
    asm volatile("cp.async.wait_all;" ::: "memory");
}

__device__ __forceinline__ double reciprocal_approx(double p)
{
    double y;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(p));
    return y;
}

__device__ __forceinline__ float reciprocal_approx(float p)
{
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(p));
    return y;
}
#endif
