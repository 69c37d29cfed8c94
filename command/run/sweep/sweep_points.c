/* Makes the parameters of the points of a sweep, and their names. */
#include "command/run/sweep/sweep_points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digits.h"
#include "command/run/sweep/sweep_steps.h"
#include "command/run/workload/variation.h"
#include "command/run/workload/workload.h"

enum { DIGITS_MIN = 6 };

static int64_t count_of(const struct sweep_axis_params *a)
{
    return !a->key ? 1 : a->values.count ? a->values.count : a->points;
}

/* The params of a point: the configuration with the swept keys set, and the changes by the solver group. */
static enum status make_params(struct workload *w, struct job *j, struct sweep_points *s, int64_t point)
{
    const struct section *const root = config_root(w->config);
    for (int a = 0; a < 2 && s->key[a]; a++) {
        if (j->section && section_has(j->section, s->key[a]))
            return section_fault(w->config, j->section, s->key[a], "the sweep already varies it");
        char line[256];
        bool list;
        const bool whole = sweep_takes_whole(sweep_option(w->app->options, s->key[a], &list));
        char number[64];
        snprintf(number, sizeof number, whole ? "%.0f" : "%.17g", s->at[a][point]);
        const bool plain = whole || strpbrk(number, ".en");
        snprintf(line, sizeof line, "%s=%s%s%s%s", s->key[a], list ? "[" : "", number, plain ? "" : ".0",
                 list ? "]" : "");
        TRY(config_set(w->config, line));
    }
    void *const before = j->params;
    s->params[point] = calloc(1, s->inner->params_bytes);
    if (!s->params[point]) return fail(ST_NOMEM, "no memory for the points of a sweep");
    TRY(section_read(w->config, root, s->inner->options, s->params[point]));
    j->params = s->params[point];
    enum status st = variation_overlay(w, j);
    const char *key = NULL;
    if (st == ST_OK) st = app_check(s->inner, j->params, &key);
    j->params = before;
    if (st == ST_OK || !key) return st;
    char *const sentence = strdup(fail_text());
    st = fail(st, "%s: %s", key, sentence ? sentence : "");
    free(sentence);
    return st;
}

static bool takes_whole(const struct workload *w, const char *key)
{
    bool list;
    return sweep_takes_whole(sweep_option(w->app->options, key, &list));
}

static enum status allocate(const struct workload *w, struct sweep_points *s)
{
    const struct sweep_axis_params *const a = w->sweep.axis;
    const int64_t inner = count_of(&a[1]);
    s->count = count_of(&a[0]) * inner;
    if (s->count > SWEEP_POINTS_MAX)
        return section_fault(w->config, config_root(w->config), "sweep.key", "%lld points exceed the maximum %d",
                             (long long)s->count, SWEEP_POINTS_MAX);
    s->key[0] = a[0].key, s->key[1] = a[1].key;
    s->params = calloc((size_t)s->count, sizeof *s->params);
    for (int i = 0; i < 2; i++) s->at[i] = calloc((size_t)s->count, sizeof *s->at[i]);
    if (!s->params || !s->at[0] || !s->at[1]) return fail(ST_NOMEM, "no memory for %lld points", (long long)s->count);
    for (int64_t p = 0; p < s->count; p++) {
        s->at[0][p] = sweep_axis_value(&a[0], p / inner, takes_whole(w, a[0].key));
        s->at[1][p] = a[1].key ? sweep_axis_value(&a[1], p % inner, takes_whole(w, a[1].key)) : 0;
    }
    for (int i = 0; i < 2; i++) s->digits[i] = digits_that_differ(s->at[i], s->count, DIGITS_MIN);
    return ST_OK;
}

enum status sweep_make_points(struct workload *w, struct job *j)
{
    if (!w->swept) return ST_OK;
    struct sweep_points *const s = j->sweep = calloc(1, sizeof *s);
    if (!s) return fail(ST_NOMEM, "no memory for a sweep");
    s->inner = j->app;
    s->alone = w->count == 1;
    s->job = (int)(j - w->job);
    TRY(allocate(w, s));
    for (int64_t p = 0; p < s->count; p++) {
        const enum status st = make_params(w, j, s, p);
        if (st != ST_OK) return sweep_at_point(s, p, st);
    }
    s->app = sweep_app(s->inner);
    j->app = &s->app;
    return ST_OK;
}

struct sweep_points *sweep_free_points(struct sweep_points *s)
{
    for (int64_t p = 0; s && s->params && p < s->count; p++) free(s->params[p]);
    if (s) free(s->params), free(s->at[0]), free(s->at[1]);
    free(s);
    return NULL;
}

enum status sweep_accepts(const struct sweep_points *s, const struct solver *solver, const struct method *method,
                          const void *solver_options, enum space space)
{
    for (int64_t p = 0; p < s->count; p++) {
        const enum status st = s->inner->accepts(s->params[p], solver, method, solver_options, space);
        if (st != ST_OK) return sweep_at_point(s, p, st);
    }
    return ST_OK;
}
