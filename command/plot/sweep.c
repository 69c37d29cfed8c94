/* Draws runs along axes: one axis to the right, an option before all others, both scales logarithmic where values are
 * positive; a panel for each combination of values of the other axes that vary. */
#include "command/compare/sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/plot/axis.h"
#include "command/plot/draw.h"
#include "command/plot/gnuplot.h"
#include "command/plot/legend.h"

enum { PANELS_MAX = 16, PANEL_WIDTH = 560, PANEL_HEIGHT = 360, HEAD = 60 };

struct chart {
    const struct sweep *sweep;
    const char *what, *title;        /* "speedup", "times as fast as thomas" */
    const struct sweep_axis *across; /* the axis to the right */
    int apart;                       /* axes of panels */
    const struct sweep_axis *other[SWEEP_AXES_MAX];
    bool plain; /* to the right: numbers that have no logarithm, as hour 0, or words */
    int panels, columns, width, height, foot;
    int64_t first[PANELS_MAX]; /* point of each panel */
};

static bool varies(const struct chart *c, const struct sweep_axis *x)
{
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (int64_t i = 0; i < sweep_points(c->sweep); i++) low = fmin(low, x->at[i]), high = fmax(high, x->at[i]);
    return low < high;
}

static void choose_axes(struct chart *c)
{
    const struct sweep *const s = c->sweep;
    for (int a = 1; a <= sweep_axes(s); a++) {
        const struct sweep_axis *const x = sweep_axis(s, a);
        if (varies(c, x) && (!c->across || (x->option && !c->across->option))) c->across = x;
    }
    if (!c->across) c->across = sweep_axis(s, 1);
    for (int a = 1; a <= sweep_axes(s); a++) {
        const struct sweep_axis *const x = sweep_axis(s, a);
        if (x != c->across && (varies(c, x) || sweep_axes(s) == 2)) c->other[c->apart++] = x;
    }
    c->plain = c->across->count > 0;
    for (int64_t i = 0; i < sweep_points(s); i++) c->plain |= c->across->at[i] <= 0;
}

/* Is the point in the panel? What has any value of an axis is in all. */
static bool in_panel(const struct chart *c, int panel, int64_t point)
{
    for (int k = 0; k < c->apart; k++) {
        const double here = c->other[k]->at[point], there = c->other[k]->at[c->first[panel]];
        if (here != there && !isnan(here)) return false;
    }
    return true;
}

/* Each combination once, at most PANELS_MAX; one panel without further axes. */
static void find_panels(struct chart *c)
{
    for (int64_t i = 0; i < sweep_points(c->sweep) && c->panels < PANELS_MAX; i++) {
        bool any = false, there = false;
        for (int k = 0; k < c->apart; k++) any |= isnan(c->other[k]->at[i]);
        for (int p = 0; p < c->panels; p++) there |= in_panel(c, p, i);
        if (!any && !there) c->first[c->panels++] = i;
    }
    if (!c->panels) c->panels = 1, c->apart = 0;
}

static struct chart lay_out(const struct sweep *s, const char *what, const char *title)
{
    struct chart c = {.sweep = s, .what = what, .title = title, .foot = LEGEND_LINE * (s->count + 1)};
    choose_axes(&c);
    find_panels(&c);
    c.columns = c.panels > 1 ? 2 : 1;
    c.width = c.columns * PANEL_WIDTH;
    c.height = HEAD + (c.panels + c.columns - 1) / c.columns * PANEL_HEIGHT + c.foot;
    return c;
}

static double value_at(const struct chart *c, int run, int64_t point)
{
    return strcmp(c->what, "speedup") ? sweep_value(c->sweep, run, point, c->what)
                                      : sweep_speedup(c->sweep, run, point);
}

/* What a panel shows: the number of values, and their ranges. */
struct extent {
    int64_t points;
    double x[2], y[2];
};

static void put_data(FILE *f, const struct chart *c, int panel, int run, struct extent *e, bool *filled)
{
    fprintf(f, "$y%d_%d << EOD\n", panel, run);
    for (int64_t i = 0; i < sweep_points(c->sweep); i++) {
        const double x = c->across->at[i], y = value_at(c, run, i);
        if (!in_panel(c, panel, i) || !(y > 0) || !isfinite(y) || isnan(x)) continue;
        fprintf(f, "%.9g %.9g\n", x, y);
        *filled = true;
        e->points++;
        e->x[0] = fmin(e->x[0], x), e->x[1] = fmax(e->x[1], x);
        e->y[0] = fmin(e->y[0], y), e->y[1] = fmax(e->y[1], y);
    }
    fputs("EOD\n", f);
}

static void put_axes(FILE *f, const struct chart *c, const struct extent *e)
{
    if (!e->points) return;
    const double margin = c->across->count ? 0.3 : 0;
    if (c->plain) fprintf(f, "set xrange [%.9g:%.9g]\n", e->x[0] - margin, e->x[1] + margin);
    else axis_decades(f, "x", e->x[0], e->x[1]);
    axis_decades(f, "y", e->y[0], e->y[1]);
}

/* Each value by its word, or as a number. */
static void put_words(FILE *f, const struct chart *c)
{
    const struct sweep_axis *const x = c->across;
    const char *between = "set xtics (";
    for (int64_t i = 0; x->count && i < sweep_points(c->sweep); i++) {
        char text[64];
        int64_t before = 0;
        while (before < i && x->at[before] != x->at[i]) before++;
        if (before < i || isnan(x->at[i])) continue;
        sweep_axis_print(text, sizeof text, x, x->at[i], 6);
        fputs(between, f);
        picture_quote(f, text);
        fprintf(f, " %.9g", x->at[i]);
        between = ", ";
    }
    if (x->count) fputs(")\n", f);
}

