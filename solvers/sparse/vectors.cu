/* vectors.h on the device: one block of threads per chunk, whose terms are added by each thread and then by pairs. */
#include "base/device/device.h"
#include "base/device/gpu.h"
#include "solvers/sparse/vectors_internal.h"

enum { THREADS = 256, BLOCKS_MAX = 1024 };

template <int OF> __global__ void sum_pieces(int64_t n, const real *x, const real *y, double *partial)
{
    SHARED_ARRAY(double, sums, THREADS);
    const enum vector_term of = (enum vector_term)OF;
    const int64_t chunk = vector_chunk(n), from = blockIdx.x * chunk, to = from + chunk < n ? from + chunk : n;
    double sum = 0;
    for (int64_t i = from + threadIdx.x; i < to; i += THREADS)
        sum = vector_join(of, sum, vector_term(of, (double)x[i], (double)y[i]));
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int stride = THREADS / 2; stride > 0; stride /= 2) {
        if ((int)threadIdx.x < stride)
            sums[threadIdx.x] = vector_join(of, sums[threadIdx.x], sums[threadIdx.x + stride]);
        __syncthreads();
    }
    if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];
}

/* x NULL: y = 0. */
static __global__ void combine_all(int64_t n, real a, const real *x, real b, real *y)
{
    for (int64_t i = blockIdx.x * (int64_t)THREADS + threadIdx.x; i < n; i += gridDim.x * (int64_t)THREADS)
        y[i] = !x ? 0 : b == 0 ? a * x[i] : a * x[i] + b * y[i];
}

static __global__ void clip_all(int64_t n, real *x)
{
    for (int64_t i = blockIdx.x * (int64_t)THREADS + threadIdx.x; i < n; i += gridDim.x * (int64_t)THREADS)
        if (x[i] <= 0) x[i] = 0;
}

static unsigned blocks_of(int64_t n)
{
    const int64_t blocks = (n + THREADS - 1) / THREADS;
    return (unsigned)(blocks < BLOCKS_MAX ? blocks : (int64_t)BLOCKS_MAX);
}

static bool partials(const struct vectors *v, enum vector_term of, const real *x, const real *y, double *partial)
{
    static void (*const kernels[TERMS])(int64_t, const real *, const real *, double *) = {
        sum_pieces<TERM_X>, sum_pieces<TERM_DOT>, sum_pieces<TERM_ABS>, sum_pieces<TERM_DOT_ABS>, sum_pieces<TERM_MAX>};
    const int64_t chunk = vector_chunk(v->n), chunks = (v->n + chunk - 1) / chunk;
    LAUNCH(kernels[of], (unsigned)chunks, THREADS, 0, v->exec.stream, v->n, x, y, v->partial);
    return device_copy(partial, HOST, v->partial, DEVICE, chunks * (int64_t)sizeof *partial, &v->exec) == ST_OK;
}

static void combine(const struct vectors *v, real a, const real *x, real b, real *y)
{
    LAUNCH(combine_all, blocks_of(v->n), THREADS, 0, v->exec.stream, v->n, a, x, b, y);
}

static void clip(const struct vectors *v, real *x)
{
    LAUNCH(clip_all, blocks_of(v->n), THREADS, 0, v->exec.stream, v->n, x);
}

static void copy(const struct vectors *v, real *to, const real *from, int64_t count, bool to_host)
{
    device_copy(to, to_host ? HOST : DEVICE, from, to_host ? DEVICE : HOST, count * (int64_t)sizeof *to, &v->exec);
}

extern "C" const struct vectors_table vectors_device = {partials, combine, clip, copy};
