/* Draws the runs of a result as bars: time by phase, and share of the memory limit. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/plot/draw/axis.h"
#include "command/plot/draw/gnuplot.h"
#include "command/plot/pictures.h"

/* Phases that belong to a step, in the colours of Okabe and Ito, which the colour-blind distinguish too. */
static const struct {
    const char *metric, *title, *colour;
} parts[] = {
    {"seconds_assemble", "assemble", "#e69f00"},
    {"seconds_factor", "factor", "#56b4e9"},
    {"seconds_solve", "solve", "#0072b2"},
    {"seconds_transfer", "transfer", "#cc79a7"},
};
enum { ASSEMBLE = 0, PARTS = sizeof parts / sizeof *parts };

static const char other_colour[] = "#bbbbbb", limit_colour[] = "#d55e00";

struct bar { /* one run, seconds of one step */
    char label[96];
    double part[PARTS], other, step, speedup, gb_s, share;
};

struct chart {
    int count;
    struct bar *bar;
    double longest, fastest, limit; /* step, GB/s */
    int label_length;
    struct units units; /* of seconds */
};

static void name_bar(struct bar *b, const struct result *r, const struct stored_run *run)
{
    snprintf(b->label, sizeof b->label, "%.95s", run_caption(r, run).text);
}

static double known(double x)
{
    return isfinite(x) ? x : 0;
}

/* The time of a step that the phases do not cover is shown too: a bar is as long as the step took. If only the solves
 * are the step, as of boundary value problems, assembly is not part of it. */
static void fill_bar(struct bar *b, const struct result *r, const struct stored_run *run)
{
    const double steps = result_metric(r, run, "steps");
    b->step = result_step(r, run);
    b->other = b->step;
    for (int p = 0; p < PARTS; p++) {
        b->part[p] = known(result_metric(r, run, parts[p].metric) / steps);
        b->other -= b->part[p];
    }
    if (b->other < -0.01 * b->step) b->other += b->part[ASSEMBLE], b->part[ASSEMBLE] = 0;
    if (b->other < 0.01 * b->step) b->other = 0;
    b->speedup = result_speedup(r, run);
    b->gb_s = result_metric(r, run, "gb_s");
    b->share = result_metric(r, run, "share_of_limit");
    name_bar(b, r, run);
}

static enum status collect(struct chart *c, const struct result *r)
{
    *c = (struct chart){.limit = r->limit};
    c->bar = calloc((size_t)r->count, sizeof *c->bar);
    if (!c->bar) return fail(ST_NOMEM, "no memory for a picture");
    for (int64_t i = 0; i < r->count; i++) {
        struct bar *const b = &c->bar[c->count];
        if (!stored_run_ok(&r->run[i]) || !(result_step(r, &r->run[i]) > 0)) continue;
        fill_bar(b, r, &r->run[i]);
        c->longest = fmax(c->longest, b->step);
        c->fastest = fmax(c->fastest, b->gb_s);
        if ((int)strlen(b->label) > c->label_length) c->label_length = (int)strlen(b->label);
        c->count++;
    }
    c->units = units_fit(c->longest, "s");
    return ST_OK;
}

/* A rectangle of the bar in row i: centre, then extent. */
static void put_box(FILE *f, double from, double to, int i)
{
    fprintf(f, "%.9g %d %.9g %.9g %g %g\n", (from + to) / 2, i, from, to, i - 0.36, i + 0.36);
}

static double part_of(const struct bar *b, int p)
{
    return p < PARTS ? b->part[p] : b->other;
}

static void put_time_data(FILE *f, const struct chart *c)
{
    for (int p = 0; p <= PARTS; p++) {
        fprintf(f, "$part%d << EOD\n", p);
        for (int i = 0; i < c->count; i++) {
            double from = 0;
            for (int q = 0; q < p; q++) from += part_of(&c->bar[i], q);
            put_box(f, c->units.scale * from, c->units.scale * (from + part_of(&c->bar[i], p)), i);
        }
        fputs("EOD\n", f);
    }
    fputs("$step << EOD\n", f);
    for (int i = 0; i < c->count; i++) {
        const struct bar *const b = &c->bar[i];
        char time[40], speedup[40] = "";
        number_print(time, sizeof time, c->units.scale * b->step);
        if (isfinite(b->speedup)) number_print(speedup, sizeof speedup, b->speedup);
        fprintf(f, "%.9g %d \"%s%s%s%s\"\n", c->units.scale * b->step, i, time, *speedup ? "   " : "", speedup,
                *speedup ? "×" : "");
    }
    fputs("EOD\n", f);
}

/* Is any part of it visible? */
static bool part_used(const struct chart *c, int p)
{
    for (int i = 0; i < c->count; i++)
        if (part_of(&c->bar[i], p) > 0.002 * c->longest) return true;
    return false;
}

static void plot_times(FILE *f, const struct chart *c, bool alone, double key)
{
    fprintf(f, "set xlabel '%s per step; speed-up to the first run'\n", c->units.text);
    fprintf(f, "set xrange [0:%.9g]\n", 1.4 * c->units.scale * c->longest);
    fprintf(f, "set rmargin at screen %g\n", alone ? 0.96 : 0.62);
    fprintf(f, "set key at graph 0, screen %g left bottom horizontal Left reverse samplen 1\nplot ", key);
    for (int p = 0; p <= PARTS; p++)
        if (part_used(c, p))
            fprintf(f, "$part%d using 1:2:3:4:5:6 with boxxyerror fillcolor rgb '%s' title '%s', ", p,
                    p < PARTS ? parts[p].colour : other_colour, p < PARTS ? parts[p].title : "other");
    fputs("$step using 1:2:3 with labels left offset 0.6,0 notitle\n", f);
}

