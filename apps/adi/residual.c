/* The normwise backward error of a step by any method: one more step is taken from the final field, and its change D of
 * u is put into the implicit system of the step,
 *
 *     ||M_x M_y M_z D - R|| / (||M_x|| ||M_y|| ||M_z|| ||u|| + ||R||)      (maximum norms, in double)
 *
 * D is a difference of two fields, so it is accurate to the rounding of u. */
#include <math.h>
#include <string.h>

#include "apps/adi/state.h"
#include "base/memory.h"

/* The intermediate quantity of a stage, at the faces of its axis. */
static void prescribe(const struct grid *g, int axis, const struct step_data *data, double *v)
{
    for (int side = 0; side < 2; side++) {
        const struct plane f = grid_plane(g, axis, side);
        const real *const given = data->stage_face[axis][side];
        if (g->face[axis][side] != FACE_DIRICHLET) continue;
        for (int64_t a = 0; a < f.count[0]; a++)
            for (int64_t b = 0; b < f.count[1]; b++)
                v[plane_point(&f, a, b)] = given ? (double)given[a * f.count[1] + b] : 0;
    }
}

/* v := M_d v less what the faces of the axis add to the right side. Returns the norm of M_d. */
static double apply(const struct stencil *op, int axis, double c, const struct step_data *data, double *v)
{
    const struct grid *const g = op->grid;
    const int64_t n = g->n[axis], stride = grid_stride(g, axis), lines = g->points / n;
    double norm = 0;
#pragma omp parallel for schedule(static) num_threads(op->exec.threads) reduction(max : norm)
    for (int64_t s = 0; s < lines; s++) {
        const int64_t p = s / stride * stride * n + s % stride;
        const double first = v[p];
        double before = v[p + (n - 1) * stride];
        for (int64_t i = 0; i < n; i++) {
            double *const here = &v[p + i * stride];
            const struct stencil_row l = stencil_row(op, axis, i, p + i * stride);
            const double old = *here, after = i < n - 1 ? here[stride] : first;
            *here = old - c * (l.lower * before + l.diag * old + l.upper * after);
            before = old;
            norm = fmax(norm, 1 + c * (fabs(l.lower) + fabs(l.diag) + fabs(l.upper)));
        }
    }
    for (int side = 0; side < 2; side++) {
        const struct plane f = grid_plane(g, axis, side);
        const real *const given = data->stage_face[axis][side];
        for (int64_t q = 0; given && g->face[axis][side] != FACE_DIRICHLET && q < f.size; q++)
            v[plane_point(&f, q / f.count[1], q % f.count[1])] -= (double)given[q];
    }
    return norm;
}

/* R of one point, in double. */
static double right_side(const struct stencil *op, const struct step_data *data, const real *u, int64_t p,
                         const int64_t at[3])
{
    const struct grid *const g = op->grid;
    double r = data->source ? (double)data->source[p] : 0;
    for (int d = 0; d < g->dim; d++) {
        const int64_t stride = grid_stride(g, d), i = at[d], n = g->n[d];
        const struct stencil_row l = stencil_row(op, d, i, p);
        const double here = (double)u[p], before = (double)u[stencil_before(g, d, i, p)];
        const double after = (double)u[i < n - 1 ? p + stride : p - i * stride];
        r += data->dt * (l.lower * (before - here) + l.upper * (after - here) + (l.lower + l.diag + l.upper) * here);
        for (int side = 0; side < 2; side++)
            if (data->rhs_face[d][side] && i == (side ? n - 1 : 0))
                r += (double)data->rhs_face[d][side][plane_number(g, d, at)];
    }
    return r;
}

static bool prescribed(const struct grid *g, const int64_t at[3])
{
    bool is = false;
    for (int d = 0; d < g->dim; d++) is |= grid_at(g, d, at[d], FACE_DIRICHLET);
    return is;
}

static double measure(const struct state *s, const struct step_data *data, const real *before, double *v)
{
    const struct grid *const g = &s->grid;
    double norm = 1, worst = 0, norm_u = 0, norm_r = 0;
    for (int64_t p = 0; p < g->points; p++) v[p] = (double)s->u[p] - (double)before[p];
    for (int d = g->dim - 1; d >= 0; d--) {
        prescribe(g, d, data, v);
        norm *= apply(&s->op, d, s->theta * data->dt, data, v);
    }
#pragma omp parallel for schedule(static) num_threads(s->op.exec.threads) reduction(max : worst, norm_u, norm_r)
    for (int64_t p = 0; p < g->points; p++) {
        int64_t at[3];
        grid_indices(g, p, at);
        norm_u = fmax(norm_u, fmax(fabs((double)s->u[p]), fabs((double)before[p])));
        if (prescribed(g, at)) continue;
        const double r = right_side(&s->op, data, before, p, at);
        const double miss = fabs(v[p] - r);
        worst = isnan(miss) ? HUGE_VAL : fmax(worst, miss);
        norm_r = fmax(norm_r, fabs(r));
    }
    return residual_relative(worst, norm * norm_u + norm_r);
}

enum status state_residual(struct state *s, int64_t step, double *residual, struct growth *growth)
{
    const int64_t points = s->grid.points;
    struct clock untimed = {{0}};
    struct step_data data;
    real *before = NULL;
    double *v = NULL;
    *growth = (struct growth){.factor = 1};
    TRY(mem_array(&before, HOST, points, sizeof *before));
    enum status st = state_fetch(s);
    memcpy(before, s->u, (size_t)points * sizeof *before);
    if (st == ST_OK) st = mem_array(&v, HOST, points, sizeof *v);
    if (st == ST_OK) st = state_prepare(s, step, &data, &untimed);
    if (st == ST_OK) st = state_advance(s, &data, &untimed);
    if (st == ST_OK) st = state_fetch(s);
    if (st == ST_OK) *residual = measure(s, &data, before, v);
    if (st == ST_OK && state_may_grow(s)) {
        memcpy(v, before, (size_t)points * sizeof *before);
        st = state_growth(s, &data, (real *)(void *)v, growth);
    }
    memcpy(s->u, before, (size_t)points * sizeof *before);
    if (st == ST_OK) st = state_send(s);
    mem_free(v);
    mem_free(before);
    return st;
}
