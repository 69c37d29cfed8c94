/* Reads the settings that a solver group gives its own run. */
#include "command/run/variation.h"

#include <stdlib.h>
#include <string.h>

enum status variation_read(struct workload *w, struct job *j)
{
    j->params = malloc(j->app->params_bytes);
    if (!j->params) return fail(ST_NOMEM, "no memory for the settings of %s", j->app->name);
    memcpy(j->params, w->params, j->app->params_bytes);
    return variation_overlay(w, j);
}

enum status variation_overlay(struct workload *w, struct job *j)
{
    for (const struct option *o = j->app->options; j->section && o->key; o++) {
        const struct option own[] = {*o, {0}};
        if (o->varies && section_has(j->section, o->key)) TRY(section_read(w->config, j->section, own, j->params));
    }
    return ST_OK;
}

enum status variation_check(const struct workload *w, const struct job *j)
{
    const char *key;
    if (j->axes) return option_axes_check(w, j);
    const enum status s = app_check(j->app, j->params, &key);
    if (s == ST_OK || !key) return s;
    const bool own = j->section && section_has(j->section, key);
    return section_fault(w->config, own ? j->section : config_root(w->config), key, "%s", fail_text());
}

void variation_print(FILE *out, const struct job *j)
{
    for (const struct option *o = j->app->options; o->key; o++) {
        const struct option own[] = {*o, {0}};
        if (o->varies) option_axes_print(out, j->axes, own, j->params, 2);
    }
}
