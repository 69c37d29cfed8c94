/* Warns of circumstances that make all times of two files doubtful. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/compare/gate/regression_internal.h"

static void warn(struct regression *g, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void warn(struct regression *g, const char *fmt, ...)
{
    char sentence[1024];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(sentence, sizeof sentence, fmt, ap);
    va_end(ap);
    if (g->warn) g->warn(g->context, sentence);
}

static enum status text_of(const struct result *r, const char *key, char **out)
{
    *out = NULL;
    return store_has_text(r->store, "/provenance", key) ? store_get_text(r->store, "/provenance", key, out) : ST_OK;
}

/* Files made elsewhere or by another build may differ in time for that reason. */
static enum status warn_of_places(struct regression *g, const struct result *a, const struct result *b)
{
    static const char *const key[] = {"host", "cpu", "compiler", "flags", "level", "version"};
    for (size_t i = 0; i < sizeof key / sizeof *key; i++) {
        char *x, *y;
        TRY(text_of(a, key[i], &x));
        const enum status s = text_of(b, key[i], &y);
        if (s == ST_OK && x && y && strcmp(x, y))
            warn(g, "%s was made with another %s: %s instead of %s", b->path, key[i], y, x);
        free(x);
        free(y);
        TRY(s);
    }
    return ST_OK;
}

static double threads_of(const struct result *r, const struct stored_run *run)
{
    char group[512];
    int64_t threads = 0;
    snprintf(group, sizeof group, "/runs/%s", run->name);
    return store_has_attribute(r->store, group, "threads") &&
                   store_get_int(r->store, group, "threads", &threads) == ST_OK
               ? (double)threads
               : 0;
}

/* Some steps of equal work in one round are enough; steps of unequal work must be repeated. */
static void warn_of_rounds(struct regression *g, const struct result *r)
{
    int64_t once = 0, timed = 0;
    for (int64_t i = 0; i < r->count; i++) {
        const bool known = isfinite(result_step_spread(r, &r->run[i])) || result_metric(r, &r->run[i], "rounds") > 1;
        timed += isfinite(result_step(r, &r->run[i]));
        once += isfinite(result_step(r, &r->run[i])) && !known;
    }
    if (once)
        warn(g,
             "%s: %lld of %lld runs were timed only once, so their times include disturbances; timing.seconds repeats "
             "them",
             r->path, (long long)once, (long long)timed);
}

enum status regression_doubts(struct regression *g, const struct result *a, const struct result *b)
{
    const struct stored_run *const x = &a->run[a->reference], *const y = &b->run[b->reference];
    if (!g->absolute && a->count == 1)
        warn(g, "%s has one run, so its time cannot be compared relative to another; --absolute compares seconds",
             a->path);
    if (threads_of(a, x) != threads_of(b, y))
        warn(g, "%s ran on %g threads instead of %g", b->path, threads_of(b, y), threads_of(a, x));
    warn_of_rounds(g, a);
    warn_of_rounds(g, b);
    return warn_of_places(g, a, b);
}
