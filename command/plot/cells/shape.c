/* Reads the shapes of cells. */
#include "command/plot/cells/shape.h"

#include <stdio.h>

#include "base/memory.h"

static enum status length_of(int64_t *out, const struct result *r, const char *group, const char *name)
{
    char path[700];
    struct array a;
    *out = 0;
    snprintf(path, sizeof path, "%s/%s", group, name);
    if (!store_has(r->store, path)) return ST_OK;
    TRY(store_array_shape(r->store, path, &a));
    *out = a.rank == 1 ? a.dims[0] : 0;
    return ST_OK;
}

static enum status read_list(void *out, const struct result *r, const char *group, const char *name, enum number type,
                             int64_t count)
{
    void **const list = out;
    char path[700];
    struct array a;
    snprintf(path, sizeof path, "%s/%s", group, name);
    TRY(store_array_shape(r->store, path, &a));
    if (a.rank != 1 || a.dims[0] != count) return fail(ST_IO, "%s must have %lld values", path, (long long)count);
    TRY(mem_array(list, HOST, count, 8));
    return store_array_read(r->store, path, type, *list);
}

/* Indices are within bounds, and parents lie before their children, in the same cell. */
static enum status check(const struct cell_shape *s, const char *group)
{
    bool good = true;
    for (int64_t i = 0; i < s->points; i++)
        good &= s->section[i] >= 0 && s->section[i] < s->sections && s->node[i] >= 0;
    for (int64_t i = 0; i < s->sections; i++)
        good &= s->parent[i] >= -1 && s->parent[i] < i && (s->parent[i] < 0 || s->cell[s->parent[i]] == s->cell[i]);
    return good ? ST_OK : fail(ST_IO, "the shapes in %s contradict each other", group);
}

static enum status read_all(struct cell_shape *s, const struct result *r, const char *group)
{
    TRY(read_list(&s->at[0], r, group, "line_x", REAL64, s->points));
    TRY(read_list(&s->at[1], r, group, "line_y", REAL64, s->points));
    TRY(read_list(&s->at[2], r, group, "line_z", REAL64, s->points));
    TRY(read_list(&s->diameter, r, group, "line_diameter", REAL64, s->points));
    TRY(read_list(&s->path, r, group, "line_path", REAL64, s->points));
    TRY(read_list(&s->node, r, group, "line_node", INT64, s->points));
    TRY(read_list(&s->section, r, group, "line_section", INT64, s->points));
    TRY(read_list(&s->parent, r, group, "section_parent", INT64, s->sections));
    TRY(read_list(&s->joint, r, group, "section_parent_at", REAL64, s->sections));
    TRY(read_list(&s->region, r, group, "section_region", INT64, s->sections));
    TRY(read_list(&s->cell, r, group, "section_cell", INT64, s->sections));
    TRY(mem_array(&s->unrolled, HOST, s->sections, sizeof *s->unrolled));
    return check(s, group);
}

enum status shape_read(struct cell_shape *s, const struct result *r, const struct stored_run *run)
{
    char group[512];
    *s = (struct cell_shape){0};
    snprintf(group, sizeof group, "/runs/%s/geometry", run->name);
    TRY(length_of(&s->points, r, group, "line_node"));
    TRY(length_of(&s->sections, r, group, "section_parent"));
    if (!s->points || !s->sections) return s->points = 0, ST_OK;
    TRY(read_all(s, r, group));
    for (int64_t first = 0, end; first < s->sections; first = end) {
        for (end = first + 1; end < s->sections && s->cell[end] == s->cell[first];) end++;
        shape_unroll(s, first, end, s->unrolled);
    }
    return ST_OK;
}

void shape_free(struct cell_shape *s)
{
    void *const all[] = {s->at[0],   s->at[1],  s->at[2],  s->diameter, s->path,  s->node,
                         s->section, s->parent, s->region, s->cell,     s->joint, s->unrolled};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) mem_free(all[i]);
    *s = (struct cell_shape){0};
}

bool shape_fits(const struct result *r, const struct stored_run *run, int64_t values)
{
    struct cell_shape s;
    bool fits = shape_read(&s, r, run) == ST_OK && s.points > 0;
    for (int64_t i = 0; fits && i < s.points; i++) fits = s.node[i] < values;
    shape_free(&s);
    return fits;
}
