/* Takes the answers of a run from the columns of its series: of a chain each as a line, of many chains as a table with
 * what is lowest and highest, or the total of a day. */
#include "apps/cloudqueue/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SUBJECTS_MAX = 25 }; /* points of a sweep that are shown, spread evenly over all */

/* The columns that are answers, in their order, and what they are called. */
static const struct {
    const char *column, *quantity;
    bool of_many; /* stands in the table of many points */
} wanted[] = {
    {"arrivals", "arrivals", true},
    {"servers_enough", "servers_needed", true},
    {"mean_on", "servers_on", true},
    {"utilisation", "utilisation", false},
    {"mean_pending", "tasks_in_the_system", false},
    {"wait", "wait", true},
    {"wait_95", "wait_95", true},
    {"wait_99", "wait_99", false},
    {"response", "response", false},
    {"response_95", "response_95", false},
    {"lost", "lost", true},
    {"power", "power", false},
    {"cost", "cost", true},
};
enum { WANTED = sizeof wanted / sizeof *wanted };

/* NaN where there is none, as of servers where no number up to n suffices. */
static double at(const struct series *s, const char *column, int64_t point)
{
    const struct column *const c = series_column(s, column);
    const double value = c && point < c->count ? c->value[point] : (double)NAN;
    return value == 0 && !strcmp(column, "servers_enough") ? (double)NAN : value;
}

/* Prices and targets that were not given leave columns of zeros, which answer nothing. */
static bool is_asked(const struct series *s, const char *column)
{
    const struct column *const c = series_column(s, column);
    bool any = strcmp(column, "cost") != 0;
    for (int64_t i = 0; c && i < c->count && !any; i++) any = c->value[i] != 0;
    return c && any;
}

static enum status put_point(struct answers *a, const struct series *s, const char *subject, int64_t point)
{
    for (int i = 0; i < WANTED; i++) {
        const double value = at(s, wanted[i].column, point);
        if ((subject && !wanted[i].of_many) || !is_asked(s, wanted[i].column) || !isfinite(value)) continue;
        TRY(answers_put(a, subject, wanted[i].quantity, value, series_column(s, wanted[i].column)->units));
    }
    return ST_OK;
}

static void name_point(char *out, size_t size, const struct points *of, int64_t point)
{
    const bool has_units = *points_units(of) != '\0';
    snprintf(out, size, "%s %.6g%s%s", points_axis(of), points_at(of, point), has_units ? " " : "", points_units(of));
}

static enum status put_points(struct answers *a, const struct series *s, const struct points *of)
{
    const int64_t shown = of->count < SUBJECTS_MAX ? of->count : SUBJECTS_MAX;
    for (int64_t i = 0; i < shown; i++) {
        const int64_t point = shown > 1 ? i * (of->count - 1) / (shown - 1) : 0;
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
    const struct column *const c = series_column(s, column);
    int64_t best = -1;
    if (!is_asked(s, column)) return ST_OK;
    for (int64_t i = 0; i < c->count; i++) {
        const double value = at(s, column, i);
        if (isfinite(value) && (best < 0 || (highest ? value > c->value[best] : value < c->value[best]))) best = i;
    }
    if (best < 0) return ST_OK;
    char where[128];
    name_point(where, sizeof where, of, best);
    TRY(answers_put(a, NULL, quantity, c->value[best], c->units));
    return answers_place(a, "at %s", where);
}

/* The time that a point stands for: up to the next, and of the last as long as that of the one before. */
static double interval(const struct points *of, int64_t i)
{
    if (of->count < 2) return 1;
    const int64_t k = i + 1 < of->count ? i : i - 1;
    return points_at(of, k + 1) - points_at(of, k);
}

/* The mean of a column over the day, or over its tasks. */
static double mean_of(const struct series *s, const struct points *of, const char *column, bool of_tasks)
{
    double sum = 0, weight = 0;
    for (int64_t i = 0; i < of->count; i++) {
        const double w = interval(of, i) * (of_tasks ? at(s, "arrivals", i) : 1), value = at(s, column, i);
        if (!(w > 0)) continue; /* without arrivals nobody waits */
        sum += w * value, weight += w;
    }
    return weight > 0 ? sum / weight : (double)NAN;
}

/* Points at which no number of servers up to n meets the target. */
static enum status put_short(struct answers *a, const struct series *s, const struct points *of)
{
    const struct column *const c = series_column(s, "servers_enough");
    int64_t count = 0;
    for (int64_t i = 0; c && i < c->count; i++) count += c->value[i] == 0;
    return count ? answers_put(a, NULL, "times_without_enough_servers", (double)count, "") : ST_OK;
}

static enum status put_day(struct answers *a, const struct series *s, const struct points *of)
{
    TRY(put_short(a, s, of));
    TRY(put_extreme(a, s, of, "servers_enough", "most_servers_needed", true));
    TRY(put_extreme(a, s, of, "mean_on", "most_servers_on", true));
    TRY(put_extreme(a, s, of, "wait_95", "longest_wait_95", true));
    TRY(answers_put(a, NULL, "mean_wait", mean_of(s, of, "wait", true), series_column(s, "wait")->units));
    TRY(answers_put(a, NULL, "lost", mean_of(s, of, "lost", true), "of all tasks"));
    if (!is_asked(s, "cost")) return ST_OK;
    return answers_put(a, NULL, "cost_of_24_hours", 24 * mean_of(s, of, "cost", false), "");
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
    if (!series_column(s, "wait")) { /* a matrix, or a chain that is no queue */
        const double error = metrics_get(&sim->metrics, "error");
        TRY(answers_put(a, NULL, "states", metrics_get(&sim->metrics, "states"), ""));
        TRY(answers_put_method(a, NULL, "residual", metrics_get(&sim->metrics, "residual"), ""));
        return isfinite(error) ? answers_put_method(a, NULL, "error", error, "") : ST_OK;
    }
    if (of->plan == ONE_CHAIN) return put_point(a, s, NULL, 0);
    if (of->plan == NAMED_CHAINS) return ST_OK; /* of the papers: their columns are compared */
    TRY(of->plan == DAY_OF_CHAINS ? put_day(a, s, of) : put_sweep(a, s, of));
    return put_points(a, s, of);
}
