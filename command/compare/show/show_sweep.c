/* Prints tables of runs along axes. */
#include "command/compare/show/show_sweep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/printable.h"
#include "base/spelling.h"
#include "command/compare/sweep/sweep.h"
#include "command/terminal/table.h"

enum { NAMES_MAX = 64 };

static enum status check_column(const struct sweep *s, const char *column)
{
    const char *names[NAMES_MAX];
    char advice[1536];
    size_t count = 0;
    if (sweep_has(s, column)) return ST_OK;
    for (; count < NAMES_MAX && (int64_t)count < s->series[0].count; count++)
        names[count] = s->series[0].column[count].name;
    return fail(ST_CONFIG, "--column: no column '%s'%s", column,
                spelling_advice(column, names, count, advice, sizeof advice));
}

/* A value of a column; in the column of best positions, a word may stand for it. */
static void print_value(struct table *t, const struct sweep *s, int run, int64_t point, const char *column)
{
    char text[64];
    const double value = column ? sweep_quantity(s, run, point, column) : sweep_speedup(s, run, point);
    if (column && s->best.name && !strcmp(column, s->best.name)) {
        sweep_axis_print(text, sizeof text, &s->best, value, 10);
        table_text(t, "%s", text);
    } else table_real(t, !column ? "%.3g" : table_csv() ? "%.10g" : "%.6g", value);
}

/* The runs from `first` to before `end`. */
static void print_part(const struct sweep *s, const char *column, int first, int end)
{
    const int axes = sweep_axes(s);
    const char *heading[TABLE_COLUMNS];
    struct table t;
    int columns = 0;
    int digits[SWEEP_AXES_MAX];
    for (int a = 1; a <= axes; a++) heading[columns++] = sweep_axis(s, a)->name, digits[a - 1] = sweep_digits(s, a);
    if (!column) heading[columns++] = "seconds";
    for (int run = first; run < end; run++) heading[columns++] = s->run[run]->title;
    if (!column && s->count > 1) heading[columns++] = "best";
    table_begin(&t, columns, heading);
    t.keys = axes;
    for (int64_t point = 0; point < sweep_points(s); point++) {
        for (int a = 1; a <= axes; a++) {
            char value[64];
            sweep_axis_print(value, sizeof value, sweep_axis(s, a), sweep_axis(s, a)->at[point], digits[a - 1]);
            table_text(&t, "%s", value);
        }
        if (!column) table_real(&t, "%.3g", sweep_value(s, 0, point, "seconds"));
        for (int run = first; run < end; run++) print_value(&t, s, run, point, column);
        const int best = column ? -1 : sweep_best(s, point);
        if (!column && s->count > 1) table_text(&t, "%s", best < 0 ? "-" : s->run[best]->title);
    }
    table_end(&t, stdout, 0);
}

/* One table below the other, each with as many runs as fit next to the axes and the reference's times. */
static void print_points(const struct sweep *s, const char *column)
{
    const int fitting = TABLE_COLUMNS - sweep_axes(s) - 2;
    int first = column ? 0 : 1;
    do {
        const int end = s->count - first > fitting ? first + fitting : s->count;
        print_part(s, column, first, end);
        first = end;
    } while (first < s->count);
}

static enum status show_sweep(const struct result *r, const char *precision, const char *column, int *shown)
{
    struct sweep s;
    enum status st = sweep_load(&s, r, precision);
    if (st == ST_OK && s.count && column) st = check_column(&s, column);
    if (st == ST_OK && s.count) {
        const struct column *const c = column ? series_column(&s.series[0], column) : NULL;
        if (!column || (*shown)++) putchar('\n'); /* after another table */
        if (column)
            say(stdout, "%s%s: %s%s%s\n", table_comment(), precision, column, c && *c->units ? ", " : "",
                c ? c->units : "");
        else
            say(stdout, "%s%s: times as fast as %s, whose time in seconds is shown%s%s\n", table_comment(), precision,
                s.run[0]->title, s.best.name ? ", each at its best " : "", s.best.name ? s.best.name : "");
        print_points(&s, column);
        if (!column && s.best.name) {
            putchar('\n');
            say(stdout, "%s%s: the best %s\n", table_comment(), precision, s.best.name);
            print_points(&s, s.best.name);
        }
    }
    sweep_free(&s);
    return st;
}

enum status show_sweeps(const struct result *r, const char *column)
{
    int shown = 0;
    for (int64_t i = 0; i < r->count; i++)
        if (sweep_precision(r, i)) TRY(show_sweep(r, sweep_precision(r, i), column, &shown));
    if (shown || !column) return ST_OK;
    return fail(ST_CONFIG, "--column: no run in %s was measured along axes", r->path);
}

enum status show_sweeps_check(const struct result *r)
{
    enum status st = ST_OK;
    for (int64_t i = 0; st == ST_OK && i < r->count && (r->view.best_of || r->view.against); i++) {
        struct sweep s;
        if (!sweep_precision(r, i)) continue;
        st = sweep_load(&s, r, sweep_precision(r, i));
        sweep_free(&s);
    }
    return st;
}
