/* Collects cells, then prints them in aligned columns. */
#include "command/table.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"

void table_begin(struct table *t, int columns, const char *const *heading)
{
    *t = (struct table){.columns = columns};
    for (int c = 0; c < columns; c++) table_text(t, "%s", heading[c]);
}

void table_text(struct table *t, const char *fmt, ...)
{
    if (t->cells == t->capacity) {
        const int capacity = t->capacity ? 2 * t->capacity : 256;
        void *const grown = realloc(t->cell, (size_t)capacity * sizeof *t->cell);
        if (!grown) return;
        t->cell = grown;
        t->capacity = capacity;
    }
    va_list ap;
    va_start(ap, fmt);
    char *text;
    if (vasprintf(&text, fmt, ap) >= 0 && (t->cell[t->cells] = printable_of(text))) t->cells++;
    va_end(ap);
}

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
void table_real(struct table *t, const char *fmt, double value)
{
    table_text(t, isnan(value) ? "-" : fmt, value);
}

void table_end(struct table *t, FILE *out, int left)
{
    int width[TABLE_COLUMNS] = {0};
    for (int i = 0; i < t->cells; i++) {
        const int length = (int)strlen(t->cell[i]), c = i % t->columns;
        if (length > width[c]) width[c] = length;
    }
    for (int i = 0; i < t->cells; i++) {
        const int c = i % t->columns;
        const bool last = c == t->columns - 1;
        if (c < left && last) fputs(t->cell[i], out);
        else fprintf(out, "%*s", c < left ? -width[c] : width[c], t->cell[i]);
        fputs(last ? "\n" : "  ", out);
        free(t->cell[i]);
    }
    free(t->cell);
    *t = (struct table){0};
}
