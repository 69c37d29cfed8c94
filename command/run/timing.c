/* Keeps the seconds of runs by rounds, and what follows from them. */
#include "command/run/timing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/timing/cpu_contention.h"
#include "base/timing/median.h"

enum { WARM = 3, SETTLED = 12 }; /* rounds from which on the first does not count; that are compared */

/* A core that is shared is much slower; smaller differences are the clock's. */
static const double slower = 0.8;

double timing_speed(const struct exec *exec)
{
    return cpu_contention_speed(exec->space == HOST ? exec->threads : 1);
}

enum status timing_begin(struct timing *t, int64_t steps)
{
    struct round *const r = &t->round[t->rounds];
    *r = (struct round){.seconds = calloc((size_t)steps + 1, sizeof *r->seconds)};
    if (!r->seconds) return fail(ST_NOMEM, "no memory for the seconds of %lld steps", (long long)steps);
    t->steps = steps;
    t->rounds++;
    return ST_OK;
}

static struct round *last(struct timing *t)
{
    return &t->round[t->rounds - 1];
}

void timing_step(struct timing *t, int64_t step, double seconds)
{
    last(t)->seconds[step] = seconds;
    last(t)->total += seconds;
}

void timing_end(struct timing *t, const struct clock *clock, double speed, struct series *series)
{
    struct round *const r = last(t);
    memcpy(r->phase, clock->seconds, sizeof r->phase);
    r->speed = speed;
    r->series = *series;
    *series = (struct series){0};
}

void timing_drop(struct timing *t)
{
    free(last(t)->seconds);
    series_free(&last(t)->series);
    t->rounds--;
}

void timing_free(struct timing *t)
{
    while (t->rounds) timing_drop(t);
}

/* The first round that counts. */
static int first_counted(const struct timing *t)
{
    return t->rounds > WARM ? 1 : 0;
}

/* Is a round one in which another program was on the cores? */
static bool is_disturbed(const struct timing *t, int round)
{
    double best = 0;
    for (int r = 0; r < t->rounds; r++) best = fmax(best, t->round[r].speed);
    return t->round[round].speed < slower * best;
}

static int disturbed(const struct timing *t)
{
    int count = 0;
    for (int r = first_counted(t); r < t->rounds; r++) count += is_disturbed(t, r);
    return count;
}

/* Disturbed rounds count where there are too few others. */
static bool counts(const struct timing *t, int round)
{
    const int counted = t->rounds - first_counted(t);
    return round >= first_counted(t) && (!is_disturbed(t, round) || counted - disturbed(t) < WARM);
}

struct spread {
    double median, min, relative; /* the last: quartile range over median, or all of the range if there are few */
};
enum { FEW = 5 };

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the values. */
static struct spread spread_of(double *value, int64_t count)
{
    struct spread s = {.median = (double)NAN, .min = (double)NAN};
    if (!count) return s;
    qsort(value, (size_t)count, sizeof *value, ascending);
    s.min = value[0];
    s.median = median(value, count);
    const int64_t low = count < FEW ? 0 : (count - 1) / 4, high = count < FEW ? count - 1 : 3 * (count - 1) / 4;
    s.relative = s.median > 0 ? (value[high] - value[low]) / s.median : 0;
    return s;
}

/* Seconds of a step: of the rounds that count. */
static struct spread of_rounds(const struct timing *t)
{
    double value[ROUNDS_MAX];
    int count = 0;
    for (int r = 0; r < t->rounds; r++)
        if (counts(t, r)) value[count++] = t->round[r].total / (double)t->steps;
    return spread_of(value, count);
}

bool timing_settled(const struct timing *t)
{
    return t->rounds > SETTLED && of_rounds(t).relative < 0.02;
}

/* The mean of the least that each step took in all rounds. */
static double quiet_step(const struct timing *t)
{
    double sum = 0;
    for (int64_t i = 0; i < t->steps; i++) {
        double min = t->round[0].seconds[i];
        for (int r = 1; r < t->rounds; r++) min = fmin(min, t->round[r].seconds[i]);
        sum += min;
    }
    return sum / (double)t->steps;
}

/* The least of many rounds is what stays the same from process to process: on machines whose cores change their speed
 * medians do not, by half and more. */
static double relative_step(const struct timing *t, const struct timing *of)
{
    return quiet_step(t) / quiet_step(of);
}

