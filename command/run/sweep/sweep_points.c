/* Reads a sweep, and makes the parameters of its points. */
#include "command/run/sweep/sweep_points.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"
#include "command/run/jobs.h"
#include "command/run/sweep/sweep_steps.h"
#include "command/run/variation.h"

enum { NAMES_MAX = 128, POINTS_MAX = 100000 };
enum { SPACING_LINEAR, SPACING_GEOMETRIC };
static const char *const spacing_words[] = {"linear", "geometric", NULL};

#define AXIS(prefix, i) \
    {prefix "key", "the key that varies", OPT_TEXT, offsetof(struct sweep_params, axis[i].key), .optional = true}, \
        {prefix "values",  "its values",  OPT_REALS, offsetof(struct sweep_params, axis[i].values), \
         .optional = true, .count_min = 1}, \
        {prefix "from",    "or the first of them", OPT_REALS, offsetof(struct sweep_params, axis[i].from), \
         .optional = true, .count_max = 1}, \
        {prefix "to",      "the last",    OPT_REALS, offsetof(struct sweep_params, axis[i].to), \
         .optional = true, .count_max = 1}, \
        {prefix "points", \
         "how many, both ends counted", \
         OPT_INT, \
         offsetof(struct sweep_params, axis[i].points), \
         0, \
         POINTS_MAX, \
         "0"}, \
    { \
        prefix "spacing", "linear; geometric", OPT_WORD, offsetof(struct sweep_params, axis[i].spacing), \
            .fallback = "\"linear\"", .words = spacing_words \
    }

const struct option sweep_table[] = {AXIS("sweep.", 0), AXIS("sweep.second.", 1), {0}};

static const char *const prefixes[2] = {"sweep", "sweep.second"};

