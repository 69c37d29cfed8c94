/* One thread, one system: elimination in order, as solvers/tridiag/thomas.c, expression by expression, so that the
 * results have the same bits where neither compiler contracts products and sums. Neighbouring threads read
 * neighbouring elements if the batch is interleaved.
 *
 * P. Valero-Lara, I. Martinez-Perez, R. Sirvent, X. Martorell, A. J. Pena, cuThomasBatch & cuThomasVBatch, CUDA
 * routines to compute batch of tridiagonal systems on NVIDIA GPUs, Concurrency and Computation 30 (2018), section 3.
 * 72 bytes an unknown in double: 4 values read, c' and d' written and read, x written. */
#include "solvers/tridiag/cost.h"
#include "solvers/tridiag/device.cuh"

enum { THREADS = 128 };

/* c' and 1 / pivot of row i of system s are at i * systems + s. */
struct scratch {
    real *c, *inverse;
    int64_t systems;
};

static int64_t systems_of(const struct shape *shape)
{
    return shape->shared && shape->reuse ? 1 : shape->batch;
}

static int64_t whole_lines(int64_t bytes)
{
    return (bytes + 255) / 256 * 256;
}

static int64_t column_bytes(const struct shape *shape)
{
    return whole_lines(shape->n * systems_of(shape) * (int64_t)sizeof(real));
}

static int64_t work_bytes(const struct shape *shape, const void *, const struct exec *)
{
    return (shape->reuse ? 2 : 1) * column_bytes(shape);
}

static struct scratch scratch_of(const struct plan *p)
{
    char *const work = (char *)p->work;
    const int64_t column = column_bytes(&p->shape);
    return {(real *)work, p->shape.reuse ? (real *)(work + column) : NULL, systems_of(&p->shape)};
}

__device__ __forceinline__ int64_t system_here()
{
    return (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
}

__global__ void solve_batch(struct device_batch g, struct scratch w)
{
    const int64_t s = system_here();
    if (s >= g.shape.batch) return;
    const struct line l = line_of(&g.shape, &g.t, s);
    real *const c = w.c + s;
    real pivot = l.b[0], d = l.x[0] / pivot;
    l.x[0] = d;
    for (int64_t i = 1; i < l.n; i++) {
        const real ratio = l.c[(i - 1) * l.step] / pivot;
        c[(i - 1) * w.systems] = ratio;
        pivot = l.b[i * l.step] - ratio * l.a[i * l.step];
        d = (l.x[i * l.x_step] - d * l.a[i * l.step]) / pivot;
        l.x[i * l.x_step] = d;
    }
    for (int64_t i = l.n - 2; i >= 0; i--) {
        d = l.x[i * l.x_step] - c[i * w.systems] * d;
        l.x[i * l.x_step] = d;
    }
    device_report(g, s, l, d);
}

__global__ void factor_batch(struct device_batch g, struct scratch w)
{
    const int64_t s = system_here();
    if (s >= w.systems) return;
    struct line l = line_of(&g.shape, &g.t, s);
    if (g.shape.shared) l.n = g.shape.n;
    real *const c = w.c + s, *const inverse = w.inverse + s;
    inverse[0] = RC(1.0) / l.b[0];
    for (int64_t i = 1; i < l.n; i++) {
        const real ratio = l.c[(i - 1) * l.step] * inverse[(i - 1) * w.systems];
        c[(i - 1) * w.systems] = ratio;
        inverse[i * w.systems] = RC(1.0) / (l.b[i * l.step] - ratio * l.a[i * l.step]);
    }
}

__global__ void solve_factored(struct device_batch g, struct scratch w)
{
    const int64_t s = system_here();
    if (s >= g.shape.batch) return;
    const struct line l = line_of(&g.shape, &g.t, s);
    const int64_t at = w.systems == 1 ? 0 : s;
    const real *const c = w.c + at, *const inverse = w.inverse + at;
    real d = l.x[0] * inverse[0];
    l.x[0] = d;
    for (int64_t i = 1; i < l.n; i++) {
        d = (l.x[i * l.x_step] - d * l.a[i * l.step]) * inverse[i * w.systems];
        l.x[i * l.x_step] = d;
    }
    for (int64_t i = l.n - 2; i >= 0; i--) {
        d = l.x[i * l.x_step] - c[i * w.systems] * d;
        l.x[i * l.x_step] = d;
    }
    device_report(g, s, l, d);
}

static unsigned blocks(int64_t systems)
{
    return (unsigned)((systems + THREADS - 1) / THREADS);
}

static enum status factor(struct plan *p, const struct system *system)
{
    const struct scratch w = scratch_of(p);
    const struct device_batch g = device_batch_of(p, system);
    LAUNCH(factor_batch, blocks(w.systems), THREADS, 0, p->exec.stream, g, w);
    return ST_OK;
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct scratch w = scratch_of(p);
    const struct device_batch g = device_batch_of(p, system);
    if (p->factored) LAUNCH(solve_factored, blocks(g.shape.batch), THREADS, 0, p->exec.stream, g, w);
    else LAUNCH(solve_batch, blocks(g.shape.batch), THREADS, 0, p->exec.stream, g, w);
    return ST_OK;
}

static struct cost cost(const struct shape *shape, const void *)
{
    struct cost c = cost_rows(shape, shape->reuse ? 5 : 8);
    const double more = shape->reuse ? 2 : 4; /* d', and c' unless it is kept, written and read again */
    c.bytes += more * cost_unknowns(shape) * (double)sizeof(real);
    return c;
}

extern "C" const struct solver tridiag_thomas_device = {
    .method = "thomas",
    .about = "elimination in order, one thread a system",
    .source = "Valero-Lara et al. 2018, cuThomasBatch",
    .kind = KIND_TRIDIAG,
    .space = DEVICE,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | DETERMINISTIC | REPORTS_INFO,
    .work_bytes = work_bytes,
    .factor = factor,
    .solve = solve,
    .cost = cost,
};
