/* Adds sources and faces to a step, a row at a time: to R, at the ends of lines along x, to eta at the ends of
 * lines along z; and the Dirichlet nodes, which get their values again whenever u is made, so that rounding does not
 * move them. */
#include <string.h>

#include "apps/adi/sweep/sweep_data.h"

static const real *face(const struct adi_sweep *f, const real *const planes[2], int axis, int64_t at, int side)
{
    return at == (side ? f->n[axis] - 1 : 0) ? planes[side] : NULL;
}

bool sweep_has_more(const struct adi_sweep *f, const struct step_data *data, int64_t j, int64_t k)
{
    bool any = data->source != NULL;
    for (int side = 0; side < 2; side++)
        any |= face(f, data->rhs_face[1], 1, j, side) || face(f, data->rhs_face[2], 2, k, side);
    return any && j < f->n[1];
}

static void add(int64_t n, const real *restrict more, real *restrict r)
{
    for (int64_t i = 0; i < n; i++) r[i] += more[i];
}

void sweep_more(const struct adi_sweep *f, const struct step_data *data, int64_t j, int64_t k, real *row)
{
    const int64_t n = f->n[0];
    memset(row, 0, (size_t)f->row * sizeof *row);
    if (j >= f->n[1]) return;
    if (data->source) memcpy(row, data->source + (k * f->n[1] + j) * n, (size_t)n * sizeof *row);
    for (int side = 0; side < 2; side++) {
        const real *const on_y = face(f, data->rhs_face[1], 1, j, side), *const on_z =
                                                                             face(f, data->rhs_face[2], 2, k, side);
        if (on_y) add(n, on_y + k * n, row);
        if (on_z) add(n, on_z + j * n, row);
    }
}

void sweep_x_ends(const struct adi_sweep *f, const struct step_data *data, const real *u, int64_t j, int64_t k,
                  real out[2][LANES])
{
    for (int side = 0; side < 2; side++) {
        const int64_t end = side ? f->n[0] - 1 : 0, count = smaller(LANES, f->n[1] - j), first = k * f->n[1] + j;
        const real *const rhs = data->rhs_face[0][side], *const stage = data->stage_face[0][side];
        const real rest = f->rest[0][end];
        memset(out[side], 0, sizeof out[side]);
        if (f->n[0] == 1) continue;
        for (int64_t q = 0; q < count && !f->fixed[0][side]; q++)
            out[side][q] = rest * u[q * f->ld + end] + (rhs ? rhs[first + q] : 0);
        for (int64_t q = 0; q < count && stage; q++) out[side][q] += stage[first + q];
    }
}

bool sweep_is_fixed(const struct adi_sweep *f, int axis, int64_t at)
{
    return (f->fixed[axis][0] && at == 0) || (f->fixed[axis][1] && at == f->n[axis] - 1);
}

void sweep_free_ends(const struct adi_sweep *f, int64_t j, real *sigma)
{
    for (int64_t q = 0; q < LANES; q++)
        if (sweep_is_fixed(f, 1, j + q)) memset(sigma + q * f->ld, 0, (size_t)f->row * sizeof *sigma);
    for (int side = 0; side < 2; side++)
        for (int q = 0; f->fixed[0][side] && q < LANES; q++) sigma[q * f->ld + (side ? f->n[0] - 1 : 0)] = 0;
}

void sweep_hold(const struct adi_sweep *f, int64_t k, int64_t from, int64_t to, real *row, int64_t ld)
{
    const int64_t nx = f->n[0], ny = f->n[1];
    for (int side = 0; side < 2; side++)
        if (f->held[2][side] && k == (side ? f->n[2] - 1 : 0)) {
            for (int64_t j = from; j < smaller(to, ny); j++)
                memcpy(row + (j - from) * ld, f->held[2][side] + j * nx, (size_t)nx * sizeof *row);
            return;
        }
    for (int side = 0; side < 2; side++)
        for (int64_t j = from; f->held[0][side] && j < smaller(to, ny); j++)
            row[(j - from) * ld + (side ? nx - 1 : 0)] = f->held[0][side][k * ny + j];
    for (int side = 0; side < 2; side++) {
        const int64_t j = side ? ny - 1 : 0;
        if (f->held[1][side] && from <= j && j < to)
            memcpy(row + (j - from) * ld, f->held[1][side] + k * nx, (size_t)nx * sizeof *row);
    }
}

bool sweep_has_lift(const struct adi_sweep *f, const struct step_data *data, int64_t k)
{
    bool any = false;
    for (int side = 0; side < 2; side++)
        any |= k == (side ? f->n[2] - 1 : 0) && (f->fixed[2][side] || data->stage_face[2][side]);
    return any;
}

void sweep_lift(const struct adi_sweep *f, const struct step_data *data, real alpha, int64_t j, int64_t k, real *row)
{
    const int64_t n = f->n[0], first = j * n;
    memset(row, 0, (size_t)f->row * sizeof *row);
    for (int side = 0; side < 2 && j < f->n[1]; side++) {
        const real *const stage = data->stage_face[2][side];
        if (k != (side ? f->n[2] - 1 : 0)) continue;
        if (f->fixed[2][side]) memcpy(row, f->held[2][side] + first, (size_t)n * sizeof *row);
        for (int64_t i = 0; stage && i < n; i++) row[i] += (f->fixed[2][side] ? 1 : alpha) * stage[first + i];
    }
}
