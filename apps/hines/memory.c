/* Counts in double, because keys may request more than integers hold. Bytes of a node, a channel, a cell, a synapse and
 * a connection are those of the arrays of part/, population/, synapses/ and state/, and of the plans of kind tree. */
#include "apps/hines/memory.h"

#include <math.h>
#include <string.h>

#include "apps/hines/model/mechanisms.h"
#include "apps/hines/part/part.h"
#include "apps/hines/sonata/sonata.h"
#include "apps/hines/state/net.h"
#include "base/memory.h"

enum {
    NODE_OF_CABLE = 52,  /* parent, conductance, area, region, section, place, distance */
    NODE_OF_MAKING = 29, /* parent twice, region, cell, area, while a part is made */
    NODE_OF_OWN = 24,    /* of cells that share no tree: in plans and while a part is made */
    SECTION = 160,       /* of the cell that is cut: its section, two points, counts, first and last nodes */
    CELL = 104,          /* size, order, place; detector; starts, sizes and trees of plans; offset; course */
    SYNAPSE = 56,        /* number, cell, part, node twice, at; section, place */
    CONNECTION = NETWORK_CONNECTION,
    COLUMN = 8,
    ELEMENT = 130, /* column, record, its samples of a millisecond, section, place */
    REPORTED = 4,
    /* Bytes of every rank but the first, in addition to its share: */
    RANK_CELL = 24,       /* size, order, place */
    RANK_SYNAPSE = 24,    /* cell, part, at, node */
    RANK_CONNECTION = 64, /* of all these ranks together: in the order of creation, and sorted */
};

/* The counts. Nodes are compartments and joints. */
struct sizes {
    double cells, nodes;
    double largest, sections;       /* the most nodes, and the most sections, of a cell */
    double shared, own;             /* nodes of the trees that the cells of a group share; of cells that share none */
    double extent, plans;           /* nodes with padding; bytes of plans */
    double channel_reals, channels; /* gates, twice, and areas; compartments with channels */
    double synapses, connections;
    double given;            /* arrivals at times that keys give */
    double elements, values; /* of reports, and their samples */
    bool even;               /* population.h */
    double others;           /* ranks of this machine but the first */
};

static bool matches(const char *cells, const struct hines_cells *g)
{
    return hines_names(cells, g->name);
}

/* Cells of the groups, or one of each where a number is given. */
static double cells_of(const struct hines_params *p, const char *cells, int64_t cell)
{
    const struct hines_cells *const g = p->cells.v;
    double sum = 0;
    for (int64_t i = 0; i < p->cells.count; i++)
        if (matches(cells, &g[i])) sum += cell < 0 ? (double)g[i].count : 1;
    return sum;
}

/* The synapses of an entry: of a population, if there is one, otherwise as many as keys request. */
static double synapses_of_entry(const struct hines_params *p, const struct population *c, int64_t entry)
{
    const struct hines_synapse *const y = (const struct hines_synapse *)p->synapses.v + entry;
    double sum = 0;
    if (!c) return isnan(y->density) ? cells_of(p, y->cells, y->cell) * (double)(y->count ? y->count : 1) : 0;
    for (int64_t g = 0; g < p->cells.count; g++) sum += (double)c->synapses_in[g * p->synapses.count + entry];
    return sum;
}

static double synapses_of(const struct hines_params *p, const struct population *c, const char *name)
{
    const struct hines_synapse *const y = p->synapses.v;
    double sum = 0;
    for (int64_t i = 0; i < p->synapses.count; i++)
        if (!name || !strcmp(name, y[i].name)) sum += synapses_of_entry(p, c, i);
    return sum;
}

/* A ring has the synapses of each cell `degree` times. */
static double connections_of(const struct hines_params *p, const struct population *c,
                             const struct hines_connection *of)
{
    if (of->form == CONNECT_LIST) return 0;
    return synapses_of(p, c, of->to) * (of->form == CONNECT_ALL ? cells_of(p, of->from, -1) : (double)of->degree);
}

static void count_network(const struct hines_params *p, const struct population *c, struct sizes *z)
{
    z->synapses = synapses_of(p, c, NULL);
    for (int64_t i = 0; i < p->connections.count; i++)
        z->connections += connections_of(p, c, (const struct hines_connection *)p->connections.v + i);
    for (int64_t i = 0; i < p->inputs.count; i++) {
        const struct hines_input *const in = (const struct hines_input *)p->inputs.v + i;
        z->given += (double)in->times.count * synapses_of(p, c, in->synapse);
    }
}

static double sections_of(const struct hines_cells *g)
{
    return g->form == FORM_BALL_AND_STICK ? 2
           : g->form == FORM_BINARY_TREE  ? ldexp(1, (int)g->levels) - 1
           : g->form == FORM_RANDOM_TREE  ? (double)g->sections
                                          : 1;
}

