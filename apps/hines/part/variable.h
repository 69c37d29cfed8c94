/* Variables of a place that can be recorded: its potential, states of mechanisms, conductances, currents. Names of
 * states and currents are those of the tables of types, so that a new type is recorded without further code. */
#pragma once
#include "apps/hines/channels/channel.h"

struct cell_part;
struct part_record;

struct variable {
    /* The value at a record, whose node the part has. */
    double (*value)(const struct cell_part *p, const struct part_record *r);
    const char *units;
    const struct channel_type *type; /* or NULL: of none */
    int index;                       /* of its gate or current */
    bool membrane, parent;           /* only of compartments; only of nodes with a parent */
};

/* The variable of a name:
 *
 *     v                  potential, mV
 *     TYPE.STATE         a gate, or another state, of channels of a type
 *     TYPE.g_CURRENT     conductance of a current, uS, and TYPE.i_CURRENT, the current, nA out of the cell
 *     i_leak, i_channels, i_synapses, i_capacity; i_membrane, their sum: nA out of the cell
 *     i_axial            nA along the cable into the compartment, from its parent
 *
 * ST_CONFIG with the variables that exist. */
enum status variable_find(struct variable *out, const char *name);
/* As above, for an entry of a key, whose number begins the message. */
enum status variable_named(struct variable *out, const char *name, int64_t entry);
