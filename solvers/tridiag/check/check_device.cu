/* The loops of check_loops.h on the device: one thread per value where they copy, one per system where they go from row
 * to row. */
#include "base/device/gpu.h"
#include "solvers/tridiag/check/check_loops.h"
#include "solvers/tridiag/check/twice.h"

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

/* Value e of those kept: its system, its row, and its place in x; false of padding. */
struct kept_value {
    int64_t system, row, offset;
};

__device__ __forceinline__ bool value_at(const struct checked_chunk &c, int64_t e, struct kept_value *v)
{
    const int64_t side = kept_side_by_side(&c.shape) ? kept_inner(&c.shape) : 1, each = c.shape.n * side;
    v->system = e / each * side + e % side, v->row = e % each / side;
    if (v->system >= c.shape.batch || v->row >= shape_rows(&c.shape, v->system)) return false;
    v->offset = shape_start(&c.shape, v->system) + v->row * c.shape.stride;
    return true;
}

static __global__ void keep_values(struct checked_chunk c, int64_t values)
{
    struct kept_value v;
    for (int64_t e = first(); e < values; e += stride())
        if (value_at(c, e, &v)) c.right[e] = c.system.x[v.offset];
}

static __global__ void put_probe_values(struct checked_chunk c, int64_t values)
{
    struct kept_value v;
    for (int64_t e = first(); e < values; e += stride())
        if (value_at(c, e, &v)) c.system.x[v.offset] = c.probe[v.row];
}

static __global__ void put_back_values(struct checked_chunk c, int64_t values)
{
    struct kept_value v;
    for (int64_t e = first(); e < values; e += stride())
        if (value_at(c, e, &v)) c.system.x[v.offset] = c.right[e];
}

static __global__ void keep_first_values(struct checked_chunk c, int64_t values)
{
    struct kept_value v;
    for (int64_t e = first(); e < values; e += stride())
        if (value_at(c, e, &v)) c.first[e] = c.system.x[v.offset];
}

__device__ __forceinline__ struct kept_run run_of(const struct checked_chunk &c, int64_t s)
{
    const int64_t inner = kept_inner(&c.shape), group = s / inner, column = s % inner;
    return kept_run_at(&c.shape,
                       kept_side_by_side(&c.shape) ? group * kept_runs_of_group(&c.shape) + column / KEPT_SIDE : s);
}

/* |x|, or infinity if one is not finite. */
__device__ __forceinline__ double largest(const real *x, int64_t stride, int64_t count)
{
    double most = 0, unsound = 0;
    for (int64_t i = 0; i < count; i++) {
        const double v = (double)x[i * stride];
        most = fmax(most, fabs(v));
        unsound += 0 * v;
    }
    return unsound == 0 ? most : (double)INFINITY;
}

static __global__ void find_largest(struct checked_chunk c)
{
    for (int64_t s = first(); s < c.shape.batch; s += stride()) {
        const struct line l = line_of(&c.shape, &c.system, s);
        c.system.condition[s] = largest(l.x, l.x_stride, l.n);
    }
}

static __global__ void put_residuals(struct checked_chunk c)
{
    for (int64_t s = first(); s < c.shape.batch; s += stride()) {
        const struct kept_run run = run_of(c, s);
        const struct check_system k = checked_system(&c, s, &run);
        residual_rows(&k, c.first + run.offset + (s - run.first), run.stride);
    }
}

static __global__ void correct_systems(struct checked_chunk c)
{
    for (int64_t s = first(); s < c.shape.batch; s += stride()) {
        const struct kept_run run = run_of(c, s);
        const struct line l = line_of(&c.shape, &c.system, s);
        const real *const before = c.first + run.offset + (s - run.first);
        const bool taken = largest(l.x, l.x_stride, l.n) <= largest(before, run.stride, l.n) / 2;
        for (int64_t i = 0; i < l.n; i++)
            l.x[i * l.x_stride] = taken ? before[i * run.stride] + l.x[i * l.x_stride] : before[i * run.stride];
    }
}

static __global__ void measure_systems(struct checked_chunk c)
{
    for (int64_t s = first(); s < c.shape.batch; s += stride()) {
        const struct kept_run run = run_of(c, s);
        const struct check_system k = checked_system(&c, s, &run);
        struct check_sizes sizes = {0};
        for (int64_t i = 0; i < k.line.n; i++) check_add(&sizes, check_row_of(&k, i));
        checked_report(&c.system, s, &k, &sizes, check_backward(&k, &sizes), false);
    }
}

static void keep(const struct checked_chunk *c, const struct exec *exec)
{
    const int64_t values = kept_values(&c->shape);
    if (values) LAUNCH(keep_values, blocks(values), THREADS, 0, exec->stream, *c, values);
}

static void put_probe(const struct checked_chunk *c, const struct exec *exec)
{
    const int64_t values = kept_values(&c->shape);
    if (values) LAUNCH(put_probe_values, blocks(values), THREADS, 0, exec->stream, *c, values);
}

static void take_largest(const struct checked_chunk *c, const struct exec *exec)
{
    const int64_t values = kept_values(&c->shape);
    if (values) LAUNCH(find_largest, blocks(c->shape.batch), THREADS, 0, exec->stream, *c);
    if (values) LAUNCH(put_back_values, blocks(values), THREADS, 0, exec->stream, *c, values);
}

static void put_residual(const struct checked_chunk *c, const struct exec *exec)
{
    const int64_t values = kept_values(&c->shape);
    if (values) LAUNCH(keep_first_values, blocks(values), THREADS, 0, exec->stream, *c, values);
    if (values) LAUNCH(put_residuals, blocks(c->shape.batch), THREADS, 0, exec->stream, *c);
}

static void correct(const struct checked_chunk *c, const struct exec *exec)
{
    if (c->shape.batch) LAUNCH(correct_systems, blocks(c->shape.batch), THREADS, 0, exec->stream, *c);
}

/* The worst values of the chunk stay on the device: returns NaN for both. */
static struct checked_worst measure(const struct checked_chunk *c, const struct exec *exec)
{
    if (c->shape.batch) LAUNCH(measure_systems, blocks(c->shape.batch), THREADS, 0, exec->stream, *c);
    return {(double)NAN, (double)NAN};
}

extern "C" const struct checked_loops checked_device = {keep,    put_probe, take_largest, put_residual,
                                                        correct, measure,   NULL};
