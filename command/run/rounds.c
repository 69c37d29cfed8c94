/* Does the steps of all runs once more, in rounds, for their seconds alone. */
#include "command/run/rounds.h"

#include <math.h>
#include <stdio.h>

#include "base/device/device.h"
#include "base/signals.h"
#include "base/timer.h"

static enum status take_steps(struct sim *sim, struct timing *t)
{
    while (sim->step < sim->steps) {
        const int64_t step = sim->step;
        const double began = seconds_now() - sim->untimed;
        if (signals_asked()) return ST_STOPPED;
        TRY(sim->app->step(sim));
        timing_step(t, step, seconds_now() - sim->untimed - began);
    }
    return ST_OK;
}

/* One run in one round. */
static enum status take(const struct execution *x, int index)
{
    struct timing *const t = &x->timing[index];
    struct sim sim;
    TRY(execute_begin(&sim, x, index));
    sim.again = true;
    const double speed = timing_speed(&sim.exec);
    enum status s = sim.app->begin(&sim);
    if (s == ST_OK && (s = timing_begin(t, sim.steps)) == ST_OK) {
        s = take_steps(&sim, t);
        if (s == ST_OK) timing_end(t, &sim.clock, fmin(speed, timing_speed(&sim.exec)), &sim.series);
        else timing_drop(t);
    }
    sim.app->end(&sim);
    device_exec_end(&sim.exec);
    series_free(&sim.series);
    answers_free(&sim.columns);
    return s;
}

static enum status take_timed(const struct execution *x, int index)
{
    struct timing *const t = &x->timing[index];
    const double began = seconds_now();
    TRY(take(x, index));
    t->cost = seconds_now() - began;
    t->spent += t->cost;
    return ST_OK;
}

/* The run that others are compared with, the first that went well; -1: none did. */
static int reference_of(const struct execution *x)
{
    int i = 0;
    while (i < x->workload->count && !x->timing[i].ok) i++;
    return i < x->workload->count ? i : -1;
}

/* Each run has an equal share of the seconds. */
static bool is_due(const struct timing *t, double share)
{
    return t->ok && t->spent + t->cost <= share && !timing_settled(t);
}

/* Each round takes every run that is due, so that all see the same hours of a machine. */
static void take_rounds(const struct execution *x)
{
    const int count = x->workload->count;
    int well = 0;
    for (int i = 0; i < count; i++) well += x->timing[i].ok;
    const double share = x->workload->settings.timing_seconds / well;
    for (int round = 1, taken = 1; round < ROUNDS_MAX && taken; round++) {
        taken = 0;
        for (int i = 0; i < count; i++) {
            if (!is_due(&x->timing[i], share)) continue;
            taken++;
            if (take_timed(x, i) != ST_OK) return;
        }
    }
}

enum status rounds_take(struct execution *x, bool resumed)
{
    const int reference = reference_of(x);
    if (reference < 0) return ST_OK;
    take_rounds(x);
    for (int i = 0; i < x->workload->count; i++) {
        char group[160];
        snprintf(group, sizeof group, "/runs/%s", x->workload->job[i].name);
        TRY(timing_record(&x->timing[i], resumed ? NULL : &x->timing[reference], x->result, group));
    }
    return ST_OK;
}
