/* Prints the answers of the reference run of a result, and the disagreements of other runs. */
#include "command/compare/show/show_answers.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/result/answers.h"
#include "command/terminal/table.h"

/* Bytes of a quantity, for a sweep a column with "_highest", and of a quantity with its units. */
enum { WORDS = ANSWER_NAME_BYTES + 40, TITLE = WORDS + 64 };

/* "peak_temperature" as words. */
static const char *words(const char *quantity, char *out, size_t size)
{
    snprintf(out, size, "%s", quantity);
    for (char *c = out; *c; c++)
        if (*c == '_') *c = ' ';
    return out;
}

/* An error rounded up to one digit, so that the error shown is not below the one found. */
static double rounded_up(double error)
{
    const double digit = error > 0 ? pow(10, floor(log10(error))) : 0;
    return digit > 0 ? ceil(error / digit * (1 - 1e-12)) * digit : error;
}

enum { VALUE = 2 }; /* the bit of its column, to the right */

static void print_whole(const struct answers *a, FILE *out)
{
    struct table t;
    char name[WORDS];
    table_begin_plain(&t, 4);
    for (int64_t i = 0; i < a->count; i++) {
        const struct answer *const x = &a->item[i];
        if (*x->subject) continue;
        table_text(&t, "%s", words(x->quantity, name, sizeof name));
        table_text(&t, "%.6g", x->value);
        table_text(&t, "%s", x->units);
        if (isfinite(x->error)) table_text(&t, "%s%s+- %.1g", x->place, *x->place ? ", " : "", rounded_up(x->error));
        else table_text(&t, "%s", x->place);
    }
    table_end(&t, out, ALL_LEFT & ~VALUE);
}

/* Several subjects may have one name: they are distinguished by their order. */
static bool same_subject(const struct answer *x, const struct answer *y)
{
    return x->twin == y->twin && !strcmp(x->subject, y->subject);
}

static bool same_quantity(const struct answer *x, const struct answer *y)
{
    return *y->subject && !strcmp(x->quantity, y->quantity);
}

/* Is this the first answer of its subject, or of its quantity among those of subjects? */
static bool is_first(const struct answers *a, int64_t i, bool (*same)(const struct answer *, const struct answer *))
{
    for (int64_t k = 0; k < i; k++)
        if (same(&a->item[i], &a->item[k])) return false;
    return true;
}

static void print_subject(struct table *t, const struct answers *a, const struct answer *of, const int64_t *column,
                          int columns)
{
    if (of->twin) table_text(t, "%s (%lld)", of->subject, (long long)of->twin + 1);
    else table_text(t, "%s", of->subject);
    for (int c = 0; c < columns; c++) {
        const struct answer wanted = {
            .subject = of->subject, .quantity = a->item[column[c]].quantity, .twin = of->twin};
        const struct answer *const x = answers_like(a, &wanted);
        table_real(t, "%.5g", x ? x->value : (double)NAN);
    }
}

/* Subjects are rows, quantities are columns. */
static void print_subjects(const struct answers *a, FILE *out)
{
    int64_t column[TABLE_COLUMNS];
    const char *heading[TABLE_COLUMNS] = {""};
    char title[TABLE_COLUMNS][TITLE];
    struct table t;
    int columns = 0;
    for (int64_t i = 0; i < a->count && columns < TABLE_COLUMNS - 1; i++) {
        const struct answer *const x = &a->item[i];
        if (!*x->subject || !is_first(a, i, same_quantity)) continue;
        char name[WORDS];
        snprintf(title[columns], sizeof title[columns], "%s%s%s", words(x->quantity, name, sizeof name),
                 *x->units ? ", " : "", x->units);
        column[columns] = i;
        heading[1 + columns] = title[columns];
        columns++;
    }
    if (!columns) return;
    fputc('\n', out);
    table_begin(&t, 1 + columns, heading);
    for (int64_t i = 0; i < a->count; i++)
        if (*a->item[i].subject && is_first(a, i, same_subject)) print_subject(&t, a, &a->item[i], column, columns);
    table_end(&t, out, FIRST_LEFT);
}

/* The difference that rounding may leave between two runs of one problem. */
static double slack(const struct stored_run *run)
{
    return strcmp(run->precision, "float") ? 1e-6 : 1e-3;
}

/* The largest of the answers with these units: values that are 0 but for rounding are small compared with it. */
static double scale_of(const struct answers *a, const char *units)
{
    double scale = 0;
    for (int64_t i = 0; i < a->count; i++)
        if (!strcmp(a->item[i].units, units) && isfinite(a->item[i].value)) scale = fmax(scale, fabs(a->item[i].value));
    return scale;
}

static bool agrees(const struct answers *of, const struct answer *x, const struct answer *y, double relative)
{
    const double known = (isfinite(x->error) ? x->error : 0) + (isfinite(y->error) ? y->error : 0);
    if (isnan(x->value) && isnan(y->value)) return true;
    return x->value == y->value || fabs(x->value - y->value) <= known + relative * scale_of(of, x->units);
}

