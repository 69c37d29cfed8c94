#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/metrics.h"
#include "command/draw.h"
#include "command/gnuplot.h"

enum { SAMPLES_MAX = 2000, PANEL_WIDTH = 560, PANEL_HEIGHT = 320, KEY_LINE = 20 };

/* The samples of the reference, and of each run that looks different in some column. */
struct samples {
    int count, alike; /* drawn; left out because their lines would lie on the reference's */
    struct series *series;
    const struct outcome **run;
};

static const struct column *column_of(const struct series *s, const char *name)
{
    for (int64_t c = 0; c < s->count; c++)
        if (strcmp(s->column[c].name, name) == 0) return &s->column[c];
    return NULL;
}

/* How a column is best seen. */
struct range {
    double least, most;
    bool decades; /* convergence: positive, and on average far below its largest value */
    bool flat;    /* conserved: what remains of a change is round-off */
};

static void widen_flat(struct range *r)
{
    const double visible = 1e-4 * fmax(fabs(r->least), fabs(r->most)), missing = visible - (r->most - r->least);
    r->flat = missing > 0;
    if (!r->flat) return;
    r->least -= 0.5 * missing;
    r->most += 0.5 * missing;
}

/* Of the column `name` in all of `count` series. */
static struct range range_of(const struct series *series, int count, const char *name)
{
    struct range r = {(double)INFINITY, -(double)INFINITY, false, false};
    double logs = 0, samples = 0;
    for (int s = 0; s < count; s++) {
        const struct column *const y = column_of(&series[s], name);
        for (int64_t i = 0; y && i < y->count; i++) {
            r.least = fmin(r.least, y->value[i]);
            r.most = fmax(r.most, y->value[i]);
            logs += log10(fabs(y->value[i]));
            samples++;
        }
    }
    r.decades = r.least > 0 && log10(r.most) - logs / samples > 1.5;
    widen_flat(&r);
    return r;
}

/* Would lines of these lie on each other in a picture? */
static bool looks_alike(const struct column *a, const struct column *b, const struct range r)
{
    const double visible = 0.003;
    if (!b || a->count != b->count) return false;
    const double height = r.decades ? log(r.most / r.least) : r.most - r.least;
    for (int64_t i = 0; i < a->count; i++) {
        const double apart = r.decades ? log(b->value[i] / a->value[i]) : b->value[i] - a->value[i];
        if (!(fabs(apart) <= visible * height) && a->value[i] != b->value[i]) return false;
    }
    return true;
}

static bool all_alike(const struct series *a, const struct series *b)
{
    for (int64_t c = 0; c < a->count; c++) {
        const char *const name = a->column[c].name;
        if (!looks_alike(&a->column[c], column_of(b, name), range_of(a, 1, name))) return false;
    }
    return true;
}

static void release(struct samples *s)
{
    for (int i = 0; i < s->count; i++) series_free(&s->series[i]);
    free(s->series);
    free(s->run);
}

static enum status load_run(struct samples *s, const struct result *r, const struct outcome *run)
{
    char group[512];
    struct series *const here = &s->series[s->count];
    snprintf(group, sizeof group, "/runs/%s/series", run->name);
    if (!store_has(r->store, group)) return ST_OK;
    TRY(series_load(here, r->store, group));
    const bool alike = s->count > 0 && all_alike(&s->series[0], here);
    s->alike += alike;
    if (here->count > 0 && !alike) s->run[s->count++] = run;
    else series_free(here);
    return ST_OK;
}

static enum status load(struct samples *s, const struct result *r)
{
    *s = (struct samples){.series = calloc((size_t)r->count, sizeof *s->series),
                          .run = calloc((size_t)r->count, sizeof *s->run)};
    if (!s->series || !s->run) return fail(ST_NOMEM, "no memory for the samples of %s", r->path);
    for (int64_t i = 0; i < r->count; i++) TRY(load_run(s, r, &r->run[i]));
    return ST_OK;
}

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

