/* Synapses and gap junctions of a part on the device, and the arrivals at synapses. */
#include <stdlib.h>

#include "apps/hines/device/device_part.h"
#include "apps/hines/device/grouped.h"
#include "base/device/device.h"
#include "base/memory.h"

static int64_t node_of_synapse(const void *of, int64_t i)
{
    return ((const struct part_synapses *)of)->node[i];
}

static enum status copy_reals(struct device_part *t, void *out, const real *from)
{
    return from ? device_part_copy(t, out, from, t->part->synapses.count, sizeof *from) : ST_OK;
}

enum status device_part_synapses(struct device_part *t)
{
    const struct part_synapses *const s = &t->part->synapses;
    struct device_values *const y = &t->synapses;
    struct grouped g = {0};
    if (!s->count) return ST_OK;
    y->count = s->count;
    TRY(copy_reals(t, &y->g, s->g));
    TRY(copy_reals(t, &y->most, s->most));
    TRY(copy_reals(t, &y->decay, s->decay));
    TRY(copy_reals(t, &y->e, s->e));
    TRY(copy_reals(t, &y->rise, s->rise));
    TRY(copy_reals(t, &y->rise_decay, s->rise_decay));
    TRY(copy_reals(t, &y->rises, s->rises));
    TRY(copy_reals(t, &y->block, s->block));
    TRY(device_part_copy(t, &y->node, s->node, s->count, sizeof *s->node));
    enum status st = grouped_make(&g, s, s->count, node_of_synapse);
    if (st == ST_OK) st = device_part_copy(t, &y->order, g.order, s->count, sizeof *g.order);
    if (st == ST_OK) st = device_part_copy(t, &y->nodes.first, g.first, g.groups + 1, sizeof *g.first);
    y->nodes.groups = g.groups;
    grouped_free(&g);
    TRY(st);
    return mem_array(&t->arrivals.step, HOST, t->steps + 1, sizeof *t->arrivals.step);
}

static int64_t node_of_gap(const void *of, int64_t i)
{
    return ((const struct part_gap *)of)[i].node;
}

enum status device_part_gaps(struct device_part *t)
{
    const struct cell_part *const p = t->part;
    struct device_gap *sorted = NULL;
    int32_t *node = NULL;
    struct grouped g = {0};
    if (!p->gaps) return ST_OK;
    enum status s = mem_array(&sorted, HOST, p->gaps, sizeof *sorted);
    if (s == ST_OK) s = mem_array(&node, HOST, p->gaps, sizeof *node); /* of each side: all belong to this part */
    if (s == ST_OK) s = grouped_make(&g, p->gap, p->gaps, node_of_gap);
    for (int64_t i = 0; s == ST_OK && i < p->gaps; i++) node[p->gap[i].side] = (int32_t)p->gap[i].node;
    for (int64_t i = 0; s == ST_OK && i < p->gaps; i++) {
        const struct part_gap *const k = &p->gap[g.order[i]];
        sorted[i] = (struct device_gap){(int32_t)k->node, node[k->side ^ 1], k->g};
    }
    if (s == ST_OK) s = device_part_copy(t, &t->gap, sorted, p->gaps, sizeof *sorted);
    if (s == ST_OK) s = device_part_copy(t, &t->gaps.first, g.first, g.groups + 1, sizeof *g.first);
    t->gaps.groups = g.groups;
    grouped_free(&g);
    mem_free(node);
    mem_free(sorted);
    return s;
}

