/* Entries that differ only in one parameter, as curves over it: a picture for each kind, size and parameter. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/plot/draw/ends.h"
#include "command/plot/draw/gnuplot.h"
#include "command/plot/draw/legend.h"
#include "command/plot/draw/samples.h"
#include "command/plot/measured/measured.h"

enum { LINES_MAX = 40, PLOT_HEIGHT = 380 };

static bool same_picture(const struct entry *e, const struct entry *f)
{
    return f->parameter && !strcmp(e->parameter, f->parameter) && !strcmp(e->kind, f->kind) && e->n == f->n &&
           e->batch == f->batch;
}

static bool same_line(const struct entry *e, const struct entry *f)
{
    return same_picture(e, f) && entries_alike(e, f);
}

/* The first of those that are `like` entry i. */
static int first_of(const struct bench *b, int i, bool (*like)(const struct entry *, const struct entry *))
{
    int k = 0;
    while (!like(&b->entry[i], &b->entry[k])) k++;
    return k;
}

/* The first entry of every line of the picture of entry `first`. */
static int find_lines(const struct bench *b, int first, int line[LINES_MAX])
{
    int count = 0;
    for (int i = first; i < b->count && count < LINES_MAX; i++)
        if (same_picture(&b->entry[first], &b->entry[i]) && first_of(b, i, same_line) == i) line[count++] = i;
    return count;
}

static void put_line(FILE *f, const struct bench *b, int first, int number)
{
    fprintf(f, "$y%d << EOD\n", number);
    for (int i = first; i < b->count; i++)
        if (same_line(&b->entry[first], &b->entry[i]))
            fprintf(f, "%.9g %.9g\n", b->entry[i].parameter_value,
                    bench_median(&b->entry[i]) / b->entry[i].units * 1e9);
    fputs("EOD\n", f);
}

/* The height of a line at its last value of the parameter, from 0, the least of all medians, to 1, on a logarithmic
 * scale. */
static double end_of(const struct bench *b, int first, const struct range *range)
{
    double y = (double)NAN, at = -(double)INFINITY;
    for (int i = first; i < b->count; i++)
        if (same_line(&b->entry[first], &b->entry[i]) && b->entry[i].parameter_value > at)
            at = b->entry[i].parameter_value, y = bench_median(&b->entry[i]) / b->entry[i].units * 1e9;
    return log(y / range->min) / fmax(log(range->max / range->min), 1e-9);
}

static struct range range_of_lines(const struct bench *b, const int *line, int lines)
{
    struct range r = {(double)INFINITY, 0, true, false};
    for (int k = 0; k < lines; k++)
        for (int i = line[k]; i < b->count; i++) {
            if (!same_line(&b->entry[line[k]], &b->entry[i])) continue;
            const double y = bench_median(&b->entry[i]) / b->entry[i].units * 1e9;
            r.min = fmin(r.min, y), r.max = fmax(r.max, y);
        }
    return r;
}

/* In a key, or, if there are many, at the ends of the curves. */
static void name_lines(FILE *f, const struct bench *b, const int *line, int lines, int width, int height, int foot)
{
    struct end_label end[LINES_MAX];
    char name[LINES_MAX][160];
    const struct range range = range_of_lines(b, line, lines);
    for (int k = 0; k < lines; k++) {
        const struct entry *const l = &b->entry[line[k]];
        snprintf(name[k], sizeof name[k], "%s, %s, %s", l->name, l->layout, l->precision);
        end[k] = (struct end_label){name[k], k, end_of(b, line[k], &range)};
        if (lines <= KEY_LINES_MAX) legend_line(f, k, lines, name[k], width, height, foot);
    }
    if (lines <= KEY_LINES_MAX) return;
    fprintf(f, "set rmargin at screen %.6g\nset yrange [%.9g:%.9g]\n", 1 - (ENDS_WIDTH + 90.0) / width, range.min,
            range.max);
    ends_print(f, end, lines, PLOT_HEIGHT);
}

static void write_script(FILE *f, const struct bench *b, const int *line, int lines, int width, int height, int foot)
{
    const struct entry *const e = &b->entry[line[0]];
    for (int k = 0; k < lines; k++) put_line(f, b, line[k], k);
    name_lines(f, b, line, lines, width, height, foot);
    fprintf(f, "set bmargin at screen %.6g\n", (foot + 50.0) / height);
    fprintf(f, "set title '%s, %lldx%lld, %d threads'\n", e->kind, (long long)e->batch, (long long)e->n,
            e->exec.threads);
    fputs("set xlabel ", f);
    picture_quote(f, e->parameter);
    fputs(" noenhanced\nset ylabel 'ns of an unknown'\nset grid\nunset key\nset logscale y\nset logscale x 2\nplot ",
          f);
    for (int k = 0; k < lines; k++) {
        fprintf(f, "%s$y%d with linespoints pointtype 7", k ? ", " : "", k);
        line_style(f, k, lines);
    }
    putc('\n', f);
}

static enum status draw(const struct bench *b, int first, const char *folder)
{
    const struct entry *const e = &b->entry[first];
    int line[LINES_MAX];
    struct picture p;
    char words[128];
    const int lines = find_lines(b, first, line), foot = LEGEND_LINE * (lines <= KEY_LINES_MAX ? lines + 1 : 1);
    const int width = 900, height = 480 + foot;
    snprintf(words, sizeof words, "%s_%lldx%lld", e->parameter, (long long)e->batch, (long long)e->n);
    char *const path = measured_path(folder, e->kind, words);
    if (!path) return fail(ST_NOMEM, "no memory for a file name");
    const enum status s = picture_begin(&p, path, false, width, height);
    free(path);
    TRY(s);
    p.log = stderr; /* results go to stdout, also for programs */
    write_script(p.script, b, line, lines, width, height, foot);
    return picture_end(&p);
}

enum status draw_curves(const struct bench *b, const char *folder)
{
    for (int i = 0; i < b->count; i++)
        if (b->entry[i].parameter && first_of(b, i, same_picture) == i) TRY(draw(b, i, folder));
    return ST_OK;
}
