/* Sets info on the device: finds systems without a finite solution, one thread per unknown, at the speed of memory;
 * then the row to blame in those, one thread per system, in row order. */
#include "solvers/batch/device_batch.cuh"

enum { THREADS = 256, LANES_OF_WARP = 32 };

__device__ __forceinline__ int64_t thread_here()
{
    return (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
}

static unsigned blocks(int64_t threads)
{
    return (unsigned)((threads + THREADS - 1) / THREADS);
}

__global__ void clear(struct device_batch g)
{
    const int64_t s = thread_here();
    if (s < g.shape.batch) g.system.info[s] = 0;
}

/* Neighbouring threads read neighbours: rows, or, if these lie farther apart, systems. */
__global__ void mark(struct device_batch g)
{
    const int64_t k = thread_here(), n = g.shape.n, batch = g.shape.batch;
    if (k >= n * batch) return;
    const bool rows_first = g.shape.stride <= g.shape.dist;
    const int64_t s = rows_first ? k / n : k % batch, i = rows_first ? k % n : k / batch;
    if (i >= shape_rows(&g.shape, s) || isfinite(g.system.x[shape_start(&g.shape, s) + i * g.shape.stride])) return;
    atomicExch(reinterpret_cast<unsigned long long *>(&g.system.info[s]), 1ull);
}

__global__ void explain(struct device_batch g)
{
    const int64_t s = thread_here();
    if (s < g.shape.batch && g.system.info[s]) g.system.info[s] = info_find(line_of(&g.shape, &g.system, s));
}

void info_report_device(const struct plan *p, const struct system *system)
{
    const struct device_batch g = device_batch_of(p, system);
    if (!g.system.info) return;
    LAUNCH(clear, blocks(g.shape.batch), THREADS, 0, p->exec.stream, g);
    LAUNCH(mark, blocks(g.shape.n * g.shape.batch), THREADS, 0, p->exec.stream, g);
    LAUNCH(explain, blocks(g.shape.batch), THREADS, 0, p->exec.stream, g);
}

/* A warp a system. */
__global__ void find_rows(struct device_batch g)
{
    const int64_t s = thread_here() / LANES_OF_WARP, n = s < g.shape.batch ? shape_rows(&g.shape, s) : 0;
    const int64_t start = s < g.shape.batch ? shape_start(&g.shape, s) : 0;
    int64_t i = threadIdx.x % LANES_OF_WARP;
    while (i < n && isfinite(g.system.x[start + i * g.shape.stride])) i += LANES_OF_WARP;
    for (int apart = LANES_OF_WARP / 2; apart > 0; apart /= 2) i = min(i, __shfl_xor_sync(~0u, i, apart));
    if (s < g.shape.batch && threadIdx.x % LANES_OF_WARP == 0) g.system.info[s] = i < n ? i + 1 : 0;
}

void info_from_finite_x_device(const struct plan *p, const struct system *system)
{
    const struct device_batch g = device_batch_of(p, system);
    if (!g.system.info) return;
    LAUNCH(find_rows, blocks(g.shape.batch * LANES_OF_WARP), THREADS, 0, p->exec.stream, g);
}
