/* Kernels of time steps on a GPU: the work of part/part_advance.c on the host, with the formulas of part/equations.h,
 * one thread per node, cell or place. Arrays are on the device; what is queued is done in the order of exec's stream.
 * Builds without CUDA have none of this. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "apps/hines/part/part_clamp.h"
#include "base/exec.h"
#include "base/real.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The arrays of struct cell_part, [extent]. */
struct device_nodes {
    int64_t extent;
    real *v, *x, *diag;
    const real *base, *storage, *source; /* source: or NULL */
    real drive;
    real *kept, *spare;           /* or NULL: the right side, and a solution, while a step is taken by both schemes */
    const int32_t *block;         /* or NULL: of each node, the block of cells that take a step in quarters together */
    real *calcium_g, *calcium_ge; /* or NULL */
};

/* Right sides at the beginning of a step; with `fresh` the diagonals too. */
void device_nodes_begin(const struct device_nodes *n, bool fresh, const struct exec *exec);
/* v: potentials after a step whose middle is x. */
void device_nodes_extrapolate(const struct device_nodes *n, const struct exec *exec);
void device_nodes_second_stage(const struct device_nodes *n, real factor, const struct exec *exec);
/* diag += factor C/h */
void device_nodes_store_more(const struct device_nodes *n, real factor, const struct exec *exec);
void device_nodes_quarter(const struct device_nodes *n, real ratio, const struct exec *exec);
/* After a step by both schemes, with the solution of the usual scheme in `spare` and that of quarters in x: v takes
 * that of quarters where `jumps` of its block is set, otherwise the usual one, which is `doubled` or not. Channels that
 * store values of the step then find potentials between x and `spare`. */
void device_nodes_join(const struct device_nodes *n, const uint8_t *jumps, bool doubled, const struct exec *exec);

/* Places, grouped by their nodes: those of group k are first[k] ... first[k + 1] - 1. */
struct device_grouped {
    int64_t groups;
    const int32_t *first; /* [groups + 1] */
};
/* A clamp; the stimulus that gives its current, or -1. */
struct device_clamp {
    struct part_clamp clamp;
    int32_t stimulus;
};
struct device_clamps {
    struct device_grouped nodes;
    const struct device_clamp *clamp;
    const double *stimulus; /* [stimuli][steps] nA in the steps of a call, or NULL */
    int64_t steps;
};
/* `number`: of the step, from the first of the call. */
void device_clamps_add(const struct device_nodes *n, const struct device_clamps *c, int64_t step, int64_t number,
                       double dt, const struct exec *exec);

/* A cell that rose above the threshold in a step: its place, and the potentials before and after. */
struct device_spike {
    int32_t cell, step; /* of the part; from the first step of the call */
    real before, now;
};
struct device_detectors {
    int64_t cells;
    const int32_t *node;
    real *before;
    real threshold;
    int *count; /* of spikes, in any order; at most one for every second step of a cell */
    struct device_spike *spike;
};
void device_detectors_look(const struct device_detectors *d, const real *v, int32_t step, const struct exec *exec);

/* row[column[i]] = v[node[i]] */
void device_samples_take(int64_t count, const int32_t *node, const int32_t *column, const real *v, double *row,
                         const struct exec *exec);

/* The first of the largest |v| that a thread finds, and whether any v is not finite. */
enum { WEIGHED_THERE = 8192 /* threads */ };
struct device_weight {
    int64_t where;
    real size;
    int wrong;
};
void device_nodes_weigh(const struct device_nodes *n, struct device_weight *out, const struct exec *exec);

#ifdef __cplusplus
}
#endif
