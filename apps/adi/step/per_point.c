/* Operators whose coefficients differ from point to point: link conductances and 1/C are evaluated once, and
 * each matrix is assembled from them when it is needed, 3 numbers written for 2 or 3 read. */
#include "apps/adi/material/averages.h"
#include "apps/adi/step/stencil.h"
#include "base/memory.h"

static void put_inverse(struct stencil *op, const struct averages *a)
{
    for (int k = 0; k < NEAR_RUNS; k++) {
        const struct grid_run r = grid_near(op->grid, k);
#pragma omp parallel for schedule(static) num_threads(op->exec.threads)
        for (int64_t q = r.from; q < r.end; q++) op->inverse_capacity[q] = (real)(1 / a->cell[averages_number(a, q)]);
    }
}

static void put_links_of(struct stencil *op, const struct adi_params *p, int axis, const struct averages *a,
                         struct grid_run points)
{
    const struct grid *const g = op->grid;
    const double scale = params_anisotropy(p, axis) / (g->spacing[axis] * g->spacing[axis]);
    const int64_t n = g->n[axis], stride = grid_stride(g, axis);
    const bool periodic = grid_periodic(g, axis);
    real *const link = op->link[axis];
#pragma omp parallel for schedule(static) num_threads(op->exec.threads)
    for (int64_t q = points.from; q < points.end; q++) {
        const bool last = q / stride % n == n - 1;
        const int64_t next = last ? q - (n - 1) * stride : q + stride;
        const bool joined = n > 1 && (periodic || !last);
        link[q] = joined ? (real)(scale * averages_edge(a, axis, q, next)) : 0;
    }
}

static void put_links(struct stencil *op, const struct adi_params *p, int axis, const struct averages *a)
{
    for (int k = 0; k < NEAR_RUNS; k++) put_links_of(op, p, axis, a, grid_near(op->grid, k));
}

static enum status make_capacity(struct stencil *op, const struct adi_params *p, struct nodes_workspace *workspace)
{
    struct material m;
    struct averages a = {0};
    enum status s = material_make(&m, op->grid, &p->density, &p->heat_capacity, op->threads);
    if (s == ST_OK) s = averages_make(&a, &m, OF_CELLS, workspace);
    if (s == ST_OK) s = grid_array(&op->inverse_capacity, op->grid, sizeof(real));
    if (s == ST_OK) put_inverse(op, &a);
    averages_free(&a);
    material_free(&m);
    return s;
}

/* Averages are given back one by one, so that not all are held together with the links. */
static enum status make_links(struct stencil *op, const struct adi_params *p, struct nodes_workspace *workspace)
{
    struct material m;
    struct averages a = {0};
    enum status s = material_make(&m, op->grid, &p->conductivity, NULL, op->threads);
    if (s == ST_OK) s = averages_make(&a, &m, OF_EDGES, workspace);
    for (int d = 0; s == ST_OK && d < op->grid->dim; d++) {
        s = grid_array(&op->link[d], op->grid, sizeof(real));
        if (s == ST_OK) put_links(op, p, d, &a);
        a.edge[d] = mem_free(a.edge[d]);
    }
    averages_free(&a);
    material_free(&m);
    return s;
}

enum status stencil_make_per_point(struct stencil *op, const struct adi_params *p, struct nodes_workspace *workspace)
{
    TRY(make_capacity(op, p, workspace));
    return make_links(op, p, workspace);
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
        for (int64_t a = f.own[0].from; a < f.own[0].end; a++)
            for (int64_t b = f.own[1].from; b < f.own[1].end; b++) {
                const int64_t q = plane_point(&f, a, b);
                diag[q] += amount * op->inverse_capacity[q];
            }
    }
}

void stencil_assemble(const struct stencil *op, int axis, double c, real *lower, real *diag, real *upper)
{
    const struct grid *const g = op->grid;
    const int64_t nx = g->n[0], stride = grid_stride(g, axis);
    const struct grid_run own = grid_own_points(g);
    const real *const link = op->link[axis], *const inverse = op->inverse_capacity, *const weight = op->weight[axis];
#pragma omp parallel for schedule(static) num_threads(op->exec.threads)
    for (int64_t p = own.from; p < own.end; p += nx) {
        const int64_t i = p / stride % g->n[axis];
        if (axis == 0) assemble_row_along(nx, (real)c, weight, inverse + p, link + p, lower + p, diag + p, upper + p);
        else
            assemble_row(nx, (real)c * weight[i], inverse + p, link + stencil_before(g, axis, i, p), link + p,
                         lower + p, diag + p, upper + p);
    }
    add_losses(op, axis, c, diag);
}
