/* Kernels of synapses and gap junctions on a GPU: the work of synapses/synapses.c and part/part_gaps.c on the host.
 * Builds without CUDA have none of these. */
#pragma once
#include "apps/hines/device/device_nodes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The arrays of struct part_synapses, [count], on the device. */
struct device_values {
    int64_t count;
    real *g, *most, *rise; /* rise: or NULL, and so are those of the next line */
    const real *rise_decay, *rises;
    const real *decay, *e, *block; /* block: or NULL */
    const int32_t *node;
    struct device_grouped nodes;
    const int32_t *order; /* [count] synapses, grouped by their nodes */
};

/* Arrivals before some step, grouped by synapses: group k is of synapse[k]. */
struct device_arrivals {
    struct device_grouped groups;
    const int32_t *synapse;
    const real *weight;
};

/* Groups `first` ... `end` - 1 raise conductances. */
void device_synapses_receive(const struct device_values *y, const struct device_arrivals *a, int64_t first, int64_t end,
                             const struct exec *exec);
void device_synapses_add(const struct device_nodes *n, const struct device_values *y, const struct exec *exec);
void device_synapses_decay(const struct device_values *y, const struct exec *exec);

/* A side of a gap junction. */
struct device_gap {
    int32_t node, other;
    real g;
};
void device_gaps_add(const struct device_nodes *n, const struct device_grouped *g, const struct device_gap *gap,
                     const struct exec *exec);

#ifdef __cplusplus
}
#endif
