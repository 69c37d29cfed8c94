/* Prints titles, keys and the places of panels. */
#include "command/plot/chart/frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command/plot/axis.h"
#include "command/plot/gnuplot.h"
#include "command/plot/legend.h"

enum { LETTER = 9 };

static int runs_shown(const struct facets *f)
{
    int count = 0;
    for (int k = 0; k < f->values->runs; k++) count += facets_shows(f, k);
    return count;
}

static bool any_published(const struct facets *f)
{
    const struct chart_values *const v = f->values;
    for (int k = 0; k < v->runs; k++)
        for (int64_t i = 0; i < v->points; i++)
            if (!v->hidden[i] && (chart_cell(v, k, i)->refused || !isnan(chart_cell(v, k, i)->published))) return true;
    return false;
}

struct frame frame_of(const struct facets *f, const struct chart_spec *spec, const struct chart_plan *plan,
                      int panel_width, int panel_height, bool key)
{
    const int runs = runs_shown(f);
    struct frame x = {
        .facets = f, .spec = spec, .plan = plan, .panel_width = panel_width, .panel_height = panel_height};
    x.published = any_published(f);
    x.key = key && runs + x.published <= KEY_LINES_MAX;
    x.columns = f->panels > 1 ? 2 : 1;
    x.rows = (f->panels + x.columns - 1) / x.columns;
    x.foot = LEGEND_LINE * ((x.key ? runs : 0) + x.published) + 12;
    x.width = x.columns * panel_width;
    x.height = FRAME_HEAD + x.rows * panel_height + x.foot;
    return x;
}

void frame_shorten(struct frame *f, const struct canvas *c, const char *what, int64_t shown, int64_t all,
                   const char *noun)
{
    char part[80];
    const size_t used = strlen(f->part);
    if (shown >= all) return;
    snprintf(part, sizeof part, "%lld of %lld %.20s", (long long)shown, (long long)all, noun);
    snprintf(f->part + used, sizeof f->part - used, "%s%s", used ? ", " : "", part);
    canvas_shorten(c, what, part);
}

void frame_title(FILE *script, const struct frame *f)
{
    const struct chart_values *const v = f->facets->values;
    char title[512], below[512] = "", *cpu = NULL;
    const char *const about = f->plan->about ? f->plan->about : v->result->title;
    if (f->spec->title) snprintf(title, sizeof title, "%s", f->spec->title);
    else if (f->plan->id) snprintf(title, sizeof title, "%s: %s", f->plan->id, about);
    else snprintf(title, sizeof title, "%s", *about ? about : v->result->app);
    if (store_has_text(v->result->store, "/provenance", "cpu"))
        store_get_text(v->result->store, "/provenance", "cpu", &cpu);
    const char *const of = !f->spec->title ? "" : f->plan->id ? f->plan->id : v->result->title;
    char point[160] = "";
    if (f->facets->places <= 1) facets_panel_print(point, sizeof point, f->facets, 0);
    snprintf(below, sizeof below, "%.160s%s%s%s%s%s%s%s%.100s", of, *of ? "; " : "", point, *point ? "; " : "", f->part,
             *f->part ? "; " : "", v->precision, cpu ? "; " : "", cpu ? cpu : "");
    free(cpu);
    title_print_text(script, title, below, f->width, f->height);
}

/* Hollow marks are what was published; of runs that did not take place nothing else is there. */
static void print_published(FILE *script, const struct frame *f, int line)
{
    const struct chart_values *const v = f->facets->values;
    const double y = (f->foot - LEGEND_LINE * (line + 0.75)) / f->height;
    char text[512];
    const char *const over = chart_published_reference(v);
    snprintf(text, sizeof text, "hollow: published%s%s%s%s%s", over ? ", over '" : "", over ? over : "",
             over ? "'" : "", *v->source ? ", " : "", v->source);
    fputs("set label ", script);
    picture_quote(script, text);
    fprintf(script, " at screen %.6g, screen %.6g left font ',%d'\n", 98.0 / f->width, y,
            LETTER * (int)strlen(text) + 100 > f->width ? 9 : 12);
    fprintf(script,
            "set label '' at screen %.6g, screen %.6g point pointtype 6 pointsize 1.1 linewidth 1.6 "
            "linecolor rgb '#222222'\n",
            75.0 / f->width, y);
}

void frame_begin(FILE *script, const struct frame *f, bool thick)
{
    const struct chart_values *const v = f->facets->values;
    int line = 0;
    fputs("set multiplot\nset border 3\nset tics nomirror out\nset mxtics 1\nset mytics 1\nunset key\n", script);
    fputs("set grid ytics linetype 1 linecolor rgb '#dddddd' linewidth 0.5\n", script);
    frame_title(script, f);
    for (int k = 0; k < v->runs && f->key; k++) {
        char name[320];
        if (!facets_shows(f->facets, k)) continue;
        snprintf(name, sizeof name, "%s%s", v->run[k].name, v->run[k].run ? "" : " (not run here)");
        const int dash = !thick && facets_is_constant(f->facets, k) ? 1 : k / 8; /* as its line */
        legend_entry(script, line++, (struct stroke){k, dash, thick ? 9 : 2}, name, f->width, f->height, f->foot);
    }
    if (f->published) print_published(script, f, line);
}

void frame_panel(FILE *script, const struct frame *f, int panel)
{
    const int below = f->foot + f->panel_height * (f->rows - 1 - panel / f->columns);
    char title[512];
    if (panel) fputs("unset arrow\nunset label\n", script); /* title and key are there now */
    fprintf(script, "set origin %g, %g\nset size %g, %g\n", panel % f->columns / (double)f->columns,
            (double)below / f->height, 1.0 / f->columns, (double)f->panel_height / f->height);
    facets_panel_print(title, sizeof title, f->facets, panel);
    fputs("set title ", script);
    picture_quote(script, title);
    fputs("\n", script);
}
