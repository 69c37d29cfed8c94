/* Draws a raster: time to the right, cells upward, and next to and below it the rates of the same cells. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/plot/cells/raster.h"
#include "command/plot/draw/axis.h"
#include "command/plot/draw/ends.h"
#include "command/plot/draw/gnuplot.h"
#include "command/plot/draw/legend.h"

enum { LEFT = 104, DOTS = 520, GAP = 22, RATES = 130, NAMES = 190 };
enum { HEAD = 70, UP = 330, BETWEEN = 34, BELOW_UP = 110, FOOT = 70 };
enum { WIDTH = LEFT + DOTS + GAP + RATES + NAMES, HEIGHT = HEAD + UP + BETWEEN + BELOW_UP + FOOT };
enum { DOTS_MAX = 100000, DOTS_FEW = 1500, TICKS_MAX = 8, LETTERS = 22 };

/* A panel in pixels from the upper left. */
static void put_panel(FILE *f, int left, int width, int top, int height)
{
    fprintf(f, "set lmargin at screen %.6g\nset rmargin at screen %.6g\n", (double)left / WIDTH,
            (double)(left + width) / WIDTH);
    fprintf(f, "set tmargin at screen %.6g\nset bmargin at screen %.6g\n", 1 - (double)top / HEIGHT,
            1 - (double)(top + height) / HEIGHT);
}

/* The dots of each group, as many as can be seen. */
static void put_dots(FILE *f, const struct raster *x, const struct spikes *of, double scale)
{
    const int64_t step = (of->count - 1) / DOTS_MAX + 1;
    for (int k = 0; k < x->groups->count; k++) {
        if (!x->spikes[k]) continue;
        const struct cell_group *const g = &x->groups->group[k];
        fprintf(f, "$dots%d << EOD\n", k);
        int64_t seen = 0;
        for (int64_t i = 0; i < of->count; i++) {
            const double cell = of->cell[i];
            if (!(cell >= (double)g->first && cell < (double)(g->first + g->cells))) continue;
            if (seen++ % step == 0) fprintf(f, "%.9g %.9g\n", scale * of->time[i], cell);
        }
        fputs("EOD\n", f);
    }
}

static void put_rates(FILE *f, const struct raster *x)
{
    for (int k = 0; k < x->groups->count; k++) {
        fprintf(f, "$rows%d << EOD\n", k);
        for (int i = 0; i < x->rows; i++) {
            const struct raster_row *const r = &x->row[i];
            const double from = (double)r->first - 0.5, to = from + (double)r->cells;
            if (r->group == k)
                fprintf(f, "%.9g %.9g 0 %.9g %.9g %.9g\n", r->rate / 2, (from + to) / 2, r->rate, from, to);
        }
        fprintf(f, "EOD\n$bins%d << EOD\n", k);
        for (int i = 0; i <= RASTER_BINS; i++)
            fprintf(f, "%.9g %.9g\n", x->from + (x->to - x->from) * i / RASTER_BINS,
                    raster_bin_rate(x, k, i < RASTER_BINS ? i : i - 1));
        fputs("EOD\n", f);
    }
}

/* Thin lines between groups. */
static void put_borders(FILE *f, const struct raster *x)
{
    for (int k = 1; k < x->groups->count; k++)
        fprintf(f,
                "set arrow %d from graph 0, first %.9g to graph 1, first %.9g nohead linecolor rgb '#888888' "
                "linewidth 0.6 front\n",
                k, (double)x->groups->group[k].first - 0.5, (double)x->groups->group[k].first - 0.5);
}

static void put_cells_axis(FILE *f, const struct raster *x)
{
    const int64_t cells = cell_groups_cells(x->groups);
    axis_ticks(f, "y", (double)cells, TICKS_MAX);
    if (cells < TICKS_MAX) fputs("set ytics 1\n", f);
    fprintf(f, "set yrange [-0.5:%.9g]\n", (double)cells - 0.5);
}

static void plot_dots(FILE *f, const struct raster *x, const struct spikes *of)
{
    const double size = of->count < DOTS_FEW ? 0.35 : 0.18;
    int drawn = 0;
    put_panel(f, LEFT, DOTS, HEAD, UP);
    fputs("set ylabel 'cell' offset 0.4,0\nset format x ''\n", f);
    put_borders(f, x);
    for (int k = 0; k < x->groups->count; k++)
        if (x->spikes[k])
            fprintf(f, "%s $dots%d using 1:2 with points pointtype 7 pointsize %g linecolor rgb '%s' notitle",
                    drawn++ ? "," : "plot", k, size, colour_of(k));
    if (!drawn) fputs("plot NaN notitle", f);
    fputs("\n", f);
}

/* The names of groups are next to the bars, in the middle of their cells, with the mean rate. */
static void put_names(FILE *f, const struct raster *x)
{
    struct end_label label[CELL_GROUPS_MAX];
    char text[CELL_GROUPS_MAX][96];
    const double cells = (double)cell_groups_cells(x->groups);
    for (int k = 0; k < x->groups->count; k++) {
        const struct cell_group *const g = &x->groups->group[k];
        char rate[40];
        number_print(rate, sizeof rate, x->rate[k]);
        snprintf(text[k], sizeof text[k], "%.*s%s: %s Hz", LETTERS, g->name, strlen(g->name) > LETTERS ? "…" : "",
                 rate);
        label[k] = (struct end_label){text[k], k, ((double)g->first + 0.5 * (double)g->cells) / cells};
    }
    ends_print(f, label, x->groups->count, UP);
}