static void put_axes(FILE *f, const struct column *time, const struct column *y, struct range range)
{
    char text[256];
    snprintf(text, sizeof text, time && *time->units ? "time, %s" : time ? "time" : "sample", time ? time->units : "");
    fputs("set xlabel ", f);
    picture_quote(f, text);
    snprintf(text, sizeof text, "%s%s%s", y->name, *y->units ? ", " : "", y->units);
    fputs("\nset ylabel ", f);
    picture_quote(f, text);
    fprintf(f, "\n%s logscale y\n", range.decades ? "set" : "unset");
    fprintf(f, "set format y '%s'\n", range.decades ? "%.0e" : "%g");
    if (range.flat && range.most > range.least) fprintf(f, "set yrange [%.17g:%.17g]\n", range.least, range.most);
    else fputs("set yrange [*:*]\n", f);
}

static void put_title(FILE *f, const struct samples *s, int run)
{
    char text[256];
    const char *const name = s->run[run]->name;
    if (run == 0 && s->alike)
        snprintf(text, sizeof text, "%s, and %d more that look%s the same", name, s->alike, s->alike == 1 ? "s" : "");
    else snprintf(text, sizeof text, "%s", name);
    picture_quote(f, text);
}

/* Earlier lines are wider, so that later ones do not hide them. */
static void put_line(FILE *f, const struct samples *s, int run, int panel)
{
    static const char *const colours[] = {"#0072b2", "#e69f00", "#009e73", "#d55e00",
                                          "#56b4e9", "#cc79a7", "#000000", "#999933"};
    enum { COLOURS = sizeof colours / sizeof *colours };
    const double width = 1.8 + 2.5 * (s->count - 1 - run) / s->count;
    fprintf(f, "$y%d_%d using 1:2 with lines linewidth %.2f linecolor rgb '%s' dashtype %d title ", panel, run, width,
            colours[run % COLOURS], 1 + run / COLOURS % 5);
    put_title(f, s, run);
}

/* One column, which the first run has, of all runs that have it. */
static void plot_panel(FILE *f, const struct samples *s, int panel, const struct column *first)
{
    const struct column *const time = column_of(&s->series[0], "time");
    for (int i = 0; i < s->count; i++) {
        const struct column *const y = column_of(&s->series[i], first->name);
        if (y) put_data(f, i, panel, column_of(&s->series[i], "time"), y);
    }
    put_axes(f, time, first, range_of(s->series, s->count, first->name));
    for (int i = 0; i < s->count; i++) {
        if (!column_of(&s->series[i], first->name)) continue;
        fputs(i ? ", " : "plot ", f);
        put_line(f, s, i, panel);
    }
    fputs("\nunset key\n", f); /* the first panel's key speaks for all */
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
    struct layout l = {.panels = panels_of(s), .key = KEY_LINE * (s->count + 1)};
    l.columns = l.panels > 1 ? 2 : 1;
    l.rows = (l.panels + l.columns - 1) / l.columns;
    l.width = l.columns * PANEL_WIDTH;
    l.height = 40 + l.rows * PANEL_HEIGHT + l.key;
    return l;
}

static void write_script(FILE *f, const struct samples *s, const struct result *r, const struct layout *l)
{
    int panel = 0;
    fputs("set multiplot title ", f);
    picture_quote(f, *r->title ? r->title : r->app);
    fputs(" font ',14'\nset border 3\nset tics nomirror\nset xtics autofreq\nset mytics 1\nset autoscale\n", f);
    fputs("set grid linecolor rgb '#bbbbbb' linewidth 0.5\n", f);
    fprintf(f, "set key at screen 0.5, screen %g center top vertical Left reverse samplen 2\n",
            (double)(l->key - KEY_LINE / 4) / l->height);
    for (int64_t c = 0; c < s->series[0].count; c++) {
        const struct column *const y = &s->series[0].column[c];
        if (strcmp(y->name, "time") == 0) continue;
        const double below = l->key + PANEL_HEIGHT * (l->rows - 1 - panel / l->columns);
        fprintf(f, "set origin %g, %g\nset size %g, %g\n", panel % l->columns / (double)l->columns, below / l->height,
                1.0 / l->columns, (double)PANEL_HEIGHT / l->height);
        fputs("set lmargin 12\nset rmargin 3\n", f);
        plot_panel(f, s, panel++, y);
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
    enum status st = load(&s, r);
    if (st == ST_OK && s.count > 0 && panels_of(&s) > 0) st = draw(canvas, r, &s);
    release(&s);
    return st;
}
