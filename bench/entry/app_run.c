/* Runs of applications for benchmarks: their configuration is a text, their fields come and go. */
#include "bench/entry/app_run.h"

#include <stdio.h>
#include <stdlib.h>

#include "apps/setup.h"
#include "base/either_precision.h"

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
    r->sim = (struct sim){.exec = r->exec};
    TRY(config_parse(&r->config, "bench", r->text));
    TRY(app_settings(r->app, r->config, &r->params));
    r->sim.app = r->app;
    r->sim.params = r->params;
    return sim_choose(&r->sim, r->method);
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
    const enum status s = ask(r);
    r->sim.app = NULL; /* so that end is not called without begin */
    app_run_drop(r);
    return s;
}
