/* Draws a table: a row for each point, a column for each run of each quantity, published values in brackets. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command/plot/chart/cells.h"
#include "command/plot/chart/draw.h"
#include "command/plot/chart/paragraph.h"
#include "command/plot/draw/gnuplot.h"

enum { COLUMNS_MAX = 48, ROWS_MAX = 600, LETTER = 9, BETWEEN = 26, LINE = 24, LEFT = 24, FOOT = 16, WIDTH_MIN = 520 };

struct column_of { /* one column of the table */
    const struct facets *facets;
    int run; /* -1: all runs have the same value, which is shown once */
    char heading[128], above[160];
    int measured, published; /* widths in letters; 0: there are none */
};

struct grid {
    int count, stub; /* columns; letters of the names of rows */
    int64_t found;   /* number of columns; of more than COLUMNS_MAX the first are shown */
    struct column_of column[COLUMNS_MAX];
    int rows;
    int64_t points, point[ROWS_MAX]; /* number of points, and those of the rows */
};

/* Do all runs have the same value there? If so, a value published of one holds for all. */
static bool is_common(const struct facets *f)
{
    const struct chart_values *const v = f->values;
    if (v->runs < 2) return false;
    for (int k = 0; k < v->runs; k++)
        for (int64_t i = 0; i < v->points; i++)
            if (v->run[k].run && chart_cell(v, k, i)->measured != chart_cell(v, 0, i)->measured) return false;
    return true;
}

/* The run of the point's cell in a column that is shown once: the one with a published value. */
static const struct chart_cell *cell_of(const struct column_of *c, int64_t point)
{
    static const struct chart_cell nothing = {(double)NAN, (double)NAN, false, false};
    const struct chart_values *const v = c->facets->values;
    if (point >= v->points) return &nothing; /* one number of each run is in the first row */
    if (c->run >= 0) return chart_cell(v, c->run, point);
    for (int k = 0; k < v->runs; k++)
        if (!isnan(chart_cell(v, k, point)->published)) return chart_cell(v, k, point);
    return chart_cell(v, 0, point);
}

static void measure(struct column_of *c, const struct grid *g, struct cell_style style)
{
    char text[64];
    for (int row = 0; row < g->rows; row++) {
        cell_print_measured(text, sizeof text, cell_of(c, g->point[row]), style);
        c->measured = (int)strlen(text) > c->measured ? (int)strlen(text) : c->measured;
        cell_print_published(text, sizeof text, cell_of(c, g->point[row]), style);
        c->published = (int)strlen(text) > c->published ? (int)strlen(text) : c->published;
    }
}

static void add_columns(struct grid *g, const struct chart *x, const struct facets *f)
{
    const struct chart_scale s = chart_scale_of(f, x->spec, ALL_PANELS);
    const bool common = is_common(f);
    for (int k = 0; k < (common ? 1 : f->values->runs); k++) {
        struct column_of *const c = &g->column[g->count];
        if (!facets_shows(f, k) || ++g->found > COLUMNS_MAX) continue;
        *c = (struct column_of){.facets = f, .run = common ? -1 : k};
        snprintf(c->heading, sizeof c->heading, "%.110s%s", common ? s.label : f->values->run[k].name,
                 common || f->values->run[k].run ? "" : " (not run here)");
        if (!common && x->count > 1) snprintf(c->above, sizeof c->above, "%.159s", s.label);
        measure(c, g, cell_style_of(f, &s));
        g->count++;
    }
}

static int letters(const struct column_of *c)
{
    const int cells = c->measured + (c->published ? c->published + 1 : 0), heading = (int)strlen(c->heading);
    return cells > heading ? cells : heading;
}

static void put_text(FILE *out, const struct frame *f, const char *text, double x, double y, const char *style)
{
    if (!*text) return;
    fputs("set label ", out);
    picture_quote(out, text);
    fprintf(out, " at screen %.6g, screen %.6g %s\n", x / f->width, 1 - y / f->height, style);
}

static void put_rule(FILE *out, const struct frame *f, double y, double right, double width)
{
    fprintf(out, "set arrow from screen %.6g, screen %.6g to screen %.6g, screen %.6g nohead linewidth %g\n",
            (double)LEFT / f->width, 1 - y / f->height, right / f->width, 1 - y / f->height, width);
}

static void put_stub(FILE *out, const struct frame *f, const struct grid *g, double top)
{
    char name[256];
    for (int row = 0; row < g->rows; row++) {
        facets_point_print(name, sizeof name, g->column[0].facets, g->point[row]);
        put_text(out, f, name, LEFT, top + LINE * (row + 0.5), "left");
    }
}

