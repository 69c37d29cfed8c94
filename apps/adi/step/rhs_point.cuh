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

/* Values that all points of a line along x share, with shared coefficients: its position across, whether it lies
 * inside, and the couplings of its points along y and z. */
struct explicit_line {
    int64_t at[3];
    bool inside;
    struct {
        bool is;
        int64_t before, after; /* from a point */
        real lower, upper;
    } across[2];
};

__device__ __forceinline__ struct explicit_line explicit_line_of(const struct explicit_side &s, int64_t first)
{
    const struct grid &g = s.grid;
    struct explicit_line k = {{0, 0, 0}, true, {}};
    grid_indices(&g, first, k.at);
    for (int d = 1; d < 3; d++) {
        const int64_t i = k.at[d], stride = s.stride[d];
        auto &a = k.across[d - 1];
        a.is = d < g.dim && s.c[d] != 0;
        a.before = stencil_before(&g, d, i, 0);
        a.after = i < g.n[d] - 1 ? stride : -i * stride;
        if (a.is) a.lower = s.c[d] * s.op.line[d].l_lower[i], a.upper = s.c[d] * s.op.line[d].l_upper[i];
        k.inside &= d >= g.dim || (i > 0 && i < g.n[d] - 1);
    }
    return k;
}

/* At node i of the line, point p; adds up as explicit_sum does. */
__device__ __forceinline__ real explicit_on_line(const struct explicit_side &s, const struct explicit_line &k,
                                                 const real *u, int64_t p, int i)
{
    const int last = (int)s.grid.n[0] - 1;
    const real *const here = u + p;
    const real before = here[i > 0 ? -1 : last], after = here[i < last ? 1 : -i], u_p = *here;
    real sum = s.c[0] * stencil_inflow(s.op.line[0].l_lower[i], s.op.line[0].l_upper[i], before, u_p, after);
#pragma unroll
    for (int d = 0; d < 2; d++)
        if (k.across[d].is)
            sum += stencil_inflow(k.across[d].lower, k.across[d].upper, here[k.across[d].before], u_p,
                                  here[k.across[d].after]);
    if (s.keep != 0) sum += s.keep * u_p;
    if (s.data.source) sum += s.source * s.data.source[p];
    if (k.inside && i > 0 && i < last) return sum;
    const int64_t at[3] = {i, k.at[1], k.at[2]};
    return explicit_faces<true>(s, u_p, p, at, sum);
}
