/* Draws runs as bars in groups, a group for each point, with published values as hollow marks on the bars. */
#include <math.h>
#include <string.h>

#include "command/plot/chart/draw.h"
#include "command/plot/draw/axis.h"
#include "command/plot/draw/gnuplot.h"
#include "command/plot/draw/legend.h"

enum { PANEL_HEIGHT = 380, WIDTH_MIN = 560, WIDTH_MAX = 1500, BAR = 17, BETWEEN = 24, SIDES = 110, LETTER = 10 };

/* Bars of a group take most of the distance between groups. */
static const double group_share = 0.82;

struct group {
    int runs;              /* that are shown; with more than KEY_LINES_MAX there is no key, and bars are horizontal */
    int of[KEY_LINES_MAX]; /* their numbers */
    int width;             /* of a panel, in pixels */
    bool slanted;          /* names of groups are too long to fit next to each other */
};

static struct group group_of(const struct facets *f)
{
    struct group g = {0};
    size_t longest = 0;
    for (int k = 0; k < f->values->runs; k++) {
        if (!facets_shows(f, k)) continue;
        if (g.runs < KEY_LINES_MAX) g.of[g.runs] = k;
        g.runs++;
    }
    for (int k = 0; k < f->places; k++) {
        char name[160];
        facets_place_print(name, sizeof name, f, k);
        longest = strlen(name) > longest ? strlen(name) : longest;
    }
    g.width = SIDES + f->places * (g.runs * BAR + BETWEEN);
    g.width = g.width < WIDTH_MIN ? WIDTH_MIN : g.width > WIDTH_MAX ? WIDTH_MAX : g.width;
    g.slanted = f->places > 1 && f->places * LETTER * ((int)longest + 2) > g.width - SIDES;
    return g;
}

static double centre(const struct group *g, int place, int number)
{
    return place + group_share * ((number + 0.5) / g->runs - 0.5);
}

static const struct chart_cell *cell_at(const struct facets *f, int panel, int place, int run)
{
    const int64_t i = facets_point(f, panel, place, run);
    return i < 0 ? NULL : chart_cell(f->values, run, i);
}

/* Is the value without a height on a logarithmic axis? */
static bool is_flat(double x, bool log)
{
    return log && isfinite(x) && x <= 0;
}

static bool put_bars(FILE *out, const struct facets *f, const struct group *g, int panel, int number, double foot,
                     const struct chart_scale *s)
{
    const double half = 0.46 * group_share / g->runs;
    bool any = false;
    fprintf(out, "$b%d_%d << EOD\n", panel, number);
    for (int k = 0; k < f->places; k++) {
        const struct chart_cell *const c = cell_at(f, panel, k, g->of[number]);
        if (!c || !isfinite(c->measured) || is_flat(c->measured, s->log)) continue;
        const double x = centre(g, k, number), y = s->times * c->measured;
        fprintf(out, "%.6g %.9g %.6g %.6g %.9g %.9g\n", x, y, x - half, x + half, fmin(foot, y), fmax(foot, y));
        any = true;
    }
    fputs("EOD\n", out);
    return any;
}

static bool put_rings(FILE *out, const struct facets *f, const struct group *g, int panel, int number,
                      const struct chart_scale *s)
{
    bool any = false;
    fprintf(out, "$p%d_%d << EOD\n", panel, number);
    for (int k = 0; k < f->places; k++) {
        const struct chart_cell *const c = cell_at(f, panel, k, g->of[number]);
        if (!c || !isfinite(c->published) || is_flat(c->published, s->log)) continue;
        fprintf(out, "%.6g %.9g\n", centre(g, k, number), s->times * c->published);
        any = true;
    }
    fputs("EOD\n", out);
    return any;
}

