/* Reads the keys of a sweep, and checks that they are valid for the application. */
#include "command/run/sweep/sweep_points.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/spelling.h"
#include "command/run/workload/workload.h"

enum { NAMES_MAX = 128 };
static const double WHOLE_MAX = 9007199254740992; /* 2^53: from here on double has gaps */
static const char *const spacing_words[] = {"linear", "geometric", NULL};

#define AXIS(prefix, i) \
    {prefix "key", "the key that varies", OPT_TEXT, offsetof(struct sweep_params, axis[i].key), .optional = true}, \
        {prefix "values",  "its values",  OPT_REALS, offsetof(struct sweep_params, axis[i].values), \
         .optional = true, .count_min = 1}, \
        {prefix "from",    "or the first value of a range", \
         OPT_REALS,        offsetof(struct sweep_params, axis[i].from), \
         .optional = true, .count_max = 1}, \
        {prefix "to",      "the last",    OPT_REALS, offsetof(struct sweep_params, axis[i].to), \
         .optional = true, .count_max = 1}, \
        {prefix "points", \
         "number of values, with both ends", \
         OPT_INT, \
         offsetof(struct sweep_params, axis[i].points), \
         0, \
         SWEEP_POINTS_MAX, \
         "0"}, \
    { \
        prefix "spacing", "linear: equal steps; geometric: equal ratios", OPT_WORD, \
            offsetof(struct sweep_params, axis[i].spacing), .default_value = "\"linear\"", .words = spacing_words \
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

/* The row of a key that solver groups of the application may have, for some method; NULL: there is none. */
static const struct option *group_row(const struct workload *w, const char *key)
{
    const struct option *row = option_find(choice_table, key);
    for (size_t i = 0; i < precision_double->solver_count() && !row; i++) {
        const struct solver *const s = precision_double->solver_at(i);
        struct option_part part[OPTION_PARTS];
        const int parts = w->app->kinds & kind_bit(s->kind) ? precision_double->solver_options(s, part) : 0;
        for (int k = 0; k < parts && !row; k++) row = part[k].table ? option_find(part[k].table, key) : NULL;
    }
    for (const struct method *m = w->app->own; m && m->name && !row; m++)
        if (m->options) row = option_find(m->options, key);
    return row && sweep_is_number(row) && !sweep_is_list(row) ? row : NULL;
}

static enum status unknown_key(const struct workload *w, int axis, const char *key)
{
    const char *names[NAMES_MAX];
    char advice[512];
    size_t count = 0;
    for (const struct option *o = w->app->options; o->key && count < NAMES_MAX; o++)
        if (sweep_is_number(o)) names[count++] = o->key;
    return fault(w, axis, "key", "'%.60s' is not a number of %s%s", key, w->app->name,
                 spelling_advice(key, names, count, advice, sizeof advice));
}

/* Given values are taken as they are; between the ends of a range they are rounded, each to a different number. */
static enum status check_whole(const struct workload *w, const struct sweep_axis_params *a, int axis)
{
    const struct {
        const char *key;
        const struct reals *numbers;
    } given[] = {{"values", &a->values}, {"from", &a->from}, {"to", &a->to}};
    for (int g = 0; g < 3; g++)
        for (int64_t i = 0; i < given[g].numbers->count; i++) {
            const double v = given[g].numbers->v[i];
            if (v != nearbyint(v) || fabs(v) >= WHOLE_MAX)
                return fault(w, axis, given[g].key, "%.15g: %s takes integers%s", v, a->key,
                             v == nearbyint(v) ? " below 2^53" : "");
        }
    for (int64_t i = 1; !a->values.count && i < a->points; i++)
        if (sweep_axis_value(a, i, true) == sweep_axis_value(a, i - 1, true))
            return fault(w, axis, "points", "%s takes integers, and %lld from %.15g to %.15g repeat %.0f", a->key,
                         (long long)a->points, *a->from.v, *a->to.v, sweep_axis_value(a, i, true));
    return ST_OK;
}

/* Numbers without their key. */
static enum status check_keyless(const struct workload *w, const struct sweep_axis_params *a, int axis)
{
    const char *const given = a->values.count ? "values" : a->from.count ? "from" : a->to.count ? "to" : "points";
    if (!a->values.count && !a->from.count && !a->to.count && !a->points) return ST_OK;
    return fault(w, axis, given, "needs %s.key, the number that varies", prefixes[axis]);
}

static enum status check_axis(const struct workload *w, const struct sweep_axis_params *a, int axis)
{
    bool list;
    const struct option *o = sweep_option(w->app->options, a->key, &list);
    if (!o) o = group_row(w, a->key);
    const bool range = a->from.count && a->to.count && a->points;
    if (!o) return unknown_key(w, axis, a->key);
    if (a->values.count && (a->from.count || a->to.count || a->points))
        return fault(w, axis, "values", "give either values, or from, to and points");
    if (!a->values.count && !range) return fault(w, axis, "key", "a sweep needs values, or from, to and points");
    if (range && a->points == 1 && *a->from.v != *a->to.v)
        return fault(w, axis, "points", "must be 2 or more: 1 value leaves out to = %g", *a->to.v);
    if (range && a->spacing == SWEEP_GEOMETRIC && !(*a->from.v > 0 && *a->to.v > 0))
        return fault(w, axis, "from", "geometric spacing needs both ends above 0, not %g to %g", *a->from.v, *a->to.v);
    return sweep_takes_whole(o) ? check_whole(w, a, axis) : ST_OK;
}

bool sweep_is_of_groups(const struct workload *w, const char *key)
{
    bool list;
    return !sweep_option(w->app->options, key, &list) && group_row(w, key);
}

static enum status check_axes(const struct workload *w)
{
    const struct sweep_axis_params *const a = w->sweep.axis;
    if (!a[0].key && a[1].key) return fault(w, 1, "key", "a second key needs a first one, sweep.key");
    for (int i = 0; i < 2; i++) TRY(a[i].key ? check_axis(w, &a[i], i) : check_keyless(w, &a[i], i));
    if (a[0].key && a[1].key && sweep_is_of_groups(w, a[0].key) != sweep_is_of_groups(w, a[1].key))
        return fault(w, 1, "key", "%s and %s: one is a key of solver groups, the other is not", a[0].key, a[1].key);
    if (a[1].key && !strcmp(a[0].key, a[1].key)) return fault(w, 1, "key", "%s is already the first key", a[1].key);
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
    const bool theirs = w->app->sweeps && key && w->app->sweeps(key);
    const bool ours = key && (sweep_is_of_groups(w, key) || (option_find(w->app->options, key) && !theirs));
    if (option_find(w->app->options, "sweep.key") && !section_group(root, "sweep.second") && !ours) return ST_OK;
    TRY(section_read(w->config, root, sweep_table, &w->sweep));
    TRY(check_axes(w));
    w->swept = w->sweep.axis[0].key != NULL;
    w->lists = w->swept && sweep_is_of_groups(w, w->sweep.axis[0].key);
    w->sweep_line = section_line(root, "sweep.key");
    if (w->swept) section_remove(root, "sweep");
    w->swept &= !w->lists;
    return ST_OK;
}

void sweep_help(FILE *out, const struct option *own)
{
    struct option row[sizeof sweep_table / sizeof *sweep_table] = {{0}};
    size_t count = 0;
    for (const struct option *o = sweep_table; o->key; o++)
        if (!option_find(own, o->key)) row[count++] = *o;
    if (option_find(own, "sweep.key"))
        fprintf(out,
                "A sweep over two numbers as a grid, or over one that the application's own sweep does not vary, which "
                "has the\nkeys of that and at most %d values:\n",
                SWEEP_POINTS_MAX);
    else fputs("A sweep over one number of the application, or over two as a grid:\n", out);
    options_help(out, row);
}
