/* Relations between the keys of a simulation of neurons. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "apps/hines/model/params.h"
#include "apps/hines/model/section_name.h"
#include "apps/hines/part/variable.h"
#include "apps/hines/sonata/sonata.h"
#include "base/result/metrics.h"

enum { STEPS_MAX = 1000000000, ARRIVALS_MAX = 100 /* e^-100 is the probability of no arrival */ };

static enum status check_groups(const struct hines_params *p)
{
    const struct hines_cells *const g = p->cells.v;
    for (int64_t i = 0; i < p->cells.count; i++) {
        if (!*g[i].name)
            return fail(ST_CONFIG, "entry %lld: the name is empty, but an empty name means all groups", (long long)i);
        for (int64_t k = 0; k < i; k++)
            if (!strcmp(g[i].name, g[k].name)) return fail(ST_CONFIG, "two groups are called '%s'", g[i].name);
        if (g[i].form == FORM_SWC && !g[i].file)
            return fail(ST_CONFIG, "the group '%s' of form swc needs a file", g[i].name);
    }
    return ST_OK;
}

/* ST_CONFIG if `cells` of an entry names a group that does not exist. */
static enum status check_owner(const struct hines_params *p, const char *cells, int64_t entry)
{
    const struct hines_cells *const g = p->cells.v;
    for (int64_t i = 0; i < p->cells.count; i++)
        if (hines_names(cells, g[i].name)) return ST_OK;
    return fail(ST_CONFIG, "entry %lld: '%s' does not name a group of cells", (long long)entry, cells);
}

static enum status check_membranes(const struct hines_params *p)
{
    const struct hines_membrane *const m = p->membranes.v;
    for (int64_t i = 0; i < p->membranes.count; i++) TRY(check_owner(p, m[i].cells, i));
    return ST_OK;
}

/* The sections that an entry of channels names must belong to its region. */
static enum status check_sections(const struct hines_channels *c, int64_t entry)
{
    for (int64_t i = 0; i < c->sections.count; i++) {
        int64_t number;
        const enum status s = section_name_check(c->sections.v[i], 0);
        if (s != ST_OK) return fail_within(s, "entry %lld: ", (long long)entry);
        if (c->region != IN_ALL && c->region != section_named(c->sections.v[i], &number))
            return fail(ST_CONFIG, "entry %lld is for the region %s, to which section %s does not belong",
                        (long long)entry, hines_region(c->region), c->sections.v[i]);
    }
    return ST_OK;
}

static enum status check_channels(const struct hines_params *p)
{
    const struct hines_channels *const c = p->channels.v;
    for (int64_t i = 0; i < p->channels.count; i++) {
        const struct channel_type *type;
        TRY(check_owner(p, c[i].cells, i));
        TRY(channel_find(&type, c[i].type));
        if (c[i].g.count > type->currents || c[i].e.count > type->currents)
            return fail(ST_CONFIG, "channels of type %s have %d currents", type->name, type->currents);
        if (c[i].factor.form == FIELD_DATASET)
            return fail(ST_CONFIG, "entry %lld: factor is a number or a formula, not a dataset", (long long)i);
        TRY(check_sections(&c[i], i));
    }
    return ST_OK;
}

static enum status check_calcium(const struct hines_params *p)
{
    const struct hines_calcium *const c = p->calcium.v;
    for (int64_t i = 0; i < p->calcium.count; i++) TRY(check_owner(p, c[i].cells, i));
    return ST_OK;
}

static enum status check_clamps(const struct hines_params *p)
{
    static const double unlimited = 1e9; /* ms: the default */
    const struct hines_clamp *const c = p->clamps.v;
    for (int64_t i = 0; i < p->clamps.count; i++) {
        if (c[i].file && c[i].current.form != FIELD_ABSENT)
            return fail(ST_CONFIG, "entry %lld has both current and file: give one", (long long)i);
        if (!c[i].file && c[i].current.form == FIELD_ABSENT)
            return fail(ST_CONFIG, "entry %lld needs either current or file", (long long)i);
        if (c[i].current.form == FIELD_DATASET && !(c[i].duration > 0 && c[i].duration < unlimited))
            return fail(ST_CONFIG, "entry %lld: a dataset of currents needs `duration`, its length in time",
                        (long long)i);
    }
    return ST_OK;
}

