/* Runs of applications for benchmarks: their configuration is a text, their fields come and go. */
#include "bench/app_run.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/either_precision.h"

static enum status choose(struct sim *sim, const char *method)
{
    const enum space space = sim->exec.space;
    sim->method = app_method(sim->app, method, space);
    return sim->method ? ST_OK : solver_find_among(sim->app->kinds, method, space, &sim->solver);
}

void app_run_drop(void *of)
{
    struct app_run *const r = of;
    if (r->sim.app) r->sim.app->end(&r->sim);
    series_free(&r->sim.series);
    config_free(r->config);
    free(r->params);
    r->config = NULL;
    r->params = NULL;
    r->sim = (struct sim){0};
}

/* All but the fields. */
static enum status ask(struct app_run *r)
{
    const char *key;
    r->sim = (struct sim){.exec = r->exec};
    TRY(config_parse(&r->config, "bench", r->text));
    r->params = calloc(1, r->app->params_bytes);
    if (!r->params) return fail(ST_NOMEM, "no memory for a benchmark");
    TRY(section_read(r->config, config_root(r->config), r->app->options, r->params));
    TRY(r->app->check(r->params, &key));
    r->sim.app = r->app;
    r->sim.params = r->params;
    return choose(&r->sim, r->method);
}

enum status app_run_load(void *of)
{
    struct app_run *const r = of;
    TRY(ask(r));
    return sim_begin(&r->sim);
}

enum status app_run_step(void *of)
{
    struct app_run *const r = of;
    return r->app->step(&r->sim);
}

enum status app_run_make(struct app_run **out, const struct app *app, const char *text, const char *method,
                         struct exec exec)
{
    struct app_run *const r = *out = calloc(1, sizeof *r);
    if (!r) return fail(ST_NOMEM, "no memory for a benchmark");
    snprintf(r->text, sizeof r->text, "%s", text);
    r->app = app;
    r->method = method;
    r->exec = exec;
    enum status s = ask(r);
    if (s == ST_OK) s = app->accepts(r->params, r->sim.solver, r->sim.method, NULL, exec.space);
    r->sim.app = NULL; /* so that end is not called without begin */
    app_run_drop(r);
    return s;
}
