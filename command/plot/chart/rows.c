/* Draws runs as horizontal bars, each with its own name: for one point, or where there are too many runs for a key. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command/plot/chart/draw.h"
#include "command/plot/draw/axis.h"
#include "command/plot/draw/gnuplot.h"
#include "command/plot/draw/legend.h"

enum { WIDTH = 900, ROW = 22, FOOT = 78, LETTER = 9, ROWS_MAX = 400 };

/* A line of the picture: a heading, or one run at a point. */
struct row {
    int64_t point;
    int run; /* -1: the heading of the point */
};

struct rows {
    int count;
    int64_t found; /* number of lines; of more than ROWS_MAX the first are shown */
    struct row row[ROWS_MAX];
    size_t longest; /* of their names */
};

static void add(struct rows *r, int64_t point, int run, size_t length)
{
    r->found++;
    if (r->count == ROWS_MAX) return;
    r->row[r->count++] = (struct row){point, run};
    r->longest = length > r->longest ? length : r->longest;
}

static void find_rows(struct rows *r, const struct facets *f)
{
    char name[256];
    *r = (struct rows){0};
    for (int panel = 0; panel < f->panels; panel++)
        for (int k = 0; k < f->places; k++) {
            const bool headed = f->panels > 1 || f->places > 1;
            int64_t head = -1;
            for (int run = 0; run < f->values->runs; run++) {
                const int64_t i = facets_point(f, panel, k, run);
                if (i < 0 || !chart_cell_filled(chart_cell(f->values, run, i))) continue;
                if (headed && head < 0) facets_point_print(name, sizeof name, f, head = i), add(r, i, -1, strlen(name));
                add(r, i, run, strlen(f->values->run[run].name));
            }
        }
}

static void put_names(FILE *out, const struct facets *f, const struct rows *r)
{
    char name[256];
    fprintf(out, "set yrange [%g:-0.7]\nset ytics scale 0 (", r->count - 0.3);
    for (int i = 0; i < r->count; i++) {
        const struct row *const x = &r->row[i];
        if (x->run < 0) facets_point_print(name, sizeof name, f, x->point);
        else snprintf(name, sizeof name, "%s", f->values->run[x->run].name);
        if (i) fputs(", ", out);
        picture_quote(out, name);
        fprintf(out, " %d", i);
    }
    fputs(")\n", out);
}

/* After each bar its value, and the published one. */
static void put_value(FILE *out, const struct chart_cell *c, int row, double times)
{
    char text[128] = "no", published[40];
    if (isfinite(c->measured)) number_print(text, sizeof text, times * c->measured);
    else if (!c->unsolved) *text = '\0';
    if (isfinite(c->published)) {
        number_print(published, sizeof published, times * c->published);
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s(%s)", used ? " " : "", published);
    } else if (c->refused) strcat(text, *text ? " (no)" : "(no)");
    fputs("set label ", out);
    picture_quote(out, text);
    fprintf(out, " at graph 1.01, first %d left font ',10'\n", row);
}

static void put_rows(FILE *out, const struct facets *f, const struct rows *r, double foot, double times)
{
    for (int kind = 0; kind < 2; kind++) {
        fprintf(out, "$%s << EOD\n", kind ? "ring" : "bar");
        for (int i = 0; i < r->count; i++) {
            const struct row *const x = &r->row[i];
            if (x->run < 0) continue;
            const struct chart_cell *const c = chart_cell(f->values, x->run, x->point);
            const double y = times * (kind ? c->published : c->measured);
            const int colour = (int)strtol(colour_of(x->run) + 1, NULL, 16);
            if (isfinite(y))
                fprintf(out, "%.9g %d %.9g %.9g %g %g %d\n", y, i, fmin(foot, y), fmax(foot, y), i - 0.4, i + 0.4,
                        colour);
        }
        fputs("EOD\n", out);
    }
    for (int i = 0; i < r->count; i++)
        if (r->row[i].run >= 0) put_value(out, chart_cell(f->values, r->row[i].run, r->row[i].point), i, times);
}

static bool any(const struct facets *f, bool published)
{
    const struct chart_values *const v = f->values;
    for (int k = 0; k < v->runs; k++)
        for (int64_t i = 0; i < v->points; i++) {
            const struct chart_cell *const c = chart_cell(v, k, i);
            if (!v->hidden[i] && isfinite(published ? c->published : c->measured)) return true;
        }
    return false;
}

static void write_script(FILE *out, const struct frame *frame, const struct rows *r)
{
    const struct facets *const f = frame->facets;
    const struct chart_scale s = chart_scale_of(f, frame->spec, ALL_PANELS);
    const double left = fmin(0.5, (36.0 + LETTER * (double)r->longest) / WIDTH);
    frame_begin(out, frame, true);
    fputs("set border 1\nset grid xtics noytics linetype 1 linecolor rgb '#dddddd' linewidth 0.5\n", out);
    fputs("set style fill solid 0.85 noborder\n", out);
    fprintf(out, "set lmargin at screen %g\nset rmargin at screen 0.83\n", left);
    fprintf(out, "set tmargin at screen %g\nset bmargin at screen %g\n", 1 - (double)FRAME_HEAD / frame->height,
            (frame->foot + 68.0) / frame->height);
    put_names(out, f, r);
    const double foot = chart_scale_print(out, &s, "x", true);
    fputs("set xlabel ", out);
    picture_quote(out, s.label);
    fputs("\n", out);
    put_rows(out, f, r, foot, s.times);
    const bool bars = any(f, false), rings = any(f, true);
    if (bars) fputs("plot $bar using 1:2:3:4:5:6:7 with boxxyerror fillcolor rgb variable", out);
    if (rings)
        fprintf(out,
                "%s $ring using 1:2 with points pointtype 7 pointsize 1.1 linecolor rgb 'white', "
                "$ring using 1:2:7 with points pointtype 6 pointsize 1.1 linewidth 1.6 linecolor rgb variable",
                bars ? "," : "plot");
    fputs(bars || rings ? "\n" : "plot NaN\n", out);
}

enum status chart_rows(const struct canvas *c, const struct chart *x)
{
    const struct facets *const f = &x->facets[0];
    struct rows r;
    struct picture p;
    find_rows(&r, f);
    if (!r.count) return canvas_omit(c, x->what, "no run has a value"), ST_OK;
    struct frame frame = frame_of(f, x->spec, x->plan, WIDTH, ROW * r.count + FOOT, false);
    frame.width = WIDTH;
    frame.height = FRAME_HEAD + ROW * r.count + FOOT + frame.foot;
    frame_shorten(&frame, c, x->what, f->panels, f->found, "panels");
    frame_shorten(&frame, c, x->what, f->places, f->distinct, "places");
    frame_shorten(&frame, c, x->what, r.count, r.found, "lines");
    TRY(canvas_begin(c, &p, x->what, frame.width, frame.height));
    write_script(p.script, &frame, &r);
    return picture_end(&p);
}
