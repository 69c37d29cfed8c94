/* Sets the values on the nodes of a face, and adds two fields, on the host. */
#include "apps/adi/step/face.h"

void face_set(const struct stencil *op, int axis, int side, real share, const real *given, const real *base, real *x)
{
    const struct plane f = grid_plane(op->grid, axis, side);
    for (int64_t a = f.own[0].from; a < f.own[0].end; a++)
        for (int64_t b = f.own[1].from; b < f.own[1].end; b++) {
            const int64_t q = plane_point(&f, a, b);
            x[q] = (base ? base[q] : 0) + (given ? share * given[a * f.count[1] + b] : 0);
        }
}

void field_add(const struct stencil *op, const real *restrict d, real *restrict u)
{
    const struct grid_run own = grid_own_points(op->grid);
#pragma omp parallel for schedule(static) num_threads(op->exec.threads)
    for (int64_t p = own.from; p < own.end; p++) u[p] += d[p];
}
