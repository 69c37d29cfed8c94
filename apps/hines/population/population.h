/* All cells of a run: their shapes, their order in memory, the parts that threads take, and those of them that this
 * rank has. Every rank knows all cells and parts. */
#pragma once
#include "apps/hines/model/params.h"
#include "apps/hines/morphology/cable.h"
#include "base/comm/comm.h"

struct population {
    const struct hines_params *params;
    int64_t cells, nodes, compartments;
    int64_t *first;           /* [groups + 1] number of the first cell of each group */
    struct cable *shared;     /* [groups] of groups whose cells are all alike; no nodes: they are not */
    int64_t *compartments_in; /* [groups][REGIONS] of all cells of the group */
    int64_t *sections_in;     /* [groups][REGIONS] also of all its cells */
    int64_t *channels_in;     /* [sets] compartments that have a set of channels */
    int64_t *synapses_in;     /* [groups][entries of synapses] also of all its cells */
    int64_t *size;            /* [cells] nodes */
    int64_t *gates;           /* [cells][sets], + 1: where those of a set of channels in a cell begin, among all */
    int64_t *order;           /* [cells] the cell at each place: by decreasing size */
    int64_t *place;           /* [cells] the place of each cell */
    int64_t parts, *part;     /* [parts + 1] the first place of each part */
    int64_t *block; /* [parts] the block that each belongs to (parts_cut.c): on a single rank every block is one part */
    bool even;      /* is leak * reversal / capacitance the same for all membrane? */
    int64_t blocks, *joined; /* [blocks + 1] the first place of each block, where parts_join made one part; or NULL */
    bool splits;             /* may two ranks have cells of one block? */
    int ranks;
    int64_t *dealt;   /* [ranks + 1] the first part of each rank */
    int64_t own, end; /* this rank has the parts from `own` on, before `end` */
};

/* Makes the population for the ranks of `comm`. splits: the bits of a cell do not depend on the cells that the method
 * solves together with it. Faults of the input name a key: ST_CONFIG. ST_NOMEM. population_free is called after a
 * failure too. */
enum status population_make(struct population *out, const struct hines_params *params, const struct comm *comm,
                            bool splits);
void population_free(struct population *c);

/* ST_CONFIG: an entry of a key names a region or a section that no cell has, or something that is missing there. */
enum status population_check(const struct population *c);

/* The part that holds a place, and the rank that has a part. */
int64_t population_part(const struct population *c, int64_t place);
int population_rank(const struct population *c, int64_t part);
bool population_owns(const struct population *c, int64_t part);
/* The part of this rank in the same block; -1: there is none. */
int64_t population_beside(const struct population *c, int64_t part);
/* The gates of all cells of the block that a part belongs to. */
int64_t population_gates(const struct population *c, int64_t part);
/* The group of a cell. */
int64_t population_group(const struct population *c, int64_t cell);
/* The nodes of a cell: the shared ones, or those of *own, which the caller frees. */
enum status population_cable(const struct population *c, int64_t cell, struct cable *own, const struct cable **out);
/* The properties of the membrane and the cytoplasm of a region of a group. */
struct hines_membrane population_membrane(const struct population *c, int64_t group, int region);
/* leak * reversal / capacitance there, mV/ms: the speed at which the leak would drive a potential away from 0 mV. */
double population_drive(const struct population *c, int64_t group, int region);
