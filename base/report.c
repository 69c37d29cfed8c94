/* Collects checks of numbers against bounds, and prints them. */
#include "base/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* `items`, or a copy of twice their capacity if they are `count`; NULL if there is no memory for it. */
static void *grown(void *items, size_t count, size_t *capacity, size_t bytes)
{
    if (count < *capacity) return items;
    const size_t more = *capacity ? 2 * *capacity : 32;
    void *const copy = realloc(items, more * bytes);
    if (copy) *capacity = more;
    else fail(ST_NOMEM, "no memory for %zu numbers", more);
    return copy;
}

static enum status add(struct report *r, struct check c, const char *name, va_list ap)
{
    struct check *const items = grown(r->check, r->count, &r->capacity, sizeof *items);
    if (!items) return ST_NOMEM;
    r->check = items;
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

enum status report_figure(struct report *r, double value, const char *name, ...)
{
    struct figure *const items = grown(r->figure, r->figures, &r->figures_capacity, sizeof *items);
    va_list ap;
    if (!items) return ST_NOMEM;
    r->figure = items;
    r->figure[r->figures].value = value;
    va_start(ap, name);
    vsnprintf(r->figure[r->figures].name, sizeof r->figure->name, name, ap);
    va_end(ap);
    r->figures++;
    return ST_OK;
}

enum status report_refused(struct report *r, const char *why, const char *name, ...)
{
    struct refusal *const items = grown(r->refusal, r->refusals, &r->refusals_capacity, sizeof *items);
    va_list ap;
    if (!items) return ST_NOMEM;
    r->refusal = items;
    struct refusal *const x = &items[r->refusals++];
    snprintf(x->why, sizeof x->why, "%s", why); /* the sentence may be that of the last failure, which goes */
    va_start(ap, name);
    vsnprintf(x->name, sizeof x->name, name, ap);
    va_end(ap);
    report_line(r, "refused %s: %s", x->name, x->why);
    return ST_OK;
}

void report_line(struct report *r, const char *text, ...)
{
    char line[512];
    va_list ap;
    if (!r->line) return;
    va_start(ap, text);
    vsnprintf(line, sizeof line, text, ap);
    va_end(ap);
    r->line(line);
}

void report_free(struct report *r)
{
    free(r->check);
    free(r->figure);
    free(r->refusal);
    *r = (struct report){0};
}
