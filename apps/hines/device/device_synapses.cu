/* Synapses and gap junctions on the device: one thread adds all those of a node, in their order. */
#include "apps/hines/channels/lane.cuh"
#include "apps/hines/device/device_synapses.h"
#include "apps/hines/synapses/synapse_step.h"

static __global__ void receive(const __grid_constant__ struct device_values y,
                               const __grid_constant__ struct device_arrivals a, int64_t first, int64_t end)
{
    const int64_t k = first + lane_here();
    if (k >= end) return;
    const int32_t s = a.synapse[k];
    for (int32_t i = a.groups.first[k]; i < a.groups.first[k + 1]; i++) {
        y.g[s] += a.weight[i];
        if (y.rise) y.rise[s] += a.weight[i];
    }
}

void device_synapses_receive(const struct device_values *y, const struct device_arrivals *a, int64_t first, int64_t end,
                             const struct exec *exec)
{
    EACH_LANE(receive, end - first, *y, *a, first, end);
}

static __global__ void add(const __grid_constant__ struct device_nodes n,
                           const __grid_constant__ struct device_values y)
{
    const int64_t k = lane_here();
    if (k >= y.nodes.groups) return;
    const int32_t at = y.node[y.order[y.nodes.first[k]]];
    struct synapse_node node = {n.v[at], n.base[at], n.storage[at], n.diag[at], n.x[at]};
    for (int32_t j = y.nodes.first[k]; j < y.nodes.first[k + 1]; j++) {
        const int32_t i = y.order[j];
        const real g = y.rise ? y.g[i] - y.rises[i] * y.rise[i] : y.g[i];
        const struct synapse_values values = {g, y.e[i], y.block ? y.block[i] : 0};
        y.most[i] = g > y.most[i] ? g : y.most[i];
        synapse_add(&values, &node);
    }
    n.diag[at] = node.diag, n.x[at] = node.right;
}

void device_synapses_add(const struct device_nodes *n, const struct device_values *y, const struct exec *exec)
{
    EACH_LANE(add, y->nodes.groups, *n, *y);
}

static __global__ void decay(const __grid_constant__ struct device_values y)
{
    const int64_t i = lane_here();
    if (i >= y.count) return;
    y.g[i] *= y.decay[i];
    if (y.rise) y.rise[i] *= y.rise_decay[i];
}

void device_synapses_decay(const struct device_values *y, const struct exec *exec)
{
    EACH_LANE(decay, y->count, *y);
}

static __global__ void add_gaps(const __grid_constant__ struct device_nodes n,
                                const __grid_constant__ struct device_grouped g, const struct device_gap *gap)
{
    const int64_t k = lane_here();
    if (k >= g.groups) return;
    for (int32_t i = g.first[k]; i < g.first[k + 1]; i++) {
        n.diag[gap[i].node] += gap[i].g;
        n.x[gap[i].node] += gap[i].g * n.v[gap[i].other];
    }
}

void device_gaps_add(const struct device_nodes *n, const struct device_grouped *g, const struct device_gap *gap,
                     const struct exec *exec)
{
    EACH_LANE(add_gaps, g->groups, *n, *g, gap);
}
