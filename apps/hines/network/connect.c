/* Connections as they are made: all count, and a rank keeps those to its own synapses. */
#include "apps/hines/network/connect.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

/* Every rank makes all connections, and so knows the delays of all. */
static bool keeps(const struct hines_state *s, int64_t synapse)
{
    return !comm_rank(s->comm) || population_owns(&s->all, s->net.part[synapse]);
}

enum status network_connect(struct hines_state *s, int64_t from, int64_t synapse, double weight, double delay)
{
    struct network *const n = &s->net;
    n->shortest = n->connections ? fmin(n->shortest, delay) : delay;
    n->longest = n->connections ? fmax(n->longest, delay) : delay;
    n->connections++;
    if (!keeps(s, synapse)) return ST_OK;
    if (n->kept == n->capacity) {
        const int64_t more = n->capacity ? 2 * n->capacity : 1024;
        const bool fits = (double)NETWORK_CONNECTION * (double)n->kept <= (double)mem_machine_bytes();
        struct connection *const new = fits ? realloc(n->connection, (size_t)more * sizeof *new) : NULL;
        if (!new) return fail(ST_NOMEM, "no memory for more than %lld connections", (long long)n->kept);
        n->connection = new, n->capacity = more;
    }
    n->connection[n->kept++] = (struct connection){from, synapse, weight, delay};
    return ST_OK;
}
