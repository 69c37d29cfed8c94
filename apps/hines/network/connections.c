/* Connections by rule: rings, random ones, all to all; and lists. */
#include <string.h>

#include "apps/hines/model/random.h"
#include "apps/hines/network/connect.h"
#include "apps/hines/network/connection_list.h"
#include "apps/hines/network/entries.h"
#include "apps/hines/network/network.h"
#include "base/memory.h"

/* The ends of an entry's connections: the cells of a group, or all, with the synapses of an entry. */
struct ends {
    const struct hines_connection *of;
    int64_t number;            /* of the entry */
    int64_t first_cell, cells; /* cells that send */
    int64_t first_synapse, synapses;
};

static enum status connect_ends(struct hines_state *s, const struct ends *e, int64_t cell, int64_t synapse)
{
    return network_connect(s, cell, synapse, e->of->weight, e->of->delay);
}

/* first[i]: the first synapse on the cell that is number i of those which have any, of at most `most`. Returns how many
 * cells have any. */
static int64_t number_cells(const struct hines_state *s, const struct ends *e, int64_t *first, int64_t most)
{
    const int64_t *const cell = s->net.cell + e->first_synapse;
    int64_t cells = 0;
    for (int64_t k = 0; k < e->synapses; k++)
        if ((!k || cell[k] != cell[k - 1]) && cells++ < most) first[cells - 1] = e->first_synapse + k;
    return cells;
}

/* Cell i with all synapses on the next `degree` ones, and the last with the first. */
static enum status join_ring(struct hines_state *s, const struct ends *e, const int64_t *first)
{
    for (int64_t i = 0; i < e->cells; i++)
        for (int64_t k = 1; k <= e->of->degree; k++)
            for (int64_t to = (i + k) % e->cells, y = first[to]; y < first[to + 1]; y++)
                TRY(connect_ends(s, e, e->first_cell + i, y));
    return ST_OK;
}

static enum status connect_ring(struct hines_state *s, const struct ends *e)
{
    int64_t *first;
    TRY(mem_array(&first, HOST, e->cells + 1, sizeof *first));
    const int64_t cells = number_cells(s, e, first, e->cells);
    first[e->cells] = e->first_synapse + e->synapses;
    const enum status st =
        cells == e->cells
            ? join_ring(s, e, first)
            : fail(ST_CONFIG, "connections: entry %lld: a ring of %lld cells needs a synapse '%s' on each, not %lld",
                   (long long)e->number, (long long)e->cells, e->of->to, (long long)cells);
    mem_free(first);
    return st;
}

/* Every cell with every synapse but its own. */
static enum status connect_all(struct hines_state *s, const struct ends *e)
{
    for (int64_t i = 0; i < e->cells; i++)
        for (int64_t k = e->first_synapse; k < e->first_synapse + e->synapses; k++)
            if (s->net.cell[k] != e->first_cell + i) TRY(connect_ends(s, e, e->first_cell + i, k));
    return ST_OK;
}

/* `degree` different cells for each synapse, never its own: R. W. Floyd's sample (J. Bentley, R. W. Floyd, Comm. ACM 30
 * (1987) 754). last[i] is the number, from 1, of the last synapse for which cell i was drawn. */
static enum status draw(struct hines_state *s, const struct ends *e, int64_t *last)
{
    const struct network *const n = &s->net;
    for (int64_t k = 0; k < e->synapses; k++) {
        const int64_t synapse = e->first_synapse + k, own = n->cell[synapse] - e->first_cell;
        const bool among = own >= 0 && own < e->cells;
        const int64_t others = e->cells - among;
        uint64_t place = random_stream(e->of->seed, synapse);
        if (e->of->degree > others)
            return fail(ST_CONFIG, "connections: entry %lld: degree %lld exceeds the %lld cells to draw from",
                        (long long)e->number, (long long)e->of->degree, (long long)others);
        for (int64_t j = others - e->of->degree; j < others; j++) {
            int64_t drawn = random_below(place++, j + 1);
            if (last[drawn] == k + 1) drawn = j;
            last[drawn] = k + 1;
            TRY(connect_ends(s, e, e->first_cell + drawn + (among && drawn >= own), synapse));
        }
    }
    return ST_OK;
}

static enum status connect_random(struct hines_state *s, const struct ends *e)
{
    int64_t *last;
    TRY(mem_array(&last, HOST, e->cells, sizeof *last));
    const enum status st = draw(s, e, last);
    mem_free(last);
    return st;
}

static enum status (*const forms[])(struct hines_state *s, const struct ends *e) = {
    [CONNECT_RING] = connect_ring, [CONNECT_RANDOM] = connect_random, [CONNECT_ALL] = connect_all};

static enum status find_cells(const struct hines_state *s, struct ends *e)
{
    const struct hines_cells *const g = s->params->cells.v;
    e->cells = *e->of->from ? 0 : s->all.cells;
    for (int64_t i = 0; *e->of->from && i < s->params->cells.count; i++)
        if (!strcmp(g[i].name, e->of->from))
            e->first_cell = s->all.first[i], e->cells = s->all.first[i + 1] - e->first_cell;
    return e->cells ? ST_OK
                    : fail(ST_CONFIG, "connections: entry %lld: '%s' does not name a group of cells",
                           (long long)e->number, e->of->from);
}

static enum status add_entry(struct hines_state *s, int64_t number)
{
    const struct network *const n = &s->net;
    struct ends e = {(const struct hines_connection *)s->params->connections.v + number, number, 0, 0, 0, 0};
    if (e.of->form == CONNECT_LIST) return connection_list_read(s, e.of);
    const int64_t entry = network_entry(s, e.of->to);
    e.first_synapse = n->first[entry], e.synapses = n->first[entry + 1] - e.first_synapse;
    TRY(find_cells(s, &e));
    return forms[e.of->form](s, &e);
}

enum status network_add_connections(struct hines_state *s)
{
    for (int64_t i = 0; i < s->params->connections.count; i++) TRY(add_entry(s, i));
    return network_order(s);
}
