/* Finds variables by their names. */
#include "apps/hines/part/variable.h"

#include <stdio.h>
#include <string.h>

#include "apps/hines/channels/pool.h"
#include "apps/hines/part/values.h"

static const struct {
    const char *name;
    struct variable variable;
} plain[] = {
    {"v", {value_potential, "mV"}},
    {"i_leak", {value_leak, "nA", .membrane = true}},
    {"i_channels", {value_channels, "nA", .membrane = true}},
    {"i_synapses", {value_synapses, "nA"}},
    {"i_capacity", {value_capacity, "nA", .membrane = true}},
    {"i_membrane", {value_membrane, "nA", .membrane = true}},
    {"i_axial", {value_axial, "nA", .parent = true}},
};
enum { PLAIN = sizeof plain / sizeof *plain };

/* The number of the name among `count`, or -1. */
static int place_of(const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(names[i], name)) return i;
    return -1;
}

static enum status no_such_member(const struct channel_type *type, const char *member)
{
    char names[256];
    size_t used = 0;
    for (int g = 0; g < type->gates && used < sizeof names; g++)
        used += (size_t)snprintf(names + used, sizeof names - used, " %s.%s", type->name, type->gate[g]);
    for (int c = 0; c < type->currents && used < sizeof names; c++)
        used += (size_t)snprintf(names + used, sizeof names - used, " %s.i_%s %s.g_%s", type->name, type->current[c],
                                 type->name, type->current[c]);
    return fail(ST_CONFIG, "variable must be one of%s, not %s.%.40s", names, type->name, member);
}

/* Channels, or calcium inside. */
static enum status find_type(const struct channel_type **out, const char *name)
{
    *out = &channel_pool;
    return strcmp(name, channel_pool.name) ? channel_find(out, name) : ST_OK;
}

static enum status find_member(struct variable *out, const struct channel_type *type, const char *member)
{
    const bool current = !strncmp(member, "i_", 2), conductance = !strncmp(member, "g_", 2);
    const int gate = place_of(member, type->gate, type->gates);
    const int carried = current || conductance ? place_of(member + 2, type->current, type->currents) : -1;
    *out = (struct variable){.type = type, .index = gate >= 0 ? gate : carried, .membrane = true};
    if (out->index < 0) return no_such_member(type, member);
    out->value = gate >= 0 ? value_state : current ? value_current : value_conductance;
    out->units = gate >= 0 ? (type->units[gate] ? type->units[gate] : "") : current ? "nA" : "uS";
    return ST_OK;
}

enum status variable_find(struct variable *out, const char *name)
{
    const char *const dot = strchr(name, '.');
    char type_name[48], names[160];
    const struct channel_type *type;
    size_t used = 0;
    for (int i = 0; i < PLAIN; i++)
        if (!strcmp(plain[i].name, name)) return *out = plain[i].variable, ST_OK;
    if (dot) {
        snprintf(type_name, sizeof type_name, "%.*s", (int)(dot - name), name);
        TRY(find_type(&type, type_name));
        return find_member(out, type, dot + 1);
    }
    for (int i = 0; i < PLAIN; i++) used += (size_t)snprintf(names + used, sizeof names - used, " %s,", plain[i].name);
    return fail(ST_CONFIG, "variable must be one of%s TYPE.STATE, TYPE.i_CURRENT and TYPE.g_CURRENT, not '%.40s'",
                names, name);
}

enum status variable_named(struct variable *out, const char *name, int64_t entry)
{
    const enum status s = variable_find(out, name);
    return s == ST_OK ? s : fail_within(s, "entry %lld: ", (long long)entry);
}
