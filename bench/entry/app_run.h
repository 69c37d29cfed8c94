/* A run of an application as an entry of a benchmark: a call is a step of it. */
#pragma once
#include "apps/app.h"
#include "base/config/config.h"
#include "bench/entry/benchmark.h"

/* One application under one method, ready to step while its fields are in memory. */
struct app_run {
    const struct app *app;
    char text[1024]; /* the configuration */
    const char *method;
    struct exec exec;
    struct config *config;
    void *params;
    struct sim sim;
};

/* Does the application take the problem? ST_REFUSED if not. In any case nothing stays in memory but *out, which the
 * caller frees, if it is not NULL. */
enum status app_run_make(struct app_run **out, const struct app *app, const char *text, const char *method,
                         struct exec exec);

/* Begins the run, and ends it. */
enum status app_run_load(void *of);
void app_run_drop(void *of);
enum status app_run_step(void *of);
