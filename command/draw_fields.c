#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "command/draw.h"
#include "command/gnuplot.h"

enum { NODES_MAX = 700, BAND = 1 << 22 }; /* nodes along an axis: more cannot be seen; values held at a time */

/* A plane of nodes of a field, thinned to what can be seen. */
struct slice {
    const char *name;
    char path[1024], units[64];
    struct array shape;
    double origin[3], spacing[3]; /* x, y, z */
    int64_t nx, ny, k;            /* nodes of the plane, and its index along z */
    int64_t step_x, step_y;       /* of these every so many are drawn */
};

static double mesh_value(struct store *s, const char *group, const char *what, int axis, double otherwise)
{
    char name[32];
    double value;
    snprintf(name, sizeof name, "mesh_%s_%c", what, "xyz"[axis]);
    if (!store_has_attribute(s, group, name) || store_get_real(s, group, name, &value) != ST_OK) return otherwise;
    return value;
}

static void read_mesh(struct slice *s, struct store *in, const char *group)
{
    for (int d = 0; d < 3; d++) {
        s->origin[d] = mesh_value(in, group, "origin", d, 0);
        s->spacing[d] = mesh_value(in, group, "spacing", d, 1);
    }
}

static enum status read_units(struct slice *s, struct store *in)
{
    char *units;
    if (!store_has_attribute(in, s->path, "units")) return ST_OK;
    TRY(store_get_text(in, s->path, "units", &units));
    snprintf(s->units, sizeof s->units, "%s", units);
    free(units);
    return ST_OK;
}

/* Row-major with x last: [y][x] or [z][y][x]. */
static void choose_plane(struct slice *s)
{
    const int rank = s->shape.rank;
    s->nx = s->shape.dims[rank - 1];
    s->ny = s->shape.dims[rank - 2];
    s->k = rank == 3 ? s->shape.dims[0] / 2 : 0;
    s->step_x = (s->nx - 1) / NODES_MAX + 1;
    s->step_y = (s->ny - 1) / NODES_MAX + 1;
}

static void put_row(FILE *f, const struct slice *s, int64_t j, const double *row)
{
    const double y = s->origin[1] + (double)j * s->spacing[1];
    for (int64_t i = 0; i < s->nx; i += s->step_x) {
        const double x = s->origin[0] + (double)i * s->spacing[0];
        if (isfinite(row[i])) fprintf(f, "%.9g %.9g %.7g\n", x, y, row[i]);
        else fprintf(f, "%.9g %.9g NaN\n", x, y);
    }
}

/* Rows from `j` on of the plane; of [z][y][x] the whole plane is one row of the dataset. */
static enum status read_rows(const struct slice *s, struct store *in, int64_t j, int64_t count, double *out)
{
    if (s->shape.rank == 3) return store_array_rows(in, s->path, REAL64, s->k, 1, out);
    return store_array_rows(in, s->path, REAL64, j, count, out);
}

/* Inline data, a band of rows at a time. */
static enum status put_data(FILE *f, const struct slice *s, struct store *in)
{
    const int64_t rows = s->shape.rank == 3 || s->nx * s->ny <= BAND ? s->ny : BAND / s->nx + 1;
    double *values;
    TRY(mem_array(&values, HOST, rows * s->nx, sizeof *values));
    enum status st = ST_OK;
    fputs("$field << EOD\n", f);
    for (int64_t j = 0, band = -rows; j < s->ny && st == ST_OK; j += s->step_y) {
        if (j >= band + rows) {
            band = j;
            st = read_rows(s, in, band, s->ny - band < rows ? s->ny - band : rows, values);
        }
        if (st == ST_OK) put_row(f, s, j, values + (j - band) * s->nx);
    }
    fputs("EOD\n", f);
    mem_free(values);
    return st;
}

/* The colours of viridis, which are even to the eye and in grey. */
static const char palette[] =
    "set palette defined (0 '#440154', 1 '#482878', 2 '#3e4989', 3 '#31688e', 4 '#26828e', 5 '#1f9e89', "
    "6 '#35b779', 7 '#6ece58', 8 '#b5de2b', 9 '#fde725')\n";

/* Over the picture what was computed, below it which moment and plane of it. */
static void put_title(FILE *f, const struct slice *s, const struct result *r, const struct outcome *run, double time)
{
    char text[1024];
    int used = snprintf(text, sizeof text, "%s of %s", s->name, run->name);
    if (isfinite(time)) used += snprintf(text + used, sizeof text - (size_t)used, ", t = %.4g", time);
    if (s->shape.rank == 3)
        snprintf(text + used, sizeof text - (size_t)used, ", z = %.4g", s->origin[2] + (double)s->k * s->spacing[2]);
    fputs("set title ", f);
    picture_quote(f, *r->title ? r->title : r->app);
    fputs(" font ',14' offset 0,1.2\nset label 1 ", f);
    picture_quote(f, text);
    fputs(" at graph 0.5, graph 1 center offset 0,0.9\n", f);
}

