/* Draws cells: each line of a compartment in the colour of its value, or of its region. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "command/plot/cells/scene.h"
#include "command/plot/draw/axis.h"
#include "command/plot/draw/gnuplot.h"
#include "command/plot/draw/legend.h"
#include "command/plot/map/palette.h"

enum { TICKS = 6, TICKS_FEW = 4, REGIONS = 5 };

static const char *const region_name[REGIONS] = {"soma", "axon", "dendrite", "apical", "other"};

static double value_at(const void *with, const struct cell_shape *s, int64_t point)
{
    return ((const double *)with)[s->node[point]];
}

static double region_at(const void *with, const struct cell_shape *s, int64_t point)
{
    (void)with;
    const int64_t region = s->region[s->section[point]];
    return (double)strtol(colour_of(region >= 0 && region < REGIONS ? (int)region : REGIONS) + 1, NULL, 16);
}

/* um to a pixel of a projection. */
static double um_of_pixel(const struct shape_cell *c, const struct pane *p)
{
    return 1.06 * fmax((c->high[0] - c->low[0]) / p->width, (c->high[1] - c->low[1]) / p->height);
}

static void put_data(FILE *f, const struct scene *v)
{
    for (int i = 0; i < v->panels; i++) {
        const struct pane *const p = &v->panel[i];
        const struct shape_cell *const c = &v->cell[p->cell];
        const double *const values = v->value[p->moment];
        const struct line_colour colour = {values ? value_at : region_at, values};
        char block[16];
        snprintf(block, sizeof block, "p%d_", i);
        if (p->unrolled) lines_unroll(f, block, &v->shape, c, &colour);
        else lines_project(f, block, &v->shape, c, 1 / um_of_pixel(c, p), &colour);
    }
}

static void put_margins(FILE *f, const struct scene *v, const struct pane *p)
{
    fprintf(f, "set lmargin at screen %.6g\nset rmargin at screen %.6g\n", (double)p->left / v->width,
            (double)(p->left + p->width) / v->width);
    fprintf(f, "set tmargin at screen %.6g\nset bmargin at screen %.6g\n", 1 - (double)p->top / v->height,
            1 - (double)(p->top + p->height) / v->height);
}

static void put_axis(FILE *f, const char *letter, const char *name, double from, double to, bool numbers,
                     const struct units *u, int ticks)
{
    axis_ticks(f, letter, (to - from) * u->scale, ticks);
    axis_label(f, letter, name, u);
    if (!numbers) fprintf(f, "set %slabel ''\nset format %s ''\n", letter, letter);
    fprintf(f, "set %srange [%.9g:%.9g]\n", letter, from * u->scale, to * u->scale);
}

/* One scale in both directions. */
static struct units put_projection(FILE *f, const struct shape_cell *c, const struct pane *p)
{
    static const char *const names[] = {"x", "y", "z"};
    const double um = um_of_pixel(c, p);
    const double middle[2] = {0.5 * (c->low[0] + c->high[0]), 0.5 * (c->low[1] + c->high[1])};
    const double half[2] = {0.5 * um * p->width, 0.5 * um * p->height};
    const struct units u = units_fit(2 * fmax(half[0], half[1]), "um");
    const int ticks = p->width < SCENE_WIDE ? TICKS_FEW : TICKS;
    put_axis(f, "x", names[c->across], middle[0] - half[0], middle[0] + half[0], p->x_numbers, &u, ticks);
    put_axis(f, "y", names[c->up], middle[1] - half[1], middle[1] + half[1], p->y_numbers, &u, ticks);
    return u;
}

static struct units put_unrolled(FILE *f, const struct shape_cell *c, const struct pane *p)
{
    const struct units u = units_fit(c->longest, "um");
    put_axis(f, "x", "path from the soma", -0.02 * c->longest, 1.03 * c->longest, p->x_numbers, &u,
             p->width < SCENE_WIDE ? TICKS_FEW : TICKS);
    fprintf(f, "set ylabel ''\nset format y ''\nunset ytics\nset yrange [%.9g:%.9g]\n", -0.06 * c->lines - 0.2,
            1.06 * c->lines - 0.8);
    return u;
}

static void plot_panel(FILE *f, const struct scene *v, int i)
{
    const struct pane *const p = &v->panel[i];
    const struct shape_cell *const c = &v->cell[p->cell];
    const bool coloured = v->value[p->moment] != NULL;
    put_margins(f, v, p);
    fprintf(f, "set ytics nomirror\nset border %d\n", p->unrolled ? 1 : 3);
    const struct units u = p->unrolled ? put_unrolled(f, c, p) : put_projection(f, c, p);
    fputs("set title ", f);
    picture_quote(f, p->title);
    fputs(" offset 0,-0.5\nplot ", f);
    if (p->unrolled)
        fprintf(f, "$p%d__joints using ($1*%.9g):2 with lines linewidth 1 linecolor rgb '#999999' notitle, ", i,
                u.scale);
    for (int k = 0; k < WIDTHS; k++)
        fprintf(f, "%s$p%d_%d using ($1*%.9g):($2*%.9g):3 with lines linewidth %g linecolor %s notitle", k ? ", " : "",
                i, k, u.scale, p->unrolled ? 1 : u.scale, line_widths[k], coloured ? "palette" : "rgb variable");
    fputs("\n", f);
}

