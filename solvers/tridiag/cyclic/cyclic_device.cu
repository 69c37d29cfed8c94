/* The loops of cyclic_ends.h on the device: one thread per system for its ends, one thread per unknown for the sum. */
#include "base/device/gpu.h"
#include "solvers/tridiag/cyclic/cyclic_ends.h"

enum { THREADS = 256 };
static const int64_t blocks_max = 1 << 20;

static unsigned blocks(int64_t workspace)
{
    const int64_t needed = (workspace + THREADS - 1) / THREADS;
    return (unsigned)(needed < blocks_max ? needed : blocks_max);
}

__device__ __forceinline__ int64_t first()
{
    return (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ __forceinline__ int64_t stride()
{
    return (int64_t)gridDim.x * blockDim.x;
}

static __global__ void keep_first(struct cyclic_ends b)
{
    for (int64_t s = first(); s < b.shape.batch; s += stride()) b.alone[s] = b.system.x[shape_start(&b.shape, s)];
}

static __global__ void clear(struct cyclic_ends b)
{
    for (int64_t k = first(); k < b.q_count; k += stride()) b.q[k] = 0;
}

static __global__ void set_ends(struct cyclic_ends b, int64_t borders)
{
    for (int64_t s = first(); s < borders; s += stride()) cyclic_set(&b, s);
}

static __global__ void close_ends(struct cyclic_ends b)
{
    for (int64_t s = first(); s < b.shape.batch; s += stride()) cyclic_end(&b, s);
}

static __global__ void add(struct cyclic_ends b, bool by_rows)
{
    const int64_t rows = b.shape.n - 1, all = rows * b.shape.batch;
    for (int64_t e = first(); e < all; e += stride()) {
        const int64_t s = by_rows ? e / rows : e % b.shape.batch, i = by_rows ? e % rows : e / b.shape.batch;
        const struct line p = line_of(&b.shape, &b.system, s), q = cyclic_line(&b, s);
        const int64_t end = p.n - 1;
        if (i < end) cyclic_add(&b, s, p, q, i, p.x[end * p.x_stride]);
    }
}

static void keep(const struct cyclic_ends *b, const struct exec *exec)
{
    LAUNCH(keep_first, blocks(b->shape.batch), THREADS, 0, exec->stream, *b);
}

static void set(const struct cyclic_ends *b, const struct exec *exec)
{
    const int64_t borders = b->alike ? 1 : b->shape.batch;
    LAUNCH(clear, blocks(b->q_count), THREADS, 0, exec->stream, *b);
    LAUNCH(set_ends, blocks(borders), THREADS, 0, exec->stream, *b, borders);
}

static void close(const struct cyclic_ends *b, const struct exec *exec)
{
    const int64_t sums = (b->shape.n - 1) * b->shape.batch;
    LAUNCH(close_ends, blocks(b->shape.batch), THREADS, 0, exec->stream, *b);
    if (sums > 0) LAUNCH(add, blocks(sums), THREADS, 0, exec->stream, *b, b->shape.stride < b->shape.dist);
}

extern "C" const struct cyclic_loops cyclic_device = {keep, set, close};
