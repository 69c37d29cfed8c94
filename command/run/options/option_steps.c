/* Takes the points of a run with axes of options: each is a run of the application of its own, and each of its steps is
 * a step of the whole run. Its series is appended to that of the whole run, with the axes in front; if the series of
 * the application has no axes, its answers are appended instead. A stopped run begins the point in progress again. */
#include "command/run/options/option_steps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "command/run/options/option_axes.h"
#include "command/run/options/option_report.h"
#include "command/run/points/first_fields.h"
#include "command/run/points/point_columns.h"
#include "command/run/points/point_names.h"
#include "command/run/workload/reference.h"

struct state {
    struct sim in; /* the point in progress; in.app NULL: none */
    int64_t point; /* its number */
    int64_t steps; /* of each point */
    bool kept;     /* the fields of the first point */
    struct first_fields first;
    struct point_names names; /* of the points along the application's own axes */
};

static const struct option_axes *axes_of(const struct sim *sim)
{
    return (const struct option_axes *)sim->app; /* whose first member it is */
}

static enum status begin_point(struct sim *sim, int64_t point)
{
    const struct option_axes *const a = axes_of(sim);
    struct state *const state = sim->state;
    state->point = point;
    state->in = (struct sim){.app = a->inner,
                             .params = a->params[point],
                             .solver = sim->solver,
                             .method = sim->method,
                             .solver_options = a->options[point],
                             .exec = sim->exec,
                             .eps = sim->eps,
                             .again = sim->again,
                             .evaluated = sim->evaluated};
    if (a->threads[point]) state->in.exec.threads = (int)a->threads[point];
    TRY(sim_begin(&state->in));
    return sim_sample(&state->in);
}

static void end_point(struct sim *sim)
{
    struct state *const state = sim->state;
    if (!state->in.app) return;
    if (state->in.state) state->in.app->end(&state->in);
    series_free(&state->in.series);
    answers_free(&state->in.answers), answers_free(&state->in.columns);
    state->in.app = NULL;
}

/* The first point determines the number of steps of each. */
static enum status begin(struct sim *sim)
{
    TRY(mem_alloc(&sim->state, HOST, sizeof(struct state)));
    const enum status s = begin_point(sim, 0);
    if (s != ST_OK) return option_axes_at(axes_of(sim), 0, s);
    struct state *const state = sim->state;
    state->steps = state->in.steps;
    sim->steps = axes_of(sim)->count * state->steps;
    return ST_OK;
}

static int64_t rows_of(const struct series *s)
{
    int64_t rows = 0;
    for (int64_t c = 0; c < s->count; c++) rows = s->column[c].count > rows ? s->column[c].count : rows;
    return rows;
}

static enum status put_axes(struct sim *sim, int64_t point, int64_t rows)
{
    const struct option_axes *const a = axes_of(sim);
    for (int k = 0; k < a->axes; k++) {
        const struct option_axis *const x = &a->axis[k];
        for (int64_t r = 0; r < rows; r++)
            TRY(series_put_axis(&sim->series, x->key, "", x->value[option_axis_place(a, k, point)]));
    }
    return ST_OK;
}

/* One row of answers. The names of the first columns cannot be those of answers, which have no subject without a
 * quantity. */
static enum status put_answers(struct sim *sim, struct sim *in, int64_t point)
{
    const struct option_axes *const a = axes_of(sim);
    TRY(put_axes(sim, point, 1));
    for (int k = 0; k < a->axes && !point; k++) TRY(answers_put(&sim->columns, a->axis[k].key, "", 0, ""));
    if (!point) TRY(answers_put(&sim->columns, "seconds", "", 0, "s"));
    TRY(series_put_measured(&sim->series, "seconds", "s", metrics_get(&in->metrics, "seconds_steps")));
    return point_answers_put(sim, &in->answers, point, a->axes + 1);
}

static enum status put_series(struct sim *sim, struct sim *in, int64_t point)
{
    const struct option_axes *const a = axes_of(sim);
    const int64_t before = rows_of(&sim->series), rows = rows_of(&in->series);
    for (int k = 0; k < a->axes; k++)
        if (series_column(&in->series, a->axis[k].key))
            return fail(ST_CONFIG, "%s: a list is not allowed, as %s has a column of that name", a->axis[k].key,
                        a->inner->name);
    TRY(put_axes(sim, point, rows));
    return point_series_put(&sim->series, &in->series, before, rows);
}

/* The largest difference of all points; NaN stays. */
static enum status compare_fields(struct sim *sim, struct sim *in, double *difference)
{
    const double before = metrics_get(&sim->metrics, "difference");
    const bool first = !metrics_has(&sim->metrics, "difference");
    TRY(reference_compare(axes_of(sim)->reference, in));
    const double now = metrics_get(&in->metrics, "difference");
    *difference = first || now > before || isnan(now) ? now : before;
    return ST_OK;
}

/* The name of a point; values of the application's axes vary faster than options. */
static const char *point_name(const struct sim *sim, int64_t i)
{
    const struct state *const state = sim->state;
    return point_names_at(&state->names, i);
}

