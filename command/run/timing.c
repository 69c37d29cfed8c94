/* Keeps the times of runs by rounds, and their statistics. */
#include "command/run/timing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/timing/cpu_contention.h"
#include "base/timing/median.h"
#include "base/timing/step_time.h"

enum { WARM = 3, SETTLED = 12 }; /* rounds from which on the first does not count; that are compared */

static const double moved = 0.1; /* seconds after which a scheduler has moved threads among cores */

/* A core that is shared is much slower; smaller differences are the clock's. */
static const double slower = 0.8;

double timing_speed(const struct exec *exec)
{
    return cpu_contention_speed(exec->space == HOST ? exec->threads : 1);
}

enum status timing_begin(struct timing *t, int64_t steps)
{
    struct round *const all = realloc(t->round, (size_t)(t->rounds + 1) * sizeof *all);
    double *const seconds = all ? malloc((size_t)(steps + 1) * sizeof *seconds) : NULL;
    if (all) t->round = all;
    if (!seconds) return fail(ST_NOMEM, "no memory for the times of %lld steps", (long long)steps);
    for (int64_t i = 0; i < steps; i++) seconds[i] = (double)NAN;
    t->round[t->rounds] = (struct round){.seconds = seconds};
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
    last(t)->taken++;
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
    free(t->round);
    t->round = NULL;
}

/* The first round that counts. */
static int first_counted(const struct timing *t)
{
    return t->rounds > WARM ? 1 : 0;
}

/* Cores that were faster than this had no other program on them. */
static double undisturbed_speed(const struct timing *t)
{
    double best = 0;
    for (int r = 0; r < t->rounds; r++) best = fmax(best, t->round[r].speed);
    return slower * best;
}

static int disturbed(const struct timing *t)
{
    const double least = undisturbed_speed(t);
    int count = 0;
    for (int r = first_counted(t); r < t->rounds; r++) count += t->round[r].speed < least;
    return count;
}

/* Rounds with slower cores do not count. If the others are too few, all do: 0. */
static double least_speed(const struct timing *t)
{
    return t->rounds - first_counted(t) - disturbed(t) < WARM ? 0 : undisturbed_speed(t);
}

static bool counts(const struct timing *t, double least, int round)
{
    return round >= first_counted(t) && t->round[round].speed >= least;
}

enum { FEW = 5 };

/* Seconds of a step in a round. */
static double step_of(const struct round *r)
{
    return r->total / (double)r->taken;
}

/* The quartile range of the rounds that count over their median, or the full range if there are few. */
static double quartiles(const struct timing *t)
{
    const double least = least_speed(t);
    double value[ROUNDS_MAX];
    int count = 0;
    for (int r = 0; r < t->rounds; r++)
        if (counts(t, least, r)) value[count++] = step_of(&t->round[r]);
    if (!count) return (double)INFINITY;
    values_sort(value, count);
    const int low = count < FEW ? 0 : (count - 1) / 4, high = count < FEW ? count - 1 : 3 * (count - 1) / 4;
    return (value[high] - value[low]) / median(value, count);
}

bool timing_settled(const struct timing *t)
{
    return t->rounds > SETTLED && t->spent >= moved && quartiles(t) < 0.02;
}

bool timing_alike(const struct timing *t)
{
    return !series_axis(&t->round[0].series, 1);
}

/* [rounds][steps], NaN: not taken. The caller frees; NULL: no memory. */
static double *all_seconds(const struct timing *t)
{
    double *const value = malloc((size_t)(t->rounds * t->steps) * sizeof *value);
    for (int r = 0; value && r < t->rounds; r++)
        memcpy(value + r * t->steps, t->round[r].seconds, (size_t)t->steps * sizeof *value);
    return value;
}

/* Seconds of a phase in all steps. Parts of a step have their median share of it, so that they sum up to its time. */
static double phase_of(const struct timing *t, enum phase p, double step)
{
    const double speed = least_speed(t);
    double value[ROUNDS_MAX], least = (double)INFINITY;
    int count = 0;
    for (int r = 0; r < t->rounds; r++) {
        least = fmin(least, t->round[r].phase[p]);
        if (counts(t, speed, r)) value[count++] = t->round[r].phase[p] / t->round[r].total;
    }
    if (p == PHASE_STORE) return t->round[0].phase[p]; /* others store nothing */
    return p == PHASE_SETUP ? least : median(value, count) * step * (double)t->steps;
}

