/* Draws the phases of each thread during one call, of each method that records phases, with the parameter that makes it
 * fastest: a picture for each, and one of all methods of a problem, stacked on one scale of time (Valero-Lara et al.
 * 2019, figures 9 and 10). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/plot/draw/gnuplot.h"
#include "command/plot/draw/legend.h"
#include "command/plot/measured/measured.h"

enum { PHASES_MAX = 8, STACK_MAX = 24, WIDTH = 1000, THREAD = 26, AROUND = 150, ROWS_MAX = 1000 };

/* Entries below each other: a line with the name of each, then its threads. */
struct stack {
    int count;
    const struct entry *entry[STACK_MAX];
    int phases;
    const char *phase[PHASES_MAX]; /* that occur, in the order of their first occurrence */
};

static int phase_of(const struct stack *s, const char *name)
{
    int k = 0;
    while (k < s->phases && strcmp(s->phase[k], name)) k++;
    return k;
}

static void push(struct stack *s, const struct entry *e)
{
    if (s->count == STACK_MAX) return;
    s->entry[s->count++] = e;
    for (int64_t i = 0; i < e->phases; i++)
        if (phase_of(s, e->phase[i].span.phase) == s->phases && s->phases < PHASES_MAX)
            s->phase[s->phases++] = e->phase[i].span.phase;
}

static int threads_of(const struct entry *e)
{
    int threads = 0;
    for (int64_t i = 0; i < e->phases; i++)
        if (e->phase[i].thread >= threads) threads = e->phase[i].thread + 1;
    return threads;
}

static int rows_of(const struct stack *s)
{
    int rows = 0;
    for (int k = 0; k < s->count; k++) rows += 1 + threads_of(s->entry[k]);
    return rows < ROWS_MAX ? rows : ROWS_MAX;
}

/* Milliseconds; row 0 is the name of the first entry. */
static void put_phase(FILE *f, const struct stack *s, int number)
{
    int row = 1;
    fprintf(f, "$phase%d << EOD\n", number);
    for (int k = 0; k < s->count; row += 1 + threads_of(s->entry[k++]))
        for (int64_t i = 0; i < s->entry[k]->phases; i++) {
            const struct thread_span *const p = &s->entry[k]->phase[i];
            if (phase_of(s, p->span.phase) != number) continue;
            const int y = row + p->thread;
            fprintf(f, "%.9g %d %.9g %.9g %g %g\n", 5e2 * (p->span.start + p->span.end), y, 1e3 * p->span.start,
                    1e3 * p->span.end, y - 0.42, y + 0.42);
        }
    fputs("EOD\n", f);
}

/* Names of entries are at the left end of their line, above the threads. */
static void put_rows(FILE *f, const struct stack *s)
{
    int row = 0;
    fprintf(f, "set yrange [%d:-0.7]\nset ytics scale 0 (", rows_of(s));
    for (int k = 0; k < s->count; k++, row++)
        for (int t = 0; t < threads_of(s->entry[k]); t++) fprintf(f, "%s'%d' %d", row ? ", " : "", t, 1 + row), row++;
    fputs(")\n", f);
    row = 0;
    for (int k = 0; k < s->count; row += 1 + threads_of(s->entry[k++])) {
        char parameter[96] = "", label[256];
        const struct entry *const e = s->entry[k];
        if (e->parameter) snprintf(parameter, sizeof parameter, ", %s %g", e->parameter, e->parameter_value);
        snprintf(label, sizeof label, "%s%s: %.3g ms", e->name, parameter, 1e3 * bench_median(e));
        fputs("set label ", f);
        picture_quote(f, label);
        fprintf(f, " at graph 0, first %d left noenhanced font ',10'\n", row);
    }
}

static void write_script(FILE *f, const struct stack *s, const char *title)
{
    for (int k = 0; k < s->phases; k++) put_phase(f, s, k);
    put_rows(f, s);
    fputs("set title ", f);
    picture_quote(f, title);
    fputs(" noenhanced\nset xlabel 'ms'\nset ylabel 'thread'\nset xrange [0:*]\nset border 1\nset xtics nomirror\n"
          "set style fill solid 0.9 border rgb 'white'\nset key outside below horizontal\nplot ",
          f);
    for (int k = 0; k < s->phases; k++)
        fprintf(f, "%s$phase%d using 1:2:3:4:5:6 with boxxyerror fillcolor rgb '%s' title '%s'", k ? ", " : "", k,
                colour_of(k), s->phase[k]);
    putc('\n', f);
}

static enum status draw(const struct stack *s, const char *folder, const char *label)
{
    struct picture p;
    char *const path = measured_path(folder, "phases", label);
    if (!path) return fail(ST_NOMEM, "no memory for a file name");
    const enum status begun = picture_begin(&p, path, false, WIDTH, AROUND + THREAD * rows_of(s));
    free(path);
    TRY(begun);
    p.log = stderr; /* results go to stdout, also for programs */
    write_script(p.script, s, label);
    return picture_end(&p);
}

/* Is the entry the fastest of those that differ only in a parameter? */
static bool is_fastest(const struct bench *b, int i)
{
    for (int k = 0; k < b->count; k++)
        if (entries_alike(&b->entry[i], &b->entry[k]) && bench_median(&b->entry[k]) < bench_median(&b->entry[i]))
            return false;
    return b->entry[i].phases > 0;
}

static bool same_problem(const struct entry *e, const struct entry *f)
{
    return !strcmp(e->kind, f->kind) && !strcmp(e->precision, f->precision) && e->n == f->n && e->batch == f->batch &&
           e->exec.space == f->exec.space;
}

/* All of the problem of entry i, if it is the first of several. */
static enum status draw_all_beside(const struct bench *b, int i, const char *folder)
{
    struct stack s = {0};
    char label[192];
    for (int k = 0; k < b->count; k++) {
        if (!is_fastest(b, k) || !same_problem(&b->entry[i], &b->entry[k])) continue;
        if (k < i) return ST_OK;
        push(&s, &b->entry[k]);
    }
    snprintf(label, sizeof label, "%s, %lldx%lld, %s", b->entry[i].kind, (long long)b->entry[i].batch,
             (long long)b->entry[i].n, b->entry[i].precision);
    return s.count > 1 ? draw(&s, folder, label) : ST_OK;
}

enum status draw_phases(const struct bench *b, const char *folder)
{
    for (int i = 0; i < b->count; i++) {
        struct stack one = {0};
        char label[192];
        if (!is_fastest(b, i)) continue;
        entry_label(label, sizeof label, &b->entry[i]);
        push(&one, &b->entry[i]);
        TRY(draw(&one, folder, label));
        TRY(draw_all_beside(b, i, folder));
    }
    return ST_OK;
}