/* At the foot of a missing bar: "no", or a value that has no height; published values are in brackets. */
static void put_words(FILE *out, const struct facets *f, const struct group *g, int panel, const struct chart_scale *s)
{
    for (int n = 0; n < g->runs; n++)
        for (int k = 0; k < f->places; k++) {
            const struct chart_cell *const c = cell_at(f, panel, k, g->of[n]);
            char here[40] = "", there[48] = "";
            if (c && c->unsolved) snprintf(here, sizeof here, "no");
            else if (c && is_flat(c->measured, s->log)) number_print(here, sizeof here, s->times * c->measured);
            if (c && c->refused) snprintf(there, sizeof there, " (no)");
            else if (c && is_flat(c->published, s->log))
                snprintf(there, sizeof there, " (%.3g)", s->times * c->published);
            if (!*here && !*there) continue;
            fprintf(out, "set label '%s%s' at %.6g, graph 0.02 rotate by 90 left front font ',9' textcolor rgb '%s'\n",
                    *here ? here : "      ", there, centre(g, k, n),
                    isfinite(c->measured) && !is_flat(c->measured, s->log) ? "white" : colour_of(g->of[n]));
        }
}

static void put_places(FILE *out, const struct facets *f, const struct group *g)
{
    char name[160] = "", label[256];
    if (f->across) words_print(name, sizeof name, f->across->name);
    label_print(label, sizeof label, name, f->across ? f->across->units : "");
    fputs("set xlabel ", out);
    picture_quote(out, label);
    fprintf(out, "\nset xrange [-0.6:%g]\nset xtics scale 0 %s (", f->places - 0.4, g->slanted ? "rotate by -25" : "");
    for (int k = 0; k < f->places; k++) {
        facets_place_print(label, sizeof label, f, k);
        if (k) fputs(", ", out);
        picture_quote(out, label);
        fprintf(out, " %d", k);
    }
    fputs(")\n", out);
}

static void plot_panel(FILE *out, const struct frame *frame, const struct group *g, int panel)
{
    const struct facets *const f = frame->facets;
    const struct chart_scale s = chart_scale_of(f, frame->spec, panel);
    bool bars[KEY_LINES_MAX] = {false}, rings[KEY_LINES_MAX] = {false};
    put_places(out, f, g);
    const double foot = chart_scale_print(out, &s, "y", true);
    chart_scale_name(out, &s, frame->panel_height);
    put_words(out, f, g, panel, &s);
    for (int n = 0; n < g->runs; n++) {
        bars[n] = put_bars(out, f, g, panel, n, foot, &s);
        rings[n] = put_rings(out, f, g, panel, n, &s);
    }
    const char *between = "plot";
    for (int n = 0; n < g->runs; n++) {
        if (!bars[n]) continue;
        fprintf(out, "%s $b%d_%d using 1:2:3:4:5:6 with boxxyerror fillcolor rgb '%s'", between, panel, n,
                colour_of(g->of[n]));
        between = ",";
    }
    for (int n = 0; n < g->runs; n++) {
        if (!rings[n]) continue;
        fprintf(out,
                "%s $p%d_%d with points pointtype 7 pointsize 1.2 linecolor rgb 'white', "
                "$p%d_%d with points pointtype 6 pointsize 1.2 linewidth 1.8 linecolor rgb '%s'",
                between, panel, n, panel, n, colour_of(g->of[n]));
        between = ",";
    }
    fputs(between[0] == 'p' ? "plot NaN\n" : "\n", out);
}

enum status chart_bars(const struct canvas *c, const struct chart *x)
{
    const struct facets *const f = &x->facets[0];
    const struct group g = group_of(f);
    struct picture p;
    struct frame frame = frame_of(f, x->spec, x->plan, g.width, PANEL_HEIGHT, true);
    if (!frame.key) return chart_rows(c, x);
    frame_shorten(&frame, c, x->what, f->panels, f->found, "panels");
    frame_shorten(&frame, c, x->what, f->places, f->distinct, "places");
    TRY(canvas_begin(c, &p, x->what, frame.width, frame.height));
    frame_begin(p.script, &frame, true);
    fprintf(p.script, "set lmargin %d\nset rmargin %d\nset style fill solid 0.85 noborder\n",
            chart_scale_margin(f, x->spec), g.slanted ? 8 : 3);
    for (int k = 0; k < f->panels; k++) {
        frame_panel(p.script, &frame, k);
        plot_panel(p.script, &frame, &g, k);
    }
    return picture_end(&p);
}
