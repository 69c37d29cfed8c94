/* Assembles matrices from coefficients kept at every point, on the device: one thread per row. */
#include "apps/adi/step/points.cuh"
#include "apps/adi/step/stencil.h"

struct assembly {
    int axis;
    real c;
    const real *weight, *inverse_capacity, *link;
    bool loses[2]; /* Robin faces */
    real loss[2];  /* c times what they lose, times C */
    real *lower, *diag, *upper;
};

static __global__ void assemble(const __grid_constant__ struct points points, const __grid_constant__ struct assembly m)
{
    int64_t at[3];
    if (!points_here(points, at)) return;
    const struct grid &g = points.grid;
    const int64_t p = point_at(g, at), i = m.axis == 0 ? at[0] : m.axis == 1 ? at[1] : at[2];
    const real inverse = m.inverse_capacity[p];
    struct matrix_row row =
        stencil_matrix_row(m.c * m.weight[i], inverse, m.link[stencil_before(&g, m.axis, i, p)], m.link[p]);
    for (int side = 0; side < 2; side++)
        if (m.loses[side] && i == (side ? g.n[m.axis] - 1 : 0)) row.diag += m.loss[side] * inverse;
    m.lower[p] = row.lower;
    m.diag[p] = row.diag;
    m.upper[p] = row.upper;
}

void stencil_assemble_device(const struct stencil *op, int axis, double c, real *lower, real *diag, real *upper)
{
    const struct points points = points_of(op->grid);
    struct assembly m = {axis, (real)c, op->weight[axis], op->inverse_capacity, op->link[axis]};
    m.lower = lower, m.diag = diag, m.upper = upper;
    for (int side = 0; side < 2; side++) {
        m.loses[side] = op->grid->face[axis][side] == FACE_ROBIN;
        m.loss[side] = (real)(c * op->exchange[axis][side]);
    }
    LAUNCH(assemble, points_blocks(&points), POINT_THREADS, 0, op->exec.stream, points, m);
}
