/* Shapes of cells for pictures: of the first cell of each group, the line of each compartment. */
#pragma once
#include "apps/hines/population/population.h"
#include "base/result/store.h"

/* Points of lines: those with one `node` are the line of its compartment, in order. */
struct geometry {
    int64_t points, point_capacity;
    double *at[3], *diameter; /* [points] um */
    double *path;             /* [points] um along the cell, from the middle of its first section */
    int64_t *node;            /* [points] of the field `potential` */
    int64_t *section;         /* [points] of the list below */
    int64_t sections, section_capacity;
    int64_t *parent; /* [sections] in this list, or -1 */
    double *joint;   /* [sections] the fraction of the parent's length at which it hangs */
    int64_t *region; /* [sections] 0 soma, 1 axon, 2 dendrite, 3 apical, 4 other */
    int64_t *cell;   /* [sections] number of the cell, through all groups */
};

/* `offset`: [cells + 1] node of `potential` that is the first of a cell. ST_NOMEM, and faults of SWC files, which are
 * read again. geometry_free is called after a failure too. */
enum status geometry_make(struct geometry *out, const struct population *all, const int64_t *offset);
void geometry_free(struct geometry *g);
/* Lists the arrays as they are stored; returns their number. */
int geometry_arrays(const struct geometry *g, struct array *out);
