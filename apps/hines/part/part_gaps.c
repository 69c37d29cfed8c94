/* The currents of gap junctions. */
#include "apps/hines/part/part_gaps.h"

#include "apps/hines/part/part.h"

void gaps_add(struct cell_part *p)
{
    for (int64_t i = 0; i < p->gaps; i++) {
        const struct part_gap *const g = &p->gap[i];
        p->diag[g->node] += g->g;
        p->x[g->node] += g->g * p->gap_v[g->side ^ 1];
    }
}
