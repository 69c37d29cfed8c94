/* The explicit side of one point, as rhs.c adds it up: along x, y, z, times 1/C, u itself, the source, the faces. */
#pragma once
#include "apps/adi/step/points.cuh"
#include "apps/adi/step/rhs.h"

struct explicit_side {
    struct grid grid;
    struct stencil op; /* its grid is the one above */
    struct step_data data;
    real c[3], keep, faces, source; /* c: dt times the share of each axis */
    double loss[3][2];              /* times 1/C, at Robin faces */
    real shared_loss[3][2];         /* that product, if C is the same everywhere */
};

static inline struct explicit_side explicit_side_of(const struct stencil *op, const struct terms *terms,
                                                    const struct step_data *data)
{
    struct explicit_side s = {*op->grid, *op, *data};
    s.keep = (real)terms->keep, s.faces = (real)terms->faces, s.source = (real)terms->source;
    for (int d = 0; d < 3; d++) {
        s.c[d] = (real)(data->dt * terms->axis[d]);
        for (int side = 0; side < 2; side++) {
            s.loss[d][side] = terms->axis[d] * data->dt * op->exchange[d][side];
            if (op->shared) s.shared_loss[d][side] = (real)(s.loss[d][side] * stencil_inverse_capacity(op, 0));
        }
    }
    return s;
}

/* Along axis d at its node i. SHARED: as op.shared. */
template <bool SHARED>
__device__ __forceinline__ real explicit_along(const struct explicit_side &s, int d, const real *u, int64_t p,
                                               int64_t i)
{
    const struct grid &g = s.grid;
    const struct line_operator &l = s.op.line[d];
    const int64_t before = stencil_before(&g, d, i, p), stride = grid_stride(&g, d);
    const int64_t after = i < g.n[d] - 1 ? p + stride : p - i * stride;
    const real c = s.c[d];
    if (!SHARED)
        return c * s.op.weight[d][i] * stencil_inflow(s.op.link[d][before], s.op.link[d][p], u[before], u[p], u[after]);
    if (d == 0) return c * stencil_inflow(l.l_lower[i], l.l_upper[i], u[before], u[p], u[after]);
    return stencil_inflow(c * l.l_lower[i], c * l.l_upper[i], u[before], u[p], u[after]);
}

/* Heat through the faces that the point lies on. */
template <bool SHARED>
__device__ __forceinline__ real explicit_faces(const struct explicit_side &s, real here, int64_t p, const int64_t at[3],
                                               real sum)
{
    bool inside = true;
    for (int d = 0; d < 3; d++) inside &= d >= s.grid.dim || (at[d] > 0 && at[d] < s.grid.n[d] - 1);
    if (inside) return sum;
#pragma unroll 1
    for (int d = 0; d < 3; d++)
#pragma unroll 1
        for (int side = 0; side < 2; side++) {
            const int64_t i = d == 0 ? at[0] : d == 1 ? at[1] : at[2];
            const real *const given = s.data.rhs_face[d][side];
            const double loss = s.loss[d][side];
            if (i != (side ? s.grid.n[d] - 1 : 0) || (!given && loss == 0)) continue;
            const real lost = SHARED ? s.shared_loss[d][side] : (real)(loss * (double)s.op.inverse_capacity[p]);
            sum -= lost * here;
            if (given) sum += s.faces * given[plane_number(&s.grid, d, at)];
        }
    return sum;
}

template <bool SHARED>
__device__ __forceinline__ real explicit_point(const struct explicit_side &s, const real *u, int64_t p,
                                               const int64_t at[3])
{
    const real here = u[p];
    real sum = explicit_along<SHARED>(s, 0, u, p, at[0]);
    for (int d = 1; d < 3; d++)
        if (d < s.grid.dim && s.c[d] != 0) sum += explicit_along<SHARED>(s, d, u, p, at[d]);
    if (!SHARED) sum *= s.op.inverse_capacity[p];
    if (s.keep != 0) sum += s.keep * here;
    if (s.data.source) sum += s.source * s.data.source[p];
    return explicit_faces<SHARED>(s, here, p, at, sum);
}
