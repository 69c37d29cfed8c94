/* Checks of the keys that request files of the SONATA format, and the memory that they need. */
#include <math.h>
#include <string.h>

#include "apps/hines/part/variable.h"
#include "apps/hines/sonata/sonata.h"

int64_t sonata_rows(const struct hines_params *p, const struct hines_report *r, int64_t *from)
{
    const double every = p->dt * (double)p->record_every;
    const int64_t samples = 1 + hines_steps(p) / p->record_every;
    const double begin = ceil(r->begin / every - 1e-9), end = ceil(r->end / every - 1e-9);
    *from = begin < (double)samples ? (int64_t)begin : samples;
    return (end < (double)samples ? (int64_t)end : samples) - *from;
}

/* Populations are groups in the files, and their names are names of members. */
static enum status check_names(const struct hines_params *p)
{
    const struct hines_cells *const g = p->cells.v;
    for (int64_t i = 0; i < p->cells.count; i++)
        if (strchr(g[i].name, '/') || !strcmp(g[i].name, ".") || strlen(g[i].name) > 100)
            return fail(ST_CONFIG,
                        "'%.60s' cannot name a population of a SONATA file: use at most 100 bytes, without '/'",
                        g[i].name);
    return ST_OK;
}

static enum status check_report(const struct hines_params *p, int64_t entry)
{
    const struct hines_report *const r = (const struct hines_report *)p->reports.v + entry;
    const struct hines_cells *const g = p->cells.v;
    int64_t from;
    struct variable variable;
    bool found = false;
    for (int64_t i = 0; i < p->cells.count; i++) found = found || hines_names(r->cells, g[i].name);
    if (!found) return fail(ST_CONFIG, "entry %lld: '%s' does not name a group of cells", (long long)entry, r->cells);
    TRY(variable_named(&variable, r->variable, entry));
    if (sonata_rows(p, r, &from) <= 0)
        return fail(ST_CONFIG, "entry %lld: no sample lies between %g and %g ms", (long long)entry, r->begin, r->end);
    return ST_OK;
}

enum status sonata_check(const struct hines_params *p, const char **key)
{
    *key = "cells";
    if (p->spikes || p->reports.count) TRY(check_names(p));
    *key = "sonata.reports";
    for (int64_t i = 0; i < p->reports.count; i++) TRY(check_report(p, i));
    return ST_OK;
}