/* "2 systems", and of a key that was swept "width = 32". */
static void name_axis(char *out, size_t size, const struct sweep_axis *x, double value)
{
    char text[64];
    const size_t length = strlen(x->name), one = value == 1 && length > 1 && x->name[length - 1] == 's';
    sweep_axis_print(text, sizeof text, x, value, 10);
    if (!strcmp(x->name, "systems") || !strcmp(x->name, "rows") || !strcmp(x->name, "intervals"))
        snprintf(out, size, "%s %.*s", text, (int)(length - one), x->name);
    else snprintf(out, size, "%s = %s", x->name, text);
}

static void name_panel(FILE *f, const struct chart *c, int panel)
{
    char title[512] = "";
    for (int k = 0; k < c->apart; k++) {
        const size_t used = strlen(title);
        snprintf(title + used, sizeof title - used, "%s", k ? ", " : "");
        name_axis(title + strlen(title), sizeof title - strlen(title), c->other[k], c->other[k]->at[c->first[panel]]);
    }
    fputs("set title ", f);
    picture_quote(f, title);
    fputs("\n", f);
}

static void plot_panel(FILE *f, const struct chart *c, int panel)
{
    bool filled[256] = {0};
    struct extent e = {0, {(double)INFINITY, -(double)INFINITY}, {(double)INFINITY, -(double)INFINITY}};
    const int runs = c->sweep->count < 256 ? c->sweep->count : 256;
    bool first = true;
    for (int run = 0; run < runs; run++) put_data(f, c, panel, run, &e, &filled[run]);
    put_axes(f, c, &e);
    put_words(f, c);
    if (c->apart) name_panel(f, c, panel);
    for (int run = 0; run < runs; run++) {
        if (!filled[run]) continue;
        fprintf(f, "%s $y%d_%d with linespoints pointtype 7", first ? "plot" : ",", panel, run);
        line_style(f, run, c->sweep->count);
        first = false;
    }
    fputs(first ? "set multiplot next\n" : "\n", f);
}

static void write_script(FILE *f, const struct chart *c, const struct result *r)
{
    char what[512];
    snprintf(what, sizeof what, "%s in %s", strcmp(c->what, "speedup") ? "Traffic" : "Speed-up",
             c->sweep->run[0]->precision);
    title_print_cost(f, r, what, "", c->width, c->height);
    fputs("set multiplot\nset border 3\nset tics nomirror\nset mxtics 1\nset mytics 1\nset format x '%.10g'\n", f);
    fputs("unset key\nset grid linecolor rgb '#dddddd' linewidth 0.5\nset lmargin 12\nset rmargin 3\n", f);
    char name[160], label[256];
    words_print(name, sizeof name, c->across->name);
    label_print(label, sizeof label, name, c->across->units);
    fputs("set xlabel ", f);
    picture_quote(f, label);
    fputs("\nset ylabel ", f);
    picture_quote(f, c->title);
    fputs("\n", f);
    for (int run = 0; run < c->sweep->count; run++)
        legend_line(f, run, c->sweep->count, c->sweep->run[run]->title, c->width, c->height, c->foot);
    const int rows = (c->panels + c->columns - 1) / c->columns;
    for (int p = 0; p < c->panels; p++) {
        const double below = c->foot + PANEL_HEIGHT * (rows - 1 - p / c->columns);
        fprintf(f, "set origin %g, %g\nset size %g, %g\n", p % c->columns / (double)c->columns, below / c->height,
                1.0 / c->columns, (double)PANEL_HEIGHT / c->height);
        plot_panel(f, c, p);
        fputs("unset arrow\nunset label\n", f); /* the key is there now */
    }
}

static enum status draw(const struct canvas *canvas, const struct result *r, const struct chart *c)
{
    char name[128];
    struct picture p;
    snprintf(name, sizeof name, "%s_%s", c->what, c->sweep->run[0]->precision);
    TRY(canvas_begin(canvas, &p, name, c->width, c->height));
    write_script(p.script, c, r);
    return picture_end(&p);
}

static enum status draw_precision(const struct canvas *canvas, const struct result *r, const struct sweep *s)
{
    char title[256];
    if (!s->count || !sweep_points(s)) return ST_OK;
    const bool rated = series_column(&s->series[0], "gb_s") != NULL;
    if (sweep_points(s) == 1) {
        if (s->count > 1 || rated) canvas_omit(canvas, "speed along axes", "there is one point");
        return ST_OK;
    }
    snprintf(title, sizeof title, "times as fast as %s", s->run[0]->title);
    struct chart c = lay_out(s, "speedup", title);
    const bool compares = s->count > 1; /* one run is as fast as itself */
    if (compares && series_column(&s->series[0], "seconds")) TRY(draw(canvas, r, &c));
    c = lay_out(s, "gb_s", "GB/s");
    return rated ? draw(canvas, r, &c) : ST_OK;
}

enum status draw_sweeps(const struct canvas *canvas, const struct result *r)
{
    enum status st = ST_OK;
    for (int64_t i = 0; i < r->count && st == ST_OK; i++) {
        struct sweep s;
        if (!sweep_precision(r, i)) continue;
        st = sweep_load(&s, r, sweep_precision(r, i));
        if (st == ST_OK) st = draw_precision(canvas, r, &s);
        sweep_free(&s);
    }
    return st;
}