static void put_rates(FILE *f, const struct chart *c)
{
    fputs("$rate << EOD\n", f);
    for (int i = 0; i < c->count; i++) put_box(f, 0, known(c->bar[i].gb_s), i);
    fputs("EOD\n", f);
}

/* Values are inside long bars and after short ones, away from the line of the limit. */
static bool stands_inside(const struct bar *b, double right)
{
    return b->gb_s > 0.35 * right;
}

/* False: there are none, and gnuplot does not accept empty data. */
static bool put_values(FILE *f, const struct chart *c, double right, bool inside)
{
    int count = 0;
    for (int i = 0; i < c->count; i++) {
        const struct bar *const b = &c->bar[i];
        char rate[40], share[40] = "";
        if (!(b->gb_s > 0) || stands_inside(b, right) != inside) continue;
        number_print(rate, sizeof rate, b->gb_s);
        if (isfinite(b->share)) number_print(share, sizeof share, 100 * b->share);
        if (count++ == 0) fprintf(f, "$%s << EOD\n", inside ? "inside" : "outside");
        fprintf(f, "%.9g %d \"%s%s%s%s\"\n", b->gb_s, i, rate, *share ? ", " : "", share, *share ? " %" : "");
    }
    if (count) fputs("EOD\n", f);
    return count > 0;
}

static void put_limit(FILE *f, const struct chart *c, double right)
{
    fprintf(f, "set arrow 1 from %.9g, graph 0 to %.9g, graph 1 nohead front", c->limit, c->limit);
    fprintf(f, " linecolor rgb '%s' linewidth 1.5 dashtype 2\n", limit_colour);
    char limit[40];
    number_print(limit, sizeof limit, c->limit);
    fprintf(f, "set label 1 'memory limit, measured: %s GB/s' at %.9g, graph 1", limit, right);
    fprintf(f, " right offset 0,0.7 textcolor rgb '%s'\n", limit_colour);
}

static void plot_rates(FILE *f, const struct chart *c)
{
    const double right = 1.15 * fmax(c->fastest, known(c->limit));
    put_rates(f, c);
    const bool inside = put_values(f, c, right, true), outside = put_values(f, c, right, false);
    fputs("set lmargin at screen 0.66\nset rmargin at screen 0.975\nunset ytics\n", f);
    fprintf(f, "set xlabel 'GB/s%s'\n", isfinite(c->limit) ? "; share of the limit" : "");
    fprintf(f, "set xrange [0:%.9g]\nunset key\n", right);
    if (isfinite(c->limit)) put_limit(f, c, right);
    fprintf(f, "plot $rate using 1:2:3:4:5:6 with boxxyerror fillcolor rgb '%s'", parts[2].colour);
    if (inside) fputs(", $inside using 1:2:3 with labels right offset -0.6,0 textcolor rgb 'white'", f);
    if (outside) fputs(", $outside using 1:2:3 with labels left offset 0.6,0", f);
    fputs("\n", f);
}

static void name_rows(FILE *f, const struct chart *c)
{
    fprintf(f, "set yrange [%g:-0.6]\nset ytics scale 0 nomirror (", c->count - 0.4);
    for (int i = 0; i < c->count; i++) {
        if (i) fputs(", ", f);
        picture_quote(f, c->bar[i].label);
        fprintf(f, " %d", i);
    }
    fputs(")\n", f);
}

static void write_script(FILE *f, const struct chart *c, const struct result *r, int width, int height)
{
    const bool alone = !(c->fastest > 0);
    char text[256];
    subtitle_print(text, sizeof text, r);
    fputs("set multiplot\n", f);
    title_print_cost(f, r, alone ? "Time of a step" : "Time of a step, and bandwidth", text, width, height);
    fputs("set style fill solid noborder\nset border 1\nset xtics nomirror\nset format x '%g'\n", f);
    fputs("set grid xtics linecolor rgb '#bbbbbb' linewidth 0.5\n", f);
    fprintf(f, "set tmargin at screen %g\nset bmargin at screen %g\n", 1 - 100.0 / height, 58.0 / height);
    fprintf(f, "set lmargin at screen %g\n", (34 + 9.2 * c->label_length) / width);
    name_rows(f, c);
    put_time_data(f, c);
    plot_times(f, c, alone, 1 - 96.0 / height);
    fputs("unset label 101\nunset label 102\n", f);
    if (!alone) plot_rates(f, c);
}

static enum status draw(const struct canvas *canvas, const struct result *r, const struct chart *c)
{
    struct picture p;
    const int width = 1100, height = 176 + 34 * c->count;
    TRY(canvas_begin(canvas, &p, "runs", width, height));
    write_script(p.script, c, r, width, height);
    return picture_end(&p);
}

/* Does the chart of one run show more than a time: phases, or a bandwidth? */
static bool says_more_than_time(const struct chart *c)
{
    int used = 0;
    for (int p = 0; p <= PARTS; p++) used += part_used(c, p);
    return used > 1 || c->fastest > 0;
}

enum status draw_runs(const struct canvas *canvas, const struct result *r)
{
    struct chart c;
    TRY(collect(&c, r));
    enum status st = ST_OK;
    if (c.count > 1 || (c.count == 1 && says_more_than_time(&c))) st = draw(canvas, r, &c);
    else canvas_omit(canvas, "the time of runs", c.count ? "one run took its steps in one phase" : "no run was timed");
    free(c.bar);
    return st;
}