/* The answer of a run that is farthest from that of the reference. */
static void print_difference(const struct answers *of, const struct stored_run *reference, const struct answers *a,
                             const struct stored_run *run, FILE *out)
{
    const double relative = fmax(slack(reference), slack(run));
    const struct answer *worst = NULL;
    double most = 0;
    int64_t differing = 0;
    for (int64_t i = 0; i < of->count; i++) {
        const struct answer *const x = &of->item[i], *const y = answers_like(a, x);
        if (!y || x->of_method || agrees(of, x, y, relative)) continue;
        const double off = fabs(x->value - y->value) / fmax(fabs(x->value), fabs(y->value));
        differing++;
        if (worst && off <= most) continue;
        worst = y, most = off;
    }
    if (!worst) return;
    char name[WORDS];
    const struct answer *const x = answers_like(of, worst);
    say(out, "%s finds %s%s%s %.6g where %s finds %.6g", run->called, worst->subject, *worst->subject ? " " : "",
        words(worst->quantity, name, sizeof name), worst->value, reference->called, x->value);
    if (differing > 1) say(out, ", and %lld more differ", (long long)differing - 1);
    fputc('\n', out);
}

static enum status load(const struct result *r, const struct stored_run *run, struct answers *out)
{
    char group[512];
    snprintf(group, sizeof group, "/runs/%s/answers", run->name);
    return answers_load(out, r->store, group);
}

static enum status print_differences(const struct result *r, const struct answers *of, FILE *out)
{
    for (int64_t i = 0; i < r->count; i++) {
        struct answers a;
        if (i == r->reference || !stored_run_ok(&r->run[i])) continue;
        TRY(load(r, &r->run[i], &a));
        print_difference(of, &r->run[r->reference], &a, &r->run[i], out);
        answers_free(&a);
    }
    return ST_OK;
}

enum status show_answers(const struct result *r, FILE *out)
{
    struct answers a;
    if (!stored_run_ok(&r->run[r->reference])) return ST_OK;
    TRY(load(r, &r->run[r->reference], &a));
    enum status s = ST_OK;
    if (a.count) {
        say(out, "%s\n", *r->title ? r->title : r->app);
        print_whole(&a, out);
        print_subjects(&a, out);
        s = print_differences(r, &a, out);
        fputc('\n', out);
    }
    answers_free(&a);
    return s;
}

enum status show_disagreements(const struct result *r, FILE *out)
{
    struct answers a;
    if (!stored_run_ok(&r->run[r->reference])) return ST_OK;
    TRY(load(r, &r->run[r->reference], &a));
    const enum status s = print_differences(r, &a, out);
    answers_free(&a);
    return s;
}

enum { BESIDE_MAX = 8 };

/* The quantities of the whole run that are shown in the table of runs: their headings fit into the width of the
 * terminal. */
static int choose(const struct answers *a, int64_t *chosen, char title[][TITLE], int width)
{
    int count = 0;
    for (int64_t i = 0; i < a->count && count < BESIDE_MAX; i++) {
        const struct answer *const x = &a->item[i];
        char name[WORDS];
        if (*x->subject || x->of_method) continue;
        const int length = snprintf(title[count], TITLE, "%s%s%s", words(x->quantity, name, sizeof name),
                                    *x->units ? ", " : "", x->units);
        width -= 2 + (length > 12 ? length : 12);
        if (width < 0) break;
        chosen[count++] = i;
    }
    return count;
}

static enum status print_beside(const struct result *r, const struct answers *of)
{
    const char *heading[1 + BESIDE_MAX] = {"run"};
    char title[BESIDE_MAX][TITLE];
    int64_t chosen[BESIDE_MAX];
    struct table t;
    const int count = choose(of, chosen, title, table_width() - 32);
    if (!count) return ST_OK;
    for (int c = 0; c < count; c++) heading[1 + c] = title[c];
    table_begin(&t, 1 + count, heading);
    for (int64_t i = 0; i < r->count; i++) {
        struct answers a = {0};
        if (stored_run_ok(&r->run[i])) TRY(load(r, &r->run[i], &a));
        table_text(&t, "%s", r->run[i].called);
        for (int c = 0; c < count; c++) {
            const struct answer *const x = answers_like(&a, &of->item[chosen[c]]);
            table_real(&t, "%.8g", x ? x->value : (double)NAN);
        }
        answers_free(&a);
    }
    table_end(&t, stdout, FIRST_LEFT);
    TRY(print_differences(r, of, stdout));
    putchar('\n');
    return ST_OK;
}

enum status show_answers_of_runs(const struct result *r)
{
    struct answers of;
    if (!stored_run_ok(&r->run[r->reference])) return ST_OK;
    TRY(load(r, &r->run[r->reference], &of));
    const enum status s = print_beside(r, &of);
    answers_free(&of);
    return s;
}
