/* Draws runs as curves along an axis, in panels of the other axes, with published values as hollow marks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command/plot/chart/draw.h"
#include "command/plot/draw/axis.h"
#include "command/plot/draw/gnuplot.h"
#include "command/plot/draw/legend.h"

enum { PANEL_WIDTH = 560, PANEL_HEIGHT = 360, TICKS_MAX = 9 };

static const double tick_apart = 0.05;

/* The axis to the right: logarithmic, or with places for words. */
struct across {
    bool log, words;
    double min, max;
};

/* An element for each run, in one panel. */
struct of_runs {
    bool *published; /* there are hollow marks */
    struct end_label *label;
};

static bool is_word(const struct sweep_axis *x, double value)
{
    for (int k = 0; k < x->count; k++)
        if (x->word[k].value == value) return true;
    return false;
}

static struct across across_of(const struct facets *f, const struct chart_spec *spec)
{
    struct across a = {.min = (double)INFINITY, .max = -(double)INFINITY};
    a.words = !f->across || f->across->count > 0;
    for (int k = 0; k < f->places; k++) {
        const double x = a.words ? k : f->across->at[f->place[k]];
        a.min = fmin(a.min, x), a.max = fmax(a.max, x);
    }
    a.log = !a.words && a.min > 0 &&
            (spec->log == LOG_X || spec->log == LOG_XY ||
             ((spec->log == LOG_AUTO || spec->log == LOG_Y) && a.max >= 8 * a.min));
    return a;
}

static double x_of(const struct facets *f, const struct across *a, int place)
{
    return a->words ? place : f->across->at[f->place[place]];
}

/* A word, such as auto, is placed apart from the numbers next to it. */
static void put_measured(FILE *out, const struct facets *f, const struct across *a, int panel, int run, double times)
{
    fprintf(out, "$y%d_%d << EOD\n", panel, run);
    for (int k = 0; k < f->places; k++) {
        const int64_t i = facets_point(f, panel, k, run);
        const double y = i < 0 ? (double)NAN : chart_cell(f->values, run, i)->measured;
        const bool apart = f->across && is_word(f->across, f->across->at[f->place[k]]) && !facets_is_constant(f, run);
        if (apart) fputs("\n", out);
        if (isfinite(y)) fprintf(out, "%.9g %.9g\n", x_of(f, a, k), times * y);
        else fputs("\n", out);
        if (apart) fputs("\n", out);
    }
    fputs("EOD\n", out);
}

static bool put_published(FILE *out, const struct facets *f, const struct across *a, int panel, int run, double times)
{
    bool any = false;
    fprintf(out, "$p%d_%d << EOD\n", panel, run);
    for (int k = 0; k < f->places; k++) {
        const int64_t i = facets_point(f, panel, k, run);
        const double y = i < 0 ? (double)NAN : chart_cell(f->values, run, i)->published;
        if (!isfinite(y)) continue;
        fprintf(out, "%.9g %.9g\n", x_of(f, a, k), times * y);
        any = true;
    }
    fputs("EOD\n", out);
    return any;
}

/* The distance of two places, as a share of the axis. */
static double share_between(const struct facets *f, const struct across *a, int from, int to)
{
    const double x = x_of(f, a, from), y = x_of(f, a, to);
    if (a->log) return fabs(log(y / x)) / fmax(log(a->max / a->min), 1e-9);
    return fabs(y - x) / fmax(a->max - a->min, 1e-300);
}

static void put_across(FILE *out, const struct facets *f, const struct across *a)
{
    char name[160] = "", label[256] = "";
    if (f->across)
        words_print(name, sizeof name, f->across->name), label_print(label, sizeof label, name, f->across->units);
    const size_t used = strlen(label);
    if (f->distinct > f->places)
        snprintf(label + used, sizeof label - used, "%s%d of %lld values", used ? ": " : "", f->places,
                 (long long)f->distinct);
    fputs("set xlabel ", out);
    picture_quote(out, label);
    fputs("\nunset logscale x\n", out);
    if (a->log) axis_decades(out, "x", a->min, a->max);
    else {
        const double margin = fmax(0.04 * (a->max - a->min), a->words ? 0.3 : 0);
        fprintf(out, "set xrange [%.9g:%.9g]\nset format x '%%.10g'\nset xtics autofreq\n", a->min - margin,
                a->max + margin + (a->max == a->min));
    }
    if (f->places > TICKS_MAX && !a->words) return;
    for (int k = 0, named = 0; k < f->places; k++) {
        facets_place_print(label, sizeof label, f, k);
        if (k && share_between(f, a, named, k) < tick_apart) *label = '\0'; /* 128 and 136 would be one word */
        else named = k;
        fputs(k ? ", " : "set xtics (", out);
        picture_quote(out, label);
        fprintf(out, " %.9g", x_of(f, a, k));
    }
    fputs(")\n", out);
}

