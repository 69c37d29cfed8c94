/* Reads the settings of an application, and chooses its method. */
#include "apps/setup.h"

#include <stdlib.h>
#include <string.h>

#include "base/either_precision.h"

const struct app *app_find(const char *name)
{
    for (size_t i = 0; i < app_count(); i++)
        if (!strcmp(app_at(i)->name, name)) return app_at(i);
    return NULL;
}

enum status app_choose(const struct app *app, const char *name, enum space space, const struct method **method,
                       const struct solver **solver)
{
    *solver = NULL;
    *method = app_method(app, name, space);
    return *method ? ST_OK : solver_find_among(app->kinds, name, space, solver);
}

enum status app_settings(const struct app *app, struct config *c, void **params)
{
    const char *key;
    *params = calloc(1, app->params_bytes);
    if (!*params) return fail(ST_NOMEM, "no memory for the settings of %s", app->name);
    TRY(section_read(c, config_root(c), app->options, *params));
    TRY(config_finish(c));
    const enum status s = app_check(app, *params, &key);
    return s == ST_OK || !key ? s : section_fault(c, config_root(c), key, "%s", fail_text());
}

enum status sim_choose(struct sim *sim, const char *name)
{
    TRY(app_choose(sim->app, name, sim->exec.space, &sim->method, &sim->solver));
    return sim->app->accepts(sim->params, sim->solver, sim->method, NULL, sim->exec.space);
}
