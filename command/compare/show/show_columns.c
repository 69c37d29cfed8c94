/* Prints the columns that were requested by name. */
#include "command/compare/show/show_columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/compare/result/quantity.h"
#include "command/compare/show/show_sweep.h"
#include "command/terminal/table.h"

enum { RUN_COLUMNS = 2, ASKED_MAX = TABLE_COLUMNS - RUN_COLUMNS };

struct asked {
    char *text; /* owns the names */
    const char *name[ASKED_MAX];
    enum quantity_kind kind[ASKED_MAX];
    int count;
};

static enum status split(struct asked *a, const struct result *r, const char *names)
{
    *a = (struct asked){.text = strdup(names)};
    if (!a->text) return fail(ST_NOMEM, "no memory for the names of columns");
    char *rest = a->text;
    for (char *name = strsep(&rest, ","); name; name = strsep(&rest, ",")) {
        if (a->count == ASKED_MAX) return fail(ST_CONFIG, "--column: at most %d columns are allowed", ASKED_MAX);
        a->name[a->count] = name;
        a->kind[a->count] = result_has(r, name);
        if (a->kind[a->count++] == QUANTITY_NONE) return quantity_unknown(r, name);
    }
    return ST_OK;
}

static void print_runs(const struct result *r, const struct asked *a)
{
    const char *heading[TABLE_COLUMNS] = {"run", "precision"};
    char title[ASKED_MAX][160];
    struct table t;
    int columns = RUN_COLUMNS;
    for (int c = 0; c < a->count; c++) {
        if (a->kind[c] != QUANTITY_OF_RUN) continue;
        const char *const units = result_quantity(r, &r->run[r->reference], a->name[c]).units;
        snprintf(title[c], sizeof title[c], "%s%s%s", a->name[c], *units ? ", " : "", units);
        heading[columns++] = title[c];
    }
    if (columns == RUN_COLUMNS) return;
    table_begin(&t, columns, heading);
    for (int64_t i = 0; i < r->count; i++) {
        table_text(&t, "%s", r->run[i].title);
        table_text(&t, "%s", r->run[i].precision);
        for (int c = 0; c < a->count; c++)
            if (a->kind[c] == QUANTITY_OF_RUN)
                table_real(&t, table_csv() ? "%.10g" : "%.6g", result_quantity(r, &r->run[i], a->name[c]).value);
    }
    table_end(&t, stdout, FIRST_TWO_LEFT);
}

static enum status print_columns(const struct result *r, const struct asked *a)
{
    int shown = 0;
    print_runs(r, a);
    for (int c = 0; c < a->count; c++) shown += a->kind[c] == QUANTITY_OF_RUN;
    for (int c = 0; c < a->count; c++) {
        if (a->kind[c] != QUANTITY_ALONG_AXES) continue;
        if (shown++) putchar('\n');
        TRY(show_sweeps(r, a->name[c]));
    }
    return ST_OK;
}

enum status show_columns(const struct result *r, const char *names)
{
    struct asked a;
    if (!strcmp(names, "list")) return quantities_list(r);
    enum status s = split(&a, r, names);
    if (s == ST_OK) s = print_columns(r, &a);
    free(a.text);
    return s;
}
