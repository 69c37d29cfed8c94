/* Draws panels one below the other, many in two columns, with a key next to each that has several columns. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/plot/draw/axis.h"
#include "command/plot/draw/ends.h"
#include "command/plot/draw/gnuplot.h"
#include "command/plot/draw/legend.h"
#include "command/plot/draw/panels.h"

enum { SAMPLES_MAX = 2000, LEFT = 118, PLOT = 480, PLOT_TWO = 370, RIGHT = 36, KEY_LETTER = 9, KEY_LINE = 44 };
enum {
    HEAD = 66,
    ABOVE = 14,
    UP = 210,
    TITLE = 24,
    BELOW = 62,
    X_TICKS = 6,
    Y_TICKS = 6,
    MARKED_MAX = 60,
    WRITTEN_MAX = 12
};

struct layout {
    int columns, rows, width, height, foot;
    int above;       /* pixels between a panel and the one above it: more for text, where columns have descriptions */
    int plot, panel; /* pixels of the axes of a panel, and of all of it */
    bool many;       /* a panel has several columns: these have the colours, and runs are dashed */
    bool named;      /* more runs than a key can have: they are named where their curves end */
};

/* "soma: v at cell 0, soma[0](0.5)", or only the name. */
static void column_text(char *out, size_t size, const struct column *y)
{
    words_print(out, size, y->name);
    const size_t used = strlen(out);
    if (y->about) snprintf(out + used, size - used, ": %s", y->about);
}

/* A panel of one column has no key: the description of the column is above it. */
static const char *about_alone(const struct panel *p)
{
    return p->columns == 1 ? p->line[0].y->about : NULL;
}

static int key_width(const struct panels *p)
{
    size_t longest = 0;
    bool many = false;
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < p->panel[i].count && p->panel[i].columns > 1; k++) {
            char text[256];
            column_text(text, sizeof text, p->panel[i].line[k].y);
            const size_t length = strlen(text);
            longest = length > longest ? length : longest;
            many = true;
        }
    return many ? KEY_LINE + KEY_LETTER * (int)(longest < 60 ? longest : 60) : 0;
}

static struct layout lay_out(const struct panels *p)
{
    const int key = key_width(p), runs = p->samples->count;
    struct layout l = {.columns = p->count > 2 ? 2 : 1, .many = key > 0, .above = ABOVE};
    for (int i = 0; i < p->count; i++)
        if (about_alone(&p->panel[i])) l.above = ABOVE + TITLE;
    l.rows = (p->count + l.columns - 1) / l.columns;
    l.plot = l.columns > 1 ? PLOT_TWO : PLOT;
    l.named = runs > KEY_LINES_MAX;
    l.panel = LEFT + l.plot + RIGHT + key + (l.named ? ENDS_WIDTH : 0);
    l.foot = runs > 1 && !l.named ? LEGEND_LINE * (runs + 1) : 0;
    l.width = l.columns * l.panel;
    l.height = HEAD + l.rows * (l.above + UP + BELOW) + l.foot;
    return l;
}

static double x_at(const struct panel_line *l, int64_t i)
{
    return l->x && i < l->x->count ? l->x->value[i] : (double)i;
}

/* The range of the horizontal axis over all lines. */
static struct range across(const struct panel *p)
{
    struct range r = {(double)INFINITY, -(double)INFINITY, true, false};
    double middle = 0;
    for (int k = 0; k < p->count; k++) {
        const struct panel_line *const l = &p->line[k];
        for (int64_t i = 0; i < l->y->count; i++) r.min = fmin(r.min, x_at(l, i)), r.max = fmax(r.max, x_at(l, i));
        middle = x_at(l, l->y->count / 2);
    }
    r.decades = r.min > 0 && r.max / r.min >= 10 && middle < 0.3 * r.max;
    return r;
}

/* As many as can be seen. Steps end where the last value does. */
static void put_line(FILE *f, const struct panel_line *l, int panel, int number, bool steps)
{
    const int64_t count = l->y->count, step = count / SAMPLES_MAX + 1;
    fprintf(f, "$y%d_%d << EOD\n", panel, number);
    for (int64_t i = 0; i < count; i += step) {
        const double x = x_at(l, i), y = l->y->value[i];
        if (isfinite(x) && isfinite(y)) fprintf(f, "%.9g %.12g\n", x, y);
        else fputs("\n", f); /* a gap */
    }
    if (steps && count > 1 && isfinite(l->y->value[count - 1]))
        fprintf(f, "%.9g %.12g\n", 2 * x_at(l, count - 1) - x_at(l, count - 2), l->y->value[count - 1]);
    fputs("EOD\n", f);
}