static enum status keep_first(struct sim *sim)
{
    struct state *const state = sim->state;
    if (!state->kept) TRY(first_fields_keep(&state->first, &state->in));
    if (!state->kept) TRY(point_names_keep(&state->names, &state->in, rows_of(&state->in.series)));
    state->kept = true;
    return ST_OK;
}

/* Ends a point and keeps its findings, except in repetitions, which are only timed. */
static enum status finish_point(struct sim *sim, int64_t point)
{
    struct sim *const in = &((struct state *)sim->state)->in;
    double difference = (double)NAN;
    TRY(sim_sample(in));
    if (!sim->again) {
        TRY(sim_finish(in));
        if (in->app->report) TRY(in->app->report(in));
        if (axes_of(sim)->reference) TRY(compare_fields(sim, in, &difference));
        if (point == 0) TRY(keep_first(sim));
    }
    TRY(series_axis(&in->series, 1) ? put_series(sim, in, point) : put_answers(sim, in, point));
    point_metrics_merge(&sim->metrics, &in->metrics, point == 0);
    if (metrics_has(&in->metrics, "difference")) metrics_put(&sim->metrics, "difference", difference);
    for (int p = 0; p < PHASE_COUNT; p++) sim->clock.seconds[p] += in->clock.seconds[p];
    if (!sim->again) option_caveats(sim, in, point);
    sim->chosen = in->chosen;
    sim->why = in->why;
    end_point(sim);
    return ST_OK;
}

/* Begins the point unless it is in progress, and repeats its steps from before the run was stopped. */
static enum status reach(struct sim *sim, int64_t point, int64_t step)
{
    struct state *const state = sim->state;
    if (state->in.app && (state->point != point || state->in.step != step)) end_point(sim);
    if (!state->in.app) TRY(begin_point(sim, point));
    if (state->in.steps != state->steps)
        return fail(ST_CONFIG, "it has %lld steps, but the points before it have %lld", (long long)state->in.steps,
                    (long long)state->steps);
    while (state->in.step < step) TRY(state->in.app->step(&state->in));
    return ST_OK;
}

/* A run that was stopped after its first point repeats it for its fields: other points may have them as their
 * reference. */
static enum status take_first_again(struct sim *sim)
{
    struct state *const state = sim->state;
    end_point(sim);
    TRY(begin_point(sim, 0));
    while (state->in.step < state->in.steps) TRY(state->in.app->step(&state->in));
    TRY(sim_finish(&state->in));
    if (axes_of(sim)->reference) TRY(reference_compare(axes_of(sim)->reference, &state->in));
    TRY(keep_first(sim));
    end_point(sim);
    return ST_OK;
}

static enum status take(struct sim *sim, int64_t point, double *seconds)
{
    struct state *const state = sim->state;
    struct sim *const in = &state->in;
    *seconds = 0;
    if (point > 0 && !state->kept && !sim->again) TRY(take_first_again(sim));
    TRY(reach(sim, point, sim->step % state->steps));
    const double began = seconds_now() - in->untimed;
    TRY(in->app->step(in));
    *seconds = seconds_now() - in->untimed - began;
    metrics_add(&in->metrics, "seconds_steps", *seconds);
    return in->step == state->steps ? finish_point(sim, point) : ST_OK;
}

/* Only the step itself counts, neither the beginning nor the end of its point. */
static enum status step(struct sim *sim)
{
    const struct state *const state = sim->state;
    const int64_t point = sim->step / state->steps;
    const double began = seconds_now();
    double seconds;
    const enum status s = take(sim, point, &seconds);
    sim->untimed += seconds_now() - began - seconds;
    sim->step++;
    return s == ST_OK ? s : option_axes_at(axes_of(sim), point, s);
}

/* The number of samples: the same number for each finished point; before the first is finished, one for each step. */
static int64_t samples(const struct sim *sim, int64_t steps)
{
    const struct state *const state = sim->state;
    const int64_t done = state->steps ? steps / state->steps : 0, rows = rows_of(&sim->series);
    if (!done || !rows) return done * state->steps;
    return rows % done ? -1 : rows;
}

static void end(struct sim *sim)
{
    struct state *const state = sim->state;
    if (state) end_point(sim), first_fields_free(&state->first), point_names_free(&state->names);
    sim->state = mem_free(sim->state);
}

/* All other findings of the points are in the series. */
static int arrays(struct sim *sim, struct array *out)
{
    const struct first_fields *const first = &((const struct state *)sim->state)->first;
    memcpy(out, first->array, (size_t)first->count * sizeof *out);
    return first->count;
}

struct app option_steps_app(const struct app *inner)
{
    struct app whole = *inner;
    whole.begin = begin;
    whole.step = step;
    whole.sample = NULL;
    whole.samples = samples;
    whole.point_name = point_name;
    whole.time = NULL;
    whole.finish = NULL;
    whole.report = option_report;
    whole.end = end;
    whole.arrays = arrays;
    whole.arrays_beside = NULL; /* a stopped point begins again */
    whole.resize = NULL;
    whole.geometry = NULL;
    whole.fetch = whole.send = NULL;
    whole.mesh = NULL;
    return whole;
}
