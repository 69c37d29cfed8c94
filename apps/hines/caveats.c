/* Sentences that cast doubt on the answers of a run: pulses shorter than a step, synapses too strong for one,
 * potentials that no cell has. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "apps/hines/report.h"
#include "base/memory.h"

/* The schemes agree up to this value, measured with spikes of a soma under arrivals; from about 3 times as much on they
 * differ in spikes. */
static const double stiff = 10; /* conductance dt / capacitance of a compartment */

static const double possible = 1000; /* mV */

static bool is_short(const struct hines_params *p, double begin, double duration)
{
    return duration > 0 && duration < p->dt * (1 - 1e-6) && begin < p->duration;
}

static void doubt_pulse(const char *key, int64_t entry, double duration, double dt)
{
    caveat("%s: entry %lld acts for %g ms, less than a step of %g ms, over which its charge is spread: take a dt of at "
           "most %g ms",
           key, (long long)entry, duration, dt, duration);
}

static void doubt_pulses(const struct hines_params *p)
{
    for (int64_t i = 0; i < p->clamps.count; i++) {
        const struct hines_clamp *const c = (const struct hines_clamp *)p->clamps.v + i;
        const bool none = c->current.form == FIELD_NUMBER && c->current.number == 0;
        if (!none && is_short(p, c->begin, c->duration)) doubt_pulse("clamps", i, c->duration, p->dt);
    }
    for (int64_t i = 0; i < p->voltage_clamps.count; i++) {
        const struct hines_voltage_clamp *const c = (const struct hines_voltage_clamp *)p->voltage_clamps.v + i;
        double begin = c->begin, least = INFINITY;
        for (int64_t k = 0; k < c->durations.count; begin += c->durations.v[k++])
            if (is_short(p, begin, c->durations.v[k])) least = fmin(least, c->durations.v[k]);
        if (isfinite(least)) doubt_pulse("voltage_clamps", i, least, p->dt);
    }
}

/* The extremes of one rank: the synapse whose conductance dt / capacitance was largest, and the cell whose potential
 * was. -1: none. */
struct extremes {
    int64_t synapse;
    double ratio, g;
    int64_t cell;
    double potential, when;
};

static void find_strongest(const struct hines_state *s, struct extremes *of)
{
    const double share = scheme_share(s->params->scheme);
    for (int64_t k = 0; k < s->net.synapses; k++) {
        const struct cell_part *const p = &s->part[s->net.part[k]];
        const int32_t at = s->net.at[k];
        if (!population_owns(&s->all, s->net.part[k])) continue;
        const double storage = (double)p->storage[p->synapses.node[at]], g = (double)p->synapses.most[at];
        if (storage > 0 && g / (storage * share) > of->ratio)
            of->synapse = k, of->ratio = g / (storage * share), of->g = g;
    }
}

static void doubt_synapses(const struct hines_state *s, const struct extremes *x)
{
    int64_t entry = 0;
    if (x->synapse < 0 || x->ratio <= stiff) return;
    while (x->synapse >= s->net.first[entry + 1]) entry++;
    const int64_t cell = s->net.cell[x->synapse], group = population_group(&s->all, cell);
    caveat("synapse '%.40s' of group '%.40s' reaches %.3g uS, %.3g times the capacitance of its compartment over a "
           "step, beyond %g: schemes differ in spikes; take a dt of at most %.2g ms or weights %.2g times smaller",
           ((const struct hines_synapse *)s->params->synapses.v)[entry].name,
           ((const struct hines_cells *)s->params->cells.v)[group].name, x->g, x->ratio, stiff,
           s->params->dt * stiff / x->ratio, x->ratio / stiff);
}

/* The cell that an element of a part belongs to, or -1. */
static int64_t cell_at(const struct hines_state *s, const struct cell_part *p, int64_t element)
{
    for (int64_t k = 0; k < p->cells; k++) {
        const int64_t cell = s->all.order[p->first + k];
        for (int64_t i = 0; i < s->all.size[cell]; i++)
            if (part_node(p, k, i) == element) return cell;
    }
    return -1;
}

static void find_highest(const struct hines_state *s, struct extremes *of)
{
    const struct cell_part *most = NULL;
    for (int64_t i = s->all.own; i < s->all.end; i++)
        if (s->part[i].largest > possible && !(most && s->part[i].largest <= most->largest)) most = &s->part[i];
    if (!most) return;
    of->cell = cell_at(s, most, most->where), of->potential = most->largest, of->when = most->when;
}

static void doubt_potentials(const struct hines_state *s, const struct extremes *x)
{
    if (x->cell < 0) return;
    const int64_t group = population_group(&s->all, x->cell);
    caveat(
        "cell %lld of group '%.40s' reaches a potential of %.3g mV in size at t = %.6g ms, beyond %g mV: look at the "
        "units of lengths, which are um, and of currents, which are nA",
        (long long)(x->cell - s->all.first[group]), ((const struct hines_cells *)s->params->cells.v)[group].name,
        x->potential, x->when, possible);
}

/* Takes in the extremes of one more rank. Among equals the synapse with the lowest number counts, and the cell of the
 * lowest rank: the cells of ranks follow each other. */
static void join(struct extremes *all, const struct extremes *of)
{
    const bool first = of->ratio == all->ratio && of->synapse < all->synapse;
    if (of->synapse >= 0 && (of->ratio > all->ratio || first))
        all->synapse = of->synapse, all->ratio = of->ratio, all->g = of->g;
    if (of->cell >= 0 && (all->cell < 0 || of->potential > all->potential))
        all->cell = of->cell, all->potential = of->potential, all->when = of->when;
}

static void find(const struct hines_state *s, struct extremes *of)
{
    *of = (struct extremes){.synapse = -1, .cell = -1};
    find_highest(s, of);
    find_strongest(s, of);
}

enum status hines_caveats(const struct hines_state *s)
{
    struct extremes mine, all = {.synapse = -1, .cell = -1}, *of;
    find(s, &mine);
    const enum status st = mem_array(&of, HOST, s->all.ranks, sizeof *of);
    TRY(comm_agree(s->comm, st));
    comm_gather_all(s->comm, &mine, sizeof mine, of);
    for (int r = 0; r < s->all.ranks; r++) join(&all, &of[r]);
    mem_free(of);
    doubt_potentials(s, &all);
    doubt_synapses(s, &all);
    doubt_pulses(s->params);
    return ST_OK;
}
