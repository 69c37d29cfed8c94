/* Prints the table of runs, and JSON. */
#include "command/compare/show.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/result/answers.h"
#include "base/result/metrics.h"
#include "base/timer.h"
#include "command/compare/best.h"
#include "command/compare/show_answers.h"
#include "command/compare/show_columns.h"
#include "command/compare/show_sweep.h"
#include "command/compare/sweep.h"
#include "command/table.h"

static double phase_seconds(const struct result *r, int64_t run, enum phase p)
{
    char name[32];
    snprintf(name, sizeof name, "seconds_%s", phase_name(p));
    return result_metric(r, &r->run[run], name);
}

/* Phases that took no run of the file a thousandth of its time are left out. */
static int phases_of(const struct result *r, enum phase *out)
{
    int count = 0;
    for (enum phase p = 0; p < PHASE_COUNT; p++) {
        bool used = false;
        for (int64_t i = 0; i < r->count; i++)
            used |= phase_seconds(r, i, p) > 1e-3 * result_metric(r, &r->run[i], "seconds_total");
        if (used) out[count++] = p;
    }
    return count;
}

static const struct {
    const char *heading, *metric, *format;
    double scale;
} figures[] = {
    {"s/step", "seconds_step", "%.3g", 1},       {"speed-up", NULL, "%.2f", 1},
    {"residual", "residual", "%.1e", 1},         {"error", "error", "%.1e", 1},
    {"difference", "difference", "%.1e", 1},     {"GB/s", "gb_s", "%.1f", 1},
    {"limit", "share_of_limit", "%.0f %%", 100}, {"total s", "seconds_total", "%.3g", 1},
};
enum { FIGURES = sizeof figures / sizeof *figures };

static double figure(const struct result *r, const struct stored_run *run, int f)
{
    if (!figures[f].metric) return result_speedup(r, run);
    return figures[f].scale * result_metric(r, run, figures[f].metric);
}

/* What the columns are of: figures and phases that some run has. */
struct columns {
    bool precision; /* there are several */
    int figures, phases;
    int figure[FIGURES];
    enum phase phase[PHASE_COUNT];
};

static struct columns columns_of(const struct result *r)
{
    struct columns c = {.phases = 0};
    for (int64_t i = 1; i < r->count; i++) c.precision |= sweep_precision(r, i) != NULL;
    for (int f = 0; f < FIGURES; f++) {
        bool some = false;
        for (int64_t i = 0; i < r->count; i++) some |= !isnan(figure(r, &r->run[i], f));
        if (some) c.figure[c.figures++] = f;
    }
    c.phases = phases_of(r, c.phase);
    return c;
}

static void add_row(struct table *t, const struct result *r, int64_t i, const struct columns *c)
{
    const struct stored_run *const run = &r->run[i];
    table_text(t, "%s", best_is(r, run) ? "*" : result_doubt(r, run) ? "?" : "");
    table_text(t, "%s%s%s", run->title, run->chosen ? ", by " : "", run->chosen ? run->chosen : "");
    if (c->precision) table_text(t, "%s", run->precision);
    for (int f = 0; f < c->figures; f++) {
        const double value = figure(r, run, c->figure[f]);
        const bool slow = !figures[c->figure[f]].metric && value < 0.1; /* 0.00 would say nothing */
        table_real(t, slow ? "%.2g" : figures[c->figure[f]].format, value);
    }
    for (int p = 0; p < c->phases; p++) table_real(t, "%.3g", phase_seconds(r, i, c->phase[p]));
}

/* Of one precision; `of` names it where there are several. */
static void print_best(const struct result *r, const char *precision, const char *of)
{
    const struct stored_run *const best = best_run(r, precision), *const first = best_reference(r, precision);
    const struct stored_run *const rival = best_rival(r, best);
    if (!best) {
        say(stdout, "No run%s beyond doubt made a step that was timed.\n", of);
        return;
    }
    say(stdout, "Best%s: %s", of, best->title);
    if (best == first) say(stdout, ", the reference run");
    else if (isfinite(result_speedup(r, best) / result_speedup(r, first)))
        say(stdout, ", %.2f times as fast as %s", result_speedup(r, best) / result_speedup(r, first), first->title);
    if (rival) say(stdout, "; too close to call: %s", rival->title);
    say(stdout, ".\n");
}

