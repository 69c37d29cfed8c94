/* Prints the table of runs. */
#include "command/compare/show/show.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/timer.h"
#include "command/compare/result/best.h"
#include "command/compare/show/show_answers.h"
#include "command/compare/show/show_columns.h"
#include "command/compare/show/show_json.h"
#include "command/compare/show/show_published.h"
#include "command/compare/show/show_sweep.h"
#include "command/compare/sweep/sweep.h"
#include "command/terminal/table.h"

static double phase_seconds(const struct result *r, int64_t run, enum phase p)
{
    char name[32];
    snprintf(name, sizeof name, "seconds_%s", phase_name(p));
    return result_metric(r, &r->run[run], name);
}

/* Phases that took less than a thousandth of the time in every run are left out. */
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

/* The unit is in the heading where cells must be numbers. */
static bool bare(int f)
{
    return table_csv() && figures[f].scale == 100;
}

static const char *heading_of(int f)
{
    return bare(f) ? "limit, %" : figures[f].heading;
}

static const char *format_of(int f)
{
    return bare(f) ? "%.0f" : figures[f].format;
}

static double figure(const struct result *r, const struct stored_run *run, int f)
{
    if (!figures[f].metric) return result_speedup(r, run);
    if (!strcmp(figures[f].metric, "seconds_step")) return result_step(r, run);
    return figures[f].scale * result_metric(r, run, figures[f].metric);
}

/* The columns of the table: figures and phases that some run has. */
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
        const bool slow = !figures[c->figure[f]].metric && value < 0.1; /* 0.00 would not be informative */
        table_real(t, slow ? "%.2g" : format_of(c->figure[f]), value);
    }
    for (int p = 0; p < c->phases; p++) table_real(t, "%.3g", phase_seconds(r, i, c->phase[p]));
}

/* Prints the best run of one precision; `of` names it where there are several. */
static void print_best(const struct result *r, const char *precision, const char *of)
{
    const struct stored_run *const best = best_run(r, precision), *const first = best_reference(r, precision);
    const struct stored_run *const rival = best_rival(r, best);
    if (!best) {
        say(stdout, "No run%s beyond doubt has a timed step.\n", of);
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

/* The reason why the memory bandwidth, the limit of runs on the host, is not known; NULL if it is known. The caller
 * frees. */
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
    return strdup(in_caches == 1 ? "its measurement stayed within the caches; bandstand doctor measures it with larger "
                                   "arrays, for all runs of the next day"
                                 : "not recorded");
}

/* A limit that is "-" in the table, or that is too low, has a reason. */
static void explain_limit(const struct result *r)
{
    char *const reason = limit_unknown(r);
    double disturbed = 0;
    if (store_has_attribute(r->store, "/provenance", "bandwidth_disturbed"))
        store_get_real(r->store, "/provenance", "bandwidth_disturbed", &disturbed);
    if (reason) say(stdout, "limit: the memory bandwidth of the host is not known: %s\n", reason);
    else if (disturbed == 1)
        say(stdout,
            "limit: other work was on the cores while the memory bandwidth was measured: the true limit is higher\n");
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
    const char *heading[TABLE_COLUMNS] = {table_csv() ? "mark" : "", "run", "precision"};
    const int keys = c.precision ? 3 : 2;
    int columns = keys;
    for (int f = 0; f < c.figures; f++) heading[columns++] = heading_of(c.figure[f]);
    for (int p = 0; p < c.phases; p++) heading[columns++] = phase_name(c.phase[p]);
    table_begin(&t, columns, heading);
    for (int64_t i = 0; i < r->count; i++) add_row(&t, r, i, &c);
    table_end(&t, stdout, keys == 3 ? FIRST_THREE_LEFT : FIRST_TWO_LEFT);
}

/* Sentences accompany tables for people. */
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
    for (int i = 0; i < count; i++) TRY(show_sweeps_check(&r[i]));
    for (int i = 0; i < count; i++) {
        if (i) putchar('\n');
        if (column) {
            TRY(show_columns(&r[i], column));
            continue;
        }
        TRY(print_result(&r[i]));
        TRY(show_sweeps(&r[i], NULL));
        TRY(show_published(&r[i]));
    }
    return ST_OK;
}