static void put_scale(FILE *f, const struct scene *v)
{
    const struct units u = units_fit(fmax(fabs(v->min), fabs(v->max)), v->units);
    const double top = SCENE_HEAD + SCENE_CAPTION, up = v->height - SCENE_FOOT - top;
    const double high = up > SCENE_UP ? SCENE_UP : up;
    colours_print(f, (struct colours){v->min, v->max, false}, 1);
    axis_label(f, "cb", v->about, &u);
    fputs("set cblabel offset 1,0\n", f);
    axis_ticks(f, "cb", axis_even(v->min, v->max) ? 0 : v->max - v->min, TICKS);
    fprintf(f, "set colorbox user origin screen %.6g, screen %.6g size screen %.6g, screen %.6g\n",
            1 - (SCENE_RIGHT - 22.0) / v->width, 1 - (top + high) / v->height, 20.0 / v->width, high / v->height);
}

/* The existing regions, each with its colour. */
static void put_regions(FILE *f, const struct scene *v)
{
    int line = 0;
    for (int k = 0; k < REGIONS; k++) {
        bool there = false;
        for (int64_t i = 0; i < v->shape.sections; i++) there |= v->shape.region[i] == k;
        if (!there) continue;
        const double x = 1 - (SCENE_RIGHT - 24.0) / v->width,
                     y = 1 - (SCENE_HEAD + SCENE_CAPTION + 10.0 + 22 * line++) / v->height;
        fprintf(f,
                "set arrow %d from screen %.6g, screen %.6g to screen %.6g, screen %.6g nohead linewidth 4 linecolor "
                "rgb '%s'\n",
                k + 1, x, y, x + 22.0 / v->width, y, colour_of(k));
        fprintf(f, "set label %d '%s' at screen %.6g, screen %.6g left\n", 120 + k, region_name[k], x + 30.0 / v->width,
                y);
    }
}

static void write_script(FILE *f, const struct scene *v, const struct result *r, const char *below)
{
    const bool coloured = v->value[0] != NULL;
    put_data(f, v);
    title_print(f, r, below, v->width, v->height);
    if (coloured) put_scale(f, v);
    else put_regions(f, v);
    fputs("set multiplot\nset tics out nomirror\nunset key\n", f);
    for (int i = 0; i < v->panels; i++) {
        plot_panel(f, v, i);
        if (i == 0)
            fputs("unset label\nunset arrow\nunset colorbox\n", f); /* items that are drawn once are there now */
    }
}

static enum status draw(const struct canvas *c, struct scene *v, const struct result *r, const char *below,
                        const char *what)
{
    struct picture picture;
    char part[64];
    TRY(canvas_begin(c, &picture, what, v->width, v->height));
    write_script(picture.script, v, r, below);
    snprintf(part, sizeof part, "%d of %lld cells", v->cells, (long long)v->there);
    if (v->cells < v->there && v->moments.count < 2) canvas_shorten(c, what, part);
    snprintf(part, sizeof part, "%d of %lld times", v->moments.count, (long long)v->moments.there);
    if (v->moments.count > 1 && v->moments.count < v->moments.there) canvas_shorten(c, what, part);
    return picture_end(&picture);
}

static enum status draw_field(struct scene *v, const struct canvas *c, const struct result *r,
                              const struct stored_run *run, const char *field, const char *what)
{
    char text[800], moment[160] = "", name[160];
    TRY(moments_find(&v->moments, r, run, field, c->time));
    TRY(scene_read(v, r, run, field));
    if (!(v->max >= v->min)) return canvas_omit(c, field, "it has no finite value"), ST_OK;
    if (v->moments.count > 1) scene_lay_moments(v);
    else scene_lay_rows(v, r), moment_text(moment, sizeof moment, &v->moments, 0);
    if (v->moments.count > 1) scene_name_cell(moment, sizeof moment, v, v->panel[0].cell, r);
    words_print(name, sizeof name, field);
    snprintf(text, sizeof text, "%s by %s%s%s", name, run_caption(r, run).text, *moment ? ", " : "", moment);
    return draw(c, v, r, text, what);
}

enum status shape_draw_field(const struct canvas *c, const struct result *r, const struct stored_run *run,
                             const char *field, const char *what)
{
    struct scene *v;
    enum status st = scene_open(&v, r, run);
    if (st == ST_OK) st = draw_field(v, c, r, run, field, what);
    if (v) scene_free(v);
    return st;
}

static enum status draw_cells(struct scene *v, const struct canvas *c, const struct result *r, const char *what)
{
    scene_lay_rows(v, r);
    return draw(c, v, r, "regions of membrane", what);
}

bool has_branches(const struct result *r, const struct stored_run *run)
{
    struct scene *v;
    bool branched = false;
    if (scene_open(&v, r, run) == ST_OK)
        for (int i = 0; i < v->cells; i++) branched |= !v->cell[i].flat;
    if (v) scene_free(v);
    return branched;
}

enum status draw_regions(const struct canvas *c, const struct result *r, const struct stored_run *run, bool named)
{
    struct scene *v;
    char what[600];
    if (!shape_fits(r, run, INT64_MAX)) return ST_OK;
    snprintf(what, sizeof what, "%s%sregions", named ? run->name : "", named ? "_" : "");
    enum status st = scene_open(&v, r, run);
    if (st == ST_OK) st = draw_cells(v, c, r, what);
    if (v) scene_free(v);
    return st;
}
