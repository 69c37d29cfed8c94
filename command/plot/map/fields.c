/* Draws stored fields of two and three axes as maps, snapshots side by side. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "command/plot/axis.h"
#include "command/plot/draw.h"
#include "command/plot/gnuplot.h"
#include "command/plot/map/outlines.h"
#include "command/plot/map/plane.h"

/* Pixels: the plane is drawn in its true shape unless that makes a ribbon. */
struct layout {
    int width, height;
    int across, up; /* of the plane alone */
};

enum { LEFT = 100, RIGHT = 170, TOP = 80, BOTTOM = 72, TICK_WIDTH = 64, TICK_HEIGHT = 70 };

static double length_of(const struct plane *p, int axis)
{
    return (double)p->places[axis] * p->spacing[axis];
}

static struct layout lay_out(const struct plane *p)
{
    const double true_ratio = length_of(p, p->up) / length_of(p, p->across);
    const double ratio = true_ratio > 0.1 && true_ratio < 2 ? true_ratio : 0.75;
    const double across = ratio > 1 ? 560 / ratio : 560;
    struct layout l = {.across = (int)across, .up = (int)(across * ratio)};
    l.width = LEFT + RIGHT + l.across;
    l.height = TOP + BOTTOM + l.up;
    return l;
}

/* Labels need some 20 pixels; a scale needs two or three at least. */
static int up_ticks(const struct layout *l)
{
    return l->up > 4 * TICK_HEIGHT ? l->up / TICK_HEIGHT + 2 : 4;
}

static void put_margins(FILE *f, const struct layout *l)
{
    fprintf(f, "set lmargin at screen %.6g\nset rmargin at screen %.6g\n", (double)LEFT / l->width,
            1 - (double)RIGHT / l->width);
    fprintf(f, "set bmargin at screen %.6g\nset tmargin at screen %.6g\n", (double)BOTTOM / l->height,
            1 - (double)TOP / l->height);
}

/* Units of the time that a run's samples have. */
static void time_units(char *out, size_t size, const struct result *r, const struct stored_run *run)
{
    char path[512], *units;
    *out = '\0';
    snprintf(path, sizeof path, "/runs/%s/series/time", run->name);
    if (!store_has(r->store, path) || !store_has_attribute(r->store, path, "units")) return;
    if (store_get_text(r->store, path, "units", &units) != ST_OK) return;
    snprintf(out, size, "%s", units);
    free(units);
}

static enum status time_text(char *out, size_t size, const struct result *r, const struct stored_run *run)
{
    char group[512], units[64], text[128];
    double time;
    *out = '\0';
    snprintf(group, sizeof group, "/runs/%s", run->name);
    if (!store_has_attribute(r->store, group, "time")) return ST_OK;
    TRY(store_get_real(r->store, group, "time", &time));
    time_units(units, sizeof units, r, run);
    if (!*units && time == 0) return ST_OK; /* a state without time */
    quantity_print(text, sizeof text, time, units);
    snprintf(out, size, ", t = %s", text);
    return ST_OK;
}

static void plane_text(char *out, size_t size, const struct plane *p)
{
    char text[128];
    *out = '\0';
    if (p->shape.rank != 3) return;
    quantity_print(text, sizeof text, plane_height(p), p->lengths);
    snprintf(out, size, ", %c = %s", "xyz"[p->normal], text);
}

/* Over the picture what was computed, below it which moment and plane of it. */
static enum status put_title(FILE *f, const struct plane *p, const struct result *r, const struct stored_run *run,
                             const struct layout *l)
{
    char text[1024], name[160], moment[160], place[160];
    TRY(time_text(moment, sizeof moment, r, run));
    plane_text(place, sizeof place, p);
    words_print(name, sizeof name, p->name);
    snprintf(text, sizeof text, "%s by %s%s%s", name, run_caption(r, run).text, moment, place);
    title_print(f, r, text, l->width, l->height);
    return ST_OK;
}

/* One range reaches half a pixel beyond the outer nodes, as the pixels do. */
static void put_axis(FILE *f, const struct plane *p, int axis, const char *letter, int64_t step, int ticks,
                     const struct units *u)
{
    const double half = 0.5 * (double)step * p->spacing[axis], first = p->origin[axis] - half;
    const double last = plane_position(p, axis, (p->places[axis] - 1) / step * step) + half;
    fprintf(f, "set %srange [%.9g:%.9g]\n", letter, first * u->scale, last * u->scale);
    axis_label(f, letter, p->axis[axis], u);
    axis_ticks(f, letter, (last - first) * u->scale, ticks);
    if (!p->mesh && last - first < ticks) fprintf(f, "set %stics 1\n", letter); /* numbers of nodes are whole */
}

/* Both axes in the same units. */
static struct units units_of(const struct plane *p)
{
    double largest = 0;
    for (int d = 0; d < 2; d++) {
        const int axis = d ? p->up : p->across;
        largest = fmax(largest, fmax(fabs(p->origin[axis]), fabs(plane_position(p, axis, p->places[axis] - 1))));
    }
    return p->mesh ? units_fit(largest, p->lengths) : (struct units){.scale = 1};
}

