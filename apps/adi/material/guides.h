/* Lines along an axis through nodes between which a property of the material seems to jump, at most two for each place
 * along the axis and pair of values: where interfaces are worth a search. */
#pragma once
#include "apps/adi/material/averages.h"

enum { GUIDES_MOST = 512 };

struct guides {
    int64_t count;
    double at[GUIDES_MOST][3]; /* coordinates of each line; 0 along it */
};

/* Reads values at nodes. */
void guides_find(struct guides *g, const struct averages *nodes, int axis);
