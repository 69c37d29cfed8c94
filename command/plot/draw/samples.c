/* Collects columns of the series of all runs. */
#include "command/plot/draw/samples.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void widen_flat(struct range *r)
{
    const double visible = 1e-4 * fmax(fabs(r->min), fabs(r->max)), missing = visible - (r->max - r->min);
    r->flat = missing > 0;
    if (!r->flat) return;
    r->min -= 0.5 * missing;
    r->max += 0.5 * missing;
}

/* Convergence is on average much below its largest value. */
static bool spans_decades(double min, double max, double mean_log)
{
    const double below = log10(max) - mean_log;
    return min > 0 && (below > 1.5 || (below > 0.8 && max / min >= 1e3));
}

struct range range_of(const struct column *y)
{
    struct range r = {(double)INFINITY, -(double)INFINITY, false, false};
    double logs = 0, samples = 0;
    for (int64_t i = 0; i < y->count; i++) {
        if (!isfinite(y->value[i])) continue;
        r.min = fmin(r.min, y->value[i]);
        r.max = fmax(r.max, y->value[i]);
        logs += log10(fabs(y->value[i]));
        samples++;
    }
    r.decades = spans_decades(r.min, r.max, logs / samples);
    widen_flat(&r);
    return r;
}

struct range range_join(struct range a, struct range b)
{
    if (!(a.max >= a.min)) return b;
    if (!(b.max >= b.min)) return a;
    struct range r = {.min = fmin(a.min, b.min), .max = fmax(a.max, b.max)};
    r.decades = r.min > 0 && (a.decades || b.decades || (a.max > 0 && fmax(a.max / b.max, b.max / a.max) >= 1e3));
    r.flat = a.flat && b.flat && r.max - r.min <= 1.5e-4 * fmax(fabs(r.min), fabs(r.max));
    return r;
}

/* Would lines of these lie on each other in a picture? */
static bool looks_alike(const struct column *a, const struct column *b)
{
    const double visible = 0.003;
    if (!a || !b || a->count != b->count) return a == b;
    const struct range r = range_of(a);
    const double height = r.decades ? log(r.max / r.min) : r.max - r.min;
    for (int64_t i = 0; i < a->count; i++) {
        const double apart = r.decades ? log(b->value[i] / a->value[i]) : b->value[i] - a->value[i];
        const bool same = a->value[i] == b->value[i] || (isnan(a->value[i]) && isnan(b->value[i]));
        if (!(fabs(apart) <= visible * height) && !same) return false;
    }
    return true;
}

static bool all_alike(const struct series *a, const struct series *b, const struct wanted *w)
{
    for (int i = 0; i < w->count; i++)
        if (!looks_alike(series_column(a, w->name[i]), series_column(b, w->name[i]))) return false;
    return true;
}

void samples_free(struct samples *s)
{
    for (int i = 0; s->series && i < s->count; i++) series_free(&s->series[i]);
    free(s->series);
    free(s->run);
    *s = (struct samples){0};
}

static enum status load(struct series *s, const struct result *r, const struct stored_run *run, bool along)
{
    char group[512];
    snprintf(group, sizeof group, "/runs/%s/series", run->name);
    *s = (struct series){0};
    if (!store_has(r->store, group)) return ST_OK;
    TRY(series_load(s, r->store, group));
    if ((series_axis(s, 1) != NULL) != along) series_free(s);
    return ST_OK;
}

static enum status load_run(struct samples *s, const struct result *r, const struct stored_run *run, bool along,
                            const struct wanted *w)
{
    struct series *const here = &s->series[s->count];
    TRY(load(here, r, run, along));
    const bool alike = here->count > 0 && s->count > 0 && all_alike(&s->series[0], here, w);
    s->alike += alike;
    if (here->count > 0 && !alike) s->run[s->count++] = run;
    else series_free(here);
    return ST_OK;
}

enum status samples_reference(struct series *s, const struct result *r, bool along)
{
    *s = (struct series){0};
    for (int64_t i = 0; i < r->count && !s->count; i++) TRY(load(s, r, &r->run[i], along));
    if (s->count && !along) samples_order(s, r);
    return ST_OK;
}

enum status samples_load(struct samples *s, const struct result *r, bool along, const struct wanted *w)
{
    *s = (struct samples){.series = calloc((size_t)r->count, sizeof *s->series),
                          .run = calloc((size_t)r->count, sizeof *s->run)};
    if (!s->series || !s->run) return fail(ST_NOMEM, "no memory for the samples of %s", r->path);
    for (int64_t i = 0; i < r->count; i++) TRY(load_run(s, r, &r->run[i], along, w));
    return ST_OK;
}
