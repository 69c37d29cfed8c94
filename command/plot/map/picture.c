/* Draws maps, all moments in one range of colours. */
#include "command/plot/map/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command/plot/draw/axis.h"
#include "command/plot/draw/gnuplot.h"
#include "command/plot/map/outlines.h"
#include "command/plot/map/sources.h"

/* Pixels: the plane is drawn in its true shape unless that makes a ribbon. */
struct layout {
    int width, height, foot;
    int across, up;    /* of one panel */
    int columns, rows; /* of panels */
};

enum { LEFT = 100, RIGHT = 170, TOP = 80, BOTTOM = 72, TICK_WIDTH = 64, TICK_HEIGHT = 70, TICK_NARROW = 48 };
enum { ONE = 560, MANY = 250, GAP = 26, CAPTION = 36, MANY_PLACES = 400 };

static double length_of(const struct plane *p, int axis)
{
    return (double)p->places[axis] * p->spacing[axis];
}

/* Height over width, as lengths are. */
static double true_ratio(const struct plane *p)
{
    return length_of(p, p->up) / length_of(p, p->across);
}

static bool has_true_shape(const struct plane *p)
{
    return true_ratio(p) > 0.1 && true_ratio(p) < 2;
}

/* As many columns as make a picture that is a little wider than high. */
static int columns_for(int count, double ratio)
{
    int columns = 1;
    while (columns < count && columns * 1.0 < 1.3 * ratio * ((count + columns - 1) / columns)) columns++;
    return columns;
}

static struct layout lay_out(const struct plane *p, int count, int lines)
{
    const double ratio = has_true_shape(p) ? true_ratio(p) : 0.75, widest = count > 1 ? MANY : ONE;
    const double across = ratio > 1 ? widest / ratio : widest;
    struct layout l = {.across = (int)across, .up = (int)(across * ratio), .foot = lines * SOURCES_LINE};
    l.columns = columns_for(count, ratio), l.rows = (count + l.columns - 1) / l.columns;
    const int caption = count > 1 ? CAPTION : 0;
    l.width = LEFT + RIGHT + l.columns * l.across + (l.columns - 1) * GAP;
    l.height = TOP + BOTTOM + l.foot + l.rows * (l.up + caption);
    return l;
}

/* Labels need some 20 pixels; a scale needs two or three at least. */
static int up_ticks(int up)
{
    return up > 4 * TICK_HEIGHT ? up / TICK_HEIGHT + 2 : 4;
}

static void put_margins(FILE *f, const struct layout *l, int i, int caption)
{
    const double left = LEFT + i % l->columns * (l->across + GAP);
    const double top = TOP + i / l->columns * (l->up + caption) + caption;
    fprintf(f, "set lmargin at screen %.6g\nset rmargin at screen %.6g\n", left / l->width,
            (left + l->across) / l->width);
    fprintf(f, "set tmargin at screen %.6g\nset bmargin at screen %.6g\n", 1 - top / l->height,
            1 - (top + l->up) / l->height);
}

static void plane_text(char *out, size_t size, const struct plane *p)
{
    char text[128];
    *out = '\0';
    if (p->shape.rank != 3) return;
    quantity_print(text, sizeof text, plane_height(p), p->lengths);
    snprintf(out, size, ", %c = %s", "xyz"[p->normal], text);
}

/* Above the picture the computation, below it the moment and the plane. */
static void put_title(FILE *f, const struct plane *p, const struct pictured *of, const struct layout *l)
{
    char text[1024], name[160], moment[160] = "", place[160];
    if (of->moments->count == 1) moment_text(moment, sizeof moment, of->moments, 0);
    plane_text(place, sizeof place, p);
    words_print(name, sizeof name, p->name);
    snprintf(text, sizeof text, "%s by %s%s%s%s", name, run_caption(of->r, of->run).text, *moment ? ", " : "", moment,
             place);
    title_print(f, of->r, text, l->width, l->height);
}

/* One range reaches half a pixel beyond the outer nodes, as the pixels do. */
static void put_axis(FILE *f, const struct plane *p, int axis, const char *letter, int64_t step, int ticks,
                     const struct units *u)
{
    const double scale = p->scale[axis];
    const double half = 0.5 * (double)step * p->spacing[axis], first = p->origin[axis] - half;
    const double last = plane_position(p, axis, (p->places[axis] - 1) / step * step) + half;
    fprintf(f, "set %srange [%.9g:%.9g]\n", letter, first * scale, last * scale);
    axis_label(f, letter, p->axis[axis], u);
    axis_ticks(f, letter, (last - first) * scale, ticks);
    if (!p->mesh && last - first < ticks) fprintf(f, "set %stics 1\n", letter); /* numbers of nodes are integers */
}

static double farthest(const struct plane *p, int axis)
{
    return fmax(fabs(p->origin[axis]), fabs(plane_position(p, axis, p->places[axis] - 1)));
}

/* Both axes in the same unit where the plane has its true shape; otherwise each in a suitable one: a film of 40 um by
 * 10 mm. */
static void choose_units(struct units units[3], struct plane *p)
{
    const double across = farthest(p, p->across), up = farthest(p, p->up), both = fmax(across, up);
    const bool same = has_true_shape(p);
    for (int d = 0; d < 3; d++) units[d] = (struct units){.scale = 1};
    if (!p->mesh) return;
    units[p->across] = units_fit(same ? both : across, p->lengths);
    units[p->up] = units_fit(same ? both : up, p->lengths);
    for (int d = 0; d < 3; d++) p->scale[d] = units[d].scale;
}

