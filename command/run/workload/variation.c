/* Reads the options of the method, and the settings that a solver group gives its own run. */
#include "command/run/workload/variation.h"

#include <stdlib.h>
#include <string.h>

enum status variation_overlay(struct workload *w, struct job *j)
{
    for (const struct option *o = j->app->options; j->section && o->key; o++) {
        const struct option own[] = {*o, {0}};
        if (o->varies && section_has(j->section, o->key)) TRY(section_read(w->config, j->section, own, j->params));
    }
    return ST_OK;
}

static enum status read_params(struct workload *w, struct job *j)
{
    j->params = malloc(j->app->params_bytes);
    if (!j->params) return fail(ST_NOMEM, "no memory for the settings of %s", j->app->name);
    memcpy(j->params, w->params, j->app->params_bytes);
    return variation_overlay(w, j);
}

static enum status read_options(struct workload *w, struct job *j)
{
    struct option_part part[OPTION_PARTS];
    const int parts = job_options(j, part);
    if (!parts) return ST_OK;
    j->options = calloc(1, j->solver ? j->precision->solver_options_bytes(j->solver) : j->method->options_bytes);
    if (!j->options) return fail(ST_NOMEM, "no memory for the options of %s", j->choice.method);
    for (int k = 0; k < parts; k++)
        TRY(section_read(w->config, j->section, part[k].table, (char *)j->options + part[k].offset));
    return ST_OK;
}

enum status job_read(struct workload *w, struct job *j)
{
    TRY(read_options(w, j));
    return read_params(w, j);
}
