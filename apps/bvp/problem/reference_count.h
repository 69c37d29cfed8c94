/* The numbers in which a solution in long double is kept (reference.h). */
#pragma once
#include "apps/bvp/problem/params.h"

/* Columns of the kept numbers, [unknowns] each, and the numbers after them. A number in long double is a sum of two.
 * The resistance from the lower end to a node is kept where cells add to the flows out of both ends. */
enum {
    REFERENCE_U,
    REFERENCE_U_LOW,
    REFERENCE_OPEN,
    REFERENCE_BELOW = REFERENCE_OPEN,
    REFERENCE_BELOW_LOW,
    REFERENCE_ALL
};
enum { REFERENCE_CONDITION, REFERENCE_GRID_ERROR, REFERENCE_BEHIND };

/* Numbers that are kept for a problem on a grid of so many intervals; 0: none, as if there are too many, or datasets
 * are read. */
int64_t reference_count(const struct bvp_params *p, int64_t intervals);

/* Does the flow that a cell adds leave through both ends in shares? Otherwise all of it leaves through one. */
static inline bool reference_has_resistance(const struct bvp_params *p)
{
    return p->end[0].kind != NEUMANN && p->end[1].kind != NEUMANN;
}
