/* The state in the order of the cells, whatever their order in memory and whichever rank has them: potentials of all
 * nodes, gates, conductances, and spikes. It is that of rank 0, to and from which images of parts go (part_image.h). */
#include <stdlib.h>
#include <string.h>

#include "apps/hines/model/mechanisms.h"
#include "apps/hines/state/part_image.h"
#include "apps/hines/state/state.h"
#include "base/memory.h"

enum { IMAGE = 1 /* tag of messages */ };

enum status cell_fields_make(struct hines_state *s)
{
    int64_t longest = 0;
    for (int64_t q = 0; q < s->all.parts; q++)
        if (image_length(s, q) > longest) longest = image_length(s, q);
    TRY(mem_array(&s->image, HOST, longest, sizeof *s->image));
    if (comm_rank(s->comm)) return ST_OK;
    TRY(mem_array(&s->v, HOST, s->all.nodes, sizeof *s->v));
    TRY(mem_array(&s->offset, HOST, s->all.cells + 1, sizeof *s->offset));
    for (int64_t i = 0; i < s->all.cells; i++) s->offset[i + 1] = s->offset[i] + s->all.size[i];
    return mem_array(&s->gates, HOST, s->all.gates[s->all.cells * mechanisms_count(s->params)], sizeof *s->gates);
}

static void copy(real *to, real *from, int64_t count, bool out)
{
    if (count) memcpy(out ? to : from, out ? from : to, (size_t)count * sizeof *to);
}

/* The image of a part to the fields (`out`), or from them. */
static void copy_image(struct hines_state *s, int64_t part, bool out)
{
    const int64_t sets = mechanisms_count(s->params);
    const int64_t *const first = s->all.order + s->all.part[part], *const end = s->all.order + s->all.part[part + 1];
    const struct part_synapses *const y = &s->part[part].synapses;
    real *at = s->image;
    for (const int64_t *cell = first; cell < end; at += s->all.size[*cell++])
        copy(s->v + s->offset[*cell], at, s->all.size[*cell], out);
    for (int64_t i = 0; i < sets; i++)
        for (const int64_t *cell = first; cell < end; cell++) {
            const int64_t *const gates = s->all.gates + *cell * sets + i;
            copy(s->gates + gates[0], at, gates[1] - gates[0], out);
            at += gates[1] - gates[0];
        }
    for (int64_t k = 0; k < y->count; k++) copy(s->net.conductance + y->number[k], at + k, 1, out);
    for (int64_t k = 0; s->net.rise && k < y->count; k++) copy(s->net.rise + y->number[k], at + y->count + k, 1, out);
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
            return fail(ST_CONFIG, "a spike names cell %lld, but there are %lld cells", (long long)s->spike_cell[i],
                        (long long)s->all.cells);
        const int64_t place = s->all.place[s->spike_cell[i]];
        const struct part_spike spike = {place, s->spike_step[i], s->spike_time[i]};
        TRY(part_spike_add(&s->part[population_part(&s->all, place)], &spike));
    }
    for (int64_t q = 0; q < s->all.parts; q++) s->part[q].shown = s->part[q].spikes;
    return ST_OK;
}

/* All spikes so far, from rank 0 to the others. */
static enum status send_spikes(struct hines_state *s)
{
    int64_t count = s->spikes;
    comm_broadcast(s->comm, &count, sizeof count, 0);
    TRY(comm_agree(s->comm, comm_rank(s->comm) ? cell_fields_resize(s, count) : ST_OK));
    comm_broadcast(s->comm, s->spike_time, count * (int64_t)sizeof *s->spike_time, 0);
    comm_broadcast(s->comm, s->spike_cell, count * (int64_t)sizeof *s->spike_cell, 0);
    comm_broadcast(s->comm, s->spike_step, count * (int64_t)sizeof *s->spike_step, 0);
    TRY(spread_spikes(s));
    return comm_rank(s->comm) ? cell_fields_resize(s, 0) : ST_OK;
}

static int64_t image_bytes(const struct hines_state *s, int64_t part)
{
    return image_length(s, part) * (int64_t)sizeof *s->image;
}

static void receive(struct hines_state *s, int64_t part, int from)
{
    comm_receive(s->comm, &(struct comm_message){from, IMAGE, image_bytes(s, part)}, s->image);
}

/* The memory for all images is allocated in begin, so that no rank can fail while another waits. */
enum status cell_fields_fetch(struct hines_state *s)
{
    const int rank = comm_rank(s->comm);
    for (int64_t q = rank ? s->all.own : 0; q < (rank ? s->all.end : s->all.parts); q++) {
        const bool own = population_owns(&s->all, q);
        if (own) image_take(s, q);
        else receive(s, q, population_rank(&s->all, q));
        if (rank) comm_send(s->comm, s->image, image_bytes(s, q), 0, IMAGE);
        else copy_image(s, q, true);
    }
    return rank ? ST_OK : cell_fields_spikes(s);
}

enum status cell_fields_send(struct hines_state *s)
{
    const int rank = comm_rank(s->comm);
    for (int64_t q = rank ? s->all.own : 0; q < (rank ? s->all.end : s->all.parts); q++) {
        if (rank) receive(s, q, 0);
        else copy_image(s, q, false);
        if (population_owns(&s->all, q)) image_give(s, q);
        else comm_send(s->comm, s->image, image_bytes(s, q), population_rank(&s->all, q), IMAGE);
    }
    return send_spikes(s);
}

int cell_fields_arrays(const struct hines_state *s, struct array *out)
{
    static const enum number type = sizeof(real) == 4 ? REAL32 : REAL64;
    const struct network *const n = &s->net;
    const int64_t gates = s->all.gates[s->all.cells * mechanisms_count(s->params)], links = n->connections;
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
        {"conductance_rise", type, 1, {n->synapses}, n->rise, .units = "uS", .no_difference = true},
        {"synapse_cell", INT64, 1, {n->synapses}, n->cell, .no_difference = true},
        {"synapse_section", INT64, 1, {n->synapses}, n->section, .no_difference = true},
        {"synapse_at", REAL64, 1, {n->synapses}, n->along, .no_difference = true},
        {"connection_from", INT64, 1, {links}, n->from, .no_difference = true},
        {"connection_to", INT64, 1, {links}, n->to, .no_difference = true},
        {"connection_synapse", INT64, 1, {links}, n->entry, .no_difference = true},
        {"connection_number", INT64, 1, {links}, n->number, .no_difference = true},
        {"connection_weight", REAL64, 1, {links}, n->weight, .units = "uS", .no_difference = true},
        {"connection_delay", REAL64, 1, {links}, n->delay, .units = "ms", .no_difference = true}};
    const int64_t y = n->synapses, rise = n->rise ? y : 0;
    const int64_t there[] = {1, 1, 1, 1, gates, y, rise, y, y, y, links, links, links, links, links, links};
    int count = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (there[i]) out[count++] = all[i];
    return count;
}

void cell_fields_free(struct hines_state *s)
{
    void *const all[] = {s->v, s->offset, s->gates, s->image, s->spike_time, s->spike_cell, s->spike_step};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) mem_free(all[i]);
}
