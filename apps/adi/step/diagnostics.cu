/* Reduces the field on the device: half a warp per row, a lane for each part; then one warp per chunk, which loads rows
 * together and adds them one by one. Each point is read once. */
#include "apps/adi/step/diagnostics.h"
#include "base/device/device.h"
#include "base/device/gpu.h"

enum { THREADS = 256, ROWS = THREADS / PARTS, WARP = 32 };

struct diagnosed {
    struct grid grid;
    struct stencil op;
    const real *u;
    int64_t rows;
};

static __global__ void read_rows(const __grid_constant__ struct diagnosed g, struct summary *out)
{
    const int64_t row = (int64_t)blockIdx.x * ROWS + threadIdx.x / PARTS, n = g.grid.n[0];
    const int lane = threadIdx.x % PARTS;
    const bool there = row < g.rows;
    real min = (real)HUGE_VAL, max = -(real)HUGE_VAL;
    double heat = 0;
#pragma unroll 4
    for (int64_t p = row * n + lane; there && p < (row + 1) * n; p += PARTS)
        part_take(g.u[p], g.op.shared ? 1 : 1 / (double)g.op.inverse_capacity[p], &min, &max, &heat);
    struct summary s = summary_none();
    for (int q = 0; q < PARTS; q++) {
        summary_extend(&s, (double)__shfl_sync(~0u, min, q, PARTS), (double)__shfl_sync(~0u, max, q, PARTS));
        s.heat += __shfl_sync(~0u, heat, q, PARTS);
    }
    if (!there || lane) return;
    summary_close(&s, &g.grid, &g.op, g.u + row * n, row);
    out[row] = s;
}

static __global__ void add_rows(int64_t rows, const struct summary *row, struct summary *chunk)
{
    SHARED_ARRAY(struct summary, some, WARP);
    const int64_t from = rows * blockIdx.x / CHUNKS, to = rows * (blockIdx.x + 1) / CHUNKS;
    struct summary sum = summary_none();
    for (int64_t r = from; r < to; r += WARP) {
        const int64_t count = to - r < WARP ? to - r : (int64_t)WARP;
        if (threadIdx.x < count) some[threadIdx.x] = row[r + threadIdx.x];
        __syncwarp();
        for (int q = 0; threadIdx.x == 0 && q < count; q++) summary_add(&sum, &some[q]);
        __syncwarp();
    }
    if (threadIdx.x == 0) chunk[blockIdx.x] = sum;
}

static __global__ void read_probes(const __grid_constant__ struct diagnosed g, int64_t probes, const double *at,
                                   double *value)
{
    const int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
    if (i < probes) value[i] = probe_value(&g.grid, g.u, at + 3 * i);
}

static unsigned blocks(int64_t count, int64_t together)
{
    return (unsigned)((count + together - 1) / together);
}

enum status diagnostics_read_device(const struct stencil *op, const real *u, struct diagnostics *g)
{
    const struct diagnosed all = {*op->grid, *op, u, op->grid->n[1] * op->grid->n[2]};
    const int64_t bytes = CHUNKS * (int64_t)sizeof *g->chunk + g->probes * (int64_t)sizeof *g->value;
    double *const value = (double *)(g->there + CHUNKS);
    void *const stream = op->exec.stream;
    LAUNCH(read_rows, blocks(all.rows, ROWS), THREADS, 0, stream, all, g->row);
    LAUNCH(add_rows, CHUNKS, WARP, 0, stream, all.rows, g->row, g->there);
    if (g->probes) LAUNCH(read_probes, blocks(g->probes, THREADS), THREADS, 0, stream, all, g->probes, g->at, value);
    return device_copy(g->chunk, HOST, g->there, DEVICE, bytes, &op->exec);
}
