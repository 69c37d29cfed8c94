/* Makes records of variables at nodes. */
#pragma once
#include "apps/hines/part/variable.h"
#include "apps/hines/state/state.h"

/* A node of a cell, whose cable is known. */
struct record_place {
    const struct cable *cable;
    int64_t cell, node;
};

/* Adds a column called `name`, or NULL, and, where this rank has the node, its record. ST_CONFIG: the variable is not
 * there. */
enum status record_add(struct hines_state *s, const char *name, const struct variable *of,
                       const struct record_place *at);

/* Describes the source of each column of the series: "v at cell 3, dendrite[1](0.5)". ST_NOMEM. */
enum status record_describe(const struct hines_state *s, struct series *out);

/* The variables of all records, and then of all reports: s->variable. The names are known to exist. */
enum status record_variables(struct hines_state *s);
