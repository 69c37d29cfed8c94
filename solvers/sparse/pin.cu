/* The product with A', one thread per row of csr: rows of chains have few entries, all about as many. */
#include "base/device/gpu.h"
#include "solvers/sparse/pin_device.h"

enum { THREADS = 256 };

static __global__ void multiply_rows(struct csr a, int64_t pin, const real *x, real *y)
{
    const int64_t i = blockIdx.x * (int64_t)THREADS + threadIdx.x;
    real sum = 0;
    if (i >= a.n) return;
    for (int64_t e = a.start[i]; e < a.start[i + 1]; e++) sum += a.value[e] * x[a.column[e]];
    y[i] = i == pin ? 0 : sum;
}

void pinned_multiply_device(const struct pinned *a, const real *x, real *y)
{
    const unsigned blocks = (unsigned)((a->rows.n + THREADS - 1) / THREADS);
    LAUNCH(multiply_rows, blocks, THREADS, 0, a->v.exec.stream, a->rows, a->pin, x, y);
}
