/* The synapses of all cells, and where they are in the parts. */
#include "apps/hines/network/network.h"

#include <math.h>
#include <stdlib.h>

#include "apps/hines/population/spread.h"
#include "apps/hines/state/places.h"
#include "base/memory.h"

static const struct hines_synapse *entry_of(const struct hines_state *s, int64_t entry)
{
    return (const struct hines_synapse *)s->params->synapses.v + entry;
}

/* The number of the next synapse, and the node of each in its part. */
struct placing {
    int64_t next;
    int64_t *node; /* [synapses] */
};

static void add_one(struct hines_state *s, struct placing *to, int64_t cell, const struct cell_place *found)
{
    struct network *const n = &s->net;
    const int64_t new = to->next++;
    to->node[new] = found->node;
    if (n->section) n->section[new] = found->section, n->along[new] = found->at;
    n->cell[new] = cell;
    n->part[new] = (int32_t)(found->part - s->part);
    n->at[new] = (int32_t)found->part->synapses.count++;
}

static enum status place_one(struct hines_state *s, const struct wanted *w, int64_t cell, void *with)
{
    struct cell_place found;
    TRY(place_find_whole(s, w, cell, &found));
    add_one(s, with, cell, &found);
    return ST_OK;
}

static enum status place_spread(struct hines_state *s, const struct hines_synapse *of, int64_t cell,
                                const struct cable *cable, struct placing *to)
{
    const int64_t count = spread_count(of, cable);
    int64_t *node;
    TRY(mem_array(&node, HOST, count, sizeof *node));
    const enum status st = spread_draw(of, cable, to->next, count, node);
    for (int64_t k = 0; st == ST_OK && k < count; k++) {
        const struct cell_place found = place_of_node(s, cell, cable, node[k]);
        add_one(s, to, cell, &found);
    }
    mem_free(node);
    return st;
}

/* Those of an entry on a cell. */
static enum status place_some(struct hines_state *s, const struct wanted *w, int64_t cell, void *with)
{
    const struct hines_synapse *const of = entry_of(s, w->number);
    const struct cable *cable;
    struct cable own;
    if (of->spread == SPREAD_NONE) return place_one(s, w, cell, with);
    TRY(population_cable(&s->all, cell, &own, &cable));
    const enum status st = place_spread(s, of, cell, cable, with);
    cable_free(&own);
    return st;
}

static enum status place_all(struct hines_state *s, struct placing *to)
{
    for (int64_t i = 0; i < s->params->synapses.count; i++) {
        const struct hines_synapse *const y = entry_of(s, i);
        TRY(places_each(s, &(struct wanted){"synapses", y->cells, i, y->cell, y->section, y->at, y->named}, place_some,
                        to));
    }
    return ST_OK;
}

/* The number of the first synapse of each entry, as the population has counted them. */
static enum status number_entries(struct hines_state *s)
{
    struct network *const n = &s->net;
    const int64_t entries = s->params->synapses.count;
    TRY(mem_array(&n->first, HOST, entries + 1, sizeof *n->first));
    for (int64_t i = 0; i < entries; i++) {
        for (int64_t g = 0; g < s->params->cells.count; g++) n->synapses += s->all.synapses_in[g * entries + i];
        n->first[i + 1] = n->synapses;
    }
    return ST_OK;
}

static void fill_one(struct part_synapses *to, int64_t at, const struct hines_synapse *of, double dt)
{
    const bool rises = !isnan(of->rise);
    to->decay[at] = (real)exp(-dt / of->tau), to->e[at] = (real)of->e;
    if (to->block) to->block[at] = of->magnesium > 0 ? (real)(of->magnesium / 3.57) : 0;
    if (!to->rise) return;
    to->rises[at] = rises;
    to->rise_decay[at] = rises ? (real)exp(-dt / of->rise) : 0;
    to->factor[at] = rises ? (real)synapse_factor(of->rise, of->tau) : 1;
}

static void fill(struct hines_state *s, const int64_t *node)
{
    struct network *const n = &s->net;
    for (int64_t i = 0; i < s->params->synapses.count; i++)
        for (int64_t k = n->first[i]; k < n->first[i + 1]; k++) {
            struct part_synapses *const to = &s->part[n->part[k]].synapses;
            const int32_t at = n->at[k];
            if (to->number) to->number[at] = k;
            if (!population_owns(&s->all, n->part[k])) continue;
            to->node[at] = (int32_t)node[k];
            fill_one(to, at, entry_of(s, i), s->params->dt);
        }
}

static enum status add_synapses(struct hines_state *s)
{
    struct network *const n = &s->net;
    struct placing to = {0};
    const bool rises = hines_rises(s->params), blocks = hines_blocks(s->params);
    TRY(number_entries(s));
    TRY(mem_array(&n->cell, HOST, n->synapses, sizeof *n->cell));
    TRY(mem_array(&n->part, HOST, n->synapses, sizeof *n->part));
    TRY(mem_array(&n->at, HOST, n->synapses, sizeof *n->at));
    if (!comm_rank(s->comm)) {
        TRY(mem_array(&n->conductance, HOST, n->synapses, sizeof *n->conductance));
        if (rises) TRY(mem_array(&n->rise, HOST, n->synapses, sizeof *n->rise));
        TRY(mem_array(&n->section, HOST, n->synapses, sizeof *n->section));
        TRY(mem_array(&n->along, HOST, n->synapses, sizeof *n->along));
    }
    TRY(mem_array(&to.node, HOST, n->synapses, sizeof *to.node));
    enum status st = place_all(s, &to);
    for (int64_t q = 0; q < s->all.parts && st == ST_OK; q++)
        st = population_owns(&s->all, q) ? synapses_make(&s->part[q].synapses, s->part[q].synapses.count, rises, blocks)
             : comm_rank(s->comm)        ? ST_OK
                                         : synapses_number(&s->part[q].synapses, s->part[q].synapses.count);
    if (st == ST_OK) fill(s, to.node);
    mem_free(to.node);
    return st;
}

enum status network_make(struct hines_state *s)
{
    TRY(add_synapses(s));
    TRY(network_add_inputs(s));
    return network_add_connections(s);
}

void network_free(struct network *n)
{
    void *const all[] = {n->rise, n->first, n->cell,   n->part,  n->at,     n->conductance, n->outgoing, n->from,
                         n->to,   n->entry, n->weight, n->delay, n->number, n->section,     n->along};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) mem_free(all[i]);
    free(n->connection);
    *n = (struct network){0};
}
