/* The division of waves, one block of threads per row along x, and the line of the constant wave, which is strided in
 * memory. A wave is read and written once: 16 bytes in double. */
#include "apps/poisson/waves/waves_device.h"
#include "base/device/gpu.h"

enum { THREADS = 256 };

static __global__ void divide(struct wave_division d, real *u)
{
    const int64_t j = blockIdx.x % d.n[1], k = blockIdx.x / d.n[1];
    const real rest = (real)(d.eigenvalue[1][j] + d.eigenvalue[2][k] + d.loss);
    real *const row = u + j * d.stride[1] + k * d.stride[2];
    for (int64_t i = threadIdx.x; i < d.n[0]; i += THREADS) {
        const bool constant = d.singular && i == 0 && blockIdx.x == 0;
        row[i] = constant ? (real)d.mean : row[i] / ((real)d.eigenvalue[0][i] + rest);
    }
}

void waves_divide_device(const struct wave_division *d, real *u, const struct exec *exec)
{
    LAUNCH(divide, (unsigned)(d->n[1] * d->n[2]), THREADS, 0, exec->stream, *d, u);
}

static __global__ void take_line(real *line, const real *u, int64_t n, int64_t step)
{
    const int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
    if (i < n) line[i] = u[i * step];
}

static __global__ void put_line(const real *line, real *u, int64_t n, int64_t step)
{
    const int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
    if (i < n) u[i * step] = line[i];
}

static unsigned blocks(int64_t n)
{
    return (unsigned)((n + THREADS - 1) / THREADS);
}

void waves_take_line_device(real *line, const real *u, int64_t n, int64_t step, const struct exec *exec)
{
    LAUNCH(take_line, blocks(n), THREADS, 0, exec->stream, line, u, n, step);
}

void waves_put_line_device(const real *line, real *u, int64_t n, int64_t step, const struct exec *exec)
{
    LAUNCH(put_line, blocks(n), THREADS, 0, exec->stream, line, u, n, step);
}
