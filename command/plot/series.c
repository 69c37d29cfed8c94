/* Draws samples over time or steps, a panel a column. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/plot/axis.h"
#include "command/plot/draw.h"
#include "command/plot/gnuplot.h"
#include "command/plot/legend.h"
#include "command/plot/samples.h"

enum { SAMPLES_MAX = 2000, PANEL_WIDTH = 560, PANEL_HEIGHT = 320, X_TICKS = 6, Y_TICKS = 6 };

/* The samples of a column against those of time, or against their number; as many as can be seen. */
static void put_data(FILE *f, int run, int panel, const struct column *time, const struct column *y)
{
    const int64_t step = y->count / SAMPLES_MAX + 1;
    fprintf(f, "$y%d_%d << EOD\n", panel, run);
    for (int64_t i = 0; i < y->count; i += step) {
        const double x = time && i < time->count ? time->value[i] : (double)i;
        if (isfinite(x) && isfinite(y->value[i])) fprintf(f, "%.9g %.12g\n", x, y->value[i]);
    }
    fputs("EOD\n", f);
}

static bool has_width(struct range r)
{
    return r.max > r.min && isfinite(r.max - r.min);
}

/* In what units the axis is read. */
static struct units put_axis(FILE *f, const char *axis, const char *name, const char *units, struct range r, int ticks)
{
    const struct units u = units_fit(fmax(fabs(r.min), fabs(r.max)), units);
    axis_label(f, axis, name, &u);
    axis_ticks(f, axis, has_width(r) ? (r.max - r.min) * u.scale : 0, ticks);
    return u;
}

static struct units put_x(FILE *f, const struct samples *s, const struct column *y)
{
    const struct column *const time = column_of(&s->series[0], "time");
    const struct range all = {.min = 0, .max = (double)y->count - 1};
    const struct range r = time ? range_of(s->series, s->count, "time") : all;
    const struct units u = put_axis(f, "x", time ? "time" : "sample", time ? time->units : "", r, X_TICKS);
    if (has_width(r)) fprintf(f, "set xrange [%.12g:%.12g]\n", r.min * u.scale, r.max * u.scale);
    else fputs("set xrange [*:*]\n", f);
    return u;
}

/* Ranges end at ticks, save those of what does not change, and of what no finite sample spans. */
static struct units put_y(FILE *f, const struct samples *s, const struct column *y)
{
    const struct range r = range_of(s->series, s->count, y->name);
    fprintf(f, "%s logscale y\n", r.decades ? "set" : "unset");
    if (r.decades) {
        const struct units u = units_fit(0, y->units); /* powers of ten are short as they are */
        axis_label(f, "y", y->name, &u);
        fputs("set ytics autofreq\nset format y '%.0e'\nset yrange [*:*]\n", f);
        return u;
    }
    const struct units u = put_axis(f, "y", y->name, y->units, r, Y_TICKS);
    if (!(r.max >= r.min)) fputs("set yrange [0:1]\n", f);
    else if (r.flat && has_width(r)) fprintf(f, "set yrange [%.17g:%.17g]\n", r.min * u.scale, r.max * u.scale);
    else fputs("set yrange [*:*]\n", f);
    return u;
}

/* One column, which the first run has, of all runs that have it. */
static void plot_panel(FILE *f, const struct samples *s, int panel, const struct column *first)
{
    for (int i = 0; i < s->count; i++) {
        const struct column *const y = column_of(&s->series[i], first->name);
        if (y) put_data(f, i, panel, column_of(&s->series[i], "time"), y);
    }
    const struct units x = put_x(f, s, first), y = put_y(f, s, first);
    for (int i = 0; i < s->count; i++) {
        if (!column_of(&s->series[i], first->name)) continue;
        fprintf(f, "%s $y%d_%d using ($1*%.9g):($2*%.9g) with lines", i ? "," : "plot", panel, i, x.scale, y.scale);
        line_style(f, i, s->count);
    }
    fputs("\n", f);
}

/* Columns of the first run, which is the reference; without that of time. */
static int panels_of(const struct samples *s)
{
    return (int)s->series[0].count - (column_of(&s->series[0], "time") != NULL);
}

struct layout {
    int panels, columns, rows, width, height, key;
};

static struct layout lay_out(const struct samples *s)
{
    struct layout l = {.panels = panels_of(s), .key = LEGEND_LINE * (s->count + 1)};
    l.columns = l.panels > 1 ? 2 : 1;
    l.rows = (l.panels + l.columns - 1) / l.columns;
    l.width = l.columns * PANEL_WIDTH;
    l.height = 40 + l.rows * PANEL_HEIGHT + l.key;
    return l;
}

/* One for all panels. */
static void put_key(FILE *f, const struct samples *s, const struct layout *l)
{
    for (int i = 0; i < s->count; i++) {
        const bool more = i == 0 && s->alike;
        char name[256], alike[64] = "";
        if (more)
            snprintf(alike, sizeof alike, ", and %d more that look%s the same", s->alike, s->alike == 1 ? "s" : "");
        snprintf(name, sizeof name, "%s%s", s->run[i]->name, alike);
        legend_line(f, i, s->count, name, l->width, l->height, l->key);
    }
}

static void write_script(FILE *f, const struct samples *s, const struct result *r, const struct layout *l)
{
    int panel = 0;
    fputs("set multiplot title ", f);
    picture_quote(f, *r->title ? r->title : r->app);
    fputs(" font ',14'\nset border 3\nset tics nomirror\nset mytics 1\nset autoscale\nunset key\n", f);
    fputs("set grid linecolor rgb '#bbbbbb' linewidth 0.5\nset lmargin 12\nset rmargin 3\n", f);
    put_key(f, s, l);
    for (int64_t c = 0; c < s->series[0].count; c++) {
        const struct column *const y = &s->series[0].column[c];
        if (strcmp(y->name, "time") == 0) continue;
        const double below = l->key + PANEL_HEIGHT * (l->rows - 1 - panel / l->columns);
        fprintf(f, "set origin %g, %g\nset size %g, %g\n", panel % l->columns / (double)l->columns, below / l->height,
                1.0 / l->columns, (double)PANEL_HEIGHT / l->height);
        plot_panel(f, s, panel++, y);
        fputs("unset arrow\nunset label\n", f); /* the key is there now */
    }
}

static enum status draw(const struct canvas *canvas, const struct result *r, const struct samples *s)
{
    struct picture p;
    const struct layout l = lay_out(s);
    char *const path = canvas_path(canvas, "series");
    const enum status st =
        path ? picture_begin(&p, path, canvas->svg, l.width, l.height) : fail(ST_NOMEM, "no memory for a picture");
    free(path);
    TRY(st);
    write_script(p.script, s, r, &l);
    return picture_end(&p);
}

enum status draw_series(const struct canvas *canvas, const struct result *r)
{
    struct samples s;
    enum status st = samples_load(&s, r);
    if (st == ST_OK && s.count > 0 && panels_of(&s) > 0) st = draw(canvas, r, &s);
    samples_free(&s);
    return st;
}
