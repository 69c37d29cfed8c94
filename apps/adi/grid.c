/* Nodes of the grid and of its faces, walked in chunks on which formulas are evaluated. */
#include "apps/adi/grid.h"

#include "apps/adi/params.h"
#include "base/either_precision.h"

struct plane grid_plane(const struct grid *g, int axis, int side)
{
    const int a = axis == 2 ? 1 : 2, b = axis == 0 ? 1 : 0;
    return (struct plane){
        .axes = {a, b},
        .count = {g->n[a], g->n[b]},
        .stride = {grid_stride(g, a), grid_stride(g, b)},
        .start = side ? (g->n[axis] - 1) * grid_stride(g, axis) : 0,
        .size = g->n[a] * g->n[b],
    };
}

enum status grid_field(struct field **out, const struct grid *g, const struct field_spec *spec)
{
    struct field_axis axis[3];
    for (int d = 0; d < 3; d++)
        axis[d] = (struct field_axis){.lower = g->origin[d],
                                      .upper = g->origin[d] + g->spacing[d] * (double)grid_cells(g, d),
                                      .count = g->n[d],
                                      .first = g->origin[d],
                                      .spacing = g->spacing[d],
                                      .periodic = grid_periodic(g, d)};
    return field_make(out, spec, params_variables(g->dim), g->dim, axis);
}

struct nodes nodes_of_grid(const struct grid *g, struct nodes_workspace *workspace)
{
    return (struct nodes){.grid = g, .workspace = workspace, .extent = {g->n[0], g->n[1], g->n[2]}, .size = g->points};
}

struct nodes nodes_of_face(const struct grid *g, int axis, int side, struct nodes_workspace *workspace)
{
    struct nodes w = nodes_of_grid(g, workspace);
    w.lower[axis] = side ? g->n[axis] - 1 : 0;
    w.size /= w.extent[axis];
    w.extent[axis] = 1;
    return w;
}

bool nodes_next(struct nodes *w)
{
    const struct grid *const g = w->grid;
    w->first += w->count;
    w->count = w->size - w->first < NODES_CHUNK ? w->size - w->first : NODES_CHUNK;
    int64_t at[3] = {w->first % w->extent[0], w->first / w->extent[0] % w->extent[1],
                     w->first / w->extent[0] / w->extent[1]};
    for (int64_t p = 0; p < w->count; p++) {
        for (int d = 0; d < 3; d++) w->workspace->xyz[d][p] = grid_coordinate(g, d, w->lower[d] + at[d]);
        if (++at[0] < w->extent[0]) continue;
        at[0] = 0;
        if (++at[1] < w->extent[1]) continue;
        at[1] = 0, at[2]++;
    }
    return w->count > 0;
}

enum status nodes_eval(struct nodes *w, struct field *f, double t, int threads)
{
    static const double nowhere[3];
    const double *const xyz[3] = {w->workspace->xyz[0], w->workspace->xyz[1], w->workspace->xyz[2]};
    return field_eval(f, w->count, xyz, nowhere, t, threads, w->workspace->value);
}
