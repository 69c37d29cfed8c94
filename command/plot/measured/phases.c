/* Draws the phases of each thread during one call: a picture for each method that records phases, with the parameter
 * that makes it fastest (Valero-Lara et al. 2019, figures 9 and 10). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/plot/gnuplot.h"
#include "command/plot/measured/measured.h"

enum { PHASES_MAX = 8 };
static const char *const colours[PHASES_MAX] = {"#0072b2", "#e69f00", "#009e73", "#d55e00",
                                                "#56b4e9", "#cc79a7", "#000000", "#999933"};

/* The phases that are there, in the order in which they come first. */
static int find_phases(const struct entry *e, const char *phase[PHASES_MAX])
{
    int count = 0;
    for (int64_t i = 0; i < e->phases; i++) {
        int k = 0;
        while (k < count && strcmp(phase[k], e->phase[i].span.phase)) k++;
        if (k == count && count < PHASES_MAX) phase[count++] = e->phase[i].span.phase;
    }
    return count;
}

static void put_phase(FILE *f, const struct entry *e, const char *phase, int number)
{
    fprintf(f, "$phase%d << EOD\n", number);
    for (int64_t i = 0; i < e->phases; i++) {
        const struct thread_span *const p = &e->phase[i];
        if (strcmp(p->span.phase, phase)) continue;
        fprintf(f, "%.9g %d %.9g %.9g %g %g\n", 5e2 * (p->span.start + p->span.end), p->thread, 1e3 * p->span.start,
                1e3 * p->span.end, p->thread - 0.38, p->thread + 0.38);
    }
    fputs("EOD\n", f);
}

static int threads_of(const struct entry *e)
{
    int threads = 0;
    for (int64_t i = 0; i < e->phases; i++)
        if (e->phase[i].thread >= threads) threads = e->phase[i].thread + 1;
    return threads;
}

static void write_script(FILE *f, const struct entry *e, const char *label)
{
    const char *phase[PHASES_MAX];
    const int phases = find_phases(e, phase);
    for (int k = 0; k < phases; k++) put_phase(f, e, phase[k], k);
    fputs("set title ", f);
    picture_quote(f, label);
    fprintf(f,
            " noenhanced\nset xlabel 'ms'\nset ylabel 'thread'\nset yrange [%g:-0.6]\nset ytics 1\nset xrange [0:*]\n"
            "set style fill solid 0.9 border rgb 'white'\nset key outside below horizontal\nplot ",
            threads_of(e) - 0.4);
    for (int k = 0; k < phases; k++)
        fprintf(f, "%s$phase%d using 1:2:3:4:5:6 with boxxyerror fillcolor rgb '%s' title '%s'", k ? ", " : "", k,
                colours[k], phase[k]);
    putc('\n', f);
}

static enum status draw(const struct entry *e, const char *folder)
{
    struct picture p;
    char label[192];
    entry_label(label, sizeof label, e);
    char *const path = measured_path(folder, "phases", label);
    if (!path) return fail(ST_NOMEM, "no memory for a file name");
    const enum status s = picture_begin(&p, path, false, 1000, 160 + 30 * threads_of(e));
    free(path);
    TRY(s);
    p.log = stderr; /* what was measured goes to stdout, for programs too */
    write_script(p.script, e, label);
    return picture_end(&p);
}

/* Of those that differ in a parameter alone. */
static bool is_fastest(const struct bench *b, int i)
{
    for (int k = 0; k < b->count; k++)
        if (entries_alike(&b->entry[i], &b->entry[k]) && bench_median(&b->entry[k]) < bench_median(&b->entry[i]))
            return false;
    return true;
}

enum status draw_phases(const struct bench *b, const char *folder)
{
    for (int i = 0; i < b->count; i++)
        if (b->entry[i].phases && is_fastest(b, i)) TRY(draw(&b->entry[i], folder));
    return ST_OK;
}
