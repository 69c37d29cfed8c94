/* The heat balance of every node of a field: the conductances between nodes and to what is outside, and the heat that
 * flows into each. Zero inflow everywhere is the stationary equations; balance.c. */
#pragma once
#include "apps/adi/conductance/conductance.h"
#include "apps/adi/stepper/state.h"

struct heat_balance {
    struct conductances network; /* without a diagonal yet */
    double *inflow;   /* [points] W (per metre of depth in 2D) into each node that has no prescribed temperature */
    double *capacity; /* [points] J/K of its cell */
    double given;     /* the sum of what sources and faces put in, W, and of its amounts */
    double amounts;
};

/* Fetches the field u to the host and makes its balance, with the data of the step after the last one. On failure
 * balance_free still cleans up. */
enum status balance_make(struct heat_balance *b, struct state *s);
void balance_free(struct heat_balance *b);

/* Do sources or faces vary in time? */
bool balance_varies(const struct state *s);

/* Has the node a prescribed temperature? */
bool balance_is_prescribed(const struct grid *g, int64_t point);
