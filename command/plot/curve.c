/* Draws a field of one axis over the field x of its group, or over its own x_<field>, such as level over x_level; or a
 * dot for each of its values over another field, as the cells that fire over the times of their spikes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "command/plot/cells/raster.h"
#include "command/plot/cells/shape.h"
#include "command/plot/draw/axis.h"
#include "command/plot/draw/gnuplot.h"
#include "command/plot/draw/legend.h"
#include "command/plot/pictures.h"

enum { WIDTH = 720, HEIGHT = 440, POINTS_MAX = 4000, DOTS_MAX = 100000, DOTS_FEW = 1000, TICKS = 7, BARS_MAX = 80 };

/* The values of x, and of the field. */
struct curve {
    const char *name;
    int64_t count;
    bool dots; /* instead of a line */
    double *value[2];
    char units[2][64], label[2][96]; /* their quantity */
};

/* "servers on", if the file says so, or the name of the dataset. */
static enum status read_label(struct curve *c, int axis, struct store *in, const char *path)
{
    char *text;
    words_print(c->label[axis], sizeof c->label[axis], axis ? c->name : "x");
    if (!store_has_text(in, path, "long_name")) return ST_OK;
    TRY(store_get_text(in, path, "long_name", &text));
    snprintf(c->label[axis], sizeof c->label[axis], "%s", text);
    free(text);
    return ST_OK;
}

static enum status read_column(struct curve *c, int axis, struct store *in, const char *path)
{
    char *units;
    TRY(mem_array(&c->value[axis], HOST, c->count, sizeof(double)));
    TRY(store_array_read(in, path, REAL64, c->value[axis]));
    TRY(read_label(c, axis, in, path));
    if (!store_has_attribute(in, path, "units")) return ST_OK;
    TRY(store_get_text(in, path, "units", &units));
    snprintf(c->units[axis], sizeof c->units[axis], "%s", units);
    free(units);
    return ST_OK;
}

static struct units put_axis(FILE *f, const struct curve *c, int axis)
{
    double min = (double)INFINITY, max = -(double)INFINITY;
    for (int64_t i = 0; i < c->count; i++)
        if (isfinite(c->value[axis][i])) min = fmin(min, c->value[axis][i]), max = fmax(max, c->value[axis][i]);
    const char *const letter = axis ? "y" : "x";
    const struct units u = units_fit(fmax(fabs(min), fabs(max)), c->units[axis]);
    axis_label(f, letter, c->label[axis], &u);
    axis_ticks(f, letter, max > min ? (max - min) * u.scale : 0, TICKS);
    if (!axis && max > min) fprintf(f, "set xrange [%.12g:%.12g]\n", min * u.scale, max * u.scale);
    if (axis && c->dots) fprintf(f, "set yrange [%.12g:%.12g]\n", min * u.scale - 0.5, max * u.scale + 0.5);
    if (axis && c->dots && max - min < TICKS) fputs("set ytics 1\n", f); /* numbers of cells are integers */
    return u;
}

static void put_points(FILE *f, const struct curve *c)
{
    const int64_t step = (c->count - 1) / (c->dots ? DOTS_MAX : POINTS_MAX) + 1;
    fputs("$curve << EOD\n", f);
    for (int64_t i = 0; i < c->count; i += step) {
        if (isfinite(c->value[1][i])) fprintf(f, "%.12g %.12g\n", c->value[0][i], c->value[1][i]);
        else fputs("\n", f); /* a gap */
    }
    fputs("EOD\n", f);
}

/* Numbers of things, one after the other, are bars, unless they are too many to be seen. */
static bool is_counted(const struct curve *c)
{
    for (int64_t i = 0; i < c->count; i++)
        if (c->value[0][i] != c->value[0][0] + (double)i) return false;
    return c->count <= BARS_MAX && !*c->units[0] && !c->dots;
}

