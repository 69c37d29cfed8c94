/* Finds the run of a checkpoint, and checks that it may continue: only if the result will be bitwise that of a run
 * without a stop. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/result/provenance.h"
#include "command/run/checkpoint/checkpoint.h"
#include "command/run/jobs/jobs.h"
#include "command/run/record/inputs.h"
#include "precision/level.h"

static enum status compare_fact(struct store *in, const char *key, const char *now)
{
    char *then;
    TRY(store_get_text(in, "/provenance", key, &then));
    const enum status s = strcmp(then, now)
                              ? fail(ST_CONFIG, "it was made by bandstand of %s %s, but this is %s", key, then, now)
                              : ST_OK;
    free(then);
    return s;
}

/* Another version may compute differently, and so may a build between two versions, or one with other instructions. */
enum status checkpoint_made_here(struct store *in)
{
    TRY(compare_fact(in, "version", BANDSTAND_VERSION));
    TRY(compare_fact(in, "commit", provenance_commit()));
    return compare_fact(in, "level", level_name());
}

/* Names the first line that differs. */
static enum status compare_lines(const char *then, const char *now)
{
    while (*then && *now) {
        const size_t a = strcspn(then, "\n"), b = strcspn(now, "\n");
        if (a != b || memcmp(then, now, a)) break;
        then += a + (then[a] == '\n');
        now += b + (now[b] == '\n');
    }
    if (!*then && !*now) return ST_OK;
    return fail(ST_CONFIG, "its configuration has changed: '%.*s' was '%.*s'", (int)strcspn(now, "\n"), now,
                (int)strcspn(then, "\n"), then);
}

/* The number of threads does not change any bit. */
static enum status compare_configuration(struct store *in, const struct workload *w)
{
    struct workload as_then = *w;
    char *then;
    TRY(store_get_int(in, "/config", "threads", &as_then.settings.threads));
    TRY(store_get_text(in, "/config", "effective", &then));
    char *const now = workload_print(&as_then);
    const enum status s = now ? compare_lines(then, now) : fail(ST_NOMEM, "no memory for the configuration as text");
    free(then);
    free(now);
    return s;
}

static enum status compare_inputs(struct store *in, const struct workload *w)
{
    char *then;
    TRY(store_get_text(in, "/config", "inputs", &then));
    const enum status s = inputs_unchanged(w, then);
    free(then);
    return s;
}

enum status checkpoint_job(struct store *in, const struct workload *w, int *job)
{
    char *name;
    TRY(store_get_text(in, "/checkpoint", "run", &name));
    *job = -1;
    for (int i = 0; i < w->count; i++)
        if (!strcmp(w->job[i].name, name)) *job = i;
    const enum status s =
        *job < 0 ? fail(ST_CONFIG, "the checkpoint belongs to run %s, which is not in this configuration", name)
                 : ST_OK;
    free(name);
    return s;
}

enum status checkpoint_fits(struct store *in, const struct workload *w)
{
    char *app, path[160];
    int job;
    TRY(store_get_text(in, "/", "app", &app));
    const enum status s =
        strcmp(app, w->settings.app)
            ? fail(ST_CONFIG, "it belongs to the application %s, its configuration to %s", app, w->settings.app)
            : ST_OK;
    free(app);
    TRY(s);
    TRY(compare_configuration(in, w));
    TRY(compare_inputs(in, w));
    TRY(checkpoint_job(in, w, &job));
    for (int i = 0; i < job; i++) {
        snprintf(path, sizeof path, "/runs/%s", w->job[i].name);
        if (!store_has(in, path)) return fail(ST_CONFIG, "the finished run %s is missing in it", w->job[i].name);
    }
    return ST_OK;
}

/* One sample at the beginning and one every so many steps, or those that steps append. */
static int64_t samples_of(const struct sim *sim, int64_t every)
{
    if (sim->app->sample) return 1 + (every > 0 ? sim->step / every : 0);
    return sim->app->samples ? sim->app->samples(sim, sim->step) : sim->step;
}

enum status checkpoint_agrees(const struct sim *sim, int64_t sample_every)
{
    if (sim->step < 0 || sim->step >= sim->steps)
        return fail(ST_CONFIG, "it was left after step %lld of %lld", (long long)sim->step, (long long)sim->steps);
    const double time = sim->app->time ? sim->app->time(sim, sim->step) : 0;
    if (memcmp(&time, &sim->time, sizeof time))
        return fail(ST_CONFIG, "its time is %.17g, but after %lld steps it is %.17g", sim->time, (long long)sim->step,
                    time);
    const int64_t samples = samples_of(sim, sample_every);
    for (int64_t c = 0; c < sim->series.count; c++)
        if (sim->series.column[c].count != samples)
            return fail(ST_CONFIG, "its series %s has %lld values, but after %lld steps it has %lld",
                        sim->series.column[c].name, (long long)sim->series.column[c].count, (long long)sim->step,
                        (long long)samples);
    if (samples > 0 && !sim->series.count) return fail(ST_CONFIG, "its series are missing");
    return ST_OK;
}
