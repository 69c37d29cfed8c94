/* Compares the times of two runs: those of a quiet machine, as far as it was one, relative to the reference run of
 * their own file, or as they are. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/compare/regression_internal.h"

/* What a step takes while nothing else runs: files of before rounds have one value. */
static double quiet_step(const struct result *r, const struct stored_run *run)
{
    const double quiet = result_metric(r, run, "seconds_step_quiet");
    return isfinite(quiet) ? quiet : result_metric(r, run, "seconds_step");
}

/* Times of one file are only compared with each other, unless asked for: another machine is no regression. */
static double time_of(const struct regression *g, const struct result *r, const struct stored_run *run)
{
    return quiet_step(r, run) / (g->absolute ? 1 : quiet_step(r, &r->run[r->reference]));
}

/* Of the rounds of both files; NaN: one has no more than one round. */
static double spread_of(const struct pair *p)
{
    return result_metric(p->a, p->run_a, "seconds_step_spread") + result_metric(p->b, p->run_b, "seconds_step_spread");
}

void regression_time(const struct pair *p)
{
    const double a = time_of(p->gate, p->a, p->run_a), b = time_of(p->gate, p->b, p->run_b), ratio = b / a;
    p->gate->compared++;
    if (p->gate->ratio) p->gate->ratio(p->gate->context, p->b, p->run_b, ratio, spread_of(p));
    if (ratio <= p->gate->max_slowdown) return;
    const struct difference d = {.kind = "time", .place = "seconds_step", .was = a, .is = b};
    if (p->gate->absolute)
        differ(p, &d, "%s: %s slowed down %.3g times (%g allowed): a step takes %.3g s, in %s %.3g s", p->b->path,
               p->run_b->name, ratio, p->gate->max_slowdown, b, p->a->path, a);
    else
        differ(p, &d,
               "%s: %s slowed down %.3g times (%g allowed): a step takes %.3g of its reference run's, in %s %.3g",
               p->b->path, p->run_b->name, ratio, p->gate->max_slowdown, b, p->a->path, a);
}

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
    static const char *const key[] = {"host", "cpu", "compiler", "flags", "version"};
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

/* Runs of both files have rounds to choose from, or the seconds of one step taken once are all there is. */
static void warn_of_rounds(struct regression *g, const struct result *r)
{
    int64_t once = 0, timed = 0;
    for (int64_t i = 0; i < r->count; i++) {
        timed += isfinite(result_metric(r, &r->run[i], "seconds_step"));
        once += isfinite(result_metric(r, &r->run[i], "seconds_step")) && !(result_metric(r, &r->run[i], "rounds") > 1);
    }
    if (once)
        warn(g,
             "%s: %lld of %lld runs were timed once, so what disturbed them is in their times; timing.seconds repeats "
             "them",
             r->path, (long long)once, (long long)timed);
}

enum status regression_check_times(struct regression *g, const struct result *a, const struct result *b)
{
    const struct stored_run *const x = &a->run[a->reference], *const y = &b->run[b->reference];
    if (!g->absolute && a->count == 1)
        warn(g, "%s has one run, whose time is compared with nothing; --absolute compares seconds", a->path);
    if (threads_of(a, x) != threads_of(b, y))
        warn(g, "%s ran on %g threads instead of %g", b->path, threads_of(b, y), threads_of(a, x));
    warn_of_rounds(g, a);
    warn_of_rounds(g, b);
    return warn_of_places(g, a, b);
}