static void write_script(FILE *f, const struct curve *c, const struct result *r, const struct stored_run *run)
{
    char text[800], name[256];
    const bool bars = is_counted(c);
    const char *const things = c->dots ? "dots" : *c->units[0] ? "nodes" : "values";
    if (c->dots) snprintf(name, sizeof name, "%s over %s", c->label[1], c->label[0]);
    else snprintf(name, sizeof name, "%s", c->name);
    snprintf(text, sizeof text, "%s by %s, %lld %s", name, run_caption(r, run).text, (long long)c->count, things);
    title_print(f, r, text, WIDTH, HEIGHT);
    fputs("set border 3\nset tics nomirror\nunset key\nset tmargin 5\nset rmargin 5\n", f);
    fputs("set grid linecolor rgb '#dddddd' linewidth 0.5\n", f);
    const struct units x = put_axis(f, c, 0), y = put_axis(f, c, 1);
    if (bars)
        fprintf(f, "set boxwidth 0.8 absolute\nset style fill solid noborder\nset yrange [0:*]\nset xrange [%g:%g]\n",
                c->value[0][0] - 1, c->value[0][c->count - 1] + 1);
    put_points(f, c);
    const char *const mark =
        bars      ? "boxes"
        : c->dots ? c->count < DOTS_FEW ? "points pointtype 7 pointsize 0.5" : "points pointtype 7 pointsize 0.2"
                  : "lines";
    fprintf(f, "plot $curve using ($1*%.9g):($2*%.9g) with %s", x.scale, y.scale, mark);
    if (c->dots) fputs(" linecolor rgb '#1f4e9a'", f);
    else line_style(f, 0, 1);
    fputs("\n", f);
}

/* Are all values the same? */
static bool is_even(const struct curve *c)
{
    for (int64_t i = 0; i < c->count; i++)
        if (c->value[1][i] != c->value[1][0]) return false;
    return true;
}

static enum status draw(const struct canvas *canvas, const struct curve *c, const struct result *r,
                        const struct stored_run *run, bool named)
{
    struct picture picture;
    struct cell_groups groups;
    const struct spikes spikes = {r, run, c->count, c->value[0], c->value[1], c->units[0]};
    char what[600];
    snprintf(what, sizeof what, "%s%s%s", named ? run->name : "", named ? "_" : "", c->name);
    if (c->dots && raster_draws(&spikes, &groups)) return raster_draw(canvas, &spikes, &groups, what);
    TRY(canvas_begin(canvas, &picture, what, WIDTH, HEIGHT));
    write_script(picture.script, c, r, run);
    return picture_end(&picture);
}

bool curve_places(const struct result *r, const char *group, const char *name, char *path, size_t size, bool *dots)
{
    char own[1024], *over;
    snprintf(own, sizeof own, "%s/%s", group, name);
    *dots = store_has_attribute(r->store, own, "over") && store_get_text(r->store, own, "over", &over) == ST_OK;
    if (*dots) {
        snprintf(path, size, "%s/%s", group, over);
        free(over);
        return store_has(r->store, path);
    }
    snprintf(path, size, "%s/x_%s", group, name);
    if (!store_has(r->store, path)) snprintf(path, size, "%s/x", group);
    return store_has(r->store, path);
}

bool is_of_cells(const struct result *r, const struct stored_run *run, const char *name)
{
    char path[1024];
    struct array u;
    snprintf(path, sizeof path, "/runs/%s/fields/%.400s", run->name, name);
    return !strcmp(name, "potential") && store_array_shape(r->store, path, &u) == ST_OK && u.rank == 1 &&
           shape_fits(r, run, u.dims[0]);
}

enum status draw_curve(const struct canvas *canvas, const struct result *r, const struct stored_run *run,
                       const char *group, const char *name, bool named)
{
    char path[1024], places[1024];
    struct array u, x;
    snprintf(path, sizeof path, "%s/%s", group, name);
    bool dots;
    const bool placed = curve_places(r, group, name, places, sizeof places, &dots);
    TRY(store_array_shape(r->store, path, &u));
    if (is_drawn_along(r, run, name)) return ST_OK;
    if (!placed && is_of_cells(r, run, name)) {
        char what[600];
        snprintf(what, sizeof what, "%s%s%s", named ? run->name : "", named ? "_" : "", name);
        return shape_draw_field(canvas, r, run, name, what);
    }
    const bool is_place = !strcmp(name, "x") || !strncmp(name, "x_", 2);
    if (u.rank != 1 || is_place || !placed || (dots && !u.dims[0])) return ST_OK;
    if (u.dims[0] < 2) return canvas_omit(canvas, name, "it has one point"), ST_OK;
    TRY(store_array_shape(r->store, places, &x));
    if (x.rank != 1 || x.dims[0] != u.dims[0]) return ST_OK;
    struct curve c = {.name = name, .count = u.dims[0], .dots = dots};
    enum status st = read_column(&c, 0, r->store, places);
    if (st == ST_OK) st = read_column(&c, 1, r->store, path);
    if (st == ST_OK && dots && is_even(&c)) canvas_omit(canvas, name, "all dots would lie in one line");
    else if (st == ST_OK) st = draw(canvas, &c, r, run, named);
    for (int axis = 0; axis < 2; axis++) mem_free(c.value[axis]);
    return st;
}
