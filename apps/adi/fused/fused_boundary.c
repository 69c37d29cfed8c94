/* The terms of R on a row that the uniform stencil does not have: sources, faces, and coefficients that differ from
 * those inside, mostly near faces. */
#include <string.h>

#include "apps/adi/fused/fused.h"

const real *fused_beside(const struct fused_axis *a, const real *p, int64_t at, int64_t stride, int side)
{
    const int64_t step = side ? stride : -stride;
    if (at != (side ? a->n - 1 : 0)) return p + step;
    return a->cyclic ? p - (a->n - 1) * step : p;
}

static const real *face(const struct fused_axis *a, const real *const planes[2], int64_t at, int side)
{
    return at == (side ? a->n - 1 : 0) ? planes[side] : NULL;
}

bool fused_has_boundary(const struct fused *f, const struct step_data *data, int64_t j, int64_t k)
{
    const struct fused_axis *const y = &f->axis[1], *const z = &f->axis[2];
    bool any = data->source || f->axis[0].uneven || y->lower[j] != y->inner || y->upper[j] != y->inner ||
               y->rest[j] != 0 || z->rest[k] != 0;
    for (int side = 0; side < 2; side++)
        any |= face(y, data->rhs_face[1], j, side) || face(z, data->rhs_face[2], k, side);
    return any;
}

static void add(int64_t n, const real *restrict more, real *restrict r)
{
    for (int64_t i = 0; more && i < n; i++) r[i] += more[i];
}

/* The nodes between the ends of x. */
static void uneven_x(const struct fused_axis *x, double dt, const real *restrict c, real *restrict r)
{
    for (int64_t i = 1; i < x->n - 1; i++)
        r[i] += (real)dt * ((x->lower[i] - x->inner) * (c[i - 1] - c[i]) +
                            (x->upper[i] - x->inner) * (c[i + 1] - c[i]) + x->rest[i] * c[i]);
}

void fused_boundary(const struct fused *f, const struct step_data *data, const real *u, int64_t j, int64_t k,
                    real *restrict r)
{
    const struct fused_axis *const x = &f->axis[0], *const y = &f->axis[1], *const z = &f->axis[2];
    const int64_t nx = x->n, line = k * y->n + j;
    const real *restrict const c = u + line * nx;
    const real *restrict const south = fused_beside(y, c, j, nx, 0), *restrict const north =
                                                                         fused_beside(y, c, j, nx, 1);
    const real cs = (real)(data->dt * (double)(y->lower[j] - y->inner));
    const real cn = (real)(data->dt * (double)(y->upper[j] - y->inner));
    const real rest = (real)(data->dt * (double)(y->rest[j] + z->rest[k]));
    for (int64_t i = 0; i < nx; i++) r[i] = cs * (south[i] - c[i]) + cn * (north[i] - c[i]) + rest * c[i];
    if (x->uneven) uneven_x(x, data->dt, c, r);
    if (data->source) add(nx, data->source + line * nx, r);
    for (int side = 0; side < 2; side++) {
        const real *const on_y = face(y, data->rhs_face[1], j, side), *const on_z = face(z, data->rhs_face[2], k, side);
        if (on_y) add(nx, on_y + k * nx, r);
        if (on_z) add(nx, on_z + j * nx, r);
    }
}