static enum status write_script(FILE *f, struct plane *p, const struct layout *l, const struct result *r,
                                const struct stored_run *run, const struct answers *o)
{
    const struct units lengths = units_of(p);
    TRY(put_title(f, p, r, run, l));
    put_axis(f, p, p->across, "x", p->step_across, l->across / TICK_WIDTH, &lengths);
    put_axis(f, p, p->up, "y", p->step_up, up_ticks(l), &lengths);
    put_margins(f, l);
    TRY(plane_put(f, p, r->store, lengths.scale));
    const struct range shown = plane_shown(p);
    const struct units values = units_fit(fmax(fabs(shown.min), fabs(shown.max)), p->units);
    plane_put_colours(f, p, up_ticks(l), &values);
    const bool outlined =
        outlines_put(f, p, o, lengths.scale, (double)l->across / length_of(p, p->across) / lengths.scale);
    fprintf(f, "plot $field using 1:2:(%.9g*$3) with image notitle%s\n", values.scale, outlined ? outlines_plot : "");
    return ST_OK;
}

/* temperature, temperature_z0.0015, 000_thomas_host_double_temperature */
static void name_picture(char *out, size_t size, const struct canvas *canvas, const struct plane *p, const char *run)
{
    char place[64] = "";
    const struct cut *const cut = p->shape.rank == 3 ? canvas->cut : NULL;
    if (cut) snprintf(place, sizeof place, "_%c%g", cut->axis, cut->at);
    snprintf(out, size, "%s%s%s%s", run ? run : "", run ? "_" : "", p->name, place);
}

static enum status draw(const struct canvas *canvas, struct plane *p, const struct result *r,
                        const struct stored_run *run, bool named, const struct answers *o)
{
    struct picture picture;
    char what[1200];
    const struct layout l = lay_out(p);
    name_picture(what, sizeof what, canvas, p, named ? run->name : NULL);
    TRY(canvas_begin(canvas, &picture, what, l.width, l.height));
    const enum status st = write_script(picture.script, p, &l, r, run, o);
    if (st == ST_OK && p->max >= p->min) return picture_end(&picture);
    picture_abandon(&picture);
    if (st == ST_OK) canvas_omit(canvas, p->name, "it has no finite value");
    return st;
}

/* The plane that was asked for, or the one that is heated. */
static enum status cut_and_draw(const struct canvas *canvas, struct plane *p, const struct result *r,
                                const struct stored_run *run, bool named)
{
    struct answers of;
    double lower = 0, upper = 0;
    char group[512];
    snprintf(group, sizeof group, "/runs/%s/answers", run->name);
    TRY(answers_load(&of, r->store, group));
    const bool bounded = outlines_layer(&of, &lower, &upper);
    enum status st = ST_OK;
    if (p->shape.rank == 3)
        st = canvas->cut ? plane_cut(p, canvas->cut) : plane_matter(p, r->store, bounded, lower, upper);
    if (st == ST_OK && plane_visible(p)) st = draw(canvas, p, r, run, named, &of);
    else if (st == ST_OK) canvas_omit(canvas, p->name, "its plane is one node wide");
    answers_free(&of);
    return st;
}

/* Counts the fields of three axes. */
static enum status draw_field(const struct canvas *canvas, const struct result *r, const struct stored_run *run,
                              const char *group, const char *name, bool named, int *solid)
{
    char path[1024];
    struct plane p;
    snprintf(path, sizeof path, "%s/%s", group, name);
    if (store_is_scale(r->store, path)) return ST_OK; /* coordinates of others */
    enum status st = plane_open(&p, r->store, group, name);
    *solid += p.shape.rank == 3;
    if (st == ST_OK && p.shape.rank == 1) st = draw_curve(canvas, r, run, group, name, named);
    else if (st == ST_OK && (p.shape.rank == 2 || p.shape.rank == 3)) st = cut_and_draw(canvas, &p, r, run, named);
    plane_close(&p);
    return st;
}

/* A field of one axis is a curve over the places of its values. */
static bool lacks_places(const struct result *r, const char *group, const char *name)
{
    char path[1024], places[1024];
    struct array a;
    bool dots;
    snprintf(path, sizeof path, "%s/%s", group, name);
    return store_array_shape(r->store, path, &a) == ST_OK && a.rank == 1 &&
           !curve_places(r, group, name, places, sizeof places, &dots);
}

enum status draw_field_of(const struct canvas *c, const struct result *r, const struct stored_run *run,
                          const char *name, bool named)
{
    char group[512];
    int solid = 0;
    snprintf(group, sizeof group, "/runs/%s/fields", run->name);
    if (lacks_places(r, group, name)) return canvas_omit(c, name, "the file has no places of its values"), ST_OK;
    return draw_field(c, r, run, group, name, named, &solid);
}

enum status draw_fields(struct canvas *canvas, const struct result *r, const struct stored_run *run, bool named)
{
    char group[512], **names;
    int64_t count;
    int solid = 0;
    snprintf(group, sizeof group, "/runs/%s/fields", run->name);
    if (!store_has(r->store, group)) return ST_OK;
    TRY(store_members(r->store, group, &names, &count));
    const bool mesh = store_has_attribute(r->store, group, "mesh_spacing_y");
    for (int64_t i = 0; i < count; i++) /* of values on faces of cells only those that are named: others lie between */
        if (!mesh || !store_has_own_places(r->store, group, names[i]))
            canvas_report(canvas, draw_field(canvas, r, run, group, names[i], named, &solid));
    store_names_free(names, count);
    if (canvas->cut && !solid) return fail(ST_CONFIG, "--slice: %s holds no field of three axes", r->path);
    return ST_OK;
}
