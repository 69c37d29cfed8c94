/* The explicit side of one point, as rhs.c adds it up: along x, y, z, times 1/C, u itself, the source, the faces. */
#pragma once
#include "apps/adi/step/points.cuh"
#include "apps/adi/step/rhs.h"

struct explicit_side {
    struct grid grid;
    struct stencil op; /* its grid is the one above */
    struct step_data data;
    int64_t stride[3];              /* from a point to the next along each axis */
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
        s.stride[d] = grid_stride(op->grid, d);
        s.c[d] = (real)(data->dt * terms->axis[d]);
        for (int side = 0; side < 2; side++) {
            s.loss[d][side] = terms->axis[d] * data->dt * op->exchange[d][side];
            if (op->shared) s.shared_loss[d][side] = (real)(s.loss[d][side] * stencil_inverse_capacity(op, 0));
        }
    }
    return s;
}

/* Along axis d at its node i. SHARED: as op.shared. INSIDE: neither the first node nor the last. */
template <bool SHARED, bool INSIDE>
__device__ __forceinline__ real explicit_along(const struct explicit_side &s, int d, const real *u, int64_t p,
                                               int64_t i)
{
    const struct grid &g = s.grid;
    const struct line_operator &l = s.op.line[d];
    const int64_t stride = s.stride[d], before = INSIDE ? p - stride : stencil_before(&g, d, i, p);
    const int64_t after = INSIDE || i < g.n[d] - 1 ? p + stride : p - i * stride;
    const real c = s.c[d];
    if (!SHARED)
        return c * s.op.weight[d][i] * stencil_inflow(s.op.link[d][before], s.op.link[d][p], u[before], u[p], u[after]);
    if (d == 0) return c * stencil_inflow(l.l_lower[i], l.l_upper[i], u[before], u[p], u[after]);
    return stencil_inflow(c * l.l_lower[i], c * l.l_upper[i], u[before], u[p], u[after]);
}

/* Is the point on no face? */
__device__ __forceinline__ bool explicit_inside(const struct grid &g, const int64_t at[3])
{
    bool inside = true;
    for (int d = 0; d < 3; d++) inside &= d >= g.dim || (at[d] > 0 && at[d] < g.n[d] - 1);
    return inside;
}

/* Heat through the faces that the point lies on. */
template <bool SHARED>
__device__ __forceinline__ real explicit_faces(const struct explicit_side &s, real here, int64_t p, const int64_t at[3],
                                               real sum)
{
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

template <bool SHARED, bool INSIDE>
__device__ __forceinline__ real explicit_sum(const struct explicit_side &s, const real *u, int64_t p,
                                             const int64_t at[3])
{
    const real here = u[p];
    real sum = explicit_along<SHARED, INSIDE>(s, 0, u, p, at[0]);
    for (int d = 1; d < 3; d++)
        if (d < s.grid.dim && s.c[d] != 0) sum += explicit_along<SHARED, INSIDE>(s, d, u, p, at[d]);
    if (!SHARED) sum *= s.op.inverse_capacity[p];
    if (s.keep != 0) sum += s.keep * here;
    if (s.data.source) sum += s.source * s.data.source[p];
    return INSIDE ? sum : explicit_faces<SHARED>(s, here, p, at, sum);
}

template <bool SHARED>
__device__ __forceinline__ real explicit_point(const struct explicit_side &s, const real *u, int64_t p,
                                               const int64_t at[3])
{
    return explicit_inside(s.grid, at) ? explicit_sum<SHARED, true>(s, u, p, at)
                                       : explicit_sum<SHARED, false>(s, u, p, at);
}
