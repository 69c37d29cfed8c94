/* Draws the columns that a user names. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/compare/result/quantity.h"
#include "command/plot/cells/shape.h"
#include "command/plot/draw/axis.h"
#include "command/plot/draw/gnuplot.h"
#include "command/plot/draw/panels.h"
#include "command/plot/pictures.h"

enum { WIDTH = 760, HEAD = 70, ROW = 30, FOOT = 66, LETTER = 9 };

/* The names, and the kind of each. */
struct request {
    char *text; /* of the names, cut at the commas */
    struct wanted over_time, along, of_runs;
};

static bool is_in(const struct result *r, const char *name, bool along)
{
    struct series s;
    if (samples_reference(&s, r, along) != ST_OK) return false;
    const struct column *const c = series_column(&s, name);
    const bool in = c && !c->axis && c->count > (along ? 0 : 1);
    series_free(&s);
    return in;
}

/* Draws the field of that name in the chosen runs that have it. */
static int64_t draw_field_named(struct canvas *c, const struct result *r, const char *name, const bool *chosen)
{
    int64_t count = 0, runs = 0;
    for (int64_t i = 0; i < r->count; i++) runs += chosen[i];
    for (int64_t i = 0; i < r->count; i++) {
        char path[1024];
        snprintf(path, sizeof path, "/runs/%s/fields/%.400s", r->run[i].name, name);
        if (!chosen[i] || !*name || strchr(name, '/') || !store_has(r->store, path)) continue;
        canvas_report(c, draw_field_of(c, r, &r->run[i], name, runs > 1));
        count++;
    }
    return count;
}

/* False: no chosen run has shapes of cells, whose regions could be drawn. */
static bool draw_regions_of(struct canvas *c, const struct result *r, const bool *chosen)
{
    int64_t count = 0, runs = 0;
    for (int64_t i = 0; i < r->count; i++) runs += chosen[i];
    for (int64_t i = 0; i < r->count; i++) {
        char path[512];
        snprintf(path, sizeof path, "/runs/%s/geometry/section_region", r->run[i].name);
        if (!chosen[i] || !store_has(r->store, path)) continue;
        canvas_report(c, draw_regions(c, r, &r->run[i], runs > 1));
        count++;
    }
    return count > 0;
}

static enum status sort_name(struct request *q, struct canvas *c, const struct result *r, const char *name,
                             const bool *chosen)
{
    struct wanted *const w = is_in(r, name, false)                  ? &q->over_time
                             : is_in(r, name, true)                 ? &q->along
                             : result_has(r, name) != QUANTITY_NONE ? &q->of_runs
                                                                    : NULL;
    if (!w && !strcmp(name, "regions") && draw_regions_of(c, r, chosen)) return ST_OK;
    if (!w) return draw_field_named(c, r, name, chosen) ? ST_OK : quantity_unknown(r, name);
    if (w->count < WANTED_MAX) w->name[w->count++] = name;
    else w->more++;
    return ST_OK;
}

static enum status sort_names(struct request *q, struct canvas *c, const struct result *r, const bool *chosen)
{
    char *rest = q->text;
    for (char *name; (name = strsep(&rest, ","));) TRY(sort_name(q, c, r, name, chosen));
    return ST_OK;
}

/* One number of each run, as a bar. */
struct bars {
    int64_t count;
    double min, max;
    size_t longest; /* of the names */
    char units[48];
};

static struct bars measure(const struct result *r, const char *name)
{
    struct bars b = {0};
    for (int64_t i = 0; i < r->count; i++) {
        const struct quantity q = result_quantity(r, &r->run[i], name);
        if (!stored_run_ok(&r->run[i]) || !isfinite(q.value)) continue;
        const size_t length = strlen(run_caption(r, &r->run[i]).text);
        b.min = fmin(b.min, q.value), b.max = fmax(b.max, q.value);
        b.longest = length > b.longest ? length : b.longest;
        snprintf(b.units, sizeof b.units, "%s", q.units);
        b.count++;
    }
    return b;
}

static void put_rows(FILE *f, const struct result *r, const char *name, const struct units *u)
{
    int row = 0;
    fputs("$bar << EOD\n", f);
    for (int64_t i = 0; i < r->count; i++) {
        const struct quantity q = result_quantity(r, &r->run[i], name);
        if (!stored_run_ok(&r->run[i]) || !isfinite(q.value)) continue;
        fprintf(f, "%d %.12g \"%.4g\" ", row++, u->scale * q.value, u->scale * q.value);
        picture_quote(f, run_caption(r, &r->run[i]).text);
        fputs("\n", f);
    }
    fputs("EOD\n", f);
}

static enum status draw_bars(const struct canvas *c, const struct result *r, const char *name)
{
    const struct bars b = measure(r, name);
    struct picture p;
    char words[160], label[256];
    if (b.count < 2)
        return canvas_omit(c, name, b.count ? "one run has it: compare --column prints it" : "it has no value"), ST_OK;
    const int height = HEAD + FOOT + ROW * (int)b.count;
    const struct units u = units_fit(fmax(b.max, -b.min), b.units);
    TRY(canvas_begin(c, &p, name, WIDTH, height));
    FILE *const f = p.script;
    put_rows(f, r, name, &u);
    title_print(f, r, "", WIDTH, height);
    words_print(words, sizeof words, name);
    label_print(label, sizeof label, words, u.text);
    fputs("set xlabel ", f);
    picture_quote(f, label);
    fprintf(
        f,
        "\nset border 1\nset xtics nomirror\nset grid xtics linecolor rgb '#dddddd'\nset style fill solid noborder\n");
    axis_ticks(f, "x", (b.max - b.min) * u.scale, 6);
    fprintf(f, "set yrange [%g:-0.6]\nset ytics scale 0\nunset key\n", (double)b.count - 0.4);
    fprintf(f, "set xrange [%.9g:%.9g]\n", 1.25 * b.min * u.scale, 1.25 * b.max * u.scale);
    fprintf(f, "set lmargin at screen %g\nset rmargin at screen 0.96\n",
            fmin(0.5, (34.0 + LETTER * (double)b.longest) / WIDTH));
    fprintf(f, "set tmargin at screen %g\nset bmargin at screen %g\n", 1 - (double)HEAD / height,
            (double)FOOT / height);
    fputs("plot $bar using (0.5*$2):1:(0.5*$2):(0.36):ytic(4) with boxxyerror fillcolor rgb '#0072b2', ", f);
    fputs("$bar using 2:1:3 with labels left offset 0.6,0\n", f);
    return picture_end(&p);
}

static enum status draw_sorted(struct canvas *c, const struct result *r, const struct request *q, const char *names)
{
    char what[128];
    snprintf(what, sizeof what, "%.100s", names);
    for (char *x = what; *x; x++)
        if (*x == ',' || *x == '/') *x = '_';
    if (q->over_time.count) canvas_report(c, draw_over_time(c, r, &q->over_time, what));
    if (q->along.count) canvas_report(c, draw_along_axes(c, r, &q->along, what));
    for (int i = 0; i < q->of_runs.count; i++) canvas_report(c, draw_bars(c, r, q->of_runs.name[i]));
    return ST_OK;
}

enum status draw_columns(struct canvas *c, const struct result *r, const char *names, const bool *chosen)
{
    struct request q = {.text = strdup(names)};
    enum status s = q.text ? sort_names(&q, c, r, chosen) : fail(ST_NOMEM, "no memory for the names of columns");
    if (s == ST_OK) s = draw_sorted(c, r, &q, names);
    free(q.text);
    return s;
}