static bool has_width(struct range r)
{
    return r.max > r.min && isfinite(r.max - r.min);
}

/* Axes in decades keep their unit. */
static struct units units_of(const struct range *r, const char *units)
{
    struct units u = {.scale = 1};
    if (!r->decades) u = units_fit(fmax(fabs(r->min), fabs(r->max)), units);
    return u;
}

static struct units put_x(FILE *f, const struct panels *all, const struct panel *p)
{
    struct range r = across(p);
    char name[160], label[256];
    const struct units u = units_of(&r, all->units);
    if (all->steps && p->line[0].y->count > 1)
        r.max += x_at(&p->line[0], p->line[0].y->count - 1) - x_at(&p->line[0], p->line[0].y->count - 2);
    words_print(name, sizeof name, all->across);
    label_print(label, sizeof label, name, r.decades ? all->units : u.text);
    fputs("set xlabel ", f);
    picture_quote(f, label);
    fputs("\nunset logscale x\n", f);
    if (r.decades) axis_decades(f, "x", r.min, r.max);
    else if (has_width(r)) {
        const bool day = !strcmp(all->units, "h") && r.max - r.min > 12 && r.max - r.min <= 24;
        axis_ticks(f, "x", (r.max - r.min) * u.scale, X_TICKS);
        if (day) fputs("set xtics 3\n", f);
        fprintf(f, "set xrange [%.12g:%.12g]\n", r.min * u.scale, r.max * u.scale);
    } else fputs("set xrange [*:*]\nset xtics autofreq\n", f);
    return u;
}

/* Ranges end at ticks, except those of constant columns, and of columns without a finite sample. */
static struct units put_y(FILE *f, const struct panel *p)
{
    const struct range r = p->range;
    const struct units u = units_of(&r, p->units);
    char label[256];
    panel_label(label, sizeof label, p, r.decades ? p->units : u.text);
    fputs("set ylabel ", f);
    picture_quote(f, label);
    fputs("\nunset logscale y\n", f);
    if (r.decades) return axis_decades(f, "y", r.min, r.max), u;
    axis_ticks(f, "y", has_width(r) ? (r.max - r.min) * u.scale : 0, Y_TICKS);
    if (!(r.max >= r.min)) fputs("set yrange [0:1]\n", f);
    else if (r.flat && has_width(r)) fprintf(f, "set yrange [%.17g:%.17g]\n", r.min * u.scale, r.max * u.scale);
    else fputs("set yrange [*:*]\n", f);
    return u;
}

static struct stroke stroke_for(const struct panels *all, const struct layout *l, const struct panel_line *line)
{
    const int runs = all->samples->count;
    return l->many ? (struct stroke){line->column % 8, line->run + 2 * (line->column / 8), 1.8}
                   : stroke_of(line->run, runs);
}

/* The least cost or error, unless it is at an end, where it follows from the range. */
static int64_t least_of(const struct panels *all, const struct panel *p)
{
    const struct column *const y = p->line[0].y;
    int64_t least = 0;
    if (!all->optimum || all->steps || p->columns > 1 || !strstr(y->name, "cost")) return -1;
    for (int64_t i = 1; i < y->count; i++)
        if (!(y->value[least] <= y->value[i])) least = i;
    return least > 0 && least < y->count - 1 ? least : -1;
}

static void put_optimum(FILE *f, const struct panels *all, const struct panel *p, struct units x, struct units y)
{
    const int64_t i = least_of(all, p);
    if (i < 0) return;
    const struct panel_line *const l = &p->line[0];
    char value[40], text[256];
    const struct range r = across(p);
    const bool right = x_at(l, i) > 0.5 * (r.min + r.max);
    number_print(value, sizeof value, l->y->value[i] * y.scale);
    snprintf(text, sizeof text, "least: %s at %.6g", value, x_at(l, i) * x.scale);
    fputs("set label 1 ", f);
    picture_quote(f, text);
    fprintf(
        f,
        " at %.12g, %.12g %s offset %s,1 point pointtype 6 pointsize 1.2 linewidth 2 linecolor rgb '#d55e00' front\n",
        x_at(l, i) * x.scale, l->y->value[i] * y.scale, right ? "right" : "left", right ? "-0.5" : "0.5");
}

