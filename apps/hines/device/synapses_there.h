/* Kernels of synapses and gap junctions on a GPU: what network/synapses.c and gaps.c do on the host. Builds without
 * CUDA have none of this. */
#pragma once
#include "apps/hines/device/nodes_there.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The arrays of struct part_synapses, [count], on the device. */
struct values_there {
    int64_t count;
    real *g, *most, *rise; /* rise: or NULL, and so are those of the next line */
    const real *rise_decay, *rises;
    const real *decay, *e, *block; /* block: or NULL */
    const int32_t *node;
    struct grouped_there nodes;
    const int32_t *order; /* [count] synapses, grouped by their nodes */
};

/* What arrives before some step, grouped by synapses: group k is of synapse[k]. */
struct arrivals_there {
    struct grouped_there groups;
    const int32_t *synapse;
    const real *weight;
};

/* Groups `first` ... `end` - 1 raise conductances. */
void synapses_there_receive(const struct values_there *y, const struct arrivals_there *a, int64_t first, int64_t end,
                            const struct exec *exec);
void synapses_there_add(const struct nodes_there *n, const struct values_there *y, const struct exec *exec);
void synapses_there_decay(const struct values_there *y, const struct exec *exec);

/* A side of a gap junction. */
struct gap_there {
    int32_t node, other;
    real g;
};
void gaps_there_add(const struct nodes_there *n, const struct grouped_there *g, const struct gap_there *gap,
                    const struct exec *exec);

#ifdef __cplusplus
}
#endif
