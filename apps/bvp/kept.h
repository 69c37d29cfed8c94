/* The nodes of the last grid that are stored: every stride-th, from the first on. */
#pragma once
#include "apps/bvp/instance.h"

struct kept {
    int64_t stride, count;
    real *u;   /* [count] */
    double *x; /* [count] */
};

/* The intervals of the last grid. */
static inline int64_t kept_intervals(const struct bvp_params *p)
{
    return p->intervals.v[p->intervals.count - 1];
}

/* On rank 0 of `c` with memory for all, on others for their own of systems of that kind. On failure kept_free still
 * cleans up. */
enum status kept_make(struct kept *kept, const struct bvp_params *p, enum kind kind, struct comm *c);
void kept_free(struct kept *kept);
double kept_bytes(const struct bvp_params *p); /* of rank 0 */

/* The first of them from a node on; `count` after the last. */
int64_t kept_from(const struct kept *kept, int64_t node);

/* The kept nodes of a placed chunk. */
void kept_take(const struct kept *kept, const struct bvp_instance *x, const struct bvp_walk *w);

/* Brings the nodes that other ranks have taken to rank 0. Collective and agreed: ST_NOMEM. */
enum status kept_collect(const struct kept *kept, const struct bvp_instance *x);
