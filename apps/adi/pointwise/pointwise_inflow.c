/* The right side of a step on a row along x, times C: the inflow along all axes in one loop, and the terms of faces and
 * sources. The inflow is computed from differences, not as products with a diagonal: a constant field gives exactly 0.
 */
#include "apps/adi/fused/fused_lanes.h"
#include "apps/adi/pointwise/pointwise_data.h"

/* A row of u, of links and of their neighbours; cx, cy, cz: dt, and that times the weight along y and z. */
struct row {
    const real *u, *south, *north, *below, *above;
    const real *x, *y_south, *y_north, *z_below, *z_above, *weight;
    real cx, cy, cz;
};

/* The inflow from both neighbours along y or z, on m columns from column i on. */
INLINE vec across(const real *before, const real *after, const real *link_before, const real *link_after, vec u,
                  int64_t i, int64_t m)
{
    return load_first(link_before + i, m) * (load_first(before + i, m) - u) +
           load_first(link_after + i, m) * (load_first(after + i, m) - u);
}

/* u of the columns at hand, u and links of those before them. */
struct window {
    vec u, before, link_before;
};

/* m columns from column i on; next: u of those after them. */
INLINE void inflow_columns(const struct row *w, struct window *at, vec next, int64_t i, int64_t m, real *r,
                           const bool solid)
{
    const vec u = at->u, link = load_first(w->x + i, m);
    vec line = u;
    if (m < LANES) line[m] = next[0];
    vec sum = vec_before(at->link_before, link) * (vec_before(at->before, u) - u);
    sum = w->cx * load_first(w->weight + i, m) * (sum + link * (vec_after(line, next) - u));
    sum += w->cy * across(w->south, w->north, w->y_south, w->y_north, u, i, m);
    if (solid) sum += w->cz * across(w->below, w->above, w->z_below, w->z_above, u, i, m);
    vec_store(r + i, sum);
    *at = (struct window){next, u, link};
}

/* A vector at a time: neighbours along x are moved from lane to lane, as every second load would cross two lines. */
INLINE void inflow(const struct row *given, int64_t n, real *r, const bool solid)
{
    const struct row w = *given;
    struct window at = {load_first(w.u, n), vec_all(w.u[n - 1]), vec_all(w.x[n - 1])};
    int64_t i = 0;
    for (; i + 2 * LANES <= n; i += LANES) inflow_columns(&w, &at, vec_load(w.u + i + LANES), i, LANES, r, solid);
    for (; i < n; i += LANES) {
        vec next = n - i > LANES ? load_first(w.u + i + LANES, n - i - LANES) : vec_all(w.u[0]);
        inflow_columns(&w, &at, next, i, smaller(LANES, n - i), r, solid);
    }
}

/* u and links next to the row that begins at p, which is at index `at` of the axis. */
static void beside(const struct pointwise *f, int d, int64_t at, int64_t p, const real *u, const real *neighbour[2],
                   const real *link[2])
{
    const struct grid *const g = f->op->grid;
    const int64_t before = stencil_before(g, d, at, p), stride = grid_stride(g, d);
    neighbour[0] = u + before;
    neighbour[1] = u + (at < g->n[d] - 1 ? p + stride : p - at * stride);
    link[0] = f->axis[d].link + before;
    link[1] = f->axis[d].link + p;
}

static void add_faces(const struct pointwise *f, const struct step_data *data, const real *u, const int64_t at[3],
                      int64_t p, real *r)
{
    const struct grid *const g = f->op->grid;
    for (int d = 0; d < g->dim; d++)
        for (int side = 0; side < 2; side++) {
            const int64_t end = side ? g->n[d] - 1 : 0, first = d ? 0 : end, last = d ? g->n[0] - 1 : end;
            const real *const given = data->rhs_face[d][side];
            const real loss = (real)(data->dt * f->op->exchange[d][side]);
            if ((!given && loss == 0) || (d && at[d] != end)) continue;
            for (int64_t i = first; i <= last; i++) {
                r[i] -= loss * u[p + i];
                if (given) r[i] += f->capacity[p + i] * given[plane_number(g, d, at) + i - first];
            }
        }
}

void pointwise_inflow(const struct pointwise *f, const struct step_data *data, const real *u, int64_t j, int64_t k,
                      real *r)
{
    const struct stencil *const op = f->op;
    const int64_t n = f->axis[0].n, at[3] = {0, j, k}, p = (k * f->axis[1].n + j) * n;
    const bool solid = f->last == 2;
    const real *y[2], *y_link[2], *z[2] = {0}, *z_link[2] = {0};
    const real dt = (real)data->dt;
    beside(f, 1, j, p, u, y, y_link);
    if (solid) beside(f, 2, k, p, u, z, z_link);
    const struct row w = {.u = u + p,
                          .south = y[0],
                          .north = y[1],
                          .below = z[0],
                          .above = z[1],
                          .x = f->axis[0].link + p,
                          .y_south = y_link[0],
                          .y_north = y_link[1],
                          .z_below = z_link[0],
                          .z_above = z_link[1],
                          .weight = op->weight[0],
                          .cx = dt,
                          .cy = dt * op->weight[1][j],
                          .cz = dt * op->weight[2][k]};
    if (solid) inflow(&w, n, r, true);
    else inflow(&w, n, r, false);
    for (int64_t i = 0; data->source && i < n; i++) r[i] += f->capacity[p + i] * data->source[p + i];
    add_faces(f, data, u, at, p, r);
}
