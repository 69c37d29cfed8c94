/* Gap junctions of a run: their sides, the potentials there, and the currents. */
#include "apps/hines/network/gaps.h"

#include <math.h>
#include <stdlib.h>

#include "apps/hines/state/places.h"
#include "base/memory.h"

/* The largest g dt / C with which a step of the scheme never reverses the difference of two potentials. */
static const double most[SCHEMES] = {INFINITY, 2, 2.41421356237309504880};

static const struct hines_gap *entry_of(const struct hines_state *s, int64_t entry)
{
    return (const struct hines_gap *)s->params->gaps.v + entry;
}

/* The numbers of the first cell of a group and of the cell after its last; of the first group, if `cells` is "". */
static enum status find_group(const struct hines_state *s, const char *cells, int64_t entry, int64_t *first,
                              int64_t *end)
{
    const struct hines_cells *const g = s->params->cells.v;
    for (int64_t i = 0; i < s->params->cells.count; i++) {
        if (!hines_names(cells, g[i].name)) continue;
        *first = s->all.first[i], *end = s->all.first[i + 1];
        return ST_OK;
    }
    return fail(ST_CONFIG, "gaps: entry %lld: '%s' does not name a group of cells", (long long)entry, cells);
}

static enum status check_cell(int64_t cell, int64_t cells, int64_t entry)
{
    if (cell < cells) return ST_OK;
    return fail(ST_CONFIG, "gaps: entry %lld names cell %lld, but the group has %lld, from 0", (long long)entry,
                (long long)cell, (long long)cells);
}

static enum status add_side(struct hines_state *s, const struct wanted *w, int64_t cell, struct part_gap *gap)
{
    struct cell_part *part;
    TRY(place_find(s, w, cell, &part, &gap->node));
    s->gaps.part[gap->side] = (int32_t)(part - s->part);
    if (gap->node < 0) return ST_OK;
    part->gap_v = s->gaps.v;
    return places_append(&part->gap, &part->gaps, sizeof *gap, gap);
}

/* Junction number `number` of an entry, between two cells. */
static enum status add_one(struct hines_state *s, int64_t entry, int64_t number, int64_t from, int64_t to)
{
    const struct hines_gap *const of = entry_of(s, entry);
    const struct wanted here = {"gaps", of->from, entry, from, of->from_section, of->from_at, of->from_named};
    const struct wanted there = {"gaps", of->to, entry, to, of->to_section, of->to_at, of->to_named};
    struct part_gap a = {.side = 2 * number, .entry = entry, .g = (real)of->conductance};
    struct part_gap b = {.side = 2 * number + 1, .entry = entry, .g = (real)of->conductance};
    TRY(add_side(s, &here, from, &a));
    TRY(add_side(s, &there, to, &b));
    if (from == to && a.node >= 0 && a.node == b.node)
        return fail(ST_CONFIG, "gaps: entry %lld joins a place with itself", (long long)entry);
    return ST_OK;
}

static enum status check_ring(int64_t cells, int64_t entry)
{
    if (cells > 1) return ST_OK;
    return fail(ST_CONFIG, "gaps: entry %lld: a ring needs a group of at least 2 cells", (long long)entry);
}

/* Junctions of an entry: one, or in a ring one for each cell; of two cells, one. */
static int64_t junctions_of(const struct hines_gap *of, int64_t cells)
{
    return of->form == GAP_PAIR ? 1 : cells > 2 ? cells : cells - 1;
}

