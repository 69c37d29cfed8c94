/* Writes checkpoints, and removes those that are no longer needed. */
#define _GNU_SOURCE /* asprintf */
#include "command/run/checkpoint/checkpoint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file/abandoned.h"
#include "base/file/atomic_file.h"
#include "command/run/shared/shared_fields.h"

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
    struct array array[ARRAYS_MAX], beside[ARRAYS_MAX];
    int count;
    TRY(sim_arrays(sim, array, &count));
    const int more = sim->app->arrays_beside ? sim->app->arrays_beside(sim, beside) : 0;
    TRY(store_text(out, group, "run", w->job[job].name));
    TRY(store_int(out, group, "step", sim->step));
    TRY(store_real(out, group, "time", sim->time));
    if (*sim->caveats) TRY(store_text(out, group, "caveats", sim->caveats));
    if (sim->chosen) TRY(store_text(out, group, "chosen", sim->chosen));
    for (int p = 0; p < PHASE_COUNT; p++) TRY(store_real(out, group, phase_name((enum phase)p), sim->clock.seconds[p]));
    TRY(metrics_store(&sim->metrics, out, "/checkpoint/metrics"));
    TRY(series_store(&sim->series, out, "/checkpoint/series"));
    TRY(answers_store(&sim->columns, out, "/checkpoint/columns"));
    TRY(shared_fields_store(out, "/checkpoint/fields", sim, array, count));
    for (int a = 0; a < more; a++) TRY(store_array(out, "/checkpoint/beside", &beside[a]));
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
    store_close(out);
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

void checkpoint_remove_abandoned(const char *path)
{
    char *const file = atomic_file_followed(path);
    if (file) abandoned_remove(file);
    free(file);
}
