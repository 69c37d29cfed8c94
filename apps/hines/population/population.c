/* The shapes of all cells, and the properties of their membranes. */
#include "apps/hines/population/population.h"

#include <math.h>

#include "apps/hines/model/mechanisms.h"
#include "apps/hines/population/generate.h"
#include "apps/hines/population/parts_cut.h"
#include "apps/hines/population/spread.h"
#include "base/memory.h"
#include "solvers/solver.h"

static const struct hines_cells *group_of(const struct population *c, int64_t group)
{
    return (const struct hines_cells *)c->params->cells.v + group;
}

/* The last of `count` rising numbers that is not above x. */
static int64_t last_not_above(const int64_t *rising, int64_t count, int64_t x)
{
    int64_t low = 0, high = count;
    while (high - low > 1) {
        const int64_t middle = (low + high) / 2;
        if (rising[middle] <= x) low = middle;
        else high = middle;
    }
    return low;
}

int64_t population_part(const struct population *c, int64_t place)
{
    return last_not_above(c->part, c->parts, place);
}

int population_rank(const struct population *c, int64_t part)
{
    return (int)last_not_above(c->dealt, c->ranks, part);
}

bool population_owns(const struct population *c, int64_t part)
{
    return part >= c->own && part < c->end;
}

int64_t population_group(const struct population *c, int64_t cell)
{
    return last_not_above(c->first, c->params->cells.count, cell);
}

int64_t population_beside(const struct population *c, int64_t part)
{
    if (c->own == c->end) return -1;
    const int64_t found = c->own + last_not_above(c->block + c->own, c->end - c->own, c->block[part]);
    return c->block[found] == c->block[part] ? found : -1;
}

int64_t population_gates(const struct population *c, int64_t part)
{
    const int64_t sets = mechanisms_count(c->params);
    int64_t first = part, end = part + 1, sum = 0;
    while (first > 0 && c->block[first - 1] == c->block[part]) first--;
    while (end < c->parts && c->block[end] == c->block[part]) end++;
    for (int64_t k = c->part[first]; k < c->part[end]; k++)
        sum += c->gates[(c->order[k] + 1) * sets] - c->gates[c->order[k] * sets];
    return sum;
}

static void prevail(double *value, double given)
{
    if (!isnan(given)) *value = given;
}

struct hines_membrane population_membrane(const struct population *c, int64_t group, int region)
{
    struct hines_membrane found = {.resistivity = 100, .capacitance = 1, .reversal = -65};
    const struct hines_membrane *const all = c->params->membranes.v;
    for (int64_t i = 0; i < c->params->membranes.count; i++) {
        const struct hines_membrane *const m = &all[i];
        if (!hines_names(m->cells, group_of(c, group)->name) || (m->region != IN_ALL && m->region != region)) continue;
        prevail(&found.resistivity, m->resistivity);
        prevail(&found.capacitance, m->capacitance);
        prevail(&found.leak, m->leak);
        prevail(&found.reversal, m->reversal);
    }
    return found;
}

double population_drive(const struct population *c, int64_t group, int region)
{
    const struct hines_membrane m = population_membrane(c, group, region);
    return 1e3 * m.leak * m.reversal / m.capacitance;
}

static struct cutting cutting_of(const struct population *c, int64_t group)
{
    const struct hines_cells *const of = group_of(c, group);
    struct cutting how = {.compartments = of->compartments, .d_lambda = of->d_lambda, .ends = c->params->ends};
    for (int r = 0; r < REGIONS; r++) {
        const struct hines_membrane m = population_membrane(c, group, r);
        how.resistivity[r] = m.resistivity, how.capacitance[r] = m.capacitance;
    }
    return how;
}

static enum status make_cable(const struct population *c, int64_t group, int64_t number, struct cable *out)
{
    const struct cutting how = cutting_of(c, group);
    struct morphology m;
    TRY(generate(&m, group_of(c, group), number));
    const enum status s = cable_make(out, &m, &how);
    morphology_free(&m);
    return s;
}

enum status population_cable(const struct population *c, int64_t cell, struct cable *own, const struct cable **out)
{
    const int64_t group = population_group(c, cell);
    *own = (struct cable){0};
    *out = &c->shared[group];
    if (c->shared[group].nodes) return ST_OK;
    *out = own;
    return make_cable(c, group, cell - c->first[group], own);
}

/* Compartments of a cell of the group that have the set of channels. */
static int64_t count_channels(const struct population *c, int64_t number, int64_t group, const struct cable *cable)
{
    int64_t count = 0;
    bool in[REGIONS];
    for (int r = 0; r < REGIONS; r++) in[r] = mechanism_in(c->params, number, group, r);
    for (int64_t s = 0; s < cable->sections; s++) {
        const int region = (int)cable->region[cable->first[s]];
        if (!in[region] || !mechanism_on(c->params, number, region, cable->number[s])) continue;
        for (int64_t k = cable->first[s]; k < cable->first[s] + cable->count[s]; k++) count += cable->area[k] > 0;
    }
    return count;
}

