/* A part on a GPU: copies of its arrays there, and its time steps. The part has all cells of the run; what the host has
 * of its state is brought up to date by part_there_fetch. Clamps, detectors and records act there too. */
#pragma once
#include "apps/hines/device/nodes_there.h"
#include "apps/hines/device/synapses_there.h"
#include "apps/hines/part.h"

/* Channels of one set: the twin of their type, and their arrays on the device. */
struct set_there {
    const struct channel_type *type;
    struct channel_run run;
};

/* What arrives at synapses in the steps of a call: as it comes, and packed, on the host and on the device. */
struct arrival_here {
    int32_t synapse;
    int64_t number;
    real weight;
};
struct arrivals_here {
    int64_t count, capacity, packed; /* packed: capacity of the arrays below */
    bool failed;
    struct arrival_here *at;
    int64_t *step; /* [steps + 1] the first group of each step */
    int32_t *synapse, *first, *there_synapse, *there_first;
    real *weight, *there_weight;
};

struct part_there {
    struct exec exec;
    struct cell_part *part; /* on the host */
    int64_t steps, columns; /* of a call, at most */
    struct nodes_there nodes;
    real *coupling, *calcium, *calcium_e;
    void **block; /* [blocks_used] all memory that is on the device */
    int64_t blocks_used;
    struct set_there *set; /* [part->sets] */
    struct clamps_there clamps;
    int64_t stimuli;
    const struct stimulus **stimulus; /* [stimuli] of clamps */
    double *current;                  /* [stimuli][steps] */
    struct values_there synapses;
    struct arrivals_here arrivals;
    struct grouped_there gaps;
    struct gap_there *gap;
    struct detectors_there detectors;
    struct spike_there *spike; /* on the host */
    int64_t records;
    bool wide;    /* are other variables than potentials recorded? */
    bool divided; /* was the last step taken in both manners? */
    int32_t *record_node, *record_column;
    double *samples;
    struct weight_there *weight, *weight_here;
    uint8_t *jumps, *jumps_here;         /* [blocks of the population] */
    int32_t *clamp_block, *record_block; /* [clamps], [records] */
};

/* Copies the part, whose places are known and whose plan is on the device, there: for calls of `steps` steps at most
 * with `columns` columns of samples. On failure part_there_free still cleans up. */
enum status part_there_make(struct part_there *t, struct cell_part *p, const struct population *all, int64_t steps,
                            int64_t columns, const struct exec *exec);
void part_there_free(struct part_there *t);

/* The equations as they are there now. */
struct system part_there_system(const struct part_there *t);

/* part_advance there. Where other variables than potentials are recorded, the state comes to the host for each sample.
 */
void part_there_advance(struct part_there *t, const struct population *all, const struct part_steps *of);

/* The state of the part, potentials, gates and conductances, from the device, or to it. */
enum status part_there_fetch(struct part_there *t);
enum status part_there_send(struct part_there *t);

/* For part_there.c and part_there_advance.c: a copy of `count` items on the device, or zeros where `from` is NULL,
 * which is freed with the part; what acts on nodes; currents of stimuli and arrivals, `step` counting from the first of
 * the call; and samples.
 */
enum status part_there_copy(struct part_there *t, void *out, const void *from, int64_t count, size_t size);
enum status part_there_clamps(struct part_there *t);
enum status part_there_synapses(struct part_there *t);
enum status part_there_gaps(struct part_there *t);
enum status part_there_stimuli(struct part_there *t, int64_t first, int64_t steps);
enum status part_there_arrivals(struct part_there *t, int64_t first, int64_t steps);
void part_there_receive(struct part_there *t, int64_t step);
bool part_there_is_wide(const struct cell_part *p);
/* Sample number `taken` of a call, after the step from `step` on, of a part that is wide. */
enum status part_there_values(struct part_there *t, const struct part_steps *of, int64_t step, int64_t taken);
void part_there_synapses_free(struct part_there *t);