/* The height at which the curve of the run ends, from 0 to 1 of the panel; NaN if the run has no curve. */
static double end_of(const struct facets *f, const struct chart_scale *s, int panel, int run)
{
    double y = (double)NAN;
    for (int k = 0; k < f->places; k++) {
        const int64_t i = facets_point(f, panel, k, run);
        const struct chart_cell *const c = i < 0 ? NULL : chart_cell(f->values, run, i);
        if (c && isfinite(c->measured)) y = c->measured;
        else if (c && isfinite(c->published) && isnan(y)) y = c->published;
    }
    if (s->log) return log(y / s->min) / fmax(log(s->max / s->min), 1e-9);
    const double bottom = fmin(0, s->min);
    return (y - bottom) / fmax(1.08 * (s->max - bottom), 1e-300);
}

/* `label` has place for all runs. */
static void name_ends(FILE *out, const struct frame *frame, const struct chart_scale *s, int panel,
                      struct end_label *label)
{
    const struct chart_values *const v = frame->facets->values;
    int count = 0;
    for (int k = 0; k < v->runs; k++) {
        const double end = end_of(frame->facets, s, panel, k);
        if (isfinite(end)) label[count++] = (struct end_label){v->run[k].name, k, end};
    }
    ends_print(out, label, count, 3 * frame->panel_height / 4);
}

static void plot_run(FILE *out, const struct facets *f, int panel, int run, bool published, const char *between)
{
    const bool flat = facets_is_constant(f, run);
    fprintf(out, "%s $y%d_%d with %s", between, panel, run, flat ? "lines" : "linespoints pointtype 7 pointsize 0.6");
    const double later = (f->values->runs - 1.0 - run) / f->values->runs; /* which do not hide lines or marks */
    stroke_print(out, (struct stroke){run, flat ? 1 : run / 8, flat ? 2 : 2 + 2.5 * later});
    if (published)
        fprintf(out, ", $p%d_%d with points pointtype 6 pointsize %.2f linewidth 1.8 linecolor rgb '%s'", panel, run,
                1.2 + later, colour_of(run));
}

static void plot_panel(FILE *out, const struct frame *frame, const struct across *a, int panel,
                       const struct of_runs *of)
{
    const struct facets *const f = frame->facets;
    const struct chart_scale s = chart_scale_of(f, frame->spec, panel);
    const char *between = "plot";
    put_across(out, f, a);
    chart_scale_print(out, &s, "y", false);
    chart_scale_name(out, &s, frame->panel_height);
    if (!frame->key) name_ends(out, frame, &s, panel, of->label);
    for (int k = 0; k < f->values->runs; k++) {
        put_measured(out, f, a, panel, k, s.times);
        of->published[k] = put_published(out, f, a, panel, k, s.times);
    }
    for (int k = 0; k < f->values->runs; k++) {
        if (!facets_shows(f, k)) continue;
        plot_run(out, f, panel, k, of->published[k], between);
        between = ",";
    }
    fputs(between[0] == 'p' ? "plot NaN\n" : "\n", out);
}

static enum status draw(const struct canvas *c, const struct chart *x, const struct of_runs *of)
{
    const struct facets *const f = &x->facets[0];
    struct picture p;
    struct frame frame = frame_of(f, x->spec, x->plan, PANEL_WIDTH, PANEL_HEIGHT, true);
    if (!frame.key) frame = frame_of(f, x->spec, x->plan, PANEL_WIDTH + ENDS_WIDTH, PANEL_HEIGHT, true);
    const struct across a = across_of(f, x->spec);
    frame_shorten(&frame, c, x->what, f->panels, f->found, "panels");
    TRY(canvas_begin(c, &p, x->what, frame.width, frame.height));
    frame_begin(p.script, &frame, false);
    fprintf(p.script, "set lmargin %d\nset rmargin %d\n", chart_scale_margin(f, x->spec),
            frame.key ? 3 : 3 + ENDS_WIDTH / 9);
    for (int k = 0; k < f->panels; k++) {
        frame_panel(p.script, &frame, k);
        plot_panel(p.script, &frame, &a, k, of);
    }
    return picture_end(&p);
}

enum status chart_curves(const struct canvas *c, const struct chart *x)
{
    const size_t runs = (size_t)x->facets[0].values->runs + 1;
    const struct of_runs of = {calloc(runs, sizeof *of.published), calloc(runs, sizeof *of.label)};
    const enum status s =
        of.published && of.label ? draw(c, x, &of) : fail(ST_NOMEM, "no memory for a picture of %s", x->what);
    free(of.published), free(of.label);
    return s;
}
