/* All cells of a run: their shapes, their order in memory, and the parts that threads take. */
#pragma once
#include "apps/hines/morphology/cable.h"
#include "apps/hines/params.h"

struct population {
    const struct hines_params *params;
    int64_t cells, nodes, compartments;
    int64_t *first;           /* [groups + 1] number of the first cell of each group */
    struct cable *shared;     /* [groups] of groups whose cells are all alike; no nodes: they are not */
    int64_t *compartments_in; /* [groups][REGIONS] of all cells of the group */
    int64_t *size;            /* [cells] nodes */
    int64_t *order;           /* [cells] the cell at each place: by decreasing size */
    int64_t *place;           /* [cells] the place of each cell */
    int64_t parts, *part;     /* [parts + 1] the first place of each part */
};

/* Faults of the input name a key: ST_CONFIG. After a failure too, population_free frees what was made. */
enum status population_make(struct population *out, const struct hines_params *params);
void population_free(struct population *c);

/* The part that holds a place. */
int64_t population_part(const struct population *c, int64_t place);
/* The group of a cell. */
int64_t population_group(const struct population *c, int64_t cell);
/* The nodes of a cell: the shared ones, or those of *own, which the caller frees. */
enum status population_cable(const struct population *c, int64_t cell, struct cable *own, const struct cable **out);
/* What the membrane and the cytoplasm of a region of a group are like. */
struct hines_membrane population_membrane(const struct population *c, int64_t group, int region);
