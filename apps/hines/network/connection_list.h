/* Connections from a file. */
#pragma once
#include "apps/hines/state.h"

/* A table of comma-separated values with the columns from, to, synapse, weight and delay: the numbers of two cells,
 * counting through all groups, the name of synapses of the second, uS, which the weight of the entry multiplies, and
 * ms. ST_CONFIG, "file:line: reason". */
enum status connection_list_read(struct hines_state *s, const struct hines_connection *of);
