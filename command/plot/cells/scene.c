/* Reads the contents of a picture of cells, and lays out its panels. */
#include "command/plot/cells/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "command/plot/draw/axis.h"

enum { GAP = 100, MANY_WIDE = 210, MANY_UP = 230, MANY_COLUMNS = 4, UP_LEAST = 70, UP_LINE = 24 };

void scene_free(struct scene *v)
{
    for (int i = 0; i < MOMENTS_MAX; i++) mem_free(v->value[i]);
    shape_free(&v->shape);
    free(v);
}

enum status scene_open(struct scene **out, const struct result *r, const struct stored_run *run)
{
    struct scene *const v = *out = calloc(1, sizeof *v);
    if (!v) return fail(ST_NOMEM, "no memory for a picture of cells");
    TRY(shape_read(&v->shape, r, run));
    v->cells = shape_cells(v->cell, &v->shape, &v->there);
    return v->cells ? ST_OK : fail(ST_CONFIG, "%s holds no shapes of cells", r->path);
}

/* The values of a field at the nodes of the lines, of each moment. */
static enum status read_values(struct scene *v, const struct result *r, const char *field)
{
    v->min = (double)INFINITY, v->max = -(double)INFINITY;
    for (int m = 0; m < v->moments.count; m++) {
        const struct moment *const of = &v->moments.moment[m];
        char path[1100];
        struct array a;
        snprintf(path, sizeof path, "%.500s/%.400s%s", of->path, field, of->suffix);
        TRY(store_array_shape(r->store, path, &a));
        TRY(mem_array(&v->value[m], HOST, a.dims[0], sizeof(double)));
        TRY(store_array_read(r->store, path, REAL64, v->value[m]));
        for (int64_t i = 0; i < v->shape.points; i++) {
            if (v->shape.node[i] >= a.dims[0]) return fail(ST_IO, "%s has fewer values than cells have nodes", path);
            const double x = v->value[m][v->shape.node[i]];
            if (isfinite(x)) v->min = fmin(v->min, x), v->max = fmax(v->max, x);
        }
    }
    return ST_OK;
}

static enum status describe(struct scene *v, const struct result *r, const struct stored_run *run, const char *field)
{
    char path[1100], *units;
    snprintf(path, sizeof path, "/runs/%s/fields/%.400s", run->name, field);
    words_print(v->about, sizeof v->about, field);
    if (!store_has_attribute(r->store, path, "units")) return ST_OK;
    TRY(store_get_text(r->store, path, "units", &units));
    snprintf(v->units, sizeof v->units, "%s", units);
    free(units);
    return ST_OK;
}

enum status scene_read(struct scene *v, const struct result *r, const struct stored_run *run, const char *field)
{
    TRY(read_values(v, r, field));
    return describe(v, r, run, field);
}

void scene_name_cell(char *out, size_t size, const struct scene *v, int cell, const struct result *r)
{
    struct cell_groups g;
    *out = '\0';
    cell_groups_read(&g, r);
    if (!g.count || (v->there == 1 && cell_groups_cells(&g) == 1)) return;
    const struct cell_group *const of = &g.group[cell_groups_of(&g, v->cell[cell].cell)];
    if (of->cells > 1) snprintf(out, size, "%s, the first of %lld", of->name, (long long)of->cells);
    else snprintf(out, size, "%s", of->name);
}

/* The height of a row: a tree without a projection needs only a line for each of its ends. */
static int row_height(const struct shape_cell *c)
{
    const double wanted = UP_LEAST + UP_LINE * c->lines;
    return c->flat && wanted < SCENE_UP ? (int)wanted : SCENE_UP;
}

/* A row for each cell; a straight cell has no projection, and its tree takes the complete row. */
void scene_lay_rows(struct scene *v, const struct result *r)
{
    v->width = SCENE_LEFT + 2 * SCENE_WIDE + GAP + SCENE_RIGHT;
    v->height = SCENE_HEAD;
    for (int i = 0; i < v->cells; i++) {
        const bool flat = v->cell[i].flat;
        struct pane projected = {
            SCENE_LEFT, v->height + SCENE_CAPTION, SCENE_WIDE, row_height(&v->cell[i]), i, false, 0, true, true, ""};
        struct pane unrolled = projected;
        unrolled.unrolled = true;
        if (flat) unrolled.width = 2 * SCENE_WIDE + GAP;
        else unrolled.left += SCENE_WIDE + GAP;
        scene_name_cell(flat ? unrolled.title : projected.title, sizeof projected.title, v, i, r);
        if (!flat) v->panel[v->panels++] = projected;
        v->panel[v->panels++] = unrolled;
        v->height += SCENE_CAPTION + projected.height + SCENE_FOOT;
    }
}

static int largest_cell(const struct scene *v)
{
    int best = 0;
    for (int i = 1; i < v->cells; i++)
        if (v->cell[i].end - v->cell[i].first > v->cell[best].end - v->cell[best].first) best = i;
    return best;
}

void scene_lay_moments(struct scene *v)
{
    enum { BETWEEN = 26 };
    const int count = v->moments.count, columns = count < MANY_COLUMNS ? count : MANY_COLUMNS;
    const int rows = (count + columns - 1) / columns, cell = largest_cell(v);
    v->width = SCENE_LEFT + columns * MANY_WIDE + (columns - 1) * BETWEEN + SCENE_RIGHT;
    v->height = SCENE_HEAD + rows * (SCENE_CAPTION + MANY_UP) + SCENE_FOOT;
    for (int i = 0; i < count; i++) {
        struct pane p = {.width = MANY_WIDE, .height = MANY_UP, .cell = cell, .moment = i};
        p.left = SCENE_LEFT + i % columns * (MANY_WIDE + BETWEEN);
        p.top = SCENE_HEAD + i / columns * (SCENE_CAPTION + MANY_UP) + SCENE_CAPTION;
        p.unrolled = v->cell[cell].flat;
        p.x_numbers = i + columns >= count, p.y_numbers = i % columns == 0;
        moment_text(p.title, sizeof p.title, &v->moments, i);
        v->panel[v->panels++] = p;
    }
}
