/* Synapses by the entry of the configuration, and by the cell that they are on. */
#pragma once
#include "apps/hines/state/state.h"

/* Numbers of synapses, from `first` on and before `end`. */
struct some_synapses {
    int64_t first, end;
};
/* Those of the entry on a cell. */
struct some_synapses network_synapses(const struct network *n, int64_t entry, int64_t cell);
/* The entry of that name; -1: there is none. */
int64_t network_entry(const struct hines_state *s, const char *name);
