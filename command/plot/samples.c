/* Collects the samples of all runs. */
#include "command/plot/samples.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct column *column_of(const struct series *s, const char *name)
{
    for (int64_t c = 0; c < s->count; c++)
        if (strcmp(s->column[c].name, name) == 0) return &s->column[c];
    return NULL;
}

static void widen_flat(struct range *r)
{
    const double visible = 1e-4 * fmax(fabs(r->min), fabs(r->max)), missing = visible - (r->max - r->min);
    r->flat = missing > 0;
    if (!r->flat) return;
    r->min -= 0.5 * missing;
    r->max += 0.5 * missing;
}

struct range range_of(const struct series *series, int count, const char *name)
{
    struct range r = {(double)INFINITY, -(double)INFINITY, false, false};
    double logs = 0, samples = 0;
    for (int s = 0; s < count; s++) {
        const struct column *const y = column_of(&series[s], name);
        for (int64_t i = 0; y && i < y->count; i++) {
            if (!isfinite(y->value[i])) continue;
            r.min = fmin(r.min, y->value[i]);
            r.max = fmax(r.max, y->value[i]);
            logs += log10(fabs(y->value[i]));
            samples++;
        }
    }
    r.decades = r.min > 0 && log10(r.max) - logs / samples > 1.5;
    widen_flat(&r);
    return r;
}

/* Would lines of these lie on each other in a picture? */
static bool looks_alike(const struct column *a, const struct column *b, const struct range r)
{
    const double visible = 0.003;
    if (!b || a->count != b->count) return false;
    const double height = r.decades ? log(r.max / r.min) : r.max - r.min;
    for (int64_t i = 0; i < a->count; i++) {
        const double apart = r.decades ? log(b->value[i] / a->value[i]) : b->value[i] - a->value[i];
        if (!(fabs(apart) <= visible * height) && a->value[i] != b->value[i]) return false;
    }
    return true;
}

static bool all_alike(const struct series *a, const struct series *b)
{
    for (int64_t c = 0; c < a->count; c++) {
        const char *const name = a->column[c].name;
        if (!looks_alike(&a->column[c], column_of(b, name), range_of(a, 1, name))) return false;
    }
    return true;
}

void samples_free(struct samples *s)
{
    for (int i = 0; i < s->count; i++) series_free(&s->series[i]);
    free(s->series);
    free(s->run);
}

static enum status load_run(struct samples *s, const struct result *r, const struct stored_run *run)
{
    char group[512];
    struct series *const here = &s->series[s->count];
    snprintf(group, sizeof group, "/runs/%s/series", run->name);
    if (!store_has(r->store, group)) return ST_OK;
    TRY(series_load(here, r->store, group));
    if (series_axis(here, 1)) return series_free(here), ST_OK; /* points, not samples of one thing */
    const bool alike = s->count > 0 && all_alike(&s->series[0], here);
    s->alike += alike;
    if (here->count > 0 && !alike) s->run[s->count++] = run;
    else series_free(here);
    return ST_OK;
}

enum status samples_load(struct samples *s, const struct result *r)
{
    *s = (struct samples){.series = calloc((size_t)r->count, sizeof *s->series),
                          .run = calloc((size_t)r->count, sizeof *s->run)};
    if (!s->series || !s->run) return fail(ST_NOMEM, "no memory for the samples of %s", r->path);
    for (int64_t i = 0; i < r->count; i++) TRY(load_run(s, r, &r->run[i]));
    if (s->count > 0) samples_order(&s->series[0], r);
    return ST_OK;
}
