/* The table of columns: their names and units, the rows of the series, the metrics of a run. */
#include "apps/cloudqueue/columns.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/either_precision.h"

/* Units: NULL of time, "/" per unit of time. */
static const struct {
    const char *name, *units;
    enum status (*put)(struct series *s, const char *name, const char *units, double value); /* NULL: only a metric */
    const char *metric;                                                                      /* or NULL */
    enum { LAST, MIN, MAX } of; /* the metric is the value of the last chain, or the least or largest of all */
} columns[WAIT_AT] = {
    [SECONDS] = {"seconds", "s", series_put_measured, NULL},
    [SECONDS_MIN] = {"seconds_min", "s", series_put_measured, NULL},
    [SECONDS_ASSEMBLE] = {"seconds_assemble", "s", series_put_measured, NULL},
    [ITERATIONS] = {"iterations", "", series_put, "iterations"},
    [CONVERGED] = {"converged", "", series_put, "converged", MIN},
    [CERTAIN] = {"certain", "", series_put, "certain", MIN},
    [ERROR_BOUND] = {"error_bound", "", series_put_measured, "error_bound", MAX},
    [CONDITION] = {"condition", "", NULL, "condition", MAX},
    [RESIDUAL] = {"residual", "", series_put, "residual", MAX},
    [RESIDUAL_BOUND] = {"residual_bound", "", NULL, "residual_bound", MAX},
    [STATES] = {"states", "", series_put, "states"},
    [TRANSIENT] = {"transient", "", series_put, NULL},
    [ENTRIES] = {"entries", "", series_put, "entries"},
    [BYTES_MATRIX] = {"bytes_matrix", "B", series_put, "bytes_matrix"},
    [BYTES_SCRATCH] = {"bytes_scratch", "B", series_put, "bytes_scratch"},
    [ERROR] = {"error", "", series_put, "error", MAX},
    [BALANCE] = {"worst_balance", "", series_put, "worst_balance", MAX},
    [MASS] = {"mass_off", "", series_put, NULL},
    [LAMBDA] = {"arrivals", "/", series_put, NULL},
    [MEAN_PENDING] = {"mean_pending", "tasks", series_put, "mean_pending"},
    [MEAN_ON] = {"mean_on", "servers", series_put, "mean_on"},
    [UTILISATION] = {"utilisation", "", series_put, "utilisation"},
    [BLOCKING] = {"blocking", "", series_put, "blocking"},
    [LOST] = {"lost", "", series_put, "lost"},
    [CUT_ABOVE] = {"cut_above", "", series_put, "cut_above", MAX},
    [CUT_BELOW] = {"cut_below", "", series_put, "cut_below", MAX},
    [WINDOW] = {"window", "", series_put, "window"},
    [WINDOW_BELOW] = {"window_below", "", series_put, NULL},
    [ACCEPTED] = {"accepted", "/", series_put, NULL},
    [SERVED] = {"served", "/", series_put, NULL},
    [RESPONSE] = {"response", NULL, series_put, "response"},
    [WAIT] = {"wait", NULL, series_put, "wait"},
    [RISES] = {"switched_on", "/", series_put, NULL},
    [FALLS] = {"switched_off", "/", series_put, NULL},
    [SETUP] = {"mean_setup", "servers", series_put, NULL},
    [SETUP_SHARE] = {"setup_share", "", series_put, NULL},
    [FLOW_BALANCE] = {"flow_balance", "", series_put, "flow_balance", MAX},
    [POWER] = {"power", "W", series_put, "power"},
    [ENERGY] = {"energy_per_task", "J", series_put, NULL},
    [COST] = {"cost", "1/h", series_put, "cost"},
    [LEVEL_MODE] = {"level_mode", "servers", series_put, NULL},
    [PENDING_MODE] = {"pending_mode", "tasks", series_put, "pending_mode"},
    [SERVERS] = {"servers", "servers", series_put, "servers"},
    [ENOUGH] = {"servers_enough", "servers", series_put, NULL},
    [WAITING] = {"waiting_share", "", series_put, NULL},
    [WAIT_SEEN] = {"wait_as_seen", NULL, series_put, NULL},
    [EXACT] = {"percentiles_exact", "", series_put, NULL},
    [RARE_OFF] = {"percentiles_error", "", series_put, NULL},
};

const char *queue_columns_name(int column)
{
    return columns[column].name;
}

const char *queue_columns_units(int column, const struct queue_params *p)
{
    static const char *const per[] = {"1/ms", "1/s", "1/min", "1/h", "1/day"};
    const char *const units = columns[column].units;
    return !units ? cloudqueue_unit(p)->word : !strcmp(units, "/") ? per[p->time_unit] : units;
}