static void plot_rates(FILE *f, const struct raster *x)
{
    double most = 0;
    for (int i = 0; i < x->rows; i++) most = fmax(most, x->row[i].rate);
    if (!(most > 0)) most = 1;
    const bool each = x->rows == cell_groups_cells(x->groups);
    put_panel(f, LEFT + DOTS + GAP, RATES, HEAD, UP);
    axis_ticks(f, "x", most, 3);
    fprintf(f, "unset ylabel\nset format y ''\nset xrange [0:%.9g]\n", 1.06 * most);
    fprintf(f, "set xlabel '%s [Hz]'\n", each ? "rate" : "mean rate");
    put_names(f, x);
    for (int k = 0; k < x->groups->count; k++)
        fprintf(f, "%s $rows%d using 1:2:3:4:5:6 with boxxyerror fillcolor rgb '%s' notitle", k ? "," : "plot", k,
                colour_of(k));
    fputs("\nunset label\nunset arrow\n", f);
}

static void plot_over_time(FILE *f, const struct raster *x, const struct units *u)
{
    double most = 0;
    for (int k = 0; k < x->groups->count; k++)
        for (int i = 0; i < RASTER_BINS; i++) most = fmax(most, raster_bin_rate(x, k, i));
    if (!(most > 0)) most = 1;
    put_panel(f, LEFT, DOTS, HEAD + UP + BETWEEN, BELOW_UP);
    axis_label(f, "x", "time", u);
    axis_ticks(f, "x", (x->to - x->from) * u->scale, TICKS_MAX);
    fprintf(f, "set xrange [%.9g:%.9g]\n", x->from * u->scale, x->to * u->scale);
    axis_ticks(f, "y", most, 4);
    fprintf(f, "set ylabel 'rate [Hz]' offset 0.4,0\nset yrange [0:%.9g]\n", 1.08 * most);
    for (int k = 0; k < x->groups->count; k++)
        fprintf(f, "%s $bins%d using ($1*%.9g):2 with steps linewidth 1.4 linecolor rgb '%s' notitle", k ? "," : "plot",
                k, u->scale, colour_of(k));
    fputs("\n", f);
}

static void write_script(FILE *f, const struct raster *x, const struct spikes *of)
{
    char text[800], width[64];
    const struct units u = units_fit(x->to, of->units);
    quantity_print(width, sizeof width, (x->to - x->from) / RASTER_BINS, of->units);
    const int64_t in_row = x->in_row;
    snprintf(text, sizeof text, "%lld spikes by %s; rates of steps of %s", (long long)of->count,
             run_caption(of->r, of->run).text, width);
    if (in_row > 1) snprintf(text + strlen(text), sizeof text - strlen(text), ", and of %lld cells", (long long)in_row);
    put_dots(f, x, of, u.scale);
    put_rates(f, x);
    fputs("set multiplot\n", f);
    title_print(f, of->r, text, WIDTH, HEIGHT);
    fputs("set border 3\nset tics nomirror out\nunset key\nset style fill solid 0.75 noborder\n", f);
    fputs("set grid linecolor rgb '#dddddd' linewidth 0.5\n", f);
    put_cells_axis(f, x);
    axis_ticks(f, "x", (x->to - x->from) * u.scale, TICKS_MAX);
    fprintf(f, "set xrange [%.9g:%.9g]\n", x->from * u.scale, x->to * u.scale);
    plot_dots(f, x, of);
    fputs("unset label\n", f); /* the title is there now */
    plot_rates(f, x);
    plot_over_time(f, x, &u);
}

static double seconds_of_unit(const char *units)
{
    return !strcmp(units, "ms") ? 1e-3 : !strcmp(units, "s") ? 1 : 0;
}

bool raster_draws(const struct spikes *of, struct cell_groups *g)
{
    cell_groups_read(g, of->r);
    const double cells = (double)cell_groups_cells(g);
    for (int64_t i = 0; i < of->count; i++)
        if (!(of->cell[i] >= 0 && of->cell[i] < cells)) return false;
    return g->count && of->count && seconds_of_unit(of->units) > 0;
}

/* The time that was simulated reaches from 0 to the run's; files of other programs may not know it. */
static double end_of(const struct spikes *of)
{
    char group[512];
    double end = 0;
    snprintf(group, sizeof group, "/runs/%s", of->run->name);
    if (store_has_attribute(of->r->store, group, "time") && store_get_real(of->r->store, group, "time", &end) != ST_OK)
        end = 0;
    for (int64_t i = 0; i < of->count; i++) end = fmax(end, of->time[i]);
    return end > 0 ? end : 1;
}

enum status raster_draw(const struct canvas *c, const struct spikes *of, const struct cell_groups *g, const char *what)
{
    struct picture picture;
    struct raster *const x = calloc(1, sizeof *x);
    if (!x) return fail(ST_NOMEM, "no memory for a picture of spikes");
    x->to = end_of(of), x->unit = seconds_of_unit(of->units);
    raster_count(x, g, of->time, of->cell, of->count);
    const enum status st = canvas_begin(c, &picture, what, WIDTH, HEIGHT);
    if (st == ST_OK) write_script(picture.script, x, of);
    free(x);
    return st == ST_OK ? picture_end(&picture) : st;
}