static int by_synapse(const void *a, const void *b)
{
    const struct arrival_here *const x = a, *const y = b;
    if (x->synapse != y->synapse) return x->synapse < y->synapse ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static void take(void *to, int32_t synapse, real weight)
{
    struct arrivals_here *const a = to;
    if (a->count == a->capacity) {
        const int64_t more = a->capacity ? 2 * a->capacity : 256;
        struct arrival_here *const new = a->failed ? NULL : realloc(a->at, (size_t)more * sizeof *new);
        a->failed = a->failed || !new;
        if (a->failed) return;
        a->at = new, a->capacity = more;
    }
    a->at[a->count] = (struct arrival_here){synapse, a->count, weight}, a->count++;
}

/* Arrays of both spaces, as large as needed now. */
static enum status make_longer(struct arrivals_here *a)
{
    if (a->count <= a->packed) return ST_OK;
    a->packed = 0;
    void *const old[] = {a->synapse, a->first, a->weight, a->device_synapse, a->device_first, a->device_weight};
    for (size_t i = 0; i < sizeof old / sizeof *old; i++) mem_free(old[i]);
    a->synapse = a->first = a->device_synapse = a->device_first = NULL, a->weight = a->device_weight = NULL;
    const int64_t more = 2 * a->count;
    TRY(mem_array(&a->synapse, HOST, more, sizeof *a->synapse));
    TRY(mem_array(&a->first, HOST, more + 1, sizeof *a->first));
    TRY(mem_array(&a->weight, HOST, more, sizeof *a->weight));
    TRY(mem_array(&a->device_synapse, DEVICE, more, sizeof *a->synapse));
    TRY(mem_array(&a->device_first, DEVICE, more + 1, sizeof *a->first));
    TRY(mem_array(&a->device_weight, DEVICE, more, sizeof *a->weight));
    a->packed = more;
    return ST_OK;
}

/* Groups of each step by synapses, those of one step after those of the one before. */
static int64_t pack(struct arrivals_here *a, int64_t steps, const int64_t *end)
{
    int64_t groups = 0, i = 0;
    for (int64_t k = 0; k < steps; k++) {
        const int64_t from = i;
        qsort(a->at + from, (size_t)(end[k] - from), sizeof *a->at, by_synapse);
        a->step[k] = groups;
        for (; i < end[k]; i++) {
            a->weight[i] = a->at[i].weight;
            if (i > from && a->at[i].synapse == a->at[i - 1].synapse) continue;
            a->synapse[groups] = a->at[i].synapse, a->first[groups++] = (int32_t)i;
        }
    }
    a->first[groups] = (int32_t)i, a->step[steps] = groups;
    return groups;
}

enum status device_part_arrivals(struct device_part *t, int64_t first, int64_t steps)
{
    struct arrivals_here *const a = &t->arrivals;
    const int64_t word = sizeof(int32_t);
    int64_t *end;
    if (!t->synapses.count) return ST_OK;
    TRY(mem_array(&end, HOST, steps, sizeof *end));
    a->count = 0;
    for (int64_t k = 0; k < steps; k++) synapses_arrivals(&t->part->synapses, first + k, take, a), end[k] = a->count;
    enum status s = a->failed ? fail(ST_NOMEM, "no memory for arrivals at synapses") : make_longer(a);
    const int64_t groups = s == ST_OK && a->count ? pack(a, steps, end) : 0;
    for (int64_t k = 0; !groups && k <= steps; k++) a->step[k] = 0;
    mem_free(end);
    if (!groups) return s;
    TRY(device_copy(a->device_synapse, DEVICE, a->synapse, HOST, groups * word, &t->exec));
    TRY(device_copy(a->device_first, DEVICE, a->first, HOST, (groups + 1) * word, &t->exec));
    return device_copy(a->device_weight, DEVICE, a->weight, HOST, a->count * (int64_t)sizeof(real), &t->exec);
}

void device_part_receive(struct device_part *t, int64_t step)
{
    const struct arrivals_here *const a = &t->arrivals;
    const struct device_arrivals there = {{a->step[step + 1], a->device_first}, a->device_synapse, a->device_weight};
    device_synapses_receive(&t->synapses, &there, a->step[step], a->step[step + 1], &t->exec);
}

void device_part_synapses_free(struct device_part *t)
{
    struct arrivals_here *const a = &t->arrivals;
    void *const all[] = {a->synapse,      a->first,         a->weight, a->device_synapse,
                         a->device_first, a->device_weight, a->step};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) mem_free(all[i]);
    free(a->at);
}
