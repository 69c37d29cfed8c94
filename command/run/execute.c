/* Takes the steps of one run, with samples, snapshots and checkpoints in between. */
#define _GNU_SOURCE /* program_invocation_name, asprintf */
#include "command/run/execute.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/device/device.h"
#include "base/field/evaluated.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/signals.h"
#include "command/run/checkpoint/checkpoint.h"
#include "command/run/jobs/jobs.h"
#include "command/run/options/option_axes.h"
#include "command/run/published/published.h"
#include "command/run/record/record.h"
#include "command/run/shared/shared_fields.h"

static bool due(int64_t step, int64_t every)
{
    return every > 0 && step % every == 0;
}

/* Turns a failure that concerns only one run into ST_FAILED, so that the other runs continue: too little memory, a
 * failed call of a device library, or bad input that appears only after `steps`, such as a formula that becomes
 * infinite. */
static enum status confine_to_run(struct execution *x, int64_t steps, enum status s)
{
    const bool late = s == ST_CONFIG && steps > 0;
    if (s != ST_NOMEM && s != ST_DEVICE && !late) return s;
    if (s != ST_DEVICE) x->misused = s;
    return fail_within(ST_FAILED, "%s", "");
}

void execution_leaves(const char *checkpoint)
{
    char words[1024];
    snprintf(words, sizeof words, "the last checkpoint is in place; continue with: %s run --resume %s",
             program_invocation_name, checkpoint);
    signals_leaves(words);
}

static enum status keep(struct execution *x, int index, struct sim *sim)
{
    signals_hold();
    const enum status s = checkpoint_write(x->workload, x->result, index, sim, x->checkpoint);
    if (s == ST_OK) x->written = checkpoint_seen(x->checkpoint), x->kept = index, execution_leaves(x->checkpoint);
    signals_wait(x->workload->settings.checkpoint_wait);
    return s;
}

static enum status stop(struct execution *x, int index, struct sim *sim)
{
    TRY(keep(x, index, sim));
    return fail(ST_STOPPED, "stopped after step %lld of %lld of run %s; continue with: %s run --resume %s",
                (long long)sim->step, (long long)sim->steps, x->workload->job[index].name, program_invocation_name,
                x->checkpoint);
}

/* Signals are blocked meanwhile: the file that is saved when a signal ends the program is the same one. */
static enum status take_snapshot(struct execution *x, int index, struct sim *sim)
{
    const bool paused = signals_pause();
    const enum status s = record_snapshot(x->result, &x->workload->job[index], sim);
    signals_resume(paused);
    return s;
}

/* One step, and its samples and snapshots, which are not charged to the phases that are compared. */
static enum status advance(struct execution *x, int index, struct sim *sim)
{
    const struct workload *const w = x->workload;
    const struct settings *const set = &w->settings;
    const double began = seconds_now() - sim->untimed;
    const int64_t before = sim->step;
    TRY(confine_to_run(x, before, sim->app->step(sim)));
    const double seconds = seconds_now() - sim->untimed - began;
    metrics_add(&sim->metrics, "seconds_steps", seconds);
    if (x->timing[index].ok) timing_step(&x->timing[index], before, seconds);
    if (due(sim->step, set->sample_every) || sim->step == sim->steps) TRY(sim_sample(sim));
    const double storing = seconds_now();
    if (due(sim->step, set->snapshots)) TRY(take_snapshot(x, index, sim));
    if (due(sim->step, set->checkpoint_every) && sim->step < sim->steps) TRY(keep(x, index, sim));
    clock_charge(&sim->clock, PHASE_STORE, storing);
    return ST_OK;
}

/* Steps until the end or a signal. */
static enum status advance_all(struct execution *x, int index, struct sim *sim)
{
    struct progress progress = progress_begin(x->workload->job[index].name, sim->step, sim->steps, x->quiet);
    enum status s = ST_OK;
    while (s == ST_OK && sim->step < sim->steps) {
        s = signals_asked() ? ST_STOPPED : advance(x, index, sim);
        if (s == ST_OK) progress_show(&progress, sim->step);
    }
    progress_end(&progress, sim->step);
    return s == ST_STOPPED ? stop(x, index, sim) : s;
}

/* Records the bytes that crossed the bus between host and device, and those that were held there. */
static void put_device(struct sim *sim, int64_t held_before)
{
    const struct traffic moved = device_traffic();
    if (sim->exec.space != DEVICE) return;
    metrics_put(&sim->metrics, "bytes_to_device", (double)moved.bytes[0]);
    metrics_put(&sim->metrics, "bytes_from_device", (double)moved.bytes[1]);
    metrics_put(&sim->metrics, "memory_peak_device_bytes", (double)(mem_peak(DEVICE) - held_before));
}

static void put_totals(struct sim *sim, int64_t held_before)
{
    double total = 0;
    static const char *const names[PHASE_COUNT] = {
        [PHASE_SETUP] = "seconds_setup", [PHASE_ASSEMBLE] = "seconds_assemble", [PHASE_FACTOR] = "seconds_factor",
        [PHASE_SOLVE] = "seconds_solve", [PHASE_TRANSFER] = "seconds_transfer", [PHASE_STORE] = "seconds_store",
    };
    for (int p = 0; p < PHASE_COUNT; p++) {
        metrics_put(&sim->metrics, names[p], sim->clock.seconds[p]);
        total += sim->clock.seconds[p];
    }
    const double stepping = metrics_get(&sim->metrics, "seconds_steps");
    const double gb_s = metrics_get(&sim->metrics, "bytes_estimated") / stepping / 1e9;
    metrics_put(&sim->metrics, "seconds_total", total);
    metrics_put(&sim->metrics, "steps", (double)sim->step);
    metrics_put(&sim->metrics, "memory_peak_bytes", (double)(mem_peak(HOST) - held_before));
    if (sim->step > 0) metrics_put(&sim->metrics, "seconds_step", stepping / (double)sim->step);
    if (isfinite(gb_s)) metrics_put(&sim->metrics, "gb_s", gb_s);
}

