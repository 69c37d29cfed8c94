/* Evaluates the explicit side of a step on the host, row by row along x. */
#include "apps/adi/step/rhs.h"

static void along(int64_t n, real c, const real *restrict lower, const real *restrict upper, const real *restrict u,
                  real *restrict out)
{
    out[0] = c * stencil_inflow(lower[0], upper[0], u[n - 1], u[0], u[n > 1]);
    for (int64_t i = 1; i < n - 1; i++) out[i] = c * stencil_inflow(lower[i], upper[i], u[i - 1], u[i], u[i + 1]);
    if (n > 1) out[n - 1] = c * stencil_inflow(lower[n - 1], upper[n - 1], u[n - 2], u[n - 1], u[0]);
}

static void across(int64_t n, real lower, real upper, const real *restrict before, const real *restrict u,
                   const real *restrict after, real *restrict out)
{
    for (int64_t i = 0; i < n; i++) out[i] += stencil_inflow(lower, upper, before[i], u[i], after[i]);
}

static void along_links(int64_t n, real c, const real *restrict weight, const real *restrict link,
                        const real *restrict u, real *restrict out)
{
    out[0] = c * weight[0] * stencil_inflow(link[n - 1], link[0], u[n - 1], u[0], u[n > 1]);
    for (int64_t i = 1; i < n - 1; i++)
        out[i] = c * weight[i] * stencil_inflow(link[i - 1], link[i], u[i - 1], u[i], u[i + 1]);
    if (n > 1) out[n - 1] = c * weight[n - 1] * stencil_inflow(link[n - 2], link[n - 1], u[n - 2], u[n - 1], u[0]);
}

static void across_links(int64_t n, real c, const real *restrict below, const real *restrict link,
                         const real *restrict before, const real *restrict u, const real *restrict after,
                         real *restrict out)
{
    for (int64_t i = 0; i < n; i++) out[i] += c * stencil_inflow(below[i], link[i], before[i], u[i], after[i]);
}

static void close_row(int64_t n, real keep, real source, const real *restrict inverse, const real *restrict u,
                      const real *restrict f, real *restrict out)
{
    for (int64_t i = 0; inverse && i < n; i++) out[i] *= inverse[i];
    for (int64_t i = 0; keep != 0 && i < n; i++) out[i] += keep * u[i];
    for (int64_t i = 0; f && i < n; i++) out[i] += source * f[i];
}

/* The row of points that begins at p. */
static void evaluate_row(const struct stencil *op, const double c[3], int64_t p, const real *u, real *out)
{
    const struct grid *const g = op->grid;
    const int64_t n = g->n[0];
    if (op->shared) along(n, (real)c[0], op->line[0].l_lower, op->line[0].l_upper, u + p, out + p);
    else along_links(n, (real)c[0], op->weight[0], op->link[0] + p, u + p, out + p);
    for (int d = 1; d < g->dim; d++) {
        const int64_t stride = grid_stride(g, d), i = p / stride % g->n[d];
        const int64_t before = stencil_before(g, d, i, p), after = i < g->n[d] - 1 ? p + stride : p - i * stride;
        if (c[d] == 0) continue;
        if (op->shared)
            across(n, (real)c[d] * op->line[d].l_lower[i], (real)c[d] * op->line[d].l_upper[i], u + before, u + p,
                   u + after, out + p);
        else
            across_links(n, (real)c[d] * op->weight[d][i], op->link[d] + before, op->link[d] + p, u + before, u + p,
                         u + after, out + p);
    }
}

/* Heat through one face: a share of what it prescribes, less what it loses if it is a Robin face. */
static void add_face(const struct stencil *op, int axis, int side, const struct terms *terms,
                     const struct step_data *data, const real *u, real *out)
{
    const struct plane f = grid_plane(op->grid, axis, side);
    const real *const given = data->rhs_face[axis][side];
    const double loss = terms->axis[axis] * data->dt * op->exchange[axis][side];
    if (!given && loss == 0) return;
#pragma omp parallel for schedule(static) num_threads(op->exec.threads) collapse(2)
    for (int64_t a = f.own[0].from; a < f.own[0].end; a++)
        for (int64_t b = f.own[1].from; b < f.own[1].end; b++) {
            const int64_t q = plane_point(&f, a, b);
            out[q] -= (real)(loss * stencil_inverse_capacity(op, q)) * u[q];
            if (given) out[q] += (real)terms->faces * given[a * f.count[1] + b];
        }
}

void rhs_evaluate(const struct stencil *op, const struct terms *terms, const struct step_data *data, const real *u,
                  real *out)
{
    const struct grid *const g = op->grid;
    const int64_t n = g->n[0];
    const struct grid_run own = grid_own_points(g);
    double c[3];
    for (int d = 0; d < 3; d++) c[d] = data->dt * terms->axis[d];
#pragma omp parallel for schedule(static) num_threads(op->exec.threads)
    for (int64_t p = own.from; p < own.end; p += n) {
        evaluate_row(op, c, p, u, out);
        close_row(n, (real)terms->keep, (real)terms->source, op->shared ? NULL : op->inverse_capacity + p, u + p,
                  data->source ? data->source + p : NULL, out + p);
        step_show(data, p / n % g->n[1], p / n / g->n[1], u + p);
    }
    for (int d = 0; d < g->dim; d++)
        for (int side = 0; side < 2; side++) add_face(op, d, side, terms, data, u, out);
}

double rhs_bytes(const struct stencil *op, const struct step_data *data)
{
    const int arrays = 2 + (data->source != NULL) + (op->shared ? 0 : op->grid->dim + 1);
    return (double)arrays * (double)op->grid->points * (double)sizeof(real);
}