static enum status fault(const struct workload *w, int axis, const char *key, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
static enum status fault(const struct workload *w, int axis, const char *key, const char *fmt, ...)
{
    char name[64], sentence[1024];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(sentence, sizeof sentence, fmt, ap);
    va_end(ap);
    snprintf(name, sizeof name, "%s.%s", prefixes[axis], key);
    return section_fault(w->config, config_root(w->config), name, "%s", sentence);
}

/* Numbers, alone or as what a list or a formula may be. */
static bool is_number(const struct option *o)
{
    return o->type == OPT_INT || o->type == OPT_REAL || o->type == OPT_INTS || o->type == OPT_REALS ||
           o->type == OPT_COUNT || o->type == OPT_FIELD;
}

static enum status unknown_key(const struct workload *w, int axis, const char *key)
{
    const char *names[NAMES_MAX];
    char advice[512];
    size_t count = 0;
    for (const struct option *o = w->app->options; o->key && count < NAMES_MAX; o++)
        if (is_number(o)) names[count++] = o->key;
    return fault(w, axis, "key", "'%.60s' is no number of %s%s", key, w->app->name,
                 spelling_advice(key, names, count, advice, sizeof advice));
}

static enum status check_axis(const struct workload *w, const struct sweep_axis_params *a, int axis)
{
    const struct option *const o = option_find(w->app->options, a->key);
    const bool range = a->from.count && a->to.count && a->points;
    if (!o || !is_number(o)) return unknown_key(w, axis, a->key);
    if (a->values.count && (a->from.count || a->to.count || a->points))
        return fault(w, axis, "values", "give either values, or from, to and points");
    if (!a->values.count && !range) return fault(w, axis, "key", "a sweep needs values, or from, to and points");
    if (range && a->points == 1 && *a->from.v != *a->to.v)
        return fault(w, axis, "points", "1 value leaves out to = %g: 2 or more", *a->to.v);
    if (range && a->spacing == SPACING_GEOMETRIC && !(*a->from.v > 0 && *a->to.v > 0))
        return fault(w, axis, "from", "geometric spacing goes from above 0 to above 0, not from %g to %g", *a->from.v,
                     *a->to.v);
    return ST_OK;
}

static enum status check_axes(const struct workload *w)
{
    const struct sweep_axis_params *const a = w->sweep.axis;
    if (!a[0].key && a[1].key) return fault(w, 1, "key", "a second key needs a first one: sweep.key");
    for (int i = 0; i < 2; i++)
        if (a[i].key) TRY(check_axis(w, &a[i], i));
    if (a[1].key && !strcmp(a[0].key, a[1].key)) return fault(w, 1, "key", "%s is the first key already", a[1].key);
    return ST_OK;
}

enum status sweep_read(struct workload *w, const struct section *root)
{
    const struct section *const group = section_group(root, "sweep");
    const bool there = group && section_has(group, "key");
    if (!group) return ST_OK;
    char *key = NULL;
    static const struct option first[] = {{"sweep.key", "", OPT_TEXT, 0, .optional = true}, {0}};
    if (there) TRY(section_read(w->config, root, first, &key));
    if (option_find(w->app->options, "sweep.key") && !section_group(root, "sweep.second") &&
        !(key && option_find(w->app->options, key) && !(w->app->sweeps && w->app->sweeps(key))))
        return ST_OK;
    TRY(section_read(w->config, root, sweep_table, &w->sweep));
    TRY(check_axes(w));
    w->swept = w->sweep.axis[0].key != NULL;
    if (w->swept) section_drop(root, "sweep");
    return ST_OK;
}

static int64_t count_of(const struct sweep_axis_params *a)
{
    return !a->key ? 1 : a->values.count ? a->values.count : a->points;
}

static double value_of(const struct sweep_axis_params *a, int64_t i)
{
    if (a->values.count) return a->values.v[i];
    const double from = *a->from.v, to = *a->to.v, share = a->points > 1 ? (double)i / (double)(a->points - 1) : 0;
    if (i == a->points - 1 && i > 0) return to;
    return a->spacing == SPACING_GEOMETRIC ? from * pow(to / from, share) : from + share * (to - from);
}

/* The params of a point: the configuration with the swept keys set, and what the solver group changes. */
static enum status make_params(struct workload *w, struct job *j, struct sweep_points *s, int64_t point)
{
    const struct section *const root = config_root(w->config);
    for (int a = 0; a < 2 && s->key[a]; a++) {
        if (j->section && section_has(j->section, s->key[a]))
            return section_fault(w->config, j->section, s->key[a], "the sweep varies it already");
        char line[256];
        const struct option *const o = option_find(w->app->options, s->key[a]);
        const bool list = o->type == OPT_INTS || o->type == OPT_REALS,
                   whole = o->type == OPT_INT || o->type == OPT_INTS;
        char number[64];
        snprintf(number, sizeof number, "%.17g", s->at[a][point]);
        if (whole)
            s->at[a][point] = nearbyint(s->at[a][point]), snprintf(number, sizeof number, "%.0f", s->at[a][point]);
        const bool plain = whole || o->type == OPT_COUNT || strpbrk(number, ".en");
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
    if (st == ST_OK && s->inner->check) st = s->inner->check(j->params, &key);
    j->params = before;
    if (st == ST_OK || !key) return st;
    char *const sentence = strdup(fail_text());
    st = fail(st, "%s: %s", key, sentence ? sentence : "");
    free(sentence);
    return st;
}

/* "sweep: h = 5: ..." */
static enum status at_point(const struct sweep_points *s, int64_t point, enum status st)
{
    char where[256];
    int used = snprintf(where, sizeof where, "%s = %.6g", s->key[0], s->at[0][point]);
    if (s->key[1]) snprintf(where + used, sizeof where - (size_t)used, ", %s = %.6g", s->key[1], s->at[1][point]);
    return fail_within(st, "sweep: %s: ", where);
}

static enum status allocate(const struct workload *w, struct sweep_points *s)
{
    const struct sweep_axis_params *const a = w->sweep.axis;
    const int64_t inner = count_of(&a[1]);
    s->count = count_of(&a[0]) * inner;
    if (s->count > POINTS_MAX)
        return section_fault(w->config, config_root(w->config), "sweep.key", "%lld points are more than %d",
                             (long long)s->count, POINTS_MAX);
    s->key[0] = a[0].key, s->key[1] = a[1].key;
    s->params = calloc((size_t)s->count, sizeof *s->params);
    for (int i = 0; i < 2; i++) s->at[i] = calloc((size_t)s->count, sizeof *s->at[i]);
    if (!s->params || !s->at[0] || !s->at[1]) return fail(ST_NOMEM, "no memory for %lld points", (long long)s->count);
    for (int64_t p = 0; p < s->count; p++) {
        s->at[0][p] = value_of(&a[0], p / inner);
        s->at[1][p] = a[1].key ? value_of(&a[1], p % inner) : 0;
    }
    return ST_OK;
}

enum status sweep_make_points(struct workload *w, struct job *j)
{
    if (!w->swept) return ST_OK;
    struct sweep_points *const s = j->sweep = calloc(1, sizeof *s);
    if (!s) return fail(ST_NOMEM, "no memory for a sweep");
    s->inner = j->app;
    s->alone = w->count == 1;
    TRY(allocate(w, s));
    for (int64_t p = 0; p < s->count; p++) {
        const enum status st = make_params(w, j, s, p);
        if (st != ST_OK) return at_point(s, p, st);
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
        if (st != ST_OK) return at_point(s, p, st);
    }
    return ST_OK;
}
