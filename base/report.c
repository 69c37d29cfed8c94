/* Collects checks of numbers against bounds, and prints them. */
#include "base/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static enum status add(struct report *r, struct check c, const char *name, va_list ap)
{
    if (r->count == r->capacity) {
        const size_t capacity = r->capacity ? 2 * r->capacity : 32;
        struct check *const grown = realloc(r->check, capacity * sizeof *grown);
        if (!grown) return fail(ST_NOMEM, "no memory for %zu checks", capacity);
        r->check = grown, r->capacity = capacity;
    }
    vsnprintf(c.name, sizeof c.name, name, ap);
    r->check[r->count++] = c;
    if (r->said) r->said(&c);
    return ST_OK;
}

enum status report_at_most(struct report *r, double value, double limit, const char *name, ...)
{
    va_list ap;
    va_start(ap, name);
    const enum status s = add(r, (struct check){.value = value, .limit = limit, .ok = value <= limit}, name, ap);
    va_end(ap);
    return s;
}

enum status report_at_least(struct report *r, double value, double limit, const char *name, ...)
{
    va_list ap;
    va_start(ap, name);
    const enum status s =
        add(r, (struct check){.value = value, .limit = limit, .at_least = true, .ok = value >= limit}, name, ap);
    va_end(ap);
    return s;
}

void report_free(struct report *r)
{
    free(r->check);
    *r = (struct report){0};
}