static enum status check_voltage_clamps(const struct hines_params *p)
{
    const struct hines_voltage_clamp *const c = p->voltage_clamps.v;
    const struct hines_record *const r = p->records.v;
    for (int64_t i = 0; i < p->voltage_clamps.count; i++) {
        if (c[i].levels.count != c[i].durations.count)
            return fail(ST_CONFIG, "entry %lld has %lld levels, but %lld durations", (long long)i,
                        (long long)c[i].levels.count, (long long)c[i].durations.count);
        if (c[i].name) TRY(series_name(c[i].name));
        bool taken = c[i].name && !strcmp(c[i].name, "time");
        for (int64_t k = 0; c[i].name && k < p->records.count; k++) taken = taken || !strcmp(c[i].name, r[k].name);
        for (int64_t k = 0; c[i].name && k < i; k++) taken = taken || (c[k].name && !strcmp(c[i].name, c[k].name));
        if (taken) return fail(ST_CONFIG, "there is already a column '%s'", c[i].name);
    }
    return ST_OK;
}

static enum status check_records(const struct hines_params *p)
{
    const struct hines_record *const r = p->records.v;
    for (int64_t i = 0; i < p->records.count; i++) {
        struct variable variable;
        TRY(series_name(r[i].name));
        TRY(variable_named(&variable, r[i].variable, i));
        for (int64_t k = 0; k <= i; k++)
            if (!strcmp(r[i].name, "time") || (k < i && !strcmp(r[i].name, r[k].name)))
                return fail(ST_CONFIG, "there is already a column '%s'", r[i].name);
    }
    return ST_OK;
}

static bool has_synapse(const struct hines_params *p, const char *name)
{
    const struct hines_synapse *const y = p->synapses.v;
    for (int64_t i = 0; i < p->synapses.count; i++)
        if (!strcmp(y[i].name, name)) return true;
    return false;
}

static enum status check_synapses(const struct hines_params *p)
{
    const struct hines_synapse *const y = p->synapses.v;
    for (int64_t i = 0; i < p->synapses.count; i++)
        for (int64_t k = 0; k < i; k++)
            if (!strcmp(y[i].name, y[k].name)) return fail(ST_CONFIG, "two synapses are called '%s'", y[i].name);
    for (int64_t i = 0; i < p->synapses.count; i++) TRY(check_owner(p, y[i].cells, i));
    for (int64_t i = 0; i < p->synapses.count; i++)
        if (y[i].spread != SPREAD_NONE && !y[i].count == isnan(y[i].density))
            return fail(ST_CONFIG, "entry %lld, which is spread, %s", (long long)i,
                        y[i].count ? "has both count and density: give one" : "needs either count or density");
    for (int64_t i = 0; i < p->synapses.count; i++)
        if (y[i].rise > 0.9999 * y[i].tau) /* the two exponentials would cancel */
            return fail(ST_CONFIG, "entry %lld: rise, %g ms, must be at most 0.9999 of tau, %g ms", (long long)i,
                        y[i].rise, y[i].tau);
    return ST_OK;
}

static enum status check_inputs(const struct hines_params *p)
{
    const struct hines_input *const in = p->inputs.v;
    for (int64_t i = 0; i < p->inputs.count; i++) {
        const int sources = !isnan(in[i].rate) + (in[i].times.count > 0) + (in[i].file != NULL);
        if (!has_synapse(p, in[i].synapse))
            return fail(ST_CONFIG, "entry %lld: '%s' does not name a synapse", (long long)i, in[i].synapse);
        if (sources > 1)
            return fail(ST_CONFIG, "entry %lld has more than one of rate, times and file: give one", (long long)i);
        if (!sources) return fail(ST_CONFIG, "entry %lld needs one of rate, times and file", (long long)i);
        if (in[i].rate * 1e-3 * p->dt > ARRIVALS_MAX)
            return fail(ST_CONFIG, "entry %lld: %g Hz are %g arrivals in a step of %g ms, at most %d are allowed",
                        (long long)i, in[i].rate, in[i].rate * 1e-3 * p->dt, p->dt, ARRIVALS_MAX);
    }
    return ST_OK;
}

