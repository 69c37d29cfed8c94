/* Nodes of the grid and of its faces, walked in chunks on which formulas are evaluated. */
#include "apps/adi/problem/grid.h"

#include <string.h>

#include "apps/adi/problem/params.h"
#include "base/either_precision.h"
#include "base/memory.h"
#include "base/memory/untouched.h"

struct plane grid_plane(const struct grid *g, int axis, int side)
{
    const int a = axis == 2 ? 1 : 2, b = axis == 0 ? 1 : 0;
    const struct grid_run across = grid_own(g, axis);
    const int64_t at = side ? g->n[axis] - 1 : 0;
    const bool has = at >= across.from && at < across.end;
    return (struct plane){
        .axes = {a, b},
        .count = {g->n[a], g->n[b]},
        .stride = {grid_stride(g, a), grid_stride(g, b)},
        .start = at * grid_stride(g, axis),
        .size = g->n[a] * g->n[b],
        .own = {has ? grid_own(g, a) : (struct grid_run){0}, has ? grid_own(g, b) : (struct grid_run){0}},
    };
}

struct grid_run grid_near(const struct grid *g, int which)
{
    const int cut = grid_cut(g);
    const int64_t plane = grid_stride(g, cut), n = g->n[cut];
    const struct grid_run own = grid_own(g, cut);
    int64_t at = which == 1 ? own.from - 1 : own.end;
    if (which == 0) return grid_own_points(g);
    if (grid_periodic(g, cut)) at = (at + n) % n;
    if (own.from >= own.end || at < 0 || at >= n || (at >= own.from && at < own.end)) return (struct grid_run){0};
    return (struct grid_run){at * plane, (at + 1) * plane};
}

enum status grid_array(void *out, const struct grid *g, int64_t size)
{
    const struct grid_run own = grid_own_points(g);
    if (!g->comm) return mem_array(out, HOST, g->points, size);
    return mem_array_sparse(out, g->points, size, own.end - own.from + 2 * grid_stride(g, grid_cut(g)));
}

void grid_copy(const struct grid *g, const void *from, void *to, int64_t size)
{
    for (int k = 0; k < NEAR_RUNS; k++) {
        const struct grid_run r = grid_near(g, k);
        if (r.from < r.end)
            memcpy((char *)to + r.from * size, (const char *)from + r.from * size, (size_t)((r.end - r.from) * size));
    }
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
    struct nodes w = {.grid = g, .workspace = workspace, .size = 1};
    for (int d = 0; d < 3; d++) {
        const struct grid_run own = grid_own(g, d);
        w.lower[d] = own.from, w.extent[d] = own.end - own.from, w.size *= w.extent[d];
    }
    return w;
}

struct nodes nodes_of_face(const struct grid *g, int axis, int side, struct nodes_workspace *workspace)
{
    struct nodes w = {.grid = g, .workspace = workspace, .extent = {g->n[0], g->n[1], g->n[2]}};
    w.lower[axis] = side ? g->n[axis] - 1 : 0;
    w.extent[axis] = 1;
    w.size = w.extent[0] * w.extent[1] * w.extent[2];
    return w;
}

/* Planes, or rows, are the slowest axis of a box. Around a periodic axis those of both ends are near each other. */
struct nodes nodes_near_face(const struct grid *g, int axis, int side, struct nodes_workspace *workspace,
                             int64_t *first)
{
    const int cut = grid_cut(g);
    const struct grid_run own = grid_own(g, cut);
    struct nodes w = nodes_of_face(g, axis, side, workspace);
    const int64_t lower = w.lower[cut], end = lower + w.extent[cut], plane = w.size / w.extent[cut];
    const bool ends = own.from == 0 || own.end == g->n[cut], all = !g->comm || (grid_periodic(g, cut) && ends);
    const int64_t from = all || own.from - 1 < lower ? lower : own.from - 1,
                  to = all || own.end >= end ? end : own.end + 1;
    *first = (from - lower) * plane;
    w.lower[cut] = from, w.extent[cut] = from < to ? to - from : 0;
    w.size = plane * w.extent[cut];
    return w;
}

bool nodes_next(struct nodes *w)
{
    const struct grid *const g = w->grid;
    w->first += w->count;
    w->count = w->size - w->first < NODES_CHUNK ? w->size - w->first : NODES_CHUNK;
    if (w->count <= 0) return false;
    int64_t at[3] = {w->first % w->extent[0], w->first / w->extent[0] % w->extent[1],
                     w->first / w->extent[0] / w->extent[1]};
    for (int64_t p = 0; p < w->count; p++) {
        for (int d = 0; d < 3; d++) w->workspace->xyz[d][p] = grid_coordinate(g, d, w->lower[d] + at[d]);
        if (++at[0] < w->extent[0]) continue;
        at[0] = 0;
        if (++at[1] < w->extent[1]) continue;
        at[1] = 0, at[2]++;
    }
    return true;
}

enum status nodes_eval(struct nodes *w, struct field *f, double t, int threads)
{
    static const double nowhere[3];
    const double *const xyz[3] = {w->workspace->xyz[0], w->workspace->xyz[1], w->workspace->xyz[2]};
    return field_eval(f, w->count, xyz, nowhere, t, threads, w->workspace->value);
}
