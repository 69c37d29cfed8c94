/* Cuts the lines of sections at the borders of compartments. */
#include "apps/hines/population/geometry.h"

#include <math.h>
#include <stdlib.h>

#include "apps/hines/morphology/frustum.h"
#include "apps/hines/population/generate.h"

/* Enlarges each list for one more item. */
static enum status grow(void **const *list, int lists, int64_t count, int64_t *capacity)
{
    const int64_t more = 2 * *capacity + 64;
    if (count < *capacity) return ST_OK;
    for (int i = 0; i < lists; i++) {
        void *const new = realloc(*list[i], (size_t)more * sizeof(double));
        if (!new) return fail(ST_NOMEM, "no memory for the shape of a cell");
        *list[i] = new;
    }
    *capacity = more;
    return ST_OK;
}

static enum status add_section(struct geometry *g, const struct cell_section *s, int64_t first, int64_t cell)
{
    void **const list[] = {(void **)&g->parent, (void **)&g->joint, (void **)&g->region, (void **)&g->cell};
    TRY(grow(list, 4, g->sections, &g->section_capacity));
    const int64_t i = g->sections++;
    g->parent[i] = s->parent < 0 ? -1 : first + s->parent, g->joint[i] = s->at;
    g->region[i] = s->region, g->cell[i] = cell;
    return ST_OK;
}

static enum status add_point(struct geometry *g, const struct sample_point *p, double path, int64_t node)
{
    void **const list[] = {(void **)&g->at[0], (void **)&g->at[1], (void **)&g->at[2],  (void **)&g->diameter,
                           (void **)&g->path,  (void **)&g->node,  (void **)&g->section};
    TRY(grow(list, 7, g->points, &g->point_capacity));
    const int64_t i = g->points++;
    g->at[0][i] = p->x, g->at[1][i] = p->y, g->at[2][i] = p->z, g->diameter[i] = p->diameter;
    g->path[i] = path, g->node[i] = node, g->section[i] = g->sections - 1;
    return ST_OK;
}

/* Along a section path lengths grow from `start`; along the first one they do so from its middle. */
static double path_at(const struct morphology *m, const double *start, int64_t section, double at)
{
    const double length = section_length(m, section);
    return m->section[section].parent < 0 ? fabs(at - 0.5) * length : start[section] + at * length;
}

/* The line of the compartment that reaches from one fraction of the section's length to another: its ends, and the
 * points of the cell between them. */
static enum status add_line(struct geometry *g, const struct morphology *m, const double *start, int64_t section,
                            const double reach[2], int64_t node)
{
    const struct cell_section *const s = &m->section[section];
    const double length = section_length(m, section);
    double along = 0;
    struct sample_point p = section_point(m, section, reach[0]);
    TRY(add_point(g, &p, path_at(m, start, section, reach[0]), node));
    for (int64_t i = s->first; i < s->first + s->points - 1; i++) {
        const double at = length > 0 ? along / length : 0;
        if (at > reach[0] && at < reach[1]) TRY(add_point(g, &m->point[i], path_at(m, start, section, at), node));
        along += frustum_length(&m->point[i]);
    }
    p = section_point(m, section, reach[1]);
    return add_point(g, &p, path_at(m, start, section, reach[1]), node);
}

static enum status add_cell(struct geometry *g, const struct morphology *m, const struct cable *c, int64_t cell,
                            int64_t node)
{
    const int64_t first = g->sections;
    double *const start = calloc((size_t)m->sections + 1, sizeof *start);
    enum status st = start ? ST_OK : fail(ST_NOMEM, "no memory for the shape of a cell");
    for (int64_t s = 0; s < m->sections && st == ST_OK; s++) {
        const struct cell_section *const of = &m->section[s];
        if (of->parent >= 0) start[s] = path_at(m, start, of->parent, of->at);
        st = add_section(g, of, first, cell);
        for (int64_t k = 0; k < c->count[s] && st == ST_OK; k++) {
            const double n = (double)c->count[s], reach[2] = {(double)k / n, (double)(k + 1) / n};
            st = add_line(g, m, start, s, reach, node + c->first[s] + k);
        }
    }
    free(start);
    return st;
}

enum status geometry_make(struct geometry *g, const struct population *all, const int64_t *offset)
{
    const struct hines_params *const p = all->params;
    *g = (struct geometry){0};
    for (int64_t k = 0; k < p->cells.count; k++) {
        const struct cable *cable;
        struct cable own;
        struct morphology m;
        TRY(population_cable(all, all->first[k], &own, &cable));
        enum status st = generate(&m, (const struct hines_cells *)p->cells.v + k, 0);
        if (st == ST_OK) {
            st = add_cell(g, &m, cable, all->first[k], offset[all->first[k]]);
            morphology_free(&m);
        }
        cable_free(&own);
        TRY(st);
    }
    return ST_OK;
}

void geometry_free(struct geometry *g)
{
    void *const all[] = {g->at[0],   g->at[1],  g->at[2], g->diameter, g->path, g->node,
                         g->section, g->parent, g->joint, g->region,   g->cell};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    *g = (struct geometry){0};
}

int geometry_arrays(const struct geometry *g, struct array *out)
{
    const struct array all[] = {
        {"line_x", REAL64, 1, {g->points}, g->at[0], .units = "um"},
        {"line_y", REAL64, 1, {g->points}, g->at[1], .units = "um"},
        {"line_z", REAL64, 1, {g->points}, g->at[2], .units = "um"},
        {"line_diameter", REAL64, 1, {g->points}, g->diameter, .units = "um"},
        {"line_path", REAL64, 1, {g->points}, g->path, .units = "um"},
        {"line_node", INT64, 1, {g->points}, g->node},
        {"line_section", INT64, 1, {g->points}, g->section},
        {"section_parent", INT64, 1, {g->sections}, g->parent},
        {"section_parent_at", REAL64, 1, {g->sections}, g->joint},
        {"section_region", INT64, 1, {g->sections}, g->region},
        {"section_cell", INT64, 1, {g->sections}, g->cell},
    };
    enum { COUNT = sizeof all / sizeof *all };
    for (int i = 0; i < COUNT && g->points; i++) out[i] = all[i];
    return g->points ? COUNT : 0;
}