static enum status check_connections(const struct hines_params *p)
{
    const struct hines_connection *const c = p->connections.v;
    for (int64_t i = 0; i < p->connections.count; i++) {
        if (c[i].form == CONNECT_LIST) {
            if (!c[i].file) return fail(ST_CONFIG, "entry %lld of form list needs a file", (long long)i);
            continue;
        }
        if (!c[i].to) return fail(ST_CONFIG, "entry %lld needs 'to', the name of a synapse", (long long)i);
        if (!has_synapse(p, c[i].to))
            return fail(ST_CONFIG, "entry %lld: '%s' does not name a synapse", (long long)i, c[i].to);
        if (!hines_delays(p, c[i].delay))
            return fail(ST_CONFIG, "entry %lld: a delay of %g ms: must be from one time step, %g ms, to %d of them",
                        (long long)i, c[i].delay, p->dt, DELAY_STEPS_MAX);
    }
    return ST_OK;
}

/* A section that entry `entry` names. */
static enum status check_name(const char *named, int64_t section, int64_t entry)
{
    const enum status s = section_name_check(named, section);
    return s == ST_OK ? s : fail_within(s, "entry %lld: ", (long long)entry);
}

/* Keys whose entries name places. */
static const struct {
    const char *key;
    size_t list, size, named, section;
} placed[] = {
#define PLACED(type, member, side) \
    { \
#member, offsetof(struct hines_params, member), sizeof(struct type), offsetof(struct type, side##named), \
            offsetof(struct type, side##section) \
    }
    PLACED(hines_clamp, clamps, ),
    PLACED(hines_voltage_clamp, voltage_clamps, ),
    PLACED(hines_synapse, synapses, ),
    PLACED(hines_gap, gaps, from_),
    PLACED(hines_gap, gaps, to_),
    PLACED(hines_record, records, )
#undef PLACED
};

static enum status check_names(const struct hines_params *p, const char **key)
{
    for (size_t k = 0; k < sizeof placed / sizeof *placed; k++) {
        const struct groups *const list = (const void *)((const char *)p + placed[k].list);
        *key = placed[k].key;
        for (int64_t i = 0; i < list->count; i++) {
            const char *const entry = (const char *)list->v + (size_t)i * placed[k].size;
            char *const *const named = (const void *)(entry + placed[k].named);
            TRY(check_name(*named, *(const int64_t *)(const void *)(entry + placed[k].section), i));
        }
    }
    return ST_OK;
}

enum status hines_check(void *params, const char **key)
{
    const struct hines_params *const p = params;
    *key = "duration";
    if (p->duration / p->dt > STEPS_MAX)
        return fail(ST_CONFIG, "%g ms are %.3g steps of %g ms, at most %d are allowed", p->duration,
                    p->duration / p->dt, p->dt, STEPS_MAX);
    *key = "cells";
    TRY(check_groups(p));
    *key = "membranes";
    TRY(check_membranes(p));
    *key = "channels";
    TRY(check_channels(p));
    *key = "calcium";
    TRY(check_calcium(p));
    *key = "clamps";
    TRY(check_clamps(p));
    *key = "voltage_clamps";
    TRY(check_voltage_clamps(p));
    *key = "synapses";
    TRY(check_synapses(p));
    *key = "inputs";
    TRY(check_inputs(p));
    *key = "connections";
    TRY(check_connections(p));
    *key = "records";
    TRY(check_records(p));
    TRY(check_names(p, key));
    TRY(sonata_check(p, key));
    *key = NULL;
    return ST_OK;
}