static void print_verdict(const struct result *r)
{
    result_explain(r, false);
    result_warn(r, stdout, "");
    int precisions = 0;
    for (int64_t i = 0; i < r->count; i++) precisions += sweep_precision(r, i) != NULL;
    for (int64_t i = 0; i < r->count; i++) {
        const char *const precision = sweep_precision(r, i);
        char of[64] = "";
        if (precision && precisions > 1) snprintf(of, sizeof of, " in %.40s", precision);
        if (precision) print_best(r, precision, of);
    }
}

/* Why the memory bandwidth that runs on the host are held against is not known; NULL if it is. The caller frees. */
static char *limit_unknown(const struct result *r)
{
    char *reason = NULL;
    double in_caches = 0;
    if (isfinite(r->limit)) return NULL;
    if (store_has_text(r->store, "/provenance", "bandwidth_unknown"))
        store_get_text(r->store, "/provenance", "bandwidth_unknown", &reason);
    if (store_has_attribute(r->store, "/provenance", "bandwidth_in_caches"))
        store_get_real(r->store, "/provenance", "bandwidth_in_caches", &in_caches);
    if (reason) return reason;
    return strdup(in_caches == 1 ? "its measurement stayed within the caches" : "not recorded");
}

/* A limit that stands as "-" in the table, or that is too low, has a reason. */
static void explain_limit(const struct result *r)
{
    char *const reason = limit_unknown(r);
    double disturbed = 0;
    if (store_has_attribute(r->store, "/provenance", "bandwidth_disturbed"))
        store_get_real(r->store, "/provenance", "bandwidth_disturbed", &disturbed);
    if (reason) say(stdout, "limit: the memory bandwidth of the host is not known: %s\n", reason);
    else if (disturbed == 1)
        say(stdout, "limit: other work was on the cores while the memory bandwidth was measured: it is higher\n");
    free(reason);
}

static void print_title(const struct result *r)
{
    say(stdout, "%s%s: %s%s%s", table_comment(), r->path, r->app, *r->title ? ", " : "", r->title);
    if (isfinite(r->limit)) say(stdout, "; memory limit %.1f GB/s", r->limit);
    if (isfinite(r->device_limit)) say(stdout, ", of the GPU %.1f GB/s", r->device_limit);
    putchar('\n');
}

static void print_timings(const struct result *r)
{
    struct table t;
    const struct columns c = columns_of(r);
    const char *heading[TABLE_COLUMNS] = {"", "run", "precision"};
    const int keys = c.precision ? 3 : 2;
    int columns = keys;
    for (int f = 0; f < c.figures; f++) heading[columns++] = figures[c.figure[f]].heading;
    for (int p = 0; p < c.phases; p++) heading[columns++] = phase_name(c.phase[p]);
    table_begin(&t, columns, heading);
    for (int64_t i = 0; i < r->count; i++) add_row(&t, r, i, &c);
    table_end(&t, stdout, keys == 3 ? FIRST_THREE_LEFT : FIRST_TWO_LEFT);
}

/* Sentences stand beside tables for people. */
static enum status print_result(const struct result *r)
{
    print_title(r);
    if (table_aligned()) TRY(show_answers_of_runs(r));
    print_timings(r);
    if (!table_aligned()) return ST_OK;
    explain_limit(r);
    print_verdict(r);
    return ST_OK;
}

static enum status json_series(struct json *j, const struct result *r, const struct stored_run *run)
{
    char group[512];
    struct series s = {0};
    snprintf(group, sizeof group, "/runs/%s/series", run->name);
    if (store_has(r->store, group)) TRY(series_load(&s, r->store, group));
    if (series_axis(&s, 1)) {
        json_object(j, "series");
        for (int64_t c = 0; c < s.count; c++) {
            json_array(j, s.column[c].name);
            for (int64_t i = 0; i < s.column[c].count; i++) json_real(j, NULL, s.column[c].value[i]);
            json_close_array(j);
        }
        json_close_object(j);
    }
    series_free(&s);
    return ST_OK;
}