/* Counts the junctions of all entries, or with `make` makes them. */
static enum status each_entry(struct hines_state *s, bool make)
{
    int64_t number = 0;
    for (int64_t i = 0; i < s->params->gaps.count; i++) {
        const struct hines_gap *const of = entry_of(s, i);
        int64_t first = 0, end = 0, other = 0, other_end = 0;
        TRY(find_group(s, of->from, i, &first, &end));
        TRY(find_group(s, of->form == GAP_RING ? of->from : of->to, i, &other, &other_end));
        TRY(check_cell(of->from_cell, end - first, i));
        TRY(check_cell(of->to_cell, other_end - other, i));
        if (of->form == GAP_RING) TRY(check_ring(end - first, i));
        const int64_t count = junctions_of(of, end - first);
        for (int64_t k = 0; make && k < count; k++) {
            const int64_t from = first + (of->form == GAP_RING ? k : of->from_cell);
            const int64_t to = of->form == GAP_RING ? first + (k + 1) % (end - first) : other + of->to_cell;
            TRY(add_one(s, i, number + k, from, to));
        }
        number += count;
    }
    s->gaps.count = number;
    return ST_OK;
}

/* The junctions of a node, over its capacitance. */
static enum status check_node(const struct hines_state *s, const struct cell_part *p, int64_t i)
{
    const struct hines_params *const of = s->params;
    const double storage = (double)p->storage[p->gap[i].node] * scheme_share(of->scheme);
    double sum = 0;
    for (int64_t k = 0; k < p->gaps; k++)
        if (p->gap[k].node == p->gap[i].node) sum += (double)p->gap[k].g;
    if (storage == 0 || sum <= most[of->scheme] * storage) return ST_OK;
    return fail(ST_CONFIG,
                "gaps: the junctions of a place of entry %lld, %.3g uS, are %.3g times its capacitance over a step, "
                "beyond %.3g: take a dt of at most %.2g ms, or the scheme backward_euler",
                (long long)p->gap[i].entry, sum, sum / storage, most[of->scheme],
                of->dt * most[of->scheme] * storage / sum);
}

enum status gaps_make(struct hines_state *s)
{
    struct gaps *const g = &s->gaps;
    if (!s->params->gaps.count) return ST_OK;
    TRY(each_entry(s, false));
    TRY(mem_array(&g->v, HOST, 2 * g->count, sizeof *g->v));
    TRY(mem_array(&g->part, HOST, 2 * g->count, sizeof *g->part));
    if (s->comm) {
        TRY(mem_array(&g->mine, HOST, 2 * g->count, sizeof *g->mine));
        TRY(mem_array(&g->all, HOST, 2 * g->count, sizeof *g->all));
        TRY(mem_array(&g->bytes, HOST, s->all.ranks, sizeof *g->bytes));
    }
    TRY(each_entry(s, true));
    for (int64_t i = 0; s->comm && i < 2 * g->count; i++)
        g->bytes[population_rank(&s->all, g->part[i])] += (int64_t)sizeof *g->v;
    for (int64_t q = s->all.own; q < s->all.end; q++)
        for (int64_t i = 0; i < s->part[q].gaps; i++) TRY(check_node(s, &s->part[q], i));
    return ST_OK;
}

void gaps_free(struct gaps *g)
{
    void *const all[] = {g->v, g->part, g->mine, g->all, g->bytes};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) mem_free(all[i]);
    *g = (struct gaps){0};
}

void gaps_exchange(struct hines_state *s)
{
    struct gaps *const g = &s->gaps;
    int64_t at = 0;
    for (int64_t q = s->all.own; q < s->all.end; q++)
        for (int64_t i = 0; i < s->part[q].gaps; i++)
            g->v[s->part[q].gap[i].side] = s->part[q].v[s->part[q].gap[i].node];
    if (!s->comm || !g->count) return;
    for (int64_t i = 0; i < 2 * g->count; i++)
        if (population_owns(&s->all, g->part[i])) g->mine[at++] = g->v[i];
    comm_gather_ragged(s->comm, g->mine, g->bytes, g->all);
    at = 0;
    for (int r = 0; r < s->all.ranks; r++)
        for (int64_t i = 0; i < 2 * g->count; i++)
            if (population_rank(&s->all, g->part[i]) == r) g->v[i] = g->all[at++];
}
