/* Takes the points of a sweep: runs of the application, whose answers become columns along the axes. */
#define _GNU_SOURCE /* asprintf */
#include "command/run/sweep/sweep_steps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "command/run/points/point_caveats.h"
#include "command/run/points/point_columns.h"
#include "command/run/sweep/sweep_points.h"
#include "command/run/sweep/sweep_ranks.h"
#include "command/run/sweep/sweep_team.h"

enum { SHOWN_MAX = 25, QUANTITIES_SHOWN = 6 };

static enum status begin(struct sim *sim)
{
    TRY(mem_alloc(&sim->state, HOST, sizeof(struct sweep_team)));
    sim->steps = sim->sweep->count;
    return ST_OK;
}

/* The columns before those of answers. Their names cannot be those of answers, which have no subject without a
 * quantity. */
static enum status put_axes(struct sim *sim, int64_t point, double seconds)
{
    const struct sweep_points *const s = sim->sweep;
    for (int a = 0; a < 2 && s->key[a]; a++) {
        if (point == 0) TRY(answers_put(&sim->columns, s->key[a], "", 0, ""));
        TRY(series_put_axis(&sim->series, s->key[a], "", s->at[a][point]));
    }
    if (point == 0) TRY(answers_put(&sim->columns, "seconds", "", 0, "s"));
    return series_put_measured(&sim->series, "seconds", "s", seconds);
}

static enum status put_point(struct sim *sim, struct sim *in, int64_t point)
{
    char name[SWEEP_NAME_BYTES];
    TRY(put_axes(sim, point, metrics_get(&in->metrics, "seconds_steps")));
    TRY(point_answers_put(sim, &in->answers, point, sim->sweep->key[1] ? 3 : 2)); /* axes and seconds come first */
    point_metrics_merge(&sim->metrics, &in->metrics, point == 0);
    sweep_name_point(name, sizeof name, sim->sweep, point, " ");
    point_caveats_add(sim, in, name);
    sim->chosen = in->chosen;
    sim->why = in->why;
    return ST_OK;
}

/* Only one rank uses the device. */
static struct sweep_ranks *ranks_of(const struct sim *sim)
{
    return sim->exec.space == HOST ? sim->sweep->ranks : NULL;
}

static enum status take(struct sim *sim, struct sim *in)
{
    struct sweep_ranks *const ranks = ranks_of(sim);
    return ranks ? sweep_ranks_take(ranks, sim->state, sim, sim->step, in)
                 : sweep_team_take(sim->state, sim, sim->step, in);
}

/* Only the steps of the runs count. A point that a signal stopped must be taken again. */
static enum status step(struct sim *sim)
{
    const struct sweep_points *const of = sim->sweep;
    struct sim in;
    const double began = seconds_now();
    enum status s = take(sim, &in);
    if (s == ST_STOPPED) return series_free(&in.series), answers_free(&in.answers), s;
    if (s == ST_OK) s = put_point(sim, &in, sim->step);
    const double stepping = metrics_get(&in.metrics, "seconds_steps");
    for (int p = 0; p < PHASE_COUNT; p++) sim->clock.seconds[p] += in.clock.seconds[p];
    series_free(&in.series), answers_free(&in.answers);
    sim->untimed += seconds_now() - began - (isfinite(stepping) ? stepping : 0);
    sim->step++;
    return s == ST_OK ? s : sweep_at_point(of, sim->step - 1, s);
}

static int64_t samples(const struct sim *sim, int64_t steps)
{
    (void)sim;
    return steps;
}

/* Is the column one of findings of the points, which differ between them? */
static bool is_answer(const struct column *c)
{
    bool varies = false;
    for (int64_t i = 1; i < c->count; i++)
        varies |= c->value[i] != c->value[0] && !(isnan(c->value[i]) && isnan(c->value[0]));
    return !c->axis && !c->measured && varies;
}

