/* Currents and states are those of the middle of the last step, half a step before the potential: there the gates of
 * channels are kept, and there a step by a scheme of order 2 has its currents. Before the first step the middle is the
 * beginning, and nothing changes. */
#include "apps/hines/part/values.h"

#include <stddef.h>

#include "apps/hines/part/part.h"
#include "apps/hines/part/variable.h"
#include "solvers/batch/simd.h"

/* A node's conductance, uS, and current at 0 mV with the other sign, uS mV. */
struct branch {
    double g, ge;
};

static double middle(const struct cell_part *p, int64_t node)
{
    const double x = (double)p->x[node];
    return p->doubled ? x : 0.5 * (x + (double)p->v[node]);
}

/* The conductance and the current of a channel, of one of its currents or of all, -1: a step with rates of 0, which
 * leaves gates as they are, adds them to a copy of the equation of the node. So the formulas are those of the type. */
static struct branch branch_of(const struct cell_part *p, const struct channel_set *set, int64_t channel, int current)
{
    const int64_t first = channel / LANES * LANES, lane = channel - first;
    int32_t node[LANES];
    real v[LANES], diag[LANES] = {0}, right[LANES] = {0}, gate[CHANNEL_GATES][LANES];
    real inside[LANES] = {0}, e[LANES] = {0}, carried[2][LANES] = {{0}};
    struct channel_run run = set->run;
    for (int l = 0; l < LANES; l++) {
        const double at = middle(p, set->run.node[first + l]);
        node[l] = l, v[l] = (real)(at < -200 ? -200 : at > 200 ? 200 : at);
        for (int g = 0; g < set->type->gates; g++) gate[g][l] = set->run.gate[g][first + l];
        if (p->calcium) inside[l] = p->calcium[set->run.node[first + l]], e[l] = p->calcium_e[set->run.node[first + l]];
    }
    for (int g = 0; g < set->type->gates; g++) run.gate[g] = gate[g];
    for (int c = 0; c < set->type->currents; c++)
        if (current >= 0 && c != current) run.g[c] = 0;
    run.first = 0, run.end = LANES, run.node = node, run.area = set->run.area + first;
    run.v = v, run.diag = diag, run.right = right;
    if (p->calcium) run.calcium = inside, run.calcium_e = e, run.calcium_g = carried[0], run.calcium_ge = carried[1];
    run.rate = 0, run.dt = 1, run.span.half = RC(1e30);
    set->type->run(&run);
    return (struct branch){(double)diag[lane], (double)right[lane]};
}

/* Sums over the sets of a type, or of all types (NULL), that the node has. */
static struct branch sum_of(const struct cell_part *p, int64_t node, const struct channel_type *type, int current)
{
    struct branch sum = {0, 0};
    for (int64_t i = 0; i < p->sets; i++) {
        const struct channel_set *const set = &p->set[i];
        const int64_t k = (!type || set->type == type) && set->type->currents ? channel_set_find(set, node) : -1;
        if (k < 0) continue;
        const struct branch b = branch_of(p, set, k, current);
        sum.g += b.g, sum.ge += b.ge;
    }
    return sum;
}

double value_potential(const struct cell_part *p, const struct part_record *r)
{
    return (double)p->v[r->node];
}

/* The state of the first set that the node has. */
double value_state(const struct cell_part *p, const struct part_record *r)
{
    for (int64_t i = 0; i < p->sets; i++) {
        const int64_t k = p->set[i].type == r->of->type ? channel_set_find(&p->set[i], r->node) : -1;
        if (k >= 0) return (double)p->set[i].run.gate[r->of->index][k];
    }
    return 0;
}

double value_conductance(const struct cell_part *p, const struct part_record *r)
{
    return sum_of(p, r->node, r->of->type, r->of->index).g;
}

double value_current(const struct cell_part *p, const struct part_record *r)
{
    const struct branch b = sum_of(p, r->node, r->of->type, r->of->index);
    return b.g * middle(p, r->node) - b.ge;
}

double value_leak(const struct cell_part *p, const struct part_record *r)
{
    return r->leak * (middle(p, r->node) - r->reversal);
}

double value_channels(const struct cell_part *p, const struct part_record *r)
{
    const struct branch b = sum_of(p, r->node, NULL, -1);
    return b.g * middle(p, r->node) - b.ge;
}

/* With the conductances of the step, before they decayed. */
double value_synapses(const struct cell_part *p, const struct part_record *r)
{
    const struct part_synapses *const y = &p->synapses;
    double sum = 0;
    for (int64_t k = 0; k < y->count; k++)
        if (y->node[k] == r->node) sum += synapses_current(y, k, middle(p, r->node));
    return sum;
}

double value_capacity(const struct cell_part *p, const struct part_record *r)
{
    const double x = (double)p->x[r->node], v = (double)p->v[r->node];
    return (double)p->storage[r->node] * p->share * (p->doubled ? 2 * (v - x) : v - x);
}

double value_membrane(const struct cell_part *p, const struct part_record *r)
{
    return value_leak(p, r) + value_channels(p, r) + value_synapses(p, r) + value_capacity(p, r);
}

double value_axial(const struct cell_part *p, const struct part_record *r)
{
    return -(double)p->coupling[r->node] * (middle(p, r->parent) - middle(p, r->node));
}
