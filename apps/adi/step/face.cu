/* Sets the values on the nodes of a face, and adds two fields, on the device: one thread per value. */
#include "apps/adi/step/face.h"
#include "base/device/gpu.h"

enum { THREADS = 256 };

static __global__ void set(struct plane f, real share, const real *given, const real *base, real *x)
{
    const int64_t q = (int64_t)blockIdx.x * THREADS + threadIdx.x;
    if (q >= f.size) return;
    const int64_t p = plane_point(&f, q / f.count[1], q % f.count[1]);
    x[p] = (base ? base[p] : 0) + (given ? share * given[q] : 0);
}

static __global__ void add(int64_t points, const real *d, real *u)
{
    const int64_t p = (int64_t)blockIdx.x * THREADS + threadIdx.x;
    if (p < points) u[p] += d[p];
}

static unsigned blocks(int64_t values)
{
    return (unsigned)((values + THREADS - 1) / THREADS);
}

void face_set_device(const struct stencil *op, int axis, int side, real share, const real *given, const real *base,
                     real *x)
{
    const struct plane f = grid_plane(op->grid, axis, side);
    LAUNCH(set, blocks(f.size), THREADS, 0, op->exec.stream, f, share, given, base, x);
}

void field_add_device(const struct stencil *op, const real *d, real *u)
{
    LAUNCH(add, blocks(op->grid->points), THREADS, 0, op->exec.stream, op->grid->points, d, u);
}
