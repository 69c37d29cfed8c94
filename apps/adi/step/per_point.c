/* Operators whose coefficients differ from point to point: link conductances and 1/C are evaluated once, and
 * each matrix is assembled from them when it is needed, 3 numbers written for 2 or 3 read. */
#include <math.h>

#include "apps/adi/step/stencil.h"
#include "base/memory.h"

/* A positive material property at every point. */
static enum status evaluate(const struct stencil *op, const struct field_spec *spec, struct nodes_workspace *workspace,
                            bool inverse_product, real *out)
{
    struct field *field;
    TRY(grid_field(&field, op->grid, spec));
    enum status s = ST_OK;
    for (struct nodes w = nodes_of_grid(op->grid, workspace); s == ST_OK && nodes_next(&w);) {
        s = nodes_eval(&w, field, 0, op->threads);
        for (int64_t p = 0; s == ST_OK && p < w.count; p++) {
            const double v = workspace->value[p];
            if (!(v > 0 && isfinite(v)))
                s = fail(ST_CONFIG, "%s: %g at (%g, %g, %g) is not above 0", spec->place, v, workspace->xyz[0][p],
                         workspace->xyz[1][p], workspace->xyz[2][p]);
            else out[w.first + p] = (real)(inverse_product ? (double)out[w.first + p] / v : v);
        }
    }
    field_free(field);
    return s;
}

static void make_links(struct stencil *op, const struct adi_params *p, int axis, const real *conductivity)
{
    const struct grid *const g = op->grid;
    const double scale = params_anisotropy(p, axis) / (g->spacing[axis] * g->spacing[axis]);
    const int64_t n = g->n[axis], stride = grid_stride(g, axis);
    const bool periodic = grid_periodic(g, axis);
    real *const link = op->link[axis];
#pragma omp parallel for schedule(static) num_threads(op->exec.threads)
    for (int64_t q = 0; q < g->points; q++) {
        const bool last = q / stride % n == n - 1;
        const int64_t next = last ? q - (n - 1) * stride : q + stride;
        const bool joined = n > 1 && (periodic || !last);
        link[q] = joined ? (real)(scale * 2 / (1 / (double)conductivity[q] + 1 / (double)conductivity[next])) : 0;
    }
}

enum status stencil_make_per_point(struct stencil *op, const struct adi_params *p, struct nodes_workspace *workspace)
{
    const struct grid *const g = op->grid;
    real *conductivity = NULL;
    TRY(mem_array(&op->inverse_capacity, HOST, g->points, sizeof(real)));
    for (int64_t q = 0; q < g->points; q++) op->inverse_capacity[q] = 1;
    TRY(evaluate(op, &p->density, workspace, true, op->inverse_capacity));
    TRY(evaluate(op, &p->heat_capacity, workspace, true, op->inverse_capacity));
    for (int d = 0; d < g->dim; d++) TRY(mem_array(&op->link[d], HOST, g->points, sizeof(real)));
    TRY(mem_array(&conductivity, HOST, g->points, sizeof(real)));
    const enum status s = evaluate(op, &p->conductivity, workspace, false, conductivity);
    for (int d = 0; s == ST_OK && d < g->dim; d++) make_links(op, p, d, conductivity);
    mem_free(conductivity);
    return s;
}

/* One row of points along x: `below` holds the links to the neighbours before them, `here` to those after. */
static void assemble_row(int64_t n, real c, const real *restrict inverse, const real *restrict below,
                         const real *restrict here, real *restrict lower, real *restrict diag, real *restrict upper)
{
    for (int64_t i = 0; i < n; i++) {
        const struct matrix_row m = stencil_matrix_row(c, inverse[i], below[i], here[i]);
        lower[i] = m.lower, diag[i] = m.diag, upper[i] = m.upper;
    }
}

/* Along x the neighbour is in the same row, and the weight differs from point to point. */
static void assemble_row_along(int64_t n, real c, const real *restrict weight, const real *restrict inverse,
                               const real *restrict link, real *restrict lower, real *restrict diag,
                               real *restrict upper)
{
    for (int64_t i = 0; i < n; i++) {
        const struct matrix_row m = stencil_matrix_row(c * weight[i], inverse[i], link[i ? i - 1 : n - 1], link[i]);
        lower[i] = m.lower, diag[i] = m.diag, upper[i] = m.upper;
    }
}

static void add_losses(const struct stencil *op, int axis, double c, real *diag)
{
    for (int side = 0; side < 2; side++) {
        const struct plane f = grid_plane(op->grid, axis, side);
        const real amount = (real)(c * op->exchange[axis][side]);
        if (op->grid->face[axis][side] != FACE_ROBIN) continue;
        for (int64_t a = 0; a < f.count[0]; a++)
            for (int64_t b = 0; b < f.count[1]; b++) {
                const int64_t q = plane_point(&f, a, b);
                diag[q] += amount * op->inverse_capacity[q];
            }
    }
}

void stencil_assemble(const struct stencil *op, int axis, double c, real *lower, real *diag, real *upper)
{
    const struct grid *const g = op->grid;
    const int64_t nx = g->n[0], rows = g->points / nx, stride = grid_stride(g, axis);
    const real *const link = op->link[axis], *const inverse = op->inverse_capacity, *const weight = op->weight[axis];
#pragma omp parallel for schedule(static) num_threads(op->exec.threads)
    for (int64_t r = 0; r < rows; r++) {
        const int64_t p = r * nx, i = p / stride % g->n[axis];
        if (axis == 0) assemble_row_along(nx, (real)c, weight, inverse + p, link + p, lower + p, diag + p, upper + p);
        else
            assemble_row(nx, (real)c * weight[i], inverse + p, link + stencil_before(g, axis, i, p), link + p,
                         lower + p, diag + p, upper + p);
    }
    add_losses(op, axis, c, diag);
}
