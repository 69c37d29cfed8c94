/* The order of connections, and the transit of spikes along them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "apps/hines/network/network.h"
#include "base/memory.h"

/* NEURON sends a spike at the end of the step in which a cell rose above its threshold, and has it arrive before the
 * step that begins nearest to its time then, of two the later. */
static int64_t steps_of(double delay, double dt)
{
    return (int64_t)floor(delay / dt + 0.5 + 1e-9);
}

/* Sorts connections by the cells that they come from, those of one cell in the order in which they were made. */
static enum status sort(struct network *n, int64_t cells)
{
    struct connection *sorted = NULL;
    int64_t *const at = n->outgoing;
    for (int64_t i = 0; i < n->kept; i++) at[n->connection[i].from + 1]++;
    for (int64_t i = 0; i < cells; i++) at[i + 1] += at[i];
    if (!n->kept) return ST_OK;
    sorted = malloc((size_t)n->kept * sizeof *sorted);
    if (!sorted) return fail(ST_NOMEM, "no memory for %lld connections", (long long)n->kept);
    for (int64_t i = 0; i < n->kept; i++) sorted[at[n->connection[i].from]++] = n->connection[i];
    for (int64_t i = cells; i > 0; i--) at[i] = at[i - 1];
    at[0] = 0;
    free(n->connection);
    n->connection = sorted, n->capacity = n->kept;
    return ST_OK;
}

/* For result files. */
static enum status list(struct hines_state *s)
{
    struct network *const n = &s->net;
    int64_t **const whole[] = {&n->from, &n->to, &n->entry, &n->number};
    double **const real_ones[] = {&n->weight, &n->delay};
    for (int i = 0; i < 4; i++) TRY(mem_array(whole[i], HOST, n->kept, sizeof **whole[i]));
    for (int i = 0; i < 2; i++) TRY(mem_array(real_ones[i], HOST, n->kept, sizeof **real_ones[i]));
    for (int64_t i = 0; i < n->kept; i++) {
        const struct connection *const c = &n->connection[i];
        n->number[i] = c->synapse, n->from[i] = c->from, n->to[i] = n->cell[c->synapse], n->weight[i] = c->weight,
        n->delay[i] = c->delay;
        while (c->synapse >= n->first[n->entry[i] + 1]) n->entry[i]++;
    }
    return ST_OK;
}

enum status network_order(struct hines_state *s)
{
    struct network *const n = &s->net;
    TRY(mem_array(&n->outgoing, HOST, s->all.cells + 1, sizeof *n->outgoing));
    TRY(sort(n, s->all.cells));
    n->least_delay = steps_of(n->shortest, s->params->dt), n->most_delay = steps_of(n->longest, s->params->dt);
    /* A spike of the last step of a slice is sent before the next slice, and so is one of its first step. */
    for (int64_t q = s->all.own; n->connections && q < s->all.end; q++)
        TRY(arrivals_make(&s->part[q].synapses.arrivals, n->most_delay + 1));
    return comm_rank(s->comm) ? ST_OK : list(s);
}

int64_t network_slice(const struct hines_state *s, int64_t most)
{
    const struct network *const n = &s->net;
    if (s->gaps.count && !s->device_part) return 1;
    return n->connections && n->least_delay < most ? n->least_delay : most;
}

static int by_step(const void *a, const void *b)
{
    const struct part_spike *const x = a, *const y = b;
    if (x->step != y->step) return x->step < y->step ? -1 : 1;
    return (x->cell > y->cell) - (x->cell < y->cell);
}

static enum status send_one(struct hines_state *s, const struct part_spike *spike, int64_t now)
{
    const struct network *const n = &s->net;
    for (int64_t i = n->outgoing[spike->cell]; i < n->outgoing[spike->cell + 1]; i++) {
        const struct connection *const c = &n->connection[i];
        const int64_t due = spike->step + 1 + steps_of(c->delay, s->params->dt);
        if (due < now || !population_owns(&s->all, n->part[c->synapse])) continue;
        struct part_synapses *const to = &s->part[n->part[c->synapse]].synapses;
        const int32_t at = n->at[c->synapse];
        const real weight = to->factor ? (real)c->weight * to->factor[at] : (real)c->weight;
        TRY(arrivals_send(&to->arrivals, due, at, weight));
    }
    return ST_OK;
}

/* Drops the spikes of other ranks once they are sent; rank 0 keeps all for result files. */
static void forget_others(struct hines_state *s)
{
    for (int64_t q = 0; comm_rank(s->comm) && q < s->all.parts; q++)
        if (!population_owns(&s->all, q)) s->part[q].spikes = s->part[q].sent = 0;
}

enum status network_deliver(struct hines_state *s, int64_t now)
{
    const struct network *const n = &s->net;
    struct part_spike *all;
    int64_t count = 0;
    enum status st = ST_OK;
    if (!n->connections) return forget_others(s), ST_OK;
    for (int64_t q = 0; q < s->all.parts; q++) count += s->part[q].spikes - s->part[q].sent;
    TRY(mem_array(&all, HOST, count, sizeof *all));
    count = 0;
    for (int64_t q = 0; q < s->all.parts; q++)
        for (struct cell_part *const p = &s->part[q]; p->sent < p->spikes; p->sent++) {
            const struct part_spike *const k = &p->spike[p->sent];
            if (k->step + 1 + n->most_delay >= now)
                all[count++] = (struct part_spike){s->all.order[k->cell], k->step, k->time};
        }
    qsort(all, (size_t)count, sizeof *all, by_step);
    for (int64_t i = 0; i < count && st == ST_OK; i++) st = send_one(s, &all[i], now);
    mem_free(all);
    forget_others(s);
    return st;
}
