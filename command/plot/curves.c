/* Entries that differ in one parameter alone, as curves over it: a picture for each kind, size and parameter. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/plot/gnuplot.h"
#include "command/plot/legend.h"
#include "command/plot/measured.h"

enum { LINES_MAX = 40 };

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
            fprintf(f, "%.9g %.9g\n", b->entry[i].at, bench_median(&b->entry[i]) / b->entry[i].units * 1e9);
    fputs("EOD\n", f);
}

static void write_script(FILE *f, const struct bench *b, const int *line, int lines, int width, int height, int foot)
{
    const struct entry *const e = &b->entry[line[0]];
    for (int k = 0; k < lines; k++) put_line(f, b, line[k], k);
    for (int k = 0; k < lines; k++) {
        char name[160];
        const struct entry *const l = &b->entry[line[k]];
        snprintf(name, sizeof name, "%s, %s, %s", l->name, l->layout, l->precision);
        legend_line(f, k, lines, name, width, height, foot);
    }
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
    const int lines = find_lines(b, first, line), foot = LEGEND_LINE * (lines + 1), width = 900, height = 480 + foot;
    snprintf(words, sizeof words, "%s_%lldx%lld", e->parameter, (long long)e->batch, (long long)e->n);
    char *const path = measured_path(folder, e->kind, words);
    if (!path) return fail(ST_NOMEM, "no memory for a file name");
    const enum status s = picture_begin(&p, path, false, width, height);
    free(path);
    TRY(s);
    p.log = stderr; /* what was measured goes to stdout, for programs too */
    write_script(p.script, b, line, lines, width, height, foot);
    return picture_end(&p);
}

enum status draw_curves(const struct bench *b, const char *folder)
{
    for (int i = 0; i < b->count; i++)
        if (b->entry[i].parameter && first_of(b, i, same_picture) == i) TRY(draw(b, i, folder));
    return ST_OK;
}