/* Counts the least that there will be: files and lengths of sections may need more. */
static void count_keys(const struct hines_params *p, struct sizes *z)
{
    const struct hines_cells *const g = p->cells.v;
    for (int64_t i = 0; i < p->cells.count; i++) {
        const double sections = sections_of(&g[i]), joints = g[i].form == FORM_BINARY_TREE ? (sections - 1) / 2 : 0;
        const double nodes = sections * (double)(g[i].compartments > 0 ? g[i].compartments : 1) + joints;
        z->cells += (double)g[i].count, z->nodes += nodes * (double)g[i].count;
        z->largest = fmax(z->largest, nodes), z->sections = fmax(z->sections, sections);
        if (g[i].form != FORM_RANDOM_TREE) z->shared += nodes;
    }
    z->extent = z->nodes;
    count_network(p, NULL, z);
}

/* Adds a part: its extent, and the bytes of its plan for chains instead of its trees. */
static enum status add_part(const struct population *c, int64_t number, const struct memory_solver *of, int64_t *sizes,
                            int64_t *starts, int64_t *chain, struct sizes *z)
{
    const struct hines_params *const p = c->params;
    const int64_t first = c->part[number], cells = c->part[number + 1] - first;
    const int64_t width = layout_width(of->layout, cells, of->exec.space);
    int64_t plan = 0;
    for (int64_t k = 0; k < cells; k++) sizes[k] = c->size[c->order[first + k]];
    struct shape shape = shape_ragged(cells, sizes, width, starts);
    shape.kind = KIND_TREE;
    shape.tree.parents = chain;
    shape.reuse = !(mechanisms_count(p) || p->synapses.count || p->voltage_clamps.count || p->gaps.count) ||
                  scheme_stages(p->scheme) > 1;
    TRY(solver_bytes(of->solver, &shape, of->options, &of->exec, &plan));
    z->extent += (double)shape_extent(&shape), z->plans += (double)plan;
    return ST_OK;
}

static enum status count_parts(const struct population *c, const struct memory_solver *of, struct sizes *z)
{
    int64_t most = 0, *sizes = NULL, *starts = NULL, *chain = NULL;
    for (int64_t q = 0; q < c->parts; q++)
        if (c->part[q + 1] - c->part[q] > most) most = c->part[q + 1] - c->part[q];
    enum status s = mem_array(&sizes, HOST, most, sizeof *sizes);
    if (s == ST_OK) s = mem_array(&starts, HOST, most, sizeof *starts);
    if (s == ST_OK) s = mem_array(&chain, HOST, (int64_t)z->largest, sizeof *chain);
    for (int64_t i = 0; s == ST_OK && i < (int64_t)z->largest; i++) chain[i] = i - 1;
    for (int64_t q = 0; s == ST_OK && q < c->parts; q++) s = add_part(c, q, of, sizes, starts, chain, z);
    mem_free(chain);
    mem_free(starts);
    mem_free(sizes);
    return s;
}

static void count_population(const struct population *c, struct sizes *z)
{
    const struct hines_params *const p = c->params;
    z->cells = (double)c->cells, z->nodes = (double)c->nodes;
    for (int64_t i = 0; i < c->cells; i++) z->largest = fmax(z->largest, (double)c->size[i]);
    for (int64_t g = 0; g < p->cells.count; g++) {
        for (int64_t i = c->first[g]; !c->shared[g].nodes && i < c->first[g + 1]; i++) z->own += (double)c->size[i];
        z->shared += (double)c->shared[g].nodes, z->sections = fmax(z->sections, (double)c->shared[g].sections);
    }
    for (int64_t i = 0; i < mechanisms_count(p); i++) {
        z->channels += (double)c->channels_in[i];
        z->channel_reals += (double)c->channels_in[i] * (2 * mechanism_of(p, i).type->gates + 1);
    }
    count_network(p, c, z);
}

static void count_reports(const struct population *c, struct sizes *z)
{
    const struct hines_params *const p = c->params;
    for (int64_t i = 0; i < p->reports.count; i++) {
        const struct hines_report *const r = (const struct hines_report *)p->reports.v + i;
        double here = 0;
        for (int64_t k = 0; k < p->cells.count * REGIONS; k++) {
            const bool named = matches(r->cells, (const struct hines_cells *)p->cells.v + k / REGIONS);
            const bool within = r->region == IN_ALL || r->region == k % REGIONS;
            const int64_t *const elements = r->compartments == REPORT_ALL ? c->compartments_in : c->sections_in;
            if (named && within) here += (double)elements[k];
        }
        int64_t from;
        z->elements += here, z->values += here * (double)sonata_rows(p, r, &from);
    }
}

static double bytes_of_synapses(const struct hines_params *p, const struct sizes *z)
{
    return (SYNAPSE + (5 + (hines_rises(p) ? 6 : 0) + hines_blocks(p)) * (double)sizeof(real)) * z->synapses;
}

