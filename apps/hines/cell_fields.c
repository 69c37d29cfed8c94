/* The state in the order of the cells, whatever their order in memory: potentials of all nodes, gates, and spikes. */
#include <stdlib.h>
#include <string.h>

#include "apps/hines/state.h"
#include "base/memory.h"

/* Channel of each node of a part, -1: none. */
static void number_channels(const struct cell_part *p, const struct channel_set *set, int32_t *channel)
{
    for (int64_t i = 0; i < p->extent; i++) channel[i] = -1;
    for (int64_t k = 0; k < set->channels; k++) channel[set->run.node[k]] = (int32_t)k;
}

/* Gates of one set of a part, cell by cell, node by node, from or to `gates` + first of the cell; *first moves on. */
static void copy_set(struct hines_state *s, const struct cell_part *p, int64_t number, const int32_t *channel, bool out)
{
    const struct channel_set *const set = &p->set[number];
    for (int64_t k = 0; k < p->cells; k++) {
        const int64_t cell = s->all.order[p->first + k];
        real *at = s->gates + s->gate_offset[cell * s->params->channels.count + number];
        for (int64_t i = 0; i < s->all.size[cell]; i++) {
            const int32_t c = channel[part_node(p, k, i)];
            for (int g = 0; c >= 0 && g < set->type->gates; g++, at++) {
                if (out) *at = set->run.gate[g][c];
                else set->run.gate[g][c] = *at;
            }
        }
    }
}

static enum status copy_gates(struct hines_state *s, bool out)
{
    for (int64_t q = 0; q < s->all.parts; q++) {
        const struct cell_part *const p = &s->part[q];
        int32_t *channel;
        TRY(mem_array(&channel, HOST, p->extent, sizeof *channel));
        for (int64_t i = 0; i < p->sets; i++) {
            number_channels(p, &p->set[i], channel);
            copy_set(s, p, i, channel, out);
        }
        mem_free(channel);
    }
    return ST_OK;
}

/* gate_offset: how many gates there are of a set in a cell, and then where they begin. */
static enum status count_gates(struct hines_state *s)
{
    const int64_t sets = s->params->channels.count;
    TRY(mem_array(&s->gate_offset, HOST, s->all.cells * sets + 1, sizeof *s->gate_offset));
    for (int64_t q = 0; q < s->all.parts; q++) {
        const struct cell_part *const p = &s->part[q];
        int32_t *channel;
        TRY(mem_array(&channel, HOST, p->extent, sizeof *channel));
        for (int64_t i = 0; i < p->sets; i++) {
            number_channels(p, &p->set[i], channel);
            for (int64_t k = 0; k < p->cells; k++) {
                const int64_t cell = s->all.order[p->first + k];
                for (int64_t j = 0; j < s->all.size[cell]; j++)
                    if (channel[part_node(p, k, j)] >= 0) s->gate_offset[cell * sets + i + 1] += p->set[i].type->gates;
            }
        }
        mem_free(channel);
    }
    for (int64_t i = 0; i < s->all.cells * sets; i++) s->gate_offset[i + 1] += s->gate_offset[i];
    return mem_array(&s->gates, HOST, s->gate_offset[s->all.cells * sets], sizeof *s->gates);
}

enum status cell_fields_make(struct hines_state *s)
{
    TRY(mem_array(&s->v, HOST, s->all.nodes, sizeof *s->v));
    TRY(mem_array(&s->offset, HOST, s->all.cells + 1, sizeof *s->offset));
    for (int64_t i = 0; i < s->all.cells; i++) s->offset[i + 1] = s->offset[i] + s->all.size[i];
    return count_gates(s);
}

static void copy_potentials(struct hines_state *s, bool out)
{
    for (int64_t q = 0; q < s->all.parts; q++) {
        struct cell_part *const p = &s->part[q];
        for (int64_t k = 0; k < p->cells; k++) {
            const int64_t cell = s->all.order[p->first + k];
            for (int64_t i = 0; i < s->all.size[cell]; i++) {
                real *const here = &p->v[part_node(p, k, i)], *const there = &s->v[s->offset[cell] + i];
                if (out) *there = *here;
                else *here = *there;
            }
            p->before[k] = p->v[p->detector[k]];
        }
    }
}

static int by_time(const void *a, const void *b)
{
    const struct part_spike *const x = a, *const y = b;
    if (x->time != y->time) return x->time < y->time ? -1 : 1;
    return (x->cell > y->cell) - (x->cell < y->cell);
}