static enum status record_phases(const struct timing *t, struct store *out, const char *group)
{
    double total = 0;
    for (enum phase p = 0; p < PHASE_COUNT; p++) {
        double value[ROUNDS_MAX];
        char name[48];
        int count = 0;
        for (int r = 0; r < t->rounds; r++)
            if (counts(t, r)) value[count++] = t->round[r].phase[p];
        const double seconds =
            p == PHASE_STORE ? t->round[0].phase[p] : median(value, count); /* others store nothing */
        snprintf(name, sizeof name, "seconds_%s", phase_name(p));
        TRY(store_real(out, group, name, seconds));
        total += seconds;
    }
    return store_real(out, group, "seconds_total", total);
}

static enum status record_metrics(const struct timing *t, const struct timing *reference, struct store *out,
                                  const char *run)
{
    char group[512];
    const struct spread s = of_rounds(t);
    double bytes = (double)NAN;
    snprintf(group, sizeof group, "%s/metrics", run);
    if (store_has_attribute(out, group, "bytes_estimated")) TRY(store_get_real(out, group, "bytes_estimated", &bytes));
    TRY(store_real(out, group, "rounds", t->rounds));
    TRY(store_real(out, group, "disturbed", disturbed(t)));
    TRY(store_real(out, group, "seconds_step", s.median));
    TRY(store_real(out, group, "seconds_step_min", s.min));
    TRY(store_real(out, group, "seconds_step_quiet", quiet_step(t)));
    if (t->rounds > 1) TRY(store_real(out, group, "seconds_step_spread", s.relative));
    TRY(store_real(out, group, "seconds_steps", s.median * (double)t->steps));
    if (reference) TRY(store_real(out, group, "relative_step", relative_step(t, reference)));
    const double gb_s = 1e-9 * bytes / (s.median * (double)t->steps);
    if (isfinite(gb_s)) TRY(store_real(out, group, "gb_s", gb_s));
    return record_phases(t, out, group);
}

/* The median over rounds of one value of a measured column, or the least of a column of least values. */
static double combined(const struct timing *t, const struct column *of, int64_t i)
{
    const size_t length = strlen(of->name);
    const bool least = length > 4 && !strcmp(of->name + length - 4, "_min");
    double value[ROUNDS_MAX], min = (double)INFINITY;
    int count = 0;
    for (int r = 0; r < t->rounds; r++) {
        const struct column *const c = series_column(&t->round[r].series, of->name);
        if (!counts(t, r) || !c || i >= c->count) continue;
        min = fmin(min, c->value[i]);
        value[count++] = c->value[i];
    }
    return !count ? of->value[i] : least ? min : median(value, count);
}

static enum status record_column(const struct timing *t, const struct column *c, struct store *out, const char *group)
{
    double *const value = malloc((size_t)c->count * sizeof *value + 1);
    if (!value) return fail(ST_NOMEM, "no memory for the series %s", c->name);
    for (int64_t i = 0; i < c->count; i++) value[i] = combined(t, c, i);
    const struct array a = {.name = c->name, .type = REAL64, .rank = 1, .dims = {c->count}, .data = value};
    const enum status s = store_array(out, group, &a);
    free(value);
    return s;
}

static enum status record_columns(const struct timing *t, struct store *out, const char *run)
{
    char group[512];
    const struct series *const s = &t->round[0].series;
    snprintf(group, sizeof group, "%s/series", run);
    for (int64_t c = 0; c < s->count; c++)
        if (s->column[c].measured) TRY(record_column(t, &s->column[c], out, group));
    return ST_OK;
}

enum { SECONDS_MOST = 1 << 20 }; /* of steps and rounds that are stored */

static enum status record_seconds(const struct timing *t, struct store *out, const char *run)
{
    char group[512];
    const int64_t all = t->steps * t->rounds;
    if (!all || all > SECONDS_MOST) return ST_OK;
    double *const value = malloc((size_t)all * sizeof *value);
    if (!value) return fail(ST_NOMEM, "no memory for the seconds of %lld steps", (long long)all);
    for (int r = 0; r < t->rounds; r++)
        memcpy(value + r * t->steps, t->round[r].seconds, (size_t)t->steps * sizeof *value);
    snprintf(group, sizeof group, "%s/timing", run);
    const struct array a = {
        .name = "seconds", .type = REAL64, .rank = 2, .dims = {t->rounds, t->steps}, .data = value, .units = "s"};
    const enum status s = store_array(out, group, &a);
    free(value);
    return s;
}

enum status timing_record(const struct timing *t, const struct timing *reference, struct store *out, const char *group)
{
    if (!t->ok || !t->rounds || !t->steps) return ST_OK;
    TRY(record_metrics(t, reference, out, group));
    TRY(record_columns(t, out, group));
    return record_seconds(t, out, group);
}
