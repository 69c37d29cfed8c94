/* Increments in transit: a list for each step, first come, first received. */
#include "apps/hines/synapses/arrivals.h"

#include <stdlib.h>

#include "base/memory.h"

enum status arrivals_make(struct arrivals *out, int64_t horizon)
{
    struct arrivals *const a = out;
    *a = (struct arrivals){.horizon = horizon, .free = -1};
    TRY(mem_array(&a->first, HOST, horizon, sizeof *a->first));
    TRY(mem_array(&a->last, HOST, horizon, sizeof *a->last));
    for (int64_t i = 0; i < horizon; i++) a->first[i] = a->last[i] = -1;
    return ST_OK;
}

void arrivals_free(struct arrivals *a)
{
    mem_free(a->first);
    mem_free(a->last);
    free(a->all);
    *a = (struct arrivals){0};
}

static enum status grow(struct arrivals *a)
{
    const int32_t more = a->capacity ? 2 * a->capacity : 256;
    struct arrival *const new = a->capacity < INT32_MAX / 2 ? realloc(a->all, (size_t)more * sizeof *new) : NULL;
    if (!new) return fail(ST_NOMEM, "no memory for spikes in transit");
    for (int32_t i = a->capacity; i < more; i++) new[i].next = i + 1 < more ? i + 1 : -1;
    a->free = a->capacity, a->all = new, a->capacity = more;
    return ST_OK;
}

enum status arrivals_send(struct arrivals *a, int64_t step, int32_t synapse, real weight)
{
    const int64_t slot = step % a->horizon;
    if (a->free < 0) TRY(grow(a));
    const int32_t new = a->free;
    a->free = a->all[new].next;
    a->all[new] = (struct arrival){synapse, -1, weight};
    if (a->last[slot] < 0) a->first[slot] = new;
    else a->all[a->last[slot]].next = new;
    a->last[slot] = new;
    return ST_OK;
}

int64_t arrivals_receive(struct arrivals *a, int64_t step, arrival_taker *take, void *to)
{
    if (!a->horizon) return 0;
    const int64_t slot = step % a->horizon;
    int64_t count = 0;
    for (int32_t i = a->first[slot]; i >= 0; i = a->all[i].next, count++) take(to, a->all[i].synapse, a->all[i].weight);
    if (count) a->all[a->last[slot]].next = a->free, a->free = a->first[slot];
    a->first[slot] = a->last[slot] = -1;
    return count;
}
