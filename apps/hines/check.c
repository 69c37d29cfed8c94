/* Relations between the keys of a simulation of neurons. */
#include <math.h>
#include <string.h>

#include "apps/hines/params.h"

enum { STEPS_MAX = 1000000000 };

static enum status check_groups(const struct hines_params *p)
{
    const struct hines_cells *const g = p->cells.v;
    for (int64_t i = 0; i < p->cells.count; i++) {
        for (int64_t k = 0; k < i; k++)
            if (!strcmp(g[i].name, g[k].name)) return fail(ST_CONFIG, "two groups are called '%s'", g[i].name);
        if (g[i].form == FORM_SWC && !g[i].file)
            return fail(ST_CONFIG, "the group '%s' of form swc needs a file", g[i].name);
    }
    return ST_OK;
}

static enum status check_channels(const struct hines_params *p)
{
    const struct hines_channels *const c = p->channels.v;
    for (int64_t i = 0; i < p->channels.count; i++) {
        const struct channel_type *type;
        TRY(channel_find(&type, c[i].type));
        if (c[i].g.count > type->currents || c[i].e.count > type->currents)
            return fail(ST_CONFIG, "channels of type %s have %d currents", type->name, type->currents);
    }
    return ST_OK;
}

static enum status check_records(const struct hines_params *p)
{
    const struct hines_record *const r = p->records.v;
    for (int64_t i = 0; i < p->records.count; i++)
        for (int64_t k = 0; k <= i; k++)
            if (!strcmp(r[i].name, "time") || (k < i && !strcmp(r[i].name, r[k].name)))
                return fail(ST_CONFIG, "there is a column '%s' already", r[i].name);
    return ST_OK;
}

enum status hines_check(void *params, const char **key)
{
    const struct hines_params *const p = params;
    *key = "duration";
    if (p->duration / p->dt > STEPS_MAX)
        return fail(ST_CONFIG, "%g ms are %.3g steps of %g ms, at most %d", p->duration, p->duration / p->dt, p->dt,
                    STEPS_MAX);
    *key = "cells";
    TRY(check_groups(p));
    *key = "channels";
    TRY(check_channels(p));
    *key = "records";
    TRY(check_records(p));
    *key = NULL;
    return ST_OK;
}
