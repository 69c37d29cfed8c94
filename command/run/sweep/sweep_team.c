/* Runs the application at the points of a sweep. */
#include "command/run/sweep/sweep_team.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/memory/machine.h"
#include "command/run/sweep/sweep_points.h"

/* Files are read and written outside of the steps, by one point at a time. */
static enum status begin(struct sim *in)
{
    enum status s;
#pragma omp critical(sweep_point)
    {
        s = sim_begin(in);
        if (s == ST_OK) s = sim_sample(in);
    }
    return s;
}

/* Repetitions are only timed: their series may not have columns that a report needs. */
static enum status finish(struct sim *in)
{
    enum status s;
#pragma omp critical(sweep_point)
    {
        s = sim_sample(in);
        if (s == ST_OK && !in->again) s = sim_finish(in);
        if (s == ST_OK && !in->again && in->app->report) s = in->app->report(in);
    }
    return s;
}

static enum status run_through(const struct sweep_team *t, struct sim *in)
{
    TRY(begin(in));
    if (t->begun) t->begun(t->with);
    while (in->step < in->steps) {
        if (t->asked && t->asked(t->with)) return fail(ST_STOPPED, "stopped in step %lld", (long long)in->step);
        const double began = seconds_now() - in->untimed;
        TRY(in->app->step(in));
        metrics_add(&in->metrics, "seconds_steps", seconds_now() - in->untimed - began);
    }
    return finish(in);
}

static enum status take(const struct sweep_team *t, const struct sim *sim, int64_t point, int threads, struct sim *out)
{
    const struct sweep_points *const of = sim->sweep;
    *out = (struct sim){.app = of->inner,
                        .params = of->params[point],
                        .solver = sim->solver,
                        .method = sim->method,
                        .solver_options = sim->solver_options,
                        .exec = sim->exec,
                        .eps = sim->eps,
                        .again = sim->again};
    out->exec.threads = threads;
    const enum status s = run_through(t, out);
    if (out->state) {
#pragma omp critical(sweep_point)
        of->inner->end(out);
    }
    out->state = NULL;
    return s;
}

/* As many points as there are threads, and as fit into a third of the free memory. */
static int64_t width_of(const struct sweep_team *t, const struct sim *sim, int64_t point)
{
    const int64_t left = (t->end ? t->end : sim->sweep->count) - point,
                  free = machine_memory("").available / 3 / (t->sharing ? t->sharing : 1);
    int64_t width = sim->exec.threads < TEAM_MAX ? sim->exec.threads : TEAM_MAX;
    if (!sim->sweep->alone || sim->again || !t->wide || exec_note_end().seconds >= SMALL_WORK) return 1;
    if (t->bytes > 0 && free / t->bytes < width) width = free / t->bytes;
    if (left < width) width = left;
    return width > 1 ? width : 1;
}

/* One point by all threads. The first determines the needs of points. */
static void take_alone(struct sweep_team *t, const struct sim *sim, int64_t point)
{
    const int64_t held = mem_held(HOST);
    t->first = point, t->count = 1;
    t->status[0] = take(t, sim, point, sim->exec.threads, &t->point[0]);
    if (t->tried) return;
    const struct exec_note note = exec_note_end();
    t->tried = true;
    t->wide = sim->exec.space == HOST && note.threads == 1;
    t->bytes = mem_peak(HOST) - held;
}

static void take_side_by_side(struct sweep_team *t, const struct sim *sim, int64_t point, int64_t width)
{
    t->first = point, t->count = width;
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)width)
    for (int64_t i = 0; i < width; i++) {
        t->status[i] = take(t, sim, point + i, 1, &t->point[i]);
        t->sentence[i] = t->status[i] == ST_OK ? NULL : strdup(fail_text());
    }
}

/* Drops the points that were taken but not requested. */
static void drop(struct sweep_team *t)
{
    for (int64_t i = 0; i < t->count; i++) {
        series_free(&t->point[i].series), answers_free(&t->point[i].answers);
        free(t->sentence[i]);
        t->point[i] = (struct sim){0}, t->sentence[i] = NULL;
    }
    t->count = 0;
}

enum status sweep_team_take(struct sweep_team *t, const struct sim *sim, int64_t point, struct sim *out)
{
    if (point < t->first || point >= t->first + t->count) {
        drop(t);
        const int64_t width = width_of(t, sim, point);
        if (width > 1) take_side_by_side(t, sim, point, width);
        else take_alone(t, sim, point);
    }
    const int64_t i = point - t->first;
    *out = t->point[i];
    t->point[i] = (struct sim){0}; /* the caller frees the series and answers */
    return t->sentence[i] ? fail(t->status[i], "%s", t->sentence[i]) : t->status[i];
}

void sweep_team_free(struct sweep_team *t)
{
    if (t) drop(t);
    mem_free(t);
}