static enum status json_metrics(struct json *j, const struct result *r, const struct stored_run *run)
{
    char group[512], **names;
    int64_t count;
    snprintf(group, sizeof group, "/runs/%s/metrics", run->name);
    json_object(j, "metrics");
    if (store_has(r->store, group)) {
        TRY(store_attributes(r->store, group, &names, &count));
        for (int64_t i = 0; i < count; i++) json_real(j, names[i], result_metric(r, run, names[i]));
        store_names_free(names, count);
    }
    json_close_object(j);
    return ST_OK;
}

static enum status json_answers(struct json *j, const struct result *r, const struct stored_run *run)
{
    char group[512];
    struct answers a;
    snprintf(group, sizeof group, "/runs/%s/answers", run->name);
    TRY(answers_load(&a, r->store, group));
    json_array(j, "answers");
    for (int64_t i = 0; i < a.count; i++) {
        const struct answer *const x = &a.item[i];
        json_object(j, NULL);
        if (*x->subject) json_text(j, "subject", x->subject);
        json_text(j, "quantity", x->quantity);
        json_real(j, "value", x->value);
        json_text(j, "units", x->units);
        if (*x->place) json_text(j, "place", x->place);
        if (isfinite(x->error)) json_real(j, "error", x->error);
        json_close_object(j);
    }
    json_close_array(j);
    answers_free(&a);
    return ST_OK;
}

static enum status json_run(struct json *j, const struct result *r, const struct stored_run *run)
{
    json_object(j, NULL);
    json_text(j, "name", run->name);
    if (run->label) json_text(j, "label", run->label);
    json_text(j, "method", run->method);
    if (run->chosen) json_text(j, "chosen", run->chosen);
    json_text(j, "space", run->space);
    json_text(j, "precision", run->precision);
    json_text(j, "status", run->status);
    json_text(j, "doubt", result_doubt(r, run));
    if (run->caveats) json_text(j, "caveats", run->caveats);
    json_real(j, "speedup", result_speedup(r, run));
    TRY(json_answers(j, r, run));
    TRY(json_metrics(j, r, run));
    TRY(json_series(j, r, run));
    json_close_object(j);
    return ST_OK;
}

static enum status json_result(struct json *j, const struct result *r)
{
    json_object(j, NULL);
    json_text(j, "file", r->path);
    json_text(j, "app", r->app);
    json_text(j, "title", r->title);
    json_real(j, "limit_gb_s", r->limit);
    json_real(j, "device_limit_gb_s", r->device_limit);
    json_text(j, "reference", r->run[r->reference].name);
    const struct stored_run *const first = best_run(r, r->run[r->reference].precision);
    json_text(j, "best", first ? first->name : NULL);
    json_object(j, "best_by_precision");
    for (int64_t i = 0; i < r->count; i++) {
        const char *const precision = sweep_precision(r, i);
        const struct stored_run *const best = precision ? best_run(r, precision) : NULL;
        if (precision) json_text(j, precision, best ? best->name : NULL);
    }
    json_close_object(j);
    json_array(j, "runs");
    for (int64_t i = 0; i < r->count; i++) TRY(json_run(j, r, &r->run[i]));
    json_close_array(j);
    json_close_object(j);
    return ST_OK;
}

enum status show_results(const struct result *r, int count, const char *column, struct json *j)
{
    if (j) {
        json_object(j, NULL);
        json_array(j, "files");
        for (int i = 0; i < count; i++) TRY(json_result(j, &r[i]));
        json_close_array(j);
        json_close_object(j);
        return ST_OK;
    }
    for (int i = 0; i < count; i++) {
        if (i) putchar('\n');
        if (column) {
            TRY(show_columns(&r[i], column));
            continue;
        }
        TRY(print_result(&r[i]));
        TRY(show_sweeps(&r[i], NULL));
    }
    return ST_OK;
}
