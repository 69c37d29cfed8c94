/* The distance of the field from the stationary state, K: the solution e of the stationary equations A e = inflow,
 * where inflow is the heat per second that each node of the field still takes up, and A the conductances between nodes
 * and to what is outside; steady.c. Small changes from step to step say nothing about e: a step whose splitting error
 * is large creeps towards the stationary state, and the heat that leaves reaches the power long before temperatures
 * settle. */
#pragma once
#include "apps/adi/stepper/state.h"

enum steady_kind {
    STEADY_UNKNOWN,  /* not found within the effort that a run of this length is worth */
    STEADY_VARYING,  /* sources or faces vary in time */
    STEADY_NONE,     /* no heat can leave, and some is put in */
    STEADY_DISTANCE, /* the distance is known */
};

struct steadiness {
    enum steady_kind kind;
    bool is_steady;    /* distance + uncertain <= STEADY_SHARE rise */
    real *away;        /* [points] |e|, K, where the distance is known */
    double distance;   /* max |e| */
    double uncertain;  /* by how much e may be wrong */
    double rise, peak; /* of the stationary state: from `outside` or the lowest temperature to its peak; the peak, K */
    int64_t farthest;  /* the point of max |e| */
    double drift;      /* STEADY_NONE: K/s at which the mean rises without limit */
};

/* The largest distance of a steady field, as a share of the rise. */
#define STEADY_SHARE 2e-3

/* Is there the memory for it? */
bool steady_is_affordable(const struct state *s);

/* outside: the temperature to which all heat leaves, or NaN. On failure steady_free still cleans up. */
enum status steady_find(struct steadiness *x, struct state *s, double outside);
void steady_free(struct steadiness *x);
