/* Kernels of time steps on a GPU: what part_advance.c does on the host, with the formulas of equations.h, a thread a
 * node, a cell or a place. Arrays are on the device; what is queued is done in the order of exec's stream. Builds
 * without CUDA have none of this. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "apps/hines/step/part_clamp.h"
#include "base/exec.h"
#include "base/real.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The arrays of struct cell_part, [extent]. */
struct nodes_there {
    int64_t extent;
    real *v, *x, *diag;
    const real *base, *storage, *source; /* source: or NULL */
    real drive;
    real *kept, *spare;           /* or NULL: the right side, and a solution, while a step is taken in two manners */
    const int32_t *block;         /* the same: of the cells that take a step in quarters together */
    real *calcium_g, *calcium_ge; /* or NULL */
};

/* Right sides at the beginning of a step; with `fresh` the diagonals too. */
void nodes_there_begin(const struct nodes_there *n, bool fresh, const struct exec *exec);
/* v: potentials after a step whose middle is x. */
void nodes_there_extrapolate(const struct nodes_there *n, const struct exec *exec);
void nodes_there_second_stage(const struct nodes_there *n, real factor, const struct exec *exec);
/* diag += factor C/h */
void nodes_there_store_more(const struct nodes_there *n, real factor, const struct exec *exec);
void nodes_there_quarter(const struct nodes_there *n, real ratio, const struct exec *exec);
/* After a step in both manners, the solution of the usual one in `spare`, that of quarters in x: v takes that of
 * quarters where `jumps` of its block is set, else the usual one, which is `doubled` or not. Channels that keep
 * something of the step then find potentials between x and `spare`. */
void nodes_there_join(const struct nodes_there *n, const uint8_t *jumps, bool doubled, const struct exec *exec);

/* Places, grouped by their nodes: those of group k are first[k] ... first[k + 1] - 1. */
struct grouped_there {
    int64_t groups;
    const int32_t *first; /* [groups + 1] */
};
/* A clamp; the stimulus that its current is, or -1. */
struct clamp_there {
    struct part_clamp clamp;
    int32_t stimulus;
};
struct clamps_there {
    struct grouped_there nodes;
    const struct clamp_there *clamp;
    const double *stimulus; /* [stimuli][steps] nA in the steps of a call, or NULL */
    int64_t steps;
};
/* `number`: of the step, from the first of the call. */
void clamps_there_add(const struct nodes_there *n, const struct clamps_there *c, int64_t step, int64_t number,
                      double dt, const struct exec *exec);

/* A cell that rose above the threshold in a step: its place, and the potentials before and after. */
struct spike_there {
    int32_t cell, step; /* of the part; from the first step of the call */
    real before, now;
};
struct detectors_there {
    int64_t cells;
    const int32_t *node;
    real *before;
    real threshold;
    int *count; /* of spikes, in any order; at most one for every second step of a cell */
    struct spike_there *spike;
};
void detectors_there_look(const struct detectors_there *d, const real *v, int32_t step, const struct exec *exec);

/* row[column[i]] = v[node[i]] */
void samples_there_take(int64_t count, const int32_t *node, const int32_t *column, const real *v, double *row,
                        const struct exec *exec);

/* The first of the largest |v| that a thread finds, and whether one is not finite. */
enum { WEIGHED_THERE = 8192 /* threads */ };
struct weight_there {
    int64_t where;
    real size;
    int wrong;
};
void nodes_there_weigh(const struct nodes_there *n, struct weight_there *out, const struct exec *exec);

#ifdef __cplusplus
}
#endif