enum status cell_fields_resize(struct hines_state *s, int64_t spikes)
{
    mem_free(s->spike_time);
    mem_free(s->spike_cell);
    mem_free(s->spike_step);
    s->spike_cell = s->spike_step = NULL;
    s->spikes = spikes;
    TRY(mem_array(&s->spike_time, HOST, spikes, sizeof *s->spike_time));
    TRY(mem_array(&s->spike_step, HOST, spikes, sizeof *s->spike_step));
    return mem_array(&s->spike_cell, HOST, spikes, sizeof *s->spike_cell);
}

enum status cell_fields_spikes(struct hines_state *s)
{
    int64_t count = 0;
    struct part_spike *all;
    for (int64_t q = 0; q < s->all.parts; q++) count += s->part[q].spikes;
    TRY(cell_fields_resize(s, count));
    TRY(mem_array(&all, HOST, count, sizeof *all));
    count = 0;
    for (int64_t q = 0; q < s->all.parts; q++)
        for (int64_t i = 0; i < s->part[q].spikes; i++) {
            const struct part_spike *const k = &s->part[q].spike[i];
            all[count++] = (struct part_spike){s->all.order[k->cell], k->step, k->time};
        }
    qsort(all, (size_t)count, sizeof *all, by_time);
    for (int64_t i = 0; i < count; i++)
        s->spike_time[i] = all[i].time, s->spike_cell[i] = all[i].cell, s->spike_step[i] = all[i].step;
    mem_free(all);
    return ST_OK;
}

static enum status spread_spikes(struct hines_state *s)
{
    for (int64_t q = 0; q < s->all.parts; q++) s->part[q].spikes = s->part[q].sent = 0;
    for (int64_t i = 0; i < s->spikes; i++) {
        if (s->spike_cell[i] < 0 || s->spike_cell[i] >= s->all.cells)
            return fail(ST_CONFIG, "a spike is of cell %lld, but there are %lld", (long long)s->spike_cell[i],
                        (long long)s->all.cells);
        const int64_t place = s->all.place[s->spike_cell[i]];
        const struct part_spike spike = {place, s->spike_step[i], s->spike_time[i]};
        TRY(part_spike_add(&s->part[population_part(&s->all, place)], &spike));
    }
    return ST_OK;
}

enum status cell_fields_fetch(struct hines_state *s)
{
    copy_potentials(s, true);
    TRY(copy_gates(s, true));
    network_fetch(s);
    return cell_fields_spikes(s);
}

enum status cell_fields_send(struct hines_state *s)
{
    copy_potentials(s, false);
    TRY(copy_gates(s, false));
    network_send(s);
    return spread_spikes(s);
}

int cell_fields_arrays(const struct hines_state *s, struct array *out)
{
    static const enum number type = sizeof(real) == 4 ? REAL32 : REAL64;
    const struct network *const n = &s->net;
    const int64_t gates = s->gate_offset[s->all.cells * s->params->channels.count], links = n->connections;
    const struct array all[] = {
        {"potential", type, 1, {s->all.nodes}, s->v, .units = "mV"},
        {"spike_time", REAL64, 1, {s->spikes}, s->spike_time, .units = "ms", .no_difference = true, .about = "time"},
        {"spike_cell",
         INT64,
         1,
         {s->spikes},
         s->spike_cell,
         .no_difference = true,
         .about = "cell",
         .over = "spike_time"},
        {"spike_step", INT64, 1, {s->spikes}, s->spike_step, .no_difference = true},
        {"gates", type, 1, {gates}, s->gates, .no_difference = true},
        {"conductance", type, 1, {n->synapses}, n->conductance, .units = "uS", .no_difference = true},
        {"connection_from", INT64, 1, {links}, n->from, .no_difference = true},
        {"connection_to", INT64, 1, {links}, n->to, .no_difference = true},
        {"connection_synapse", INT64, 1, {links}, n->entry, .no_difference = true},
        {"connection_weight", REAL64, 1, {links}, n->weight, .units = "uS", .no_difference = true},
        {"connection_delay", REAL64, 1, {links}, n->delay, .units = "ms", .no_difference = true}};
    const int64_t there[] = {1, 1, 1, 1, gates, n->synapses, links, links, links, links, links};
    int count = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (there[i]) out[count++] = all[i];
    return count;
}

void cell_fields_free(struct hines_state *s)
{
    void *const all[] = {s->v, s->offset, s->gates, s->gate_offset, s->spike_time, s->spike_cell, s->spike_step};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) mem_free(all[i]);
}
