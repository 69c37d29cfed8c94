/* Looks up numbers of runs by their names. */
#include "command/compare/result/quantity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/spelling.h"
#include "command/compare/result/result_kept.h"

static struct quantity none(void)
{
    return (struct quantity){.value = (double)NAN};
}

static void group_of(const struct stored_run *run, const char *member, char *out, size_t size)
{
    snprintf(out, size, "/runs/%s/%s", run->name, member);
}

/* The units of a metric, by its name. */
static const char *metric_units(const char *name)
{
    static const struct {
        const char *part, *units;
    } known[] = {{"seconds", "s"}, {"bytes", "B"}, {"gb_s", "GB/s"}, {"gflop_s", "GFlop/s"}};
    for (size_t i = 0; i < sizeof known / sizeof *known && !strstr(name, "spread"); i++)
        if (strstr(name, known[i].part)) return known[i].units;
    return "";
}

static struct quantity of_answers(const struct result *r, const struct stored_run *run, const char *name)
{
    struct quantity q = none();
    const struct answers *a;
    if (result_answers(r, run, &a) != ST_OK) return q;
    const struct answer *const x = answers_named(a, name);
    if (x) q.value = x->value, snprintf(q.units, sizeof q.units, "%s", x->units);
    return q;
}

static struct quantity of_series(const struct result *r, const struct stored_run *run, const char *name)
{
    struct quantity q = none();
    const struct series *s;
    if (result_series(r, run, &s) != ST_OK) return q;
    const struct column *const c = series_column(s, name);
    if (c && c->count && !series_axis(s, 1)) {
        q.value = c->value[c->count - 1];
        snprintf(q.units, sizeof q.units, "%s", c->units);
    }
    return q;
}

struct quantity result_quantity(const struct result *r, const struct stored_run *run, const char *name)
{
    struct quantity q = of_answers(r, run, name);
    if (!isnan(q.value)) return q;
    if (!strcmp(name, "speedup")) return (struct quantity){.value = result_speedup(r, run)};
    if (!strcmp(name, "longer"))
        return (struct quantity){.value = 100 * (1 / result_speedup(r, run) - 1), .units = "%"};
    q = (struct quantity){.value = result_metric(r, run, name)};
    snprintf(q.units, sizeof q.units, "%s", metric_units(name));
    return isnan(q.value) ? of_series(r, run, name) : q;
}

bool quantity_is_effort(const char *name)
{
    static const char *const of[] = {"iterations", "seconds", "seconds_step", "speedup", "longer"};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (!strcmp(name, of[i])) return true;
    return false;
}

static bool has_axis_column(const struct result *r, const struct stored_run *run, const char *name)
{
    const struct series *s;
    if (result_series(r, run, &s) != ST_OK) return false;
    const bool derived = !strcmp(name, "speedup") || !strcmp(name, "longer"); /* of the times */
    return series_axis(s, 1) && series_column(s, derived ? "seconds" : name);
}

enum quantity_kind result_has(const struct result *r, const char *name)
{
    for (int64_t i = 0; i < r->count; i++)
        if (has_axis_column(r, &r->run[i], name)) return QUANTITY_ALONG_AXES;
    for (int64_t i = 0; i < r->count; i++)
        if (!isnan(result_quantity(r, &r->run[i], name).value)) return QUANTITY_OF_RUN;
    return QUANTITY_NONE;
}

/* The names of a run, one after the other: answers, columns of the series, metrics. */
struct names {
    char **item;
    int64_t count;
};

static enum status add(struct names *n, const char *name)
{
    char **const grown = realloc(n->item, (size_t)(n->count + 1) * sizeof *grown);
    if (!grown) return fail(ST_NOMEM, "no memory for the names of columns");
    n->item = grown;
    n->item[n->count] = strdup(name);
    return n->item[n->count] ? (n->count++, ST_OK) : fail(ST_NOMEM, "no memory for the names of columns");
}

static enum status add_answers(struct names *n, const struct result *r, const struct stored_run *run)
{
    const struct answers *a;
    TRY(result_answers(r, run, &a));
    for (int64_t i = 0; i < a->count; i++) TRY(add(n, a->item[i].name));
    return ST_OK;
}

static enum status add_members(struct names *n, const struct result *r, const struct stored_run *run,
                               const char *member,
                               enum status (*list)(struct store *s, const char *group, char ***names, int64_t *count))
{
    char group[512], **found;
    int64_t count;
    group_of(run, member, group, sizeof group);
    if (!store_has(r->store, group)) return ST_OK;
    TRY(list(r->store, group, &found, &count));
    enum status s = ST_OK;
    for (int64_t i = 0; i < count && s == ST_OK; i++) s = add(n, found[i]);
    store_names_free(found, count);
    return s;
}

static enum status list_names(const struct result *r, struct names *answers, struct names *series,
                              struct names *metrics)
{
    const struct stored_run *const run = &r->run[r->reference];
    TRY(add_answers(answers, r, run));
    TRY(add_members(series, r, run, "series", store_members));
    return add_members(metrics, r, run, "metrics", store_attributes);
}

static void print_names(const struct names *n, const char *what)
{
    for (int64_t i = 0; i < n->count; i++) say(stdout, "%s%s", i ? ", " : what, n->item[i]);
    if (n->count) putchar('\n');
}

static void names_free(struct names *n)
{
    for (int64_t i = 0; i < n->count; i++) free(n->item[i]);
    free(n->item);
}

enum status quantities_list(const struct result *r)
{
    struct names answers = {0}, series = {0}, metrics = {0};
    const enum status s = list_names(r, &answers, &series, &metrics);
    if (s == ST_OK) {
        print_names(&answers, "answers: ");
        print_names(&series, "series:  ");
        print_names(&metrics, "metrics: ");
        say(stdout, "derived: speedup, longer\n");
    }
    names_free(&answers), names_free(&series), names_free(&metrics);
    return s;
}

enum status quantity_unknown(const struct result *r, const char *name)
{
    struct names all = {0};
    char advice[1536];
    enum status s = add_answers(&all, r, &r->run[r->reference]);
    if (s == ST_OK) s = add_members(&all, r, &r->run[r->reference], "series", store_members);
    if (s == ST_OK) s = add_members(&all, r, &r->run[r->reference], "metrics", store_attributes);
    if (s == ST_OK)
        s = fail(ST_CONFIG, "--column: no column '%s'%s", name,
                 spelling_advice(name, (const char *const *)all.item, (size_t)all.count, advice, sizeof advice));
    names_free(&all);
    return s;
}
