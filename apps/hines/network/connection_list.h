/* Connections from a file. */
#pragma once
#include "apps/hines/state/state.h"

/* A table of comma-separated values with the columns from, to, synapse, weight and delay: the numbers of two cells,
 * counted through all groups, the name of synapses of the second, a conductance in uS, which is multiplied by the
 * weight of the entry, and a delay in ms. ST_CONFIG, "file:line: reason". */
enum status connection_list_read(struct hines_state *s, const struct hines_connection *of);