/* Puts the extremes of a column: the lowest and highest value, which may be infinite, of the points that have one. */
static enum status put_extremes(struct sim *sim, const struct column *c)
{
    static const char *const word[] = {"lowest", "highest"};
    for (int high = 0; high < 2; high++) {
        char where[SWEEP_NAME_BYTES], *quantity;
        int64_t best = 0;
        for (int64_t i = 1; i < c->count; i++)
            if (isnan(c->value[best]) || (high ? c->value[i] > c->value[best] : c->value[i] < c->value[best])) best = i;
        if (asprintf(&quantity, "%s_%s", c->name, word[high]) < 0) return fail(ST_NOMEM, "no memory for answers");
        const enum status st = answers_put(&sim->answers, NULL, quantity, c->value[best], c->units);
        free(quantity);
        TRY(st);
        sweep_name_point(where, sizeof where, sim->sweep, best, " ");
        TRY(answers_place(&sim->answers, "at %s", where));
    }
    return ST_OK;
}

/* Do most points have a value? */
static bool is_common(const struct column *c)
{
    int64_t values = 0;
    for (int64_t i = 0; i < c->count; i++) values += !isnan(c->value[i]);
    return 2 * values > c->count;
}

/* Is it a finding of the whole run, rather than of a block or another part of it? */
static bool is_of_whole(const struct answers *columns, const struct column *c)
{
    const struct answer *const of = answers_named(columns, c->name);
    return !of || !*of->subject;
}

/* The columns that are shown of each point: those of the whole before those of its parts, and of either those that
 * most points have before those that few have. */
static int shown_columns(const struct sim *sim, const struct column **out)
{
    int count = 0;
    for (int turn = 0; turn < 4; turn++)
        for (int64_t i = 0; i < sim->series.count && count < QUANTITIES_SHOWN; i++) {
            const struct column *const c = &sim->series.column[i];
            const int place = (is_of_whole(&sim->columns, c) ? 0 : 2) + (is_common(c) ? 0 : 1);
            if (is_answer(c) && place == turn) out[count++] = c;
        }
    return count;
}

static enum status put_points(struct sim *sim)
{
    const struct sweep_points *const s = sim->sweep;
    const struct column *column[QUANTITIES_SHOWN];
    const int columns = shown_columns(sim, column);
    const int64_t shown = s->count < SHOWN_MAX ? s->count : SHOWN_MAX;
    for (int64_t i = 0; i < shown; i++) {
        const int64_t point = shown > 1 ? i * (s->count - 1) / (shown - 1) : 0;
        char subject[SWEEP_NAME_BYTES];
        sweep_name_point(subject, sizeof subject, s, point, " ");
        for (int c = 0; c < columns; c++)
            TRY(answers_put(&sim->answers, subject, column[c]->name, column[c]->value[point], column[c]->units));
    }
    return ST_OK;
}

static enum status report(struct sim *sim)
{
    for (int64_t c = 0; c < sim->series.count; c++)
        if (is_answer(&sim->series.column[c])) {
            TRY(put_extremes(sim, &sim->series.column[c]));
            break;
        }
    return put_points(sim);
}

static void end(struct sim *sim)
{
    if (ranks_of(sim)) sweep_ranks_cancel(ranks_of(sim));
    sweep_team_free(sim->state);
    sim->state = NULL;
}

/* The findings of the points are in the series. */
static int arrays(struct sim *sim, struct array *out)
{
    (void)sim, (void)out;
    return 0;
}

struct app sweep_app(const struct app *inner)
{
    struct app swept = *inner;
    swept.begin = begin;
    swept.step = step;
    swept.sample = NULL;
    swept.samples = samples;
    swept.point_names = NULL; /* points of the sweep lie along axes */
    swept.point_name = NULL;
    swept.time = NULL;
    swept.finish = NULL;
    swept.report = report;
    swept.end = end;
    swept.arrays = arrays;
    swept.arrays_beside = NULL;
    swept.geometry = NULL;
    swept.fetch = swept.send = NULL;
    swept.mesh = NULL;
    return swept;
}