/* Measured values end, and published ones begin, at one place. */
static void put_column(FILE *out, const struct frame *f, const struct grid *g, const struct column_of *c, double left,
                       double top)
{
    const double right = left + LETTER * letters(c), split = c->published ? right - LETTER * c->published : right;
    const struct chart_scale s = chart_scale_of(c->facets, f->spec, ALL_PANELS);
    const struct cell_style style = cell_style_of(c->facets, &s);
    char text[64];
    put_text(out, f, c->heading, right, top - 0.6 * LINE, "right");
    for (int row = 0; row < g->rows; row++) {
        const double y = top + LINE * (row + 0.5);
        cell_print_measured(text, sizeof text, cell_of(c, g->point[row]), style);
        put_text(out, f, text, split - (c->published ? LETTER : 0), y, "right");
        cell_print_published(text, sizeof text, cell_of(c, g->point[row]), style);
        put_text(out, f, text, right, y, "right textcolor rgb '#777777'");
    }
}

/* Rows are the points of the first quantity. */
static void find_cells(struct grid *g, const struct chart *x)
{
    char name[256];
    const struct facets *const first = &x->facets[0];
    *g = (struct grid){0};
    for (int64_t i = 0; i < first->values->points; i++)
        if (!first->values->hidden[i] && ++g->points <= ROWS_MAX) g->point[g->rows++] = i;
    for (int q = 0; q < x->count; q++) add_columns(g, x, &x->facets[q]);
    for (int row = 0; g->count && row < g->rows; row++) {
        facets_point_print(name, sizeof name, first, g->point[row]);
        g->stub = (int)strlen(name) > g->stub ? (int)strlen(name) : g->stub;
    }
}

/* Below the table: its quantity, if it has one, and the source of published values. */
static void print_foot(char *out, size_t size, const struct chart *x, const struct grid *g)
{
    bool published = false;
    const char *source = "";
    const struct chart_scale s = chart_scale_of(g->column[0].facets, x->spec, ALL_PANELS);
    for (int k = 0; k < g->count; k++) {
        published |= g->column[k].published > 0;
        if (!*source) source = g->column[k].facets->values->source;
    }
    snprintf(out, size, "%s%s%s%s%s", x->count > 1 ? "" : s.label, published && x->count == 1 ? "; " : "",
             published ? "in brackets: published" : "", published && *source ? ", " : "", published ? source : "");
}

static void write_script(FILE *out, const struct frame *f, const struct grid *g, const char *foot)
{
    const double top = FRAME_HEAD + 2 * LINE;
    double left = LEFT + LETTER * g->stub + BETWEEN;
    frame_title(out, f);
    put_stub(out, f, g, top);
    for (int k = 0; k < g->count; k++) {
        const struct column_of *const c = &g->column[k];
        if (k == 0 || strcmp(c->above, g->column[k - 1].above))
            put_text(out, f, c->above, left, top - 1.5 * LINE, "left textcolor rgb '#444444'");
        put_column(out, f, g, c, left, top);
        left += LETTER * letters(c) + BETWEEN;
    }
    put_rule(out, f, top - 0.05 * LINE, left - BETWEEN, 1.5);
    put_rule(out, f, top + LINE * g->rows + 4, left - BETWEEN, 1);
    put_text(out, f, foot, LEFT, top + LINE * (g->rows + 0.75), "left textcolor rgb '#444444'");
    const struct paragraph note = {LEFT, top + LINE * (g->rows + 1.25), f->width - 2 * LEFT};
    paragraph_print(out, f->spec->note, &note, f->width, f->height);
    fputs("unset border\nunset tics\nunset key\nset xrange [0:1]\nset yrange [0:1]\nplot NaN notitle\n", out);
}

enum status chart_grid(const struct canvas *c, const struct chart *x)
{
    struct grid *const g = malloc(sizeof *g);
    struct picture p;
    if (!g) return fail(ST_NOMEM, "no memory for a table");
    find_cells(g, x);
    enum status s = ST_OK;
    if (!g->count) canvas_omit(c, x->what, "no run has a value");
    else {
        char foot[768];
        struct frame f = {.facets = g->column[0].facets, .spec = x->spec, .plan = x->plan};
        print_foot(foot, sizeof foot, x, g);
        const int below = LETTER * (int)strlen(foot);
        int across = LETTER * g->stub;
        for (int k = 0; k < g->count; k++) across += BETWEEN + LETTER * letters(&g->column[k]);
        f.width = 2 * LEFT + (across > below ? across : below);
        if (f.width < WIDTH_MIN) f.width = WIDTH_MIN;
        f.height = FRAME_HEAD + LINE * (g->rows + 3) + FOOT +
                   PARAGRAPH_LINE * paragraph_lines(x->spec->note, f.width - 2 * LEFT);
        frame_shorten(&f, c, x->what, g->rows, g->points, "rows");
        frame_shorten(&f, c, x->what, g->count, g->found, "columns");
        s = canvas_begin(c, &p, x->what, f.width, f.height);
        if (s == ST_OK) write_script(p.script, &f, g, foot), s = picture_end(&p);
    }
    free(g);
    return s;
}