static enum status record_phases(const struct timing *t, double step, struct store *out, const char *group)
{
    double total = 0;
    for (enum phase p = 0; p < PHASE_COUNT; p++) {
        char name[48];
        const double seconds = phase_of(t, p, step);
        snprintf(name, sizeof name, "seconds_%s", phase_name(p));
        TRY(store_real(out, group, name, seconds));
        total += seconds;
    }
    return store_real(out, group, "seconds_total", total);
}

static enum status record_metrics(const struct timing *t, const struct step_time *step, struct store *out,
                                  const char *run)
{
    char group[512];
    double bytes = (double)NAN, min = (double)INFINITY;
    snprintf(group, sizeof group, "%s/metrics", run);
    for (int r = 0; r < t->rounds; r++) min = fmin(min, step_of(&t->round[r]));
    if (store_has_attribute(out, group, "bytes_estimated")) TRY(store_get_real(out, group, "bytes_estimated", &bytes));
    TRY(store_real(out, group, "rounds", t->rounds));
    TRY(store_real(out, group, "disturbed", disturbed(t)));
    TRY(store_real(out, group, "seconds_step", step->seconds));
    TRY(store_real(out, group, "seconds_step_min", min));
    if (isfinite(step->spread)) TRY(store_real(out, group, "seconds_step_spread", step->spread));
    TRY(store_real(out, group, "seconds_steps", step->seconds * (double)t->steps));
    const double gb_s = 1e-9 * bytes / (step->seconds * (double)t->steps);
    if (isfinite(gb_s)) TRY(store_real(out, group, "gb_s", gb_s));
    return record_phases(t, step->seconds, out, group);
}

/* The least over rounds for times, the greatest for rates, and otherwise the median. */
static double combined(const struct timing *t, double least, const struct column *of, int64_t i)
{
    const bool time = !strncmp(of->name, "seconds", 7), rate = strstr(of->name, "_s") && strstr(of->units, "/s");
    double value[ROUNDS_MAX], min = (double)NAN, max = (double)NAN;
    int count = 0;
    for (int r = 0; r < t->rounds; r++) {
        const struct column *const c = series_column(&t->round[r].series, of->name);
        if (!c || i >= c->count) continue;
        min = fmin(min, c->value[i]), max = fmax(max, c->value[i]);
        if (counts(t, least, r)) value[count++] = c->value[i];
    }
    return time ? min : rate ? max : count ? median(value, count) : of->value[i];
}

static enum status record_column(const struct timing *t, const struct column *c, struct store *out, const char *group)
{
    double *const value = malloc((size_t)c->count * sizeof *value + 1);
    if (!value) return fail(ST_NOMEM, "no memory for the series %s", c->name);
    const double least = least_speed(t);
    for (int64_t i = 0; i < c->count; i++) value[i] = combined(t, least, c, i);
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

/* The attribute `alike` says whether steps are of equal work, on which the statistic depends. */
static enum status record_seconds(const struct timing *t, double *seconds, struct store *out, const char *run)
{
    char group[512], path[544];
    if (t->steps * t->rounds > SECONDS_MOST) return ST_OK;
    snprintf(group, sizeof group, "%s/timing", run);
    snprintf(path, sizeof path, "%s/seconds", group);
    const struct array a = {
        .name = "seconds", .type = REAL64, .rank = 2, .dims = {t->rounds, t->steps}, .data = seconds, .units = "s"};
    TRY(store_array(out, group, &a));
    return store_int(out, path, "alike", timing_alike(t));
}

enum status timing_record(const struct timing *t, struct store *out, const char *group)
{
    if (!t->ok || !t->rounds || !t->steps) return ST_OK;
    double *const seconds = all_seconds(t);
    if (!seconds) return fail(ST_NOMEM, "no memory for the times of %lld steps", (long long)t->steps);
    const struct step_time step = step_time_of(seconds, t->rounds, t->steps, timing_alike(t));
    enum status s = record_metrics(t, &step, out, group);
    if (s == ST_OK) s = record_columns(t, out, group);
    if (s == ST_OK) s = record_seconds(t, seconds, out, group);
    free(seconds);
    return s;
}