static void put_about(FILE *f, const struct panel *p)
{
    char text[256];
    if (!about_alone(p)) return;
    column_text(text, sizeof text, p->line[0].y);
    fputs("set label 2 ", f);
    picture_quote(f, text);
    fputs(" at graph 0, graph 1 left offset 0,0.8 font ',11' textcolor rgb '#444444'\n", f);
}

static void plot_panel(FILE *f, const struct panels *all, const struct layout *l, int panel, const struct result *r)
{
    const struct panel *const p = &all->panel[panel];
    bool titled[PANEL_LINES_MAX] = {0};
    for (int k = 0; k < p->count; k++) put_line(f, &p->line[k], panel, k, all->steps);
    const struct units x = put_x(f, all, p), y = put_y(f, p);
    put_optimum(f, all, p, x, y);
    put_about(f, p);
    if (l->named && !p->range.decades && has_width(p->range))
        fprintf(f, "set yrange [%.12g:%.12g]\n", p->range.min * y.scale, p->range.max * y.scale);
    if (l->named) panel_ends_print(f, all, p, r, UP);
    for (int k = 0; k < p->count; k++) {
        const struct panel_line *const line = &p->line[k];
        char name[256];
        column_text(name, sizeof name, line->y);
        fprintf(f, "%s $y%d_%d using ($1*%.9g):($2*%.9g) with %s", k ? "," : "plot", panel, k, x.scale, y.scale,
                all->steps                                     ? "steps"
                : all->optimum && line->y->count <= MARKED_MAX ? "linespoints pointtype 7 pointsize 0.4"
                                                               : "lines");
        stroke_print(f, stroke_for(all, l, line));
        if (p->columns > 1 && !titled[line->column]) fputs(" title ", f), picture_quote(f, name);
        else fputs(" notitle", f);
        titled[line->column] = true;
    }
    fputs("\nunset arrow\nunset label\n", f); /* the title and the key of runs are there now */
}

/* The margins of a panel, and its key to the right of them. */
static void place_panel(FILE *f, const struct layout *l, int panel)
{
    const double left = panel % l->columns * l->panel + LEFT;
    const double top = l->height - HEAD - panel / l->columns * (l->above + UP + BELOW) - l->above;
    fprintf(f, "set lmargin at screen %.6g\nset rmargin at screen %.6g\n", left / l->width,
            (left + l->plot) / l->width);
    fprintf(f, "set tmargin at screen %.6g\nset bmargin at screen %.6g\n", top / l->height, (top - UP) / l->height);
    fprintf(f, "set key at screen %.6g, screen %.6g left top Left reverse samplen 1.5\n",
            (left + l->plot + 8) / l->width, (top + 4) / l->height);
}

/* Prints the names of the runs: below the title if one is drawn, otherwise as a key at the foot. */
static void put_runs(FILE *f, const struct panels *all, const struct layout *l, const struct result *r)
{
    const struct samples *const s = all->samples;
    for (int i = 0; i < s->count; i++) {
        char name[400], alike[64] = "";
        if (i == 0 && s->alike)
            snprintf(alike, sizeof alike, ", and %d more that look%s the same", s->alike, s->alike == 1 ? "s" : "");
        snprintf(name, sizeof name, "%s%s", run_caption(r, s->run[i]).text, alike);
        if (i == 0) title_print(f, r, s->count == 1 ? name : "", l->width, l->height);
        const struct stroke stroke = l->many ? (struct stroke){6, i, 1.8} : stroke_of(i, s->count);
        if (s->count > 1 && !l->named) legend_entry(f, i, stroke, name, l->width, l->height, l->foot);
    }
}

static void write_script(FILE *f, const struct panels *p, const struct layout *l, const struct result *r)
{
    fputs("set multiplot\nset border 3\nset tics nomirror\nset mytics 1\nset mxtics 1\nset autoscale\n", f);
    fputs("set grid linecolor rgb '#dddddd' linewidth 0.5\n", f);
    put_runs(f, p, l, r);
    for (int i = 0; i < p->count; i++) {
        place_panel(f, l, i);
        plot_panel(f, p, l, i, r);
    }
}

enum status panels_draw(const struct panels *p, const struct canvas *c, const struct result *r, const char *what)
{
    struct picture picture;
    if (!p->count) return ST_OK;
    const struct layout l = lay_out(p);
    TRY(canvas_begin(c, &picture, what, l.width, l.height));
    write_script(picture.script, p, &l, r);
    return picture_end(&picture);
}