/* The bytes of all but connections and arrivals that are given. */
static double bytes_of_cells(const struct hines_params *p, const struct sizes *z)
{
    const bool kept = scheme_stages(p->scheme) > 1 || p->clamps.count || p->voltage_clamps.count;
    const double real_bytes = (double)sizeof(real),
                 part = fmin(z->extent, fmax(z->largest, 4096) * z->extent / z->nodes);
    const double samples = (double)(hines_steps(p) / p->record_every + 1);
    double bytes = real_bytes * ((6 + !z->even + kept + (p->calcium.count ? 4 : 0)) * z->extent + z->nodes) +
                   8 * z->nodes + z->plans;
    bytes += NODE_OF_CABLE * z->shared + NODE_OF_MAKING * part + NODE_OF_OWN * z->own;
    bytes += real_bytes * z->channel_reals + 4 * z->channels;
    bytes += (CELL + 8.0 * (double)mechanisms_count(p) + real_bytes) * z->cells;
    bytes += bytes_of_synapses(p, z);
    bytes += ELEMENT * z->elements + REPORTED * z->values;
    bytes += COLUMN * samples * (double)(1 + p->records.count + p->voltage_clamps.count);
    for (int64_t i = 0; i < p->gaps.count; i++) {
        const struct hines_gap *const k = (const struct hines_gap *)p->gaps.v + i;
        bytes += 2 * (real_bytes + 4 + sizeof(struct part_gap)) * (k->form == GAP_RING ? cells_of(p, k->from, -1) : 1);
    }
    for (int64_t i = 0; i < p->clamps.count; i++) {
        const struct hines_clamp *const k = (const struct hines_clamp *)p->clamps.v + i;
        bytes += (double)sizeof(struct part_clamp) * cells_of(p, k->cells, k->cell);
    }
    return fmax(bytes, SECTION * z->sections + NODE_OF_CABLE * z->shared);
}

static double bytes_of_others(const struct hines_params *p, const struct sizes *z)
{
    const double cell = RANK_CELL + 8.0 * (double)mechanisms_count(p);
    return z->others * (cell * z->cells + NODE_OF_CABLE * z->shared + RANK_SYNAPSE * z->synapses);
}

static double bytes_of_connections(const struct sizes *z)
{
    return (CONNECTION + (z->others > 0 ? RANK_CONNECTION : 0)) * z->connections;
}

static double bytes_of_given(const struct sizes *z)
{
    return NETWORK_GIVEN * z->given;
}

static enum status check(const struct hines_params *p, const struct sizes *z, const char **key)
{
    const double there = (double)mem_machine_bytes(), cells = bytes_of_cells(p, z) + bytes_of_others(p, z);
    const struct {
        const char *key, *things;
        double count, bytes;
    } parts[] = {{"connections", "connections", z->connections, bytes_of_connections(z)},
                 {"inputs", "arrivals at synapses", z->given, bytes_of_given(z)},
                 {"synapses", "synapses", z->synapses, bytes_of_synapses(p, z)}};
    const double all = cells + parts[0].bytes + parts[1].bytes;
    if (all <= there) return ST_OK;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].bytes <= 0.5 * all) continue;
        *key = parts[i].key;
        return fail(ST_CONFIG, "%.3g %s need %.3g GB, but this machine has %.3g GB of memory", parts[i].count,
                    parts[i].things, parts[i].bytes / 1e9, there / 1e9);
    }
    *key = "cells";
    return fail(ST_CONFIG, "%.3g cells with %.3g compartments need %.3g GB, but this machine has %.3g GB of memory",
                z->cells, z->nodes, all / 1e9, there / 1e9);
}

enum status memory_check_keys(const struct hines_params *p, const char **key)
{
    struct sizes z = {0};
    count_keys(p, &z);
    return check(p, &z, key);
}

static enum status count(const struct population *c, const struct memory_solver *of, struct sizes *z)
{
    count_population(c, z);
    count_reports(c, z);
    z->even = c->even;
    z->others = of->sharing > 1 ? of->sharing - 1 : 0;
    return count_parts(c, of, z);
}

enum status memory_bytes(const struct population *c, const struct memory_solver *of, double *out)
{
    struct sizes z = {0};
    TRY(count(c, of, &z));
    *out =
        bytes_of_cells(c->params, &z) + bytes_of_others(c->params, &z) + bytes_of_connections(&z) + bytes_of_given(&z);
    return ST_OK;
}

enum status memory_check_population(const struct population *c, const struct memory_solver *of)
{
    struct sizes z = {0};
    const char *key = NULL;
    TRY(count(c, of, &z));
    const enum status s = check(c->params, &z, &key);
    return s == ST_OK ? ST_OK : fail_within(s, "%s: ", key);
}
