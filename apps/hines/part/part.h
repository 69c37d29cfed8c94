/* A part of the cells: their state, their equations, and the currents into them. One thread takes it through many
 * steps.
 *
 * The equation of a node is C dv/dt = sum of g (e - v) + sum of conductance (v_neighbour - v) + current, in nF, mV, ms,
 * uS and nA. Arrays of a part have one value per node, at the place that `shape` gives, and are padded to full vectors.
 */
#pragma once
#include "apps/hines/part/part_clamp.h"
#include "apps/hines/part/part_gaps.h"
#include "apps/hines/population/population.h"
#include "apps/hines/stimuli/stimuli.h"
#include "apps/hines/synapses/synapses.h"
#include "solvers/solver.h"

/* Channels of one type with one set of parameters. */
struct channel_set {
    const struct channel_type *type;
    int64_t channels;           /* without padding of the last vector */
    struct calcium_shell shell; /* of calcium inside */
    struct channel_run run;
};

/* The channel of a node in the set, or -1. Nodes of channels ascend; in an interleaved layout those of a cell have
 * other cells' nodes between them. */
int64_t channel_set_find(const struct channel_set *set, int64_t node);

/* A variable of a node (variable.h), or the sum of the currents of `clamps` of them. */
struct part_record {
    int64_t node, column; /* of all columns of the run */
    int64_t first, clamps;
    const struct variable *of; /* of clamps: NULL */
    int64_t parent;            /* node, or -1 */
    double leak, reversal;     /* uS and mV of its membrane */
};

struct part_spike {
    int64_t cell, step; /* place of its cell in the population; the step in which it rose above the threshold */
    double time;
};

struct cell_part {
    int64_t first, cells; /* places of the population */
    int64_t extent;       /* nodes, with padding */
    struct shape shape;
    struct plan *plan;
    bool fixed, doubled; /* the matrix never changes; the change of the last step is twice that of its solution */
    double share;        /* of a step in h */
    real *v, *x;         /* mV now; the right side, and then the solution: after a step the potential in its middle, if
                          * `doubled`, or before it */
    real *diag, *coupling; /* the matrix; -conductance to the parent, upper and lower alike */
    real *base, *storage;  /* the part of diag that never changes; C / h */
    real *source;          /* the part of the right side that never changes; NULL: `drive` times storage */
    real drive;            /* mV */
    real *calcium, *calcium_e, *calcium_g, *calcium_ge; /* or NULL: of channels/channel.h */
    real *kept; /* the right side without the changes of a stage or a quarter of a step; or NULL */
    int64_t sets, clamps, foreign_clamps, records, spikes, spike_capacity;
    int64_t sent, shown; /* the number of spikes that were sent to synapses, and to other ranks */
    struct channel_set *set;
    struct part_synapses synapses;
    struct part_clamp *clamp, *foreign_clamp; /* foreign: of other ranks, in cells of the same block */
    struct part_record *record;
    int64_t gaps; /* sides of gap junctions */
    struct part_gap *gap;
    const real *gap_v; /* mV at all sides of the run */
    struct part_spike *spike;
    int64_t *detector; /* [cells] node whose rise above the threshold is a spike */
    real *before;      /* [cells] its potential after the last step */
    double largest;    /* |v| so far, where it was looked for, at the element `where` at `when`, ms */
    int64_t where;
    double when;
    enum status status;
    char fault[512]; /* its sentence */
};

enum status part_make(struct cell_part *out, const struct population *c, int64_t number, const struct solver *solver,
                      const void *options, int layout, const struct exec *exec);
void part_free(struct cell_part *p);

/* Interleaved systems in a layout of `cells` of them. */
int64_t layout_width(int layout, int64_t cells, enum space space);

/* The element of the arrays that holds a node of the cell at a place of the part. */
int64_t part_node(const struct cell_part *p, int64_t cell, int64_t node);

/* ST_NOMEM. */
enum status part_spike_add(struct cell_part *p, const struct part_spike *spike);

/* Steps from `step` on, `count` of them. Each part_record puts a value into samples[column + columns * k] after every
 * `every` steps of the run. `weigh`: the largest |v| is looked for after the last one. A failure is kept in p. */
struct part_steps {
    const struct hines_params *params;
    int64_t step, count, every, columns;
    double *samples;
    bool weigh;
};
void part_advance(struct cell_part *p, const struct part_steps *of);

/* The current of the clamps of a record at the potential v after the step from `step` on. */
double part_clamped(const struct cell_part *p, const struct part_record *r, double v, double dt, int64_t step);

/* Does a current jump in the step from `step` on, so that schemes of order 2 take it in quarters? */
bool part_jumps(const struct part_clamp *clamp, int64_t count, double dt, int64_t step);

/* Before the first step: puts the recorded values into samples, with states at rest. */
void part_rest(struct cell_part *p, const struct part_steps *of);

/* The scheme: the share of a step that the implicit equations cover. */
double scheme_share(int scheme);
int scheme_stages(int scheme);
