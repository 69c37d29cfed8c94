/* Synapses that are spread over the compartments of a region of a cell, evenly by length or by area. */
#pragma once
#include "apps/hines/model/params.h"

struct cable;

/* Synapses of an entry that a cell has, whose group the entry names: by number, or by density the nearest integer, but
 * at most SPREAD_MAX + 1; 0, if no section belongs to the region. */
int64_t spread_count(const struct hines_synapse *of, const struct cable *c);

/* node[count] := their nodes. Each is drawn from the seed of the entry and the number of the synapse among all; `first`
 * is the number of the first one. ST_NOMEM. */
enum status spread_draw(const struct hines_synapse *of, const struct cable *c, int64_t first, int64_t count,
                        int64_t *node);
