/* Takes the answers of a run from the columns of its series: of one chain each as a line, of many chains as a table
 * with the lowest and the highest values, or the totals of a day. Where there are targets, waits, losses and costs are
 * those with the fewest servers that meet them. */
#include "apps/cloudqueue/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "apps/cloudqueue/columns.h"
#include "base/digits.h"
#include "base/either_precision.h"

enum { SUBJECTS_MAX = 25 }; /* points of a sweep that are shown, spread evenly over all */

/* The columns that are answers, in their order, and their names. */
static const struct {
    const char *column, *quantity;
    enum { ALONE, IN_TABLE, IN_TABLE_WITHOUT_TARGETS } of; /* of one chain; in the table of many too */
    bool percentile;
} wanted[] = {
    {"arrivals", "arrivals", IN_TABLE},
    {"servers_enough", "servers", IN_TABLE},
    {"mean_on", "servers_on", IN_TABLE_WITHOUT_TARGETS},
    {"utilisation", "utilisation", ALONE},
    {"mean_pending", "tasks_in_the_system", ALONE},
    {"wait", "wait", IN_TABLE},
    {"wait_50", "wait_50", ALONE, true},
    {"wait_95", "wait_95", IN_TABLE, true},
    {"wait_99", "wait_99", ALONE, true},
    {"response", "response", ALONE},
    {"response_95", "response_95", ALONE, true},
    {"lost", "lost", IN_TABLE},
    {"power", "power", ALONE},
    {"cost", "cost", IN_TABLE},
};
enum { WANTED = sizeof wanted / sizeof *wanted };

static bool has_targets(const struct series *s)
{
    return series_column(s, "servers_enough") != NULL;
}

/* The column with as many servers as are enough, where there are targets. */
static const struct column *column_of(const struct series *s, const char *name)
{
    char enough[64];
    snprintf(enough, sizeof enough, "%s" QUEUE_ENOUGH, name);
    const struct column *const c = series_column(s, enough);
    return c ? c : series_column(s, name);
}

/* NaN where there is none, as of servers where no number up to n suffices. */
static double at(const struct series *s, const char *name, int64_t point)
{
    const struct column *const c = column_of(s, name);
    const double value = c && point < c->count ? c->value[point] : (double)NAN;
    return value == 0 && !strcmp(name, "servers_enough") ? (double)NAN : value;
}

/* Prices that were not given leave columns of zeros, which are not answers. */
static bool is_asked(const struct series *s, const char *name)
{
    const struct column *const c = column_of(s, name);
    bool any = strcmp(name, "cost") != 0;
    for (int64_t i = 0; c && i < c->count && !any; i++) any = c->value[i] != 0;
    return c && any;
}

static bool is_shown(const struct series *s, int answer, bool in_table)
{
    if (in_table && wanted[answer].of == ALONE) return false;
    if (in_table && wanted[answer].of == IN_TABLE_WITHOUT_TARGETS && has_targets(s)) return false;
    return is_asked(s, wanted[answer].column);
}

/* The names of quantities say which things they count. */
static const char *units_of(const struct column *c)
{
    return strcmp(c->units, "servers") && strcmp(c->units, "tasks") ? c->units : "";
}

static enum status put_point(struct answers *a, const struct series *s, const char *subject, int64_t point)
{
    for (int i = 0; i < WANTED; i++) {
        const double value = at(s, wanted[i].column, point);
        if (!is_shown(s, i, subject != NULL) || !isfinite(value)) continue;
        TRY(answers_put(a, subject, wanted[i].quantity, value, units_of(column_of(s, wanted[i].column))));
        if (wanted[i].percentile && value > 0 && at(s, "percentiles_exact", point) == 0)
            TRY(answers_place(a, "or less: a bound from above"));
    }
    return ST_OK;
}

static int64_t shown_points(const struct points *of)
{
    return of->count < SUBJECTS_MAX ? of->count : SUBJECTS_MAX;
}

static int64_t shown_point(const struct points *of, int64_t i)
{
    const int64_t shown = shown_points(of);
    return shown > 1 ? i * (of->count - 1) / (shown - 1) : 0;
}

/* The digits by which the coordinates of the shown points differ. */
static int digits_of(const struct points *of)
{
    double shown[SUBJECTS_MAX];
    for (int64_t i = 0; i < shown_points(of); i++) shown[i] = points_at(of, shown_point(of, i));
    return digits_that_differ(shown, shown_points(of), 6);
}

/* "lambda 40 1/min", "hour 20", "time 90 min" */
static void name_point(char *out, size_t size, const struct points *of, int64_t point)
{
    const char *const units = points_units(of);
    const int digits = digits_of(of);
    if (of->plan == DAY_OF_CHAINS && !strcmp(units, "h")) {
        snprintf(out, size, "hour %.*g", digits, points_at(of, point));
        return;
    }
    snprintf(out, size, "%s %.*g%s%s", points_axis(of), digits, points_at(of, point), *units ? " " : "", units);
}

static enum status put_points(struct answers *a, const struct series *s, const struct points *of)
{
    for (int64_t i = 0; i < shown_points(of); i++) {
        const int64_t point = shown_point(of, i);
        char subject[128];
        name_point(subject, sizeof subject, of, point);
        TRY(put_point(a, s, subject, point));
    }
    return ST_OK;
}

