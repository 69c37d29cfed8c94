/* A part on a GPU: copies of its arrays there, and its time steps. The part has all cells of the run; device_part_fetch
 * updates the state on the host. Clamps, detectors and records act there too. */
#pragma once
#include "apps/hines/device/device_nodes.h"
#include "apps/hines/device/device_synapses.h"
#include "apps/hines/part/part.h"

/* Channels of one set: the twin of their type, and their arrays on the device. */
struct device_set {
    const struct channel_type *type;
    struct channel_run run;
};

/* Arrivals at synapses in the steps of a call: in order of arrival, and packed, on the host and on the device. */
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
    int32_t *synapse, *first, *device_synapse, *device_first;
    real *weight, *device_weight;
};

struct device_part {
    struct exec exec;
    struct cell_part *part; /* on the host */
    int64_t steps, columns; /* the largest number in a call */
    struct device_nodes nodes;
    real *coupling, *calcium, *calcium_e;
    void **block; /* [blocks_used] all memory that is on the device */
    int64_t blocks_used;
    struct device_set *set; /* [part->sets] */
    struct device_clamps clamps;
    int64_t stimuli;
    const struct stimulus **stimulus; /* [stimuli] of clamps */
    double *current;                  /* [stimuli][steps] */
    struct device_values synapses;
    struct arrivals_here arrivals;
    struct device_grouped gaps;
    struct device_gap *gap;
    struct device_detectors detectors;
    struct device_spike *spike; /* on the host */
    int64_t records;
    bool wide;    /* are other variables than potentials recorded? */
    bool divided; /* was the last step taken by both schemes? */
    int32_t *record_node, *record_column;
    double *samples;
    struct device_weight *weight, *weight_here;
    uint8_t *jumps, *jumps_here;         /* [blocks of the population] */
    int32_t *clamp_block, *record_block; /* [clamps], [records] */
};

/* Copies the part, whose places are known and whose plan is on the device, there: for calls of `steps` steps at most
 * with `columns` columns of samples. On failure device_part_free still cleans up. */
enum status device_part_make(struct device_part *t, struct cell_part *p, const struct population *all, int64_t steps,
                             int64_t columns, const struct exec *exec);
void device_part_free(struct device_part *t);

/* The equations on the device as they are now. */
struct system device_part_system(const struct device_part *t);

/* part_advance on the device. Where other variables than potentials are recorded, the state comes to the host for each
 * sample. */
void device_part_advance(struct device_part *t, const struct population *all, const struct part_steps *of);

/* The state of the part, potentials, gates and conductances, from the device, or to it. */
enum status device_part_fetch(struct device_part *t);
enum status device_part_send(struct device_part *t);

/* For device_part.c and device_part_advance.c: a copy of `count` items on the device, or zeros where `from` is NULL,
 * which is freed with the part; synapses, clamps and gap junctions; currents of stimuli and arrivals, `step` counting
 * from the first of the call; and samples. */
enum status device_part_copy(struct device_part *t, void *out, const void *from, int64_t count, size_t size);
enum status device_part_clamps(struct device_part *t);
enum status device_part_synapses(struct device_part *t);
enum status device_part_gaps(struct device_part *t);
enum status device_part_stimuli(struct device_part *t, int64_t first, int64_t steps);
enum status device_part_arrivals(struct device_part *t, int64_t first, int64_t steps);
void device_part_receive(struct device_part *t, int64_t step);
bool device_part_is_wide(const struct cell_part *p);
/* Sample number `taken` of a call, after the step from `step` on, of a part that is wide. */
enum status device_part_values(struct device_part *t, const struct part_steps *of, int64_t step, int64_t taken);
void device_part_synapses_free(struct device_part *t);