/* Does this point have a value of this column? */
static bool has_value(const struct queue_columns *t, int column)
{
    if (column == CONDITION) return isfinite(t->value[CONDITION]);
    if (column == ERROR) return t->question != STATIONARY;
    if (column < BALANCE) return true;
    if (column < LAMBDA) return t->question == STATIONARY;
    if (column == ENOUGH) return t->enough;
    return column < WAITING ? t->queue : t->percentiles;
}

/* "wait_95", "response_99.9" */
static void name_percentile(char *out, size_t size, const char *of, double share, const char *suffix)
{
    snprintf(out, size, "%s_%.10g%s", of, 100 * share, suffix);
}

/* Names end with `suffix`. */
static enum status put_percentiles(struct series *out, const double *value, const struct queue_params *p,
                                   const char *suffix)
{
    static const struct {
        const char *name;
        int column;
    } of[] = {{"wait", WAIT_AT}, {"response", RESPONSE_AT}};
    char name[64];
    for (int kind = 0; kind < 2; kind++)
        for (int64_t i = 0; i < p->percentiles.count; i++) {
            name_percentile(name, sizeof name, of[kind].name, p->percentiles.v[i], suffix);
            TRY(series_put(out, name, cloudqueue_unit(p)->word, value[of[kind].column + i]));
        }
    return ST_OK;
}

void queue_columns_enough(struct queue_columns *t, int64_t servers, const struct queue_columns *found)
{
    t->enough = true;
    t->value[ENOUGH] = (double)servers;
    memcpy(t->with_enough, found->value, sizeof found->value);
}

/* "wait_enough", "wait_95_enough": with as many servers as are enough. */
static enum status put_enough(struct series *out, const struct queue_columns *t, const struct queue_params *p)
{
    static const int of[] = {MEAN_ON, UTILISATION, MEAN_PENDING, LOST, WAIT, RESPONSE, POWER, COST};
    char name[64];
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        snprintf(name, sizeof name, "%s%s", columns[of[i]].name, QUEUE_ENOUGH);
        TRY(series_put(out, name, queue_columns_units(of[i], p), t->with_enough[of[i]]));
    }
    if (!t->percentiles) return ST_OK;
    snprintf(name, sizeof name, "%s%s", columns[EXACT].name, QUEUE_ENOUGH);
    TRY(series_put(out, name, "", t->with_enough[EXACT]));
    return put_percentiles(out, t->with_enough, p, QUEUE_ENOUGH);
}

static enum status put_axes(struct series *out, const struct queue_columns *t, const struct points *of, int64_t point)
{
    if (points_many(of)) return series_put_axis(out, points_axis(of), points_units(of), points_at(of, point));
    TRY(series_put_axis(out, "levels", "", (double)t->levels));
    return series_put_axis(out, "phases", "", (double)t->phases);
}

enum status queue_columns_put(struct series *out, const struct queue_columns *t, const struct points *of, int64_t point)
{
    const struct queue_params *const p = of->params;
    TRY(put_axes(out, t, of, point));
    for (int c = 0; c < WAIT_AT; c++)
        if (has_value(t, c) && columns[c].put)
            TRY(columns[c].put(out, columns[c].name, queue_columns_units(c, p), t->value[c]));
    if (t->percentiles) TRY(put_percentiles(out, t->value, p, ""));
    if (t->enough) TRY(put_enough(out, t, p));
    return ST_OK;
}

void queue_columns_metrics(struct metrics *out, const struct queue_columns *t)
{
    for (int c = 0; c < WAIT_AT; c++) {
        const char *const name = columns[c].metric;
        if (!name || !has_value(t, c) || ((c == CUT_ABOVE || c == CUT_BELOW) && !t->windowed)) continue;
        const double now = t->value[c], before = metrics_get(out, name);
        const bool keeps = (columns[c].of == MIN && before <= now) || (columns[c].of == MAX && before >= now);
        if (!keeps) metrics_put(out, name, now);
    }
}

enum status queue_columns_check(const struct points *of, const char **key)
{
    const struct queue_params *const p = of->params;
    *key = "percentiles";
    for (int64_t i = 1; i < p->percentiles.count; i++)
        if (!(p->percentiles.v[i] > p->percentiles.v[i - 1]))
            return fail(ST_CONFIG, "%g is not above the one before it", p->percentiles.v[i]);
    *key = NULL;
    return ST_OK;
}