/* The lowest or highest value of a column, and the point it is at. */
static enum status put_extreme(struct answers *a, const struct series *s, const struct points *of, const char *column,
                               const char *quantity, bool highest)
{
    const struct column *const c = column_of(s, column);
    int64_t best = -1;
    if (!is_asked(s, column)) return ST_OK;
    for (int64_t i = 0; i < c->count; i++) {
        const double value = at(s, column, i);
        if (isfinite(value) && (best < 0 || (highest ? value > c->value[best] : value < c->value[best]))) best = i;
    }
    if (best < 0) return ST_OK;
    char where[128];
    name_point(where, sizeof where, of, best);
    TRY(answers_put(a, NULL, quantity, c->value[best], units_of(c)));
    return answers_place(a, "at %s", where);
}

/* The time that a point stands for, in the unit of the day: up to the next point; for the last one, as long as for the
 * point before. */
static double interval(const struct points *of, int64_t i)
{
    if (of->count < 2) return 1;
    const int64_t k = i + 1 < of->count ? i : i - 1;
    return points_at(of, k + 1) - points_at(of, k);
}

/* The integral of a column over the day. */
static double sum_of(const struct column *c, const struct points *of)
{
    double sum = 0;
    for (int64_t i = 0; i < of->count; i++) sum += interval(of, i) * c->value[i];
    return sum;
}

/* The mean of a column over the tasks of the day that arrive, or only over those that are not lost, for a wait. Without
 * arrivals it is 0. */
static double mean_of_tasks(const struct series *s, const struct points *of, const char *column, bool served)
{
    double sum = 0, weight = 0;
    for (int64_t i = 0; i < of->count; i++) {
        const double w = interval(of, i) * at(s, "arrivals", i) * (served ? 1 - at(s, "lost", i) : 1);
        if (w > 0) sum += w * at(s, column, i), weight += w;
    }
    return weight > 0 ? sum / weight : (double)NAN;
}

/* Points at which no number of servers up to n meets the targets; the hours of servers, at the others. */
static enum status put_servers(struct answers *a, const struct series *s, const struct points *of)
{
    const struct column *const c = series_column(s, "servers_enough");
    const double hour = cloudqueue_day_unit(of->params)->seconds / 3600;
    int64_t none = 0;
    if (!c) return put_extreme(a, s, of, "mean_on", "most_servers_on", true);
    for (int64_t i = 0; i < c->count; i++) none += c->value[i] == 0;
    TRY(answers_put(a, NULL, "times_without_enough_servers", (double)none, ""));
    TRY(put_extreme(a, s, of, "servers_enough", "most_servers", true));
    return answers_put(a, NULL, "server_hours", hour * sum_of(c, of), "h");
}

/* Reports the energy and cost of the whole time that the file covers. */
static enum status put_cost(struct answers *a, const struct series *s, const struct points *of)
{
    const double hour = cloudqueue_day_unit(of->params)->seconds / 3600;
    double hours = 0;
    for (int64_t i = 0; i < of->count; i++) hours += hour * interval(of, i);
    TRY(answers_put(a, NULL, "energy", hour * sum_of(column_of(s, "power"), of) / 1000, "kWh"));
    TRY(answers_place(a, "in %.6g h", hours));
    if (!is_asked(s, "cost")) return ST_OK;
    TRY(answers_put(a, NULL, "cost", hour * sum_of(column_of(s, "cost"), of), ""));
    TRY(answers_place(a, "in %.6g h", hours));
    if (!has_targets(s)) return ST_OK;
    TRY(answers_put(a, NULL, "cost_with_all_servers", hour * sum_of(series_column(s, "cost"), of), ""));
    return answers_place(a, "with %lld on all the time", (long long)of->params->n);
}

static enum status put_day(struct answers *a, const struct series *s, const struct points *of)
{
    const double per_hour = cloudqueue_day_unit(of->params)->seconds / cloudqueue_unit(of->params)->seconds;
    TRY(answers_put(a, NULL, "tasks", per_hour * sum_of(series_column(s, "arrivals"), of), ""));
    TRY(answers_put(a, NULL, "lost", mean_of_tasks(s, of, "lost", false), ""));
    TRY(answers_place(a, "of all tasks"));
    TRY(answers_put(a, NULL, "mean_wait", mean_of_tasks(s, of, "wait", true), series_column(s, "wait")->units));
    TRY(put_extreme(a, s, of, "wait_95", "longest_wait_95", true));
    TRY(put_servers(a, s, of));
    return put_cost(a, s, of);
}

static enum status put_sweep(struct answers *a, const struct series *s, const struct points *of)
{
    TRY(put_extreme(a, s, of, "cost", "lowest_cost", false));
    TRY(put_extreme(a, s, of, "wait", "shortest_wait", false));
    return put_extreme(a, s, of, "lost", "most_lost", true);
}

enum status queue_report(struct sim *sim, const struct points *of)
{
    struct answers *const a = &sim->answers;
    const struct series *const s = &sim->series;
    if (!series_column(s, "wait")) { /* a matrix, or a chain that is not a queue */
        const double error = metrics_get(&sim->metrics, "error");
        TRY(answers_put(a, NULL, "states", metrics_get(&sim->metrics, "states"), ""));
        if (of->params->import) TRY(answers_place(a, "counted from 0"));
        TRY(answers_put_method(a, NULL, "residual", metrics_get(&sim->metrics, "residual"), ""));
        return isfinite(error) ? answers_put_method(a, NULL, "error", error, "") : ST_OK;
    }
    if (of->plan == ONE_CHAIN) return put_point(a, s, NULL, 0);
    if (of->plan == NAMED_CHAINS) return ST_OK; /* of the papers: their columns are compared */
    TRY(of->plan == DAY_OF_CHAINS ? put_day(a, s, of) : put_sweep(a, s, of));
    return put_points(a, s, of);
}
