/* Repeats the steps of all runs, in rounds, only to time them. */
#include "command/run/rounds.h"

#include <math.h>
#include <stdio.h>

#include "base/device/device.h"
#include "base/signals.h"
#include "base/timer.h"
#include "command/cores/threads.h"

static enum status take_steps(struct sim *sim, struct timing *t, int64_t steps)
{
    while (sim->step < steps) {
        const int64_t step = sim->step;
        const double began = seconds_now() - sim->untimed;
        if (signals_asked()) return ST_STOPPED;
        TRY(sim->app->step(sim));
        timing_step(t, step, seconds_now() - sim->untimed - began);
    }
    return ST_OK;
}

/* One run in one round: its first steps. `bind`: threads keep to cores of their own. */
static enum status take(const struct execution *x, int index, int64_t steps, bool bind)
{
    struct timing *const t = &x->timing[index];
    struct sim sim;
    TRY(job_begin(&sim, x->workload, index, x->evaluated));
    sim.again = true;
    if (bind) threads_bind(sim.exec.threads);
    const double speed = timing_speed(&sim.exec);
    enum status s = sim_begin(&sim);
    if (s == ST_OK && (s = timing_begin(t, sim.steps)) == ST_OK) {
        s = take_steps(&sim, t, steps);
        if (s == ST_OK) timing_end(t, &sim.clock, fmin(speed, timing_speed(&sim.exec)), &sim.series);
        else timing_drop(t);
    }
    threads_release();
    sim.app->end(&sim);
    device_exec_end(&sim.exec);
    series_free(&sim.series);
    answers_free(&sim.columns);
    return s;
}

static enum status take_timed(const struct execution *x, int index, int64_t steps, bool bind)
{
    struct timing *const t = &x->timing[index];
    const double began = seconds_now();
    TRY(take(x, index, steps, bind));
    t->cost = seconds_now() - began;
    t->spent += t->cost;
    return ST_OK;
}

/* The number of steps that a run takes in the next round. Each run has an equal share of the seconds. If all of its
 * steps take longer, and are of equal work, only its first ones are taken, enough to justify the setup before them; 0:
 * none. */
static int64_t due(const struct timing *t, double share)
{
    enum { PARTS = 4 }; /* the part of a share that a round of some steps takes */
    const double left = share - t->spent;
    if (!t->ok || !t->steps || timing_settled(t)) return 0;
    if (t->round[0].total + t->setup <= left && t->cost <= left) return t->steps;
    if (!timing_alike(t)) return 0;
    const double step = t->round[0].total / (double)t->steps;
    const double budget = fmin(left, fmax(share / PARTS, 2 * t->setup));
    return (int64_t)fmax(0, fmin((budget - t->setup) / step, (double)t->steps));
}

/* Each round takes every run that is due, so that all see the machine in the same state. Threads are bound in every
 * second round. If another program runs, unbound threads of a team may share a core for whole rounds, while a bound
 * single thread may be held on the core of the other program. The lesser time of both is that of an idle machine. */
static void take_rounds(const struct execution *x, double share)
{
    const int count = x->workload->count;
    for (int round = 1, taken = 1; round < ROUNDS_MAX && taken; round++) {
        taken = 0;
        for (int i = 0; i < count; i++) {
            const int64_t steps = due(&x->timing[i], share);
            if (!steps) continue;
            taken++;
            if (take_timed(x, i, steps, round % 2) != ST_OK) return;
        }
    }
}

enum status rounds_record(const struct execution *x, int count)
{
    for (int i = 0; i < count; i++) {
        char group[160];
        snprintf(group, sizeof group, "/runs/%s", x->workload->job[i].name);
        TRY(timing_record(&x->timing[i], x->result, group));
    }
    return ST_OK;
}

enum status rounds_take(struct execution *x)
{
    const int count = x->workload->count;
    int well = 0;
    for (int i = 0; i < count; i++) well += x->timing[i].ok;
    if (well) take_rounds(x, x->workload->settings.timing_seconds / well);
    return rounds_record(x, count);
}