/* Ranges reach half a node beyond the outer nodes, as the pixels do. */
static void put_axes(FILE *f, const struct slice *s)
{
    const int64_t n[] = {s->nx, s->ny}, step[] = {s->step_x, s->step_y};
    char text[512];
    for (int d = 0; d < 2; d++) {
        const double half = 0.5 * (double)step[d] * s->spacing[d];
        const double last = s->origin[d] + (double)((n[d] - 1) / step[d] * step[d]) * s->spacing[d];
        const char axis = "xy"[d];
        fprintf(f, "set %crange [%.9g:%.9g]\nset %clabel '%c'\n", axis, s->origin[d] - half, last + half, axis, axis);
    }
    snprintf(text, sizeof text, "%s%s%s", s->name, *s->units ? ", " : "", s->units);
    fputs("set cblabel ", f);
    picture_quote(f, text);
    fputs(" offset 1,0\nset format cb '%g'\nset tics out nomirror\nset border 3\nset colorbox\n", f);
    fputs(palette, f);
}

/* Pixels: the plane is drawn in its true shape unless that makes a ribbon. */
struct layout {
    int width, height;
};

enum { LEFT = 100, RIGHT = 170, TOP = 80, BOTTOM = 72 };

static struct layout lay_out(const struct slice *s)
{
    const double true_ratio = (double)s->ny * s->spacing[1] / ((double)s->nx * s->spacing[0]);
    const double ratio = true_ratio > 0.15 && true_ratio < 2 ? true_ratio : 0.75;
    const double across = ratio > 1 ? 560 / ratio : 560;
    return (struct layout){LEFT + RIGHT + (int)across, TOP + BOTTOM + (int)(across * ratio)};
}

static void put_margins(FILE *f, const struct layout *l)
{
    fprintf(f, "set lmargin at screen %.6g\nset rmargin at screen %.6g\n", (double)LEFT / l->width,
            1 - (double)RIGHT / l->width);
    fprintf(f, "set bmargin at screen %.6g\nset tmargin at screen %.6g\n", (double)BOTTOM / l->height,
            1 - (double)TOP / l->height);
}

static char *path_of(const struct canvas *canvas, const struct slice *s, const char *run)
{
    char what[512];
    snprintf(what, sizeof what, "%s%s%s", run ? run : "", run ? "_" : "", s->name);
    return canvas_path(canvas, what);
}

static enum status draw(const struct canvas *canvas, const struct slice *s, const struct result *r,
                        const struct outcome *run, bool named)
{
    struct picture p;
    double time = (double)NAN;
    char group[512];
    const struct layout l = lay_out(s);
    snprintf(group, sizeof group, "/runs/%s", run->name);
    if (store_has_attribute(r->store, group, "time")) TRY(store_get_real(r->store, group, "time", &time));
    char *const path = path_of(canvas, s, named ? run->name : NULL);
    const enum status st =
        path ? picture_begin(&p, path, canvas->svg, l.width, l.height) : fail(ST_NOMEM, "no memory for a picture");
    free(path);
    TRY(st);
    put_title(p.script, s, r, run, time);
    put_axes(p.script, s);
    put_margins(p.script, &l);
    const enum status read = put_data(p.script, s, r->store);
    if (read != ST_OK) {
        picture_abandon(&p);
        return read;
    }
    fputs("plot $field using 1:2:3 with image notitle\n", p.script);
    return picture_end(&p);
}

static enum status draw_field(const struct canvas *canvas, const struct result *r, const struct outcome *run,
                              const char *group, const char *name, bool named)
{
    struct slice s = {.name = name};
    snprintf(s.path, sizeof s.path, "%s/%s", group, name);
    TRY(store_array_shape(r->store, s.path, &s.shape));
    if (s.shape.rank != 2 && s.shape.rank != 3) return ST_OK;
    choose_plane(&s);
    if (s.nx < 2 || s.ny < 2 || (s.shape.rank == 3 && s.shape.dims[0] < 1)) return ST_OK; /* no plane to see */
    read_mesh(&s, r->store, group);
    TRY(read_units(&s, r->store));
    return draw(canvas, &s, r, run, named);
}

enum status draw_fields(const struct canvas *canvas, const struct result *r, const struct outcome *run, bool named)
{
    char group[512], **names;
    int64_t count;
    snprintf(group, sizeof group, "/runs/%s/fields", run->name);
    if (!store_has(r->store, group)) return ST_OK;
    TRY(store_members(r->store, group, &names, &count));
    enum status st = ST_OK;
    for (int64_t i = 0; i < count && st == ST_OK; i++) st = draw_field(canvas, r, run, group, names[i], named);
    store_names_free(names, count);
    return st;
}
