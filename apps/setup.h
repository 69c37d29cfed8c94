/* Before a run: the application by its name, its settings from a configuration, and the method by its name. Files of
 * configurations have more, several runs and settings of the framework, which the command line reads. */
#pragma once
#include "apps/app.h"
#include "base/config/config.h"

/* Or NULL: no application has this name. */
const struct app *app_find(const char *name);

/* The method of this name in this space: one of the application's own, or else the registered solver of one of its
 * kinds; the other one is NULL. Faults as those of solver_find_among. */
enum status app_choose(const struct app *app, const char *name, enum space space, const struct method **method,
                       const struct solver **solver);

/* *params := the settings in `c`, whose keys must all be the application's, checked. ST_CONFIG with the place of the
 * fault, ST_NOMEM. The caller frees *params, on failure too. */
enum status app_settings(const struct app *app, struct config *c, void **params);

/* Chooses the method of sim->app by its name, in the space of sim->exec, and checks whether it accepts sim->params,
 * with the defaults of its options: ST_REFUSED if it does not. */
enum status sim_choose(struct sim *sim, const char *name);