/* Gates of each set of channels in a cell of the group. */
static void count_gates(const struct population *c, int64_t group, const struct cable *cable, int64_t *gates)
{
    for (int64_t i = 0; i < mechanisms_count(c->params); i++) {
        const int64_t count = count_channels(c, i, group, cable);
        c->channels_in[i] += count, gates[i] += count * mechanism_of(c->params, i).type->gates;
    }
}

/* Synapses of each entry on a cell. */
static void count_synapses(const struct population *c, int64_t group, int64_t cell, const struct cable *cable)
{
    const struct hines_synapse *const y = c->params->synapses.v;
    const int64_t entries = c->params->synapses.count, number = cell - c->first[group];
    for (int64_t i = 0; i < entries; i++) {
        if (!hines_names(y[i].cells, group_of(c, group)->name) || (y[i].cell >= 0 && y[i].cell != number)) continue;
        c->synapses_in[group * entries + i] += y[i].spread == SPREAD_NONE ? 1 : spread_count(&y[i], cable);
    }
}

static enum status measure_group(struct population *c, int64_t group)
{
    struct cable *const shared = &c->shared[group];
    if (generates_one(group_of(c, group))) TRY(make_cable(c, group, 0, shared));
    for (int64_t i = c->first[group]; i < c->first[group + 1]; i++) {
        struct cable own;
        const struct cable *cable;
        TRY(population_cable(c, i, &own, &cable));
        c->size[i] = cable->nodes;
        for (int64_t k = 0; k < cable->nodes; k++) {
            c->compartments += cable->area[k] > 0;
            c->compartments_in[group * REGIONS + cable->region[k]] += cable->area[k] > 0;
        }
        for (int64_t k = 0; k < cable->sections; k++)
            c->sections_in[group * REGIONS + cable->region[cable->first[k]]]++;
        c->nodes += cable->nodes;
        count_gates(c, group, cable, c->gates + i * mechanisms_count(c->params) + 1);
        count_synapses(c, group, i, cable);
        cable_free(&own);
    }
    return ST_OK;
}

/* Compares all regions that have compartments with the first. */
static bool is_even(const struct population *c)
{
    double first = NAN;
    for (int64_t k = 0; k < c->params->cells.count * REGIONS; k++) {
        if (!c->compartments_in[k]) continue;
        const double drive = population_drive(c, k / REGIONS, (int)(k % REGIONS));
        if (isnan(first)) first = drive;
        if (drive != first) return false;
    }
    return true;
}

enum status population_make(struct population *out, const struct hines_params *params, const struct comm *comm,
                            bool splits)
{
    struct population *const c = out;
    const int64_t groups = params->cells.count;
    *c = (struct population){.params = params, .splits = splits};
    TRY(mem_array(&c->first, HOST, groups + 1, sizeof *c->first));
    TRY(mem_array(&c->shared, HOST, groups, sizeof *c->shared));
    TRY(mem_array(&c->compartments_in, HOST, groups, REGIONS * sizeof *c->compartments_in));
    TRY(mem_array(&c->sections_in, HOST, groups, REGIONS * sizeof *c->sections_in));
    TRY(mem_array(&c->synapses_in, HOST, groups * params->synapses.count, sizeof *c->synapses_in));
    TRY(mem_array(&c->channels_in, HOST, mechanisms_count(params), sizeof *c->channels_in));
    for (int64_t g = 0; g < groups; g++) c->first[g + 1] = c->first[g] + group_of(c, g)->count;
    c->cells = c->first[groups];
    TRY(mem_array(&c->size, HOST, c->cells, sizeof *c->size));
    TRY(mem_array(&c->gates, HOST, c->cells * mechanisms_count(params) + 1, sizeof *c->gates));
    TRY(mem_array(&c->order, HOST, c->cells, sizeof *c->order));
    TRY(mem_array(&c->place, HOST, c->cells, sizeof *c->place));
    for (int64_t g = 0; g < groups; g++) TRY(measure_group(c, g));
    for (int64_t i = 0; i < c->cells * mechanisms_count(params); i++) c->gates[i + 1] += c->gates[i];
    TRY(population_check(c));
    c->even = is_even(c);
    TRY(sizes_order(c->cells, c->size, c->order));
    for (int64_t k = 0; k < c->cells; k++) c->place[c->order[k]] = k;
    return parts_cut(c, comm_size(comm), comm_rank(comm));
}

void population_free(struct population *c)
{
    for (int64_t g = 0; c->shared && g < c->params->cells.count; g++) cable_free(&c->shared[g]);
    mem_free(c->shared);
    mem_free(c->first);
    mem_free(c->compartments_in);
    mem_free(c->sections_in);
    mem_free(c->synapses_in);
    mem_free(c->channels_in);
    mem_free(c->size);
    mem_free(c->gates);
    mem_free(c->order);
    mem_free(c->place);
    mem_free(c->part);
    mem_free(c->joined);
    mem_free(c->block);
    mem_free(c->dealt);
    *c = (struct population){0};
}
