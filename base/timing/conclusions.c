/* Keeps the rows of conclusions in a list that grows. */
#include "base/timing/conclusions.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum status conclusion_begin(struct conclusions *f, const char *table)
{
    if (f->count == f->capacity) {
        const int capacity = f->capacity ? 2 * f->capacity : 32;
        void *const grown = realloc(f->row, (size_t)capacity * sizeof *f->row);
        if (!grown) return fail(ST_NOMEM, "no memory for %d rows", capacity);
        f->row = grown, f->capacity = capacity;
    }
    f->row[f->count++] = (struct conclusion){.table = table};
    return ST_OK;
}

static void put(struct conclusions *f, const char *key, char *text, double value)
{
    struct conclusion *const last = &f->row[f->count - 1];
    assert(last->cells < CONCLUSION_CELLS);
    last->cell[last->cells].key = key, last->cell[last->cells].text = text;
    last->cell[last->cells++].value = value;
}

void conclusion_text(struct conclusions *f, const char *key, const char *text)
{
    put(f, key, strdup(text), (double)NAN);
}

void conclusion_print(struct conclusions *f, const char *key, const char *fmt, ...)
{
    char text[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    conclusion_text(f, key, text);
}

void conclusion_real(struct conclusions *f, const char *key, double value)
{
    put(f, key, NULL, value);
}

void conclusions_free(struct conclusions *f)
{
    for (int i = 0; i < f->count; i++)
        for (int c = 0; c < f->row[i].cells; c++) free(f->row[i].cell[c].text);
    free(f->row);
    *f = (struct conclusions){0};
}
