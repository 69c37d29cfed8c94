/* Prints titles, keys and the places of panels. */
#include "command/plot/chart/frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command/plot/chart/paragraph.h"
#include "command/plot/draw/axis.h"
#include "command/plot/draw/gnuplot.h"
#include "command/plot/draw/legend.h"

enum { TEXT_LEFT = 98 };

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

/* Hollow marks are published values; runs that did not take place have only these. */
static void name_published(char *out, size_t size, const struct chart_values *v)
{
    const char *const over = chart_published_reference(v);
    snprintf(out, size, "hollow: published%s%s%s%s%s", over ? ", over '" : "", over ? over : "", over ? "'" : "",
             *v->source ? ", " : "", v->source);
}

/* Sentences are placed like names of runs. */
static struct paragraph below(const struct frame *f, int pixels)
{
    return (struct paragraph){TEXT_LEFT, f->height - f->foot + pixels, f->width - TEXT_LEFT - 12};
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
    x.width = x.columns * panel_width;
    char text[512] = "";
    if (x.published) name_published(text, sizeof text, f->values);
    const int width = below(&x, 0).width;
    x.foot = LEGEND_LINE * (x.key ? runs : 0) +
             PARAGRAPH_LINE * (paragraph_lines(text, width) + paragraph_lines(spec->note, width)) + 16;
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

static bool any_on_device(const struct chart_values *v)
{
    bool any = false;
    for (int k = 0; k < v->runs; k++) any |= v->run[k].run && !strcmp(v->run[k].run->space, "device");
    return any;
}

/* The processor, and the GPU, without its memory and driver, if a run took place on it. */
static void print_machine(char *out, size_t size, const struct chart_values *v)
{
    char *cpu = NULL, *gpu = NULL;
    struct store *const in = v->result->store;
    if (store_has_text(in, "/provenance", "cpu")) store_get_text(in, "/provenance", "cpu", &cpu);
    if (any_on_device(v) && store_has_text(in, "/provenance", "gpu")) store_get_text(in, "/provenance", "gpu", &gpu);
    snprintf(out, size, "%s%.80s%s%.*s", cpu ? "; " : "", cpu ? cpu : "", gpu ? "; " : "",
             gpu ? (int)strcspn(gpu, ",;(") : 0, gpu ? gpu : "");
    free(cpu), free(gpu);
}

void frame_title(FILE *script, const struct frame *f)
{
    const struct chart_values *const v = f->facets->values;
    char title[512], small[512], machine[192];
    const char *const about = f->plan->about ? f->plan->about : v->result->title;
    if (f->spec->title) snprintf(title, sizeof title, "%s", f->spec->title);
    else if (f->plan->id) snprintf(title, sizeof title, "%s: %s", f->plan->id, about);
    else snprintf(title, sizeof title, "%s", *about ? about : v->result->app);
    print_machine(machine, sizeof machine, v);
    const char *const of = !f->spec->title ? "" : f->plan->id ? f->plan->id : v->result->title;
    char point[160] = "";
    if (f->facets->places <= 1) facets_panel_print(point, sizeof point, f->facets, 0);
    snprintf(small, sizeof small, "%.160s%s%s%s%s%s%s%s", of, *of ? "; " : "", point, *point ? "; " : "", f->part,
             *f->part ? "; " : "", v->precision, machine);
    title_print_text(script, title, small, f->width, f->height);
}

/* The mark, its explanation, and the note of the configuration. */
static void print_sentences(FILE *script, const struct frame *f, int pixels)
{
    char text[512] = "";
    struct paragraph p = below(f, pixels);
    if (f->published) {
        name_published(text, sizeof text, f->facets->values);
        fprintf(script,
                "set label '' at screen %.6g, screen %.6g point pointtype 6 pointsize 1.1 linewidth 1.6 "
                "linecolor rgb '#222222'\n",
                75.0 / f->width, 1 - (p.top + 0.5 * PARAGRAPH_LINE) / f->height);
    }
    paragraph_print(script, text, &p, f->width, f->height);
    p.top += PARAGRAPH_LINE * paragraph_lines(text, p.width);
    paragraph_print(script, f->spec->note, &p, f->width, f->height);
}

/* Names the runs; returns the number of lines. */
static int print_key(FILE *script, const struct frame *f, bool bars)
{
    const struct chart_values *const v = f->facets->values;
    int line = 0;
    for (int k = 0; k < v->runs && f->key; k++) {
        char name[320];
        if (!facets_shows(f->facets, k)) continue;
        snprintf(name, sizeof name, "%s%s", v->run[k].name, v->run[k].run ? "" : " (not run here)");
        const struct stroke stroke = {k, facets_is_constant(f->facets, k) ? 1 : k / 8, 2}; /* as its line */
        if (!v->run[k].run) legend_mark(script, line, k, name, f->width, f->height, f->foot);
        else if (bars) legend_box(script, line, k, name, f->width, f->height, f->foot);
        else legend_entry(script, line, stroke, name, f->width, f->height, f->foot);
        line++;
    }
    return line;
}

void frame_begin(FILE *script, const struct frame *f, bool bars)
{
    fputs("set multiplot\nset border 3\nset tics nomirror out\nset mxtics 1\nset mytics 1\nunset key\n", script);
    fputs("set grid ytics linetype 1 linecolor rgb '#dddddd' linewidth 0.5\n", script);
    frame_title(script, f);
    print_sentences(script, f, 8 + LEGEND_LINE * print_key(script, f, bars));
}

void frame_panel(FILE *script, const struct frame *f, int panel)
{
    const int below = f->foot + f->panel_height * (f->rows - 1 - panel / f->columns);
    char title[512];
    if (panel) fputs("unset arrow\nunset label\nunset object\n", script); /* title and key are there now */
    fprintf(script, "set origin %g, %g\nset size %g, %g\n", panel % f->columns / (double)f->columns,
            (double)below / f->height, 1.0 / f->columns, (double)f->panel_height / f->height);
    facets_panel_print(title, sizeof title, f->facets, panel);
    fputs("set title ", script);
    picture_quote(script, title);
    fputs("\n", script);
}
