/* Reads a configuration text, chooses the method, and takes all steps. */
#include "verify/trial.h"

#include <stdlib.h>
#include <string.h>

#include "apps/setup.h"

/* Trials are for answers, not for times: each system is solved once, unless the settings ask for more. */
static enum status once(struct trial *t)
{
    static const char key[] = "repeats";
    for (const struct option *o = t->sim.app->options; o->key; o++)
        if (!strcmp(o->key, key) && !section_has(config_root(t->config), key))
            return config_set(t->config, "repeats=1");
    return ST_OK;
}

static enum status read(struct trial *t, const char *text, const char *const *sets)
{
    TRY(config_parse(&t->config, t->sim.app->name, text));
    for (; sets && *sets; sets++) TRY(config_set(t->config, *sets));
    TRY(once(t));
    const enum status s = app_settings(t->sim.app, t->config, &t->params);
    t->sim.params = t->params;
    return s;
}

static enum status begin(struct trial *t, const char *text, const char *const *sets, const char *method)
{
    TRY(read(t, text, sets));
    TRY(sim_choose(&t->sim, method));
    return sim_begin(&t->sim);
}

enum status trial_begin(struct trial *t, const char *app, const char *text, const char *const *sets, const char *method,
                        struct exec exec)
{
    *t = (struct trial){.sim = {.app = app_find(app), .exec = exec, .eps = (double)REAL_EPS}};
    if (!t->sim.app) return fail(ST_CONFIG, "no application '%s'", app);
    const enum status s = begin(t, text, sets, method);
    if (s != ST_OK) trial_end(t);
    return s;
}

enum status trial_run(struct trial *t)
{
    struct sim *const sim = &t->sim;
    TRY(sim_sample(sim));
    while (sim->step < sim->steps) TRY(sim->app->step(sim));
    TRY(sim_sample(sim));
    return sim_finish(sim);
}

enum status trial_complete(struct trial *t, const char *app, const char *text, const char *const *sets,
                           const char *method, struct exec exec)
{
    TRY(trial_begin(t, app, text, sets, method, exec));
    const enum status s = trial_run(t);
    if (s != ST_OK) trial_end(t);
    return s;
}

void trial_end(struct trial *t)
{
    if (t->sim.app) t->sim.app->end(&t->sim);
    series_free(&t->sim.series);
    config_free(t->config);
    free(t->params);
    *t = (struct trial){0};
}

const real *trial_field(struct trial *t, int64_t *count)
{
    struct array array[ARRAYS_MAX];
    int arrays;
    if (sim_arrays(&t->sim, array, &arrays) != ST_OK) return NULL;
    *count = 1;
    for (int d = 0; d < array[0].rank; d++) *count *= array[0].dims[d];
    return array[0].data;
}
