/* Draws maps of columns over two axes. A cell stands for a point and is as wide as any other, whatever the spacing of
 * the axis, so that its value can be written into it. */
#include "command/plot/map/heat_map.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "command/plot/draw/axis.h"
#include "command/plot/draw/gnuplot.h"
#include "command/plot/map/palette.h"

enum { MAPS_MAX = 8, TICKS_MAX = 64, WRITTEN_X = 12, WRITTEN_Y = 16, LABELS = 12 };
enum { LEFT = 100, CELLS = 430, RIGHT = 130, HEAD = 66, ABOVE = 34, UP = 260, BELOW = 66 };

struct ticks { /* each value of an axis once, ascending */
    int count;
    double value[TICKS_MAX];
};

static bool find_ticks(struct ticks *t, const struct column *c)
{
    t->count = 0;
    for (int64_t i = 0; i < c->count; i++) {
        int k = t->count;
        while (k > 0 && t->value[k - 1] > c->value[i]) k--;
        if (k > 0 && t->value[k - 1] == c->value[i]) continue;
        if (t->count == TICKS_MAX) return false;
        memmove(&t->value[k + 1], &t->value[k], (size_t)(t->count - k) * sizeof *t->value);
        t->value[k] = c->value[i];
        t->count++;
    }
    return true;
}

static int place_of(const struct ticks *t, double x)
{
    int k = 0;
    while (k < t->count - 1 && t->value[k] != x) k++;
    return k;
}

static void put_ticks(FILE *f, const char *letter, const struct ticks *t, const struct column *axis)
{
    char name[160], label[256];
    const int every = (t->count - 1) / LABELS + 1;
    words_print(name, sizeof name, axis->name);
    label_print(label, sizeof label, name, axis->units);
    fprintf(f, "set %slabel ", letter);
    picture_quote(f, label);
    fprintf(f, "\nset %srange [-0.5:%g]\nset %stics scale 0 (", letter, t->count - 0.5, letter);
    for (int k = 0; k < t->count; k += every) fprintf(f, "%s'%.5g' %d", k ? ", " : "", t->value[k], k);
    fputs(")\n", f);
}

static void put_cells(FILE *f, const struct column *y, const struct column *const axis[2], const struct ticks t[2],
                      struct colours colours, double scale)
{
    fputs("$cells << EOD\n", f);
    for (int64_t i = 0; i < y->count; i++) {
        if (!isfinite(y->value[i])) continue;
        char number[40];
        number_print(number, sizeof number, scale * y->value[i]);
        fprintf(f, "%d %d %.9g \"%s\" %d\n", place_of(&t[0], axis[0]->value[i]), place_of(&t[1], axis[1]->value[i]),
                scale * y->value[i], number, colours_bright(colours, y->value[i]) ? 0x222222 : 0xffffff);
    }
    fputs("EOD\n", f);
}

static void plot_map(FILE *f, const struct column *y, const struct column *const axis[2], const struct ticks t[2])
{
    const struct range r = range_of(y);
    const struct units u = units_fit(fmax(fabs(r.min), fabs(r.max)), y->units);
    char name[160], label[256];
    words_print(name, sizeof name, y->name);
    label_print(label, sizeof label, name, u.text);
    fputs("set title ", f);
    picture_quote(f, label);
    fputs(" offset 0,-0.4\n", f);
    for (int a = 0; a < 2; a++) put_ticks(f, a ? "y" : "x", &t[a], axis[a]);
    const struct colours colours = colours_choose(r.min, r.max);
    put_cells(f, y, axis, t, colours, u.scale);
    colours_print(f, colours, u.scale);
    axis_ticks(f, "cb", axis_even(r.min, r.max) ? 0 : (colours.max - colours.min) * u.scale, 5);
    fputs("plot $cells using 1:2:(0.5):(0.5):3 with boxxyerror fillcolor palette notitle", f);
    if (t[0].count <= WRITTEN_X && t[1].count <= WRITTEN_Y)
        fputs(", $cells using 1:2:4:5 with labels font ',10' textcolor rgb variable notitle", f);
    fputs("\nunset label\n", f);
}

static void place(FILE *f, int map, int columns, int width, int height)
{
    const double left = map % columns * (LEFT + CELLS + RIGHT) + LEFT;
    const double top = height - HEAD - map / columns * (ABOVE + UP + BELOW) - ABOVE;
    fprintf(f, "set lmargin at screen %.6g\nset rmargin at screen %.6g\n", left / width, (left + CELLS) / width);
    fprintf(f, "set tmargin at screen %.6g\nset bmargin at screen %.6g\n", top / height, (top - UP) / height);
}

/* The columns that vary. */
static int choose(const struct canvas *c, const struct wanted *w, const struct series *s,
                  const struct column *chosen[MAPS_MAX])
{
    int count = 0, more = w->more;
    for (int i = 0; i < w->count; i++) {
        const struct column *const y = series_column(s, w->name[i]);
        const struct range r = y ? range_of(y) : (struct range){.max = -1};
        if (!(r.max >= r.min)) canvas_omit(c, w->name[i], "it has no finite value");
        else if (count < MAPS_MAX) chosen[count++] = y;
        else more++;
    }
    if (more) canvas_omit(c, "further columns", "--column draws them");
    return count;
}

enum status draw_heat_maps(const struct canvas *c, const struct result *r, const struct wanted *w,
                           const struct series *s, const struct column *const axis[2], const char *what)
{
    struct picture p;
    struct ticks t[2];
    const struct column *chosen[MAPS_MAX];
    if (!find_ticks(&t[0], axis[0]) || !find_ticks(&t[1], axis[1]))
        return canvas_omit(c, what, "an axis has more than 64 values"), ST_OK;
    const int count = choose(c, w, s, chosen), columns = count > 1 ? 2 : 1;
    const int width = columns * (LEFT + CELLS + RIGHT),
              height = HEAD + (count + columns - 1) / columns * (ABOVE + UP + BELOW);
    if (!count) return ST_OK;
    TRY(canvas_begin(c, &p, what, width, height));
    FILE *const f = p.script;
    title_print(f, r, run_caption(r, &r->run[r->reference]).text, width, height);
    fputs("set multiplot\nset border 0\nset tics nomirror\nset style fill solid noborder\n", f);
    for (int i = 0; i < count; i++) {
        place(f, i, columns, width, height);
        plot_map(f, chosen[i], axis, t);
    }
    return picture_end(&p);
}
