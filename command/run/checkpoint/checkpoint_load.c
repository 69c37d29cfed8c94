/* Reads a checkpoint: the configuration of the workload, and the state of the run in progress. */
#include "command/run/checkpoint/checkpoint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/run/jobs/jobs.h"
#include "command/run/shared/shared_fields.h"

static const char group[] = "/checkpoint";

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

enum status checkpoint_chosen(struct store *in, char **method)
{
    if (store_has_text(in, group, "chosen")) return store_get_text(in, group, "chosen", method);
    *method = strdup("");
    return *method ? ST_OK : fail(ST_NOMEM, "no memory for the name of a method");
}

static enum status find_array(struct store *in, const char *of, const struct array *a, struct array *found,
                              char path[160])
{
    snprintf(path, 160, "%s/%s/%s", group, of, a->name);
    return store_array_shape(in, path, found);
}

/* Lengthens the arrays that had grown. */
static enum status make_longer(struct store *in, struct sim *sim)
{
    struct array array[ARRAYS_MAX], found;
    char path[160];
    const int count = sim->app->resize ? sim->app->arrays(sim, array) : 0;
    for (int a = 0; a < count; a++) {
        TRY(find_array(in, "fields", &array[a], &found, path));
        if (found.rank == 1 && array[a].rank == 1 && found.dims[0] != array[a].dims[0])
            TRY(sim->app->resize(sim, found.dims[0]));
    }
    return ST_OK;
}

/* `path` := the dataset of an array, of its shape. */
static enum status find_same(struct store *in, const char *of, const struct array *a, char path[160])
{
    struct array found;
    TRY(find_array(in, of, a, &found, path));
    bool same = found.rank == a->rank && found.type == a->type;
    for (int d = 0; same && d < a->rank; d++) same = found.dims[d] == a->dims[d];
    if (!same)
        return fail(ST_CONFIG, "the field %s of the checkpoint has another shape than this configuration's", a->name);
    return ST_OK;
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
                                           : fail(ST_CONFIG, "the name of a number of %s is too long", from);
        if (s == ST_OK) metrics_put(m, names[i], value);
    }
    store_names_free(names, count);
    return s;
}

/* The warnings of steps before the checkpoint, as of points of a sweep, belong to the result too. */
static enum status load_caveats(struct store *in, struct sim *sim)
{
    char *text;
    if (!store_has_text(in, group, "caveats")) return ST_OK;
    TRY(store_get_text(in, group, "caveats", &text));
    snprintf(sim->caveats, sizeof sim->caveats, "%s", text);
    free(text);
    return ST_OK;
}

enum status checkpoint_load(struct store *in, struct sim *sim, int64_t sample_every)
{
    struct array array[ARRAYS_MAX];
    char path[160];
    TRY(make_longer(in, sim));
    const int count = sim->app->arrays(sim, array);
    for (int a = 0; a < count; a++) {
        TRY(find_same(in, "fields", &array[a], path));
        TRY(shared_fields_load(in, path, sim, array, a));
    }
    const int more = sim->app->arrays_beside ? sim->app->arrays_beside(sim, array) : 0;
    for (int a = 0; a < more; a++) {
        TRY(find_same(in, "beside", &array[a], path));
        TRY(store_array_read(in, path, array[a].type, array[a].data));
    }
    TRY(store_get_int(in, group, "step", &sim->step));
    TRY(store_get_real(in, group, "time", &sim->time));
    TRY(load_caveats(in, sim));
    for (int p = 0; p < PHASE_COUNT; p++)
        TRY(store_get_real(in, group, phase_name((enum phase)p), &sim->clock.seconds[p]));
    sim->metrics.count = 0;
    TRY(load_metrics(in, &sim->metrics));
    TRY(series_load(&sim->series, in, "/checkpoint/series"));
    TRY(answers_load(&sim->columns, in, "/checkpoint/columns"));
    TRY(checkpoint_agrees(sim, sample_every));
    return sim->app->send ? sim->app->send(sim) : ST_OK;
}