/* The data of all panels, whose values have one range. */
static enum status put_data(FILE *f, struct plane *p, const struct pictured *of, struct sources *s)
{
    for (int i = 0; i < of->moments->count; i++) {
        const struct moment *const m = &of->moments->moment[i];
        snprintf(p->path, sizeof p->path, "%.500s/%.400s%s", m->path, p->name, m->suffix);
        snprintf(p->block, sizeof p->block, "field%d", i);
        TRY(plane_put(f, p, of->r->store));
        TRY(sources_put_contours(f, s, p, of->r, m, i));
    }
    sources_put(f, s, p);
    return ST_OK;
}

/* Panels inside of others have no numbers: they are those of the first column and the last row. */
static void put_panel(FILE *f, const struct plane *p, const struct pictured *of, const struct layout *l, int i,
                      const struct units units[3])
{
    const int count = of->moments->count, caption = count > 1 ? CAPTION : 0;
    char text[160];
    put_margins(f, l, i, caption);
    put_axis(f, p, p->across, "x", p->step_across, l->across / (count > 1 ? TICK_NARROW : TICK_WIDTH),
             &units[p->across]);
    put_axis(f, p, p->up, "y", p->step_up, up_ticks(l->up), &units[p->up]);
    if (i + l->columns < count) fputs("set xlabel ''\nset format x ''\n", f);
    if (i % l->columns) fputs("set ylabel ''\nset format y ''\n", f);
    if (count == 1) return;
    moment_text(text, sizeof text, of->moments, i);
    fputs("set title ", f);
    picture_quote(f, text);
    fputs(" offset 0,-0.5\n", f);
    if (i) fputs("unset colorbox\n", f);
    if (i == 1) fputs("unset label\n", f); /* items that are drawn once are there now */
}

/* One scale next to all panels. */
static void place_scale(FILE *f, const struct layout *l)
{
    const double bottom = BOTTOM + l->foot, up = l->height - TOP - CAPTION - bottom;
    fprintf(f, "set colorbox user origin screen %.6g, screen %.6g size screen %.6g, screen %.6g\n",
            1 - (double)(RIGHT - 16) / l->width, bottom / l->height, 24.0 / l->width, up / l->height);
}

static enum status write_script(FILE *f, struct plane *p, const struct pictured *of, struct layout *l,
                                struct sources *s)
{
    const int count = of->moments->count;
    struct units lengths[3];
    choose_units(lengths, p);
    if (count > 1) plane_limit(p, MANY_PLACES);
    TRY(put_data(f, p, of, s));
    put_title(f, p, of, l);
    sources_key(f, s, l->height);
    const struct range shown = plane_shown(p);
    const struct units values = units_fit(fmax(fabs(shown.min), fabs(shown.max)), p->units);
    const int high = count > 1 ? l->height - TOP - BOTTOM - l->foot : l->up;
    plane_put_colours(f, p, up_ticks(high), &values);
    const double pixels[] = {l->across / length_of(p, p->across) / lengths[p->across].scale,
                             l->up / length_of(p, p->up) / lengths[p->up].scale};
    const bool outlined = outlines_put(f, p, of->answers, pixels);
    if (count > 1) fputs("set multiplot\n", f), place_scale(f, l);
    for (int i = 0; i < count; i++) {
        put_panel(f, p, of, l, i, lengths);
        fprintf(f, "plot $field%d using 1:2:(%.9g*$3) with image notitle%s", i, values.scale,
                outlined ? outlines_plot : "");
        sources_plot(f, s, i);
        fputs("\n", f);
    }
    return ST_OK;
}

/* Contours are known only when they are read, but the height of a picture before: the key has a line for them if there
 * is a right side. */
static int lines_of(const struct sources *s, const struct plane *p, const struct pictured *of)
{
    char path[700];
    snprintf(path, sizeof path, "/runs/%s/fields/right_side", of->run->name);
    return (s->count > 0) + (p->mesh && strcmp(p->name, "right_side") && store_has(of->r->store, path));
}

static enum status draw(const struct canvas *canvas, struct plane *p, const struct pictured *of, struct sources *s,
                        const char *what)
{
    struct picture picture;
    char part[64];
    struct layout l = lay_out(p, of->moments->count, lines_of(s, p, of));
    TRY(canvas_begin(canvas, &picture, what, l.width, l.height));
    const enum status st = write_script(picture.script, p, of, &l, s);
    if (st == ST_OK && p->max >= p->min) {
        snprintf(part, sizeof part, "%d of %lld times", of->moments->count, (long long)of->moments->there);
        if (of->moments->count > 1 && of->moments->count < of->moments->there) canvas_shorten(canvas, what, part);
        return picture_end(&picture);
    }
    picture_abandon(&picture);
    if (st == ST_OK) canvas_omit(canvas, p->name, "it has no finite value");
    return st;
}

enum status map_draw(const struct canvas *canvas, struct plane *p, const struct pictured *of, const char *what)
{
    struct sources s;
    enum status st = sources_read(&s, of->r, of->run, p);
    if (st == ST_OK) st = draw(canvas, p, of, &s, what);
    sources_free(&s);
    return st;
}