/* A run that continues gets the method that had been chosen for it. */
static enum status begin(const struct execution *x, struct sim *sim)
{
    char *chosen = NULL;
    const bool paused = signals_pause();
    const enum status found = x->resume ? checkpoint_chosen(x->resume, &chosen) : ST_OK;
    signals_resume(paused);
    TRY(found);
    sim->resumes = chosen;
    const enum status s = sim_begin(sim);
    sim->resumes = NULL;
    free(chosen);
    return s;
}

/* The state at the beginning is a sample, and a snapshot. */
static enum status start(struct execution *x, int index, struct sim *sim)
{
    const double began = seconds_now();
    const enum status s = begin(x, sim);
    x->timing[index].setup = seconds_now() - began;
    if (s != ST_OK) sim->app->end(sim); /* there is no field to record */
    TRY(s);
    TRY(shared_fields_seen(x, sim));
    TRY(published_fits(x->workload, index, sim));
    if (!x->resume) {
        TRY(sim_sample(sim));
        return x->workload->settings.snapshots ? take_snapshot(x, index, sim) : ST_OK;
    }
    struct store *const from = x->resume;
    x->resume = NULL;
    const bool paused = signals_pause();
    const enum status loaded = checkpoint_load(from, sim, x->workload->settings.sample_every);
    signals_resume(paused);
    return loaded == ST_OK ? ST_OK : fail_within(loaded, "cannot resume: ");
}

static enum status run_through(struct execution *x, int index, struct sim *sim)
{
    TRY(start(x, index, sim));
    x->timing[index].ok = sim->step == 0 && timing_begin(&x->timing[index], sim->steps) == ST_OK;
    TRY(advance_all(x, index, sim));
    const enum status s = sim_finish(sim);
    TRY(s == ST_CONFIG ? confine_to_run(x, sim->step, s) : s);
    if (sim->app->report) TRY(confine_to_run(x, sim->step, sim->app->report(sim)));
    if (x->workload->job[index].axes) return ST_OK; /* each point was compared when it ended */
    return shared_fields_compare(x, sim);
}

/* A refusal that only the run reveals, as of a matrix that is read from a file. If the job may refuse, it is recorded.
 * Otherwise it is reported; results of finished runs are kept, and the others continue. */
static enum status refused_late(struct execution *x, int index, enum status s)
{
    const struct job *const job = &x->workload->job[index];
    char why[900];
    snprintf(why, sizeof why, "%s", fail_text());
    if (s == ST_REFUSED && job->may_refuse) return execute_refused(x, index, why);
    job_fault(x->workload, job, s);
    if (!x->finished) return s;
    char sentence[1024];
    snprintf(sentence, sizeof sentence, "%s", fail_text());
    TRY(execute_refused(x, index, why));
    x->misused = s;
    return fail(ST_FAILED, "%s", sentence);
}

enum status execute(struct execution *x, int index)
{
    const struct job *const job = &x->workload->job[index];
    struct sim sim;
    char *sentence = NULL;
    const int64_t held[] = {[HOST] = mem_held(HOST) - evaluated_bytes(x->evaluated), [DEVICE] = mem_held(DEVICE)};
    struct timing *const timing = &x->timing[index];
    const double began = seconds_now();
    TRY(job_begin(&sim, x->workload, index, x->evaluated));
    if (job->axes) job->axes->reference = &x->reference;
    const double speed = timing_speed(&sim.exec);
    mem_peak_reset();
    device_traffic_reset();
    exec_note_begin();
    enum status s = run_through(x, index, &sim);
    signals_hold();
    sim.deserved = exec_note_end();
    timing->cost = seconds_now() - began;
    if (s == ST_OK || s == ST_FAILED) {
        put_totals(&sim, held[HOST]);
        put_device(&sim, held[DEVICE]);
    }
    if (s == ST_OK) s = published_found(x->workload, index, &sim);
    if (s == ST_OK || s == ST_FAILED) {
        const enum status ran = s;
        if (ran == ST_FAILED && asprintf(&sentence, "failed: %s", fail_text()) < 0) sentence = NULL;
        s = record_run(x->result, x->workload, job, &sim, ran == ST_OK ? "ok" : sentence ? sentence : "failed");
        if (s == ST_OK && ran == ST_FAILED)
            s = fail(ST_FAILED, "run %s: %s", job->name, sentence ? sentence : "failed");
    }
    free(sentence);
    x->finished += s == ST_OK;
    job->app->end(&sim);
    device_exec_end(&sim.exec);
    timing->ok &= s == ST_OK;
    if (timing->ok) timing_end(timing, &sim.clock, fmin(speed, timing_speed(&sim.exec)), &sim.series);
    series_free(&sim.series);
    answers_free(&sim.answers), answers_free(&sim.columns);
    return s == ST_REFUSED || s == ST_CONFIG ? refused_late(x, index, s) : s;
}

enum status execute_missing(struct execution *x, int index, const char *status)
{
    const struct job *const job = &x->workload->job[index];
    struct sim sim = {.app = job->app, .exec = exec_host((int)x->workload->settings.threads)};
    return record_run(x->result, x->workload, job, &sim, status);
}

enum status execute_refused(struct execution *x, int index, const char *why)
{
    char status[1024];
    snprintf(status, sizeof status, "refused: %s", why);
    return execute_missing(x, index, status);
}
