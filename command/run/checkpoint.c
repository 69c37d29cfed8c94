/* Writes checkpoints, and removes those that are no longer needed. */
#include "command/run/checkpoint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file/atomic_file.h"

static const char group[] = "/checkpoint";
static const char *const copied[] = {"/config", "/provenance", "/runs"};

char *checkpoint_path(const struct workload *w, const char *result)
{
    char *path = NULL;
    if (w->settings.checkpoint_file) return strdup(w->settings.checkpoint_file);
    const size_t length = strlen(result),
                 stem = length > 3 && !strcmp(result + length - 3, ".h5") ? length - 3 : length;
    return asprintf(&path, "%.*s.checkpoint.h5", (int)stem, result) < 0 ? NULL : path;
}

static enum status write_state(struct store *out, const struct workload *w, int job, struct sim *sim)
{
    struct array array[ARRAYS_MAX];
    int count;
    TRY(sim_arrays(sim, array, &count));
    TRY(store_text(out, group, "run", w->job[job].name));
    TRY(store_int(out, group, "step", sim->step));
    TRY(store_real(out, group, "time", sim->time));
    for (int p = 0; p < PHASE_COUNT; p++) TRY(store_real(out, group, phase_name((enum phase)p), sim->clock.seconds[p]));
    TRY(metrics_store(&sim->metrics, out, "/checkpoint/metrics"));
    TRY(series_store(&sim->series, out, "/checkpoint/series"));
    for (int a = 0; a < count; a++) TRY(store_array(out, "/checkpoint/fields", &array[a]));
    return ST_OK;
}

enum status checkpoint_write(const struct workload *w, struct store *result, int job, struct sim *sim, const char *path)
{
    struct store *out;
    TRY(store_create_as(&out, path, FILE_CHECKPOINT));
    enum status s = store_text(out, "/", "app", w->settings.app);
    for (size_t i = 0; s == ST_OK && i < sizeof copied / sizeof copied[0]; i++)
        if (store_has(result, copied[i])) s = store_copy(result, copied[i], out);
    if (s == ST_OK) s = write_state(out, w, job, sim);
    if (s == ST_OK) return store_commit(out);
    store_discard(out);
    return s;
}

struct stat checkpoint_seen(const char *path)
{
    struct stat there;
    return stat(path, &there) == 0 ? there : (struct stat){0};
}

/* The number of a file that was replaced may soon be that of a new one: its time is compared as well. */
void checkpoint_remove(const char *path, const struct stat *seen)
{
    const struct stat now = checkpoint_seen(path);
    char *const file = atomic_file_followed(path);
    if (file && now.st_nlink > 0 && now.st_dev == seen->st_dev && now.st_ino == seen->st_ino &&
        now.st_mtim.tv_sec == seen->st_mtim.tv_sec && now.st_mtim.tv_nsec == seen->st_mtim.tv_nsec)
        unlink(file);
    free(file);
}

enum status checkpoint_config(struct store *in, struct config **config, struct origin *origin)
{
    char *name = NULL, *text = NULL;
    *config = NULL;
    enum status s = store_has(in, group) ? ST_OK : fail(ST_CONFIG, "not a checkpoint: it has no group %s", group);
    if (s == ST_OK) s = checkpoint_made_here(in);
    if (s == ST_OK) s = store_get_int(in, "/config", "threads", &origin->threads);
    if (s == ST_OK) s = store_get_text(in, "/config", "name", &name);
    if (s == ST_OK) s = store_get_text(in, "/config", "original", &text);
    if (s == ST_OK) s = store_get_text(in, "/config", "sets", &origin->sets);
    if (s == ST_OK) s = store_get_text(in, "/config", "methods", &origin->methods);
    if (s == ST_OK) s = store_get_text(in, "/config", "output", &origin->output);
    if (s == ST_OK) s = config_parse(config, name, text);
    if (s == ST_OK) s = settings_apply(*config, origin->sets);
    free(name);
    free(text);
    return s;
}

enum status checkpoint_job(struct store *in, const struct workload *w, int *job)
{
    char *name;
    TRY(store_get_text(in, group, "run", &name));
    *job = -1;
    for (int i = 0; i < w->count; i++)
        if (!strcmp(w->job[i].name, name)) *job = i;
    const enum status s =
        *job < 0 ? fail(ST_CONFIG, "the checkpoint is of run %s, which this configuration has not", name) : ST_OK;
    free(name);
    return s;
}

static enum status load_array(struct store *in, struct array *a)
{
    char path[160];
    struct array found;
    snprintf(path, sizeof path, "%s/fields/%s", group, a->name);
    TRY(store_array_shape(in, path, &found));
    bool same = found.rank == a->rank && found.type == a->type;
    for (int d = 0; same && d < a->rank; d++) same = found.dims[d] == a->dims[d];
    if (!same)
        return fail(ST_CONFIG, "the field %s of the checkpoint has another shape than this configuration's", a->name);
    return store_array_read(in, path, a->type, a->data);
}

static enum status load_metrics(struct store *in, struct metrics *m)
{
    static const char from[] = "/checkpoint/metrics";
    char **names;
    int64_t count;
    TRY(store_attributes(in, from, &names, &count));
    enum status s = count <= METRICS_MAX ? ST_OK : fail(ST_CONFIG, "%s has %lld numbers", from, (long long)count);
    for (int64_t i = 0; i < count && s == ST_OK; i++) {
        double value = 0;
        s = strlen(names[i]) < METRIC_NAME ? store_get_real(in, from, names[i], &value)
                                           : fail(ST_CONFIG, "a number of %s has too long a name", from);
        if (s == ST_OK) metrics_put(m, names[i], value);
    }
    store_names_free(names, count);
    return s;
}

enum status checkpoint_load(struct store *in, struct sim *sim, int64_t sample_every)
{
    struct array array[ARRAYS_MAX];
    const int count = sim->app->arrays(sim, array);
    for (int a = 0; a < count; a++) TRY(load_array(in, &array[a]));
    if (sim->app->send) TRY(sim->app->send(sim));
    TRY(store_get_int(in, group, "step", &sim->step));
    TRY(store_get_real(in, group, "time", &sim->time));
    for (int p = 0; p < PHASE_COUNT; p++)
        TRY(store_get_real(in, group, phase_name((enum phase)p), &sim->clock.seconds[p]));
    sim->metrics.count = 0;
    TRY(load_metrics(in, &sim->metrics));
    TRY(series_load(&sim->series, in, "/checkpoint/series"));
    return checkpoint_agrees(sim, sample_every);
}
