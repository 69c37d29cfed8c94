/* The normwise backward error of a step by any method: one more step is taken from the final field, and its change D of
 * u is put into the implicit system of the step,
 *
 *     ||M_x M_y M_z D - R|| / (||M_x|| ||M_y|| ||M_z|| ||u|| + ||R||)      (maximum norms, in double)
 *
 * D is a difference of two fields, so it is accurate to the rounding of u. */
#include <math.h>

#include "apps/adi/measures.h"
#include "base/memory.h"

/* The intermediate quantity of a stage, at the faces of its axis; those of the axis that ranks cut may lie next to
 * their planes. */
static void prescribe(const struct grid *g, int axis, const struct step_data *data, double *v)
{
    for (int side = 0; side < 2; side++) {
        const struct plane f = grid_plane(g, axis, side);
        const bool whole = axis == grid_cut(g);
        const struct grid_run all[2] = {{0, f.count[0]}, {0, f.count[1]}}, *const nodes = whole ? all : f.own;
        const real *const given = data->stage_face[axis][side];
        if (g->face[axis][side] != FACE_DIRICHLET) continue;
        for (int64_t a = nodes[0].from; a < nodes[0].end; a++)
            for (int64_t b = nodes[1].from; b < nodes[1].end; b++)
                v[plane_point(&f, a, b)] = given ? (double)given[a * f.count[1] + b] : 0;
    }
}

/* v := M_d v less what the faces of the axis add to the right side, at the nodes of this rank, which knows those beside
 * them. Returns the norm of M_d. */
static double apply(const struct stencil *op, int axis, double c, const struct step_data *data, double *v)
{
    const struct grid *const g = op->grid;
    const int64_t n = g->n[axis], stride = grid_stride(g, axis);
    const struct grid_run rows = grid_own(g, axis), points = grid_own_points(g), all = {0, g->points / n},
                          own = {points.from / n, points.end / n}, lines = axis == grid_cut(g) ? all : own;
    const int64_t before_first = rows.from > 0 ? rows.from - 1 : n - 1;
    double norm = 0;
#pragma omp parallel for schedule(static) num_threads(op->exec.threads) reduction(max : norm)
    for (int64_t s = lines.from; s < lines.end; s++) {
        const int64_t p = s / stride * stride * n + s % stride;
        const double first = v[p];
        double before = v[p + before_first * stride];
        for (int64_t i = rows.from; i < rows.end; i++) {
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
        if (!given || g->face[axis][side] == FACE_DIRICHLET) continue;
        for (int64_t a = f.own[0].from; a < f.own[0].end; a++)
            for (int64_t b = f.own[1].from; b < f.own[1].end; b++)
                v[plane_point(&f, a, b)] -= (double)given[a * f.count[1] + b];
    }
    comm_max(g->comm, &norm, 1);
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
    const struct grid_run own = grid_own_points(g);
    double norm = 1, worst = 0, norm_u = 0, norm_r = 0;
    for (int k = 0; k < NEAR_RUNS; k++)
        for (int64_t p = grid_near(g, k).from; p < grid_near(g, k).end; p++) v[p] = (double)s->u[p] - (double)before[p];
    for (int d = g->dim - 1; d >= 0; d--) {
        prescribe(g, d, data, v);
        norm *= apply(&s->op, d, s->theta * data->dt, data, v);
    }
#pragma omp parallel for schedule(static) num_threads(s->op.exec.threads) reduction(max : worst, norm_u, norm_r)
    for (int64_t p = own.from; p < own.end; p++) {
        int64_t at[3];
        grid_indices(g, p, at);
        norm_u = fmax(norm_u, fmax(fabs((double)s->u[p]), fabs((double)before[p])));
        if (prescribed(g, at)) continue;
        const double r = right_side(&s->op, data, before, p, at);
        const double miss = fabs(v[p] - r);
        worst = isnan(miss) ? HUGE_VAL : fmax(worst, miss);
        norm_r = fmax(norm_r, fabs(r));
    }
    double most[] = {worst, norm_u, norm_r};
    comm_max(g->comm, most, 3);
    return residual_relative(most[0], norm * most[1] + most[2]);
}

static enum status make_arrays(struct state *s, real **before, double **v)
{
    TRY(grid_array(before, &s->grid, sizeof **before));
    TRY(grid_array(v, &s->grid, sizeof **v));
    return state_fetch(s);
}

enum status state_residual(struct state *s, int64_t step, double *residual, struct growth *growth)
{
    const struct grid *const g = &s->grid;
    struct clock untimed = {{0}};
    struct step_data data;
    real *before = NULL;
    double *v = NULL;
    *growth = (struct growth){.factor = 1};
    enum status st = comm_agree(g->comm, make_arrays(s, &before, &v));
    const bool kept = st == ST_OK;
    if (kept) grid_copy(g, s->u, before, sizeof *before);
    if (st == ST_OK) st = state_prepare(s, step, &data, &untimed);
    if (st == ST_OK) st = state_advance(s, &data, &untimed);
    if (st == ST_OK) st = state_fetch(s);
    if (st == ST_OK) *residual = measure(s, &data, before, v);
    if (st == ST_OK && state_may_grow(s)) {
        grid_copy(g, before, v, sizeof *before);
        st = state_growth(s, &data, (real *)(void *)v, growth);
    }
    if (kept) grid_copy(g, before, s->u, sizeof *before);
    if (st == ST_OK) st = state_send(s);
    mem_free(v);
    mem_free(before);
    return st;
}
