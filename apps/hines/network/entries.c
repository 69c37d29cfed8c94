/* Synapses of an entry are numbered by cells, so that those of a cell are found by bisection. */
#include "apps/hines/network/entries.h"

#include <string.h>

int64_t network_entry(const struct hines_state *s, const char *name)
{
    const struct hines_synapse *const entry = s->params->synapses.v;
    for (int64_t i = 0; i < s->params->synapses.count; i++)
        if (!strcmp(entry[i].name, name)) return i;
    return -1;
}

/* The first synapse of the entry on this cell or a later one. */
static int64_t first_on(const struct network *n, int64_t entry, int64_t cell)
{
    int64_t low = n->first[entry], high = n->first[entry + 1];
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (n->cell[middle] < cell) low = middle + 1;
        else high = middle;
    }
    return low;
}

struct some_synapses network_synapses(const struct network *n, int64_t entry, int64_t cell)
{
    return (struct some_synapses){first_on(n, entry, cell), first_on(n, entry, cell + 1)};
}
