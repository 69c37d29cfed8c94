/* The planes of a grid, or in two dimensions its rows, that ranks share: each has a run of them, as even a part as
 * possible. An array of points has an address for each point of the grid on every rank, and memory for those that the
 * rank knows: its own, and the plane on either side (grid.h). */
#pragma once
#include "apps/adi/problem/grid.h"
#include "base/comm/comm_exchange.h"
#include "base/comm/comm_pairs.h"
#include "base/real.h"

/* Gives this rank its part of a grid that has all nodes; NULL: all of it. */
void slabs_take(struct grid *g, struct comm *c);

/* Number of points of a rank. */
int64_t slabs_share(const struct grid *g, int rank);

/* The points of this rank among those of `c`, of a grid that has all nodes or only these. */
struct grid_run slabs_points(const struct grid *g, struct comm *c);

/* The rank that has the plane of a point. */
int slabs_owner(const struct grid *g, int64_t point);

enum { SIDES_OF_SLABS = 2 };

struct slabs {
    struct comm_exchange *beside[SIDES_OF_SLABS], *collect, *deal; /* NULL: a single rank */
};

/* Prepares exchanges of arrays of points, real each. ST_NOMEM; on failure slabs_free still cleans up. */
enum status slabs_make(struct slabs *p, const struct grid *g);
void slabs_free(struct slabs *p);

/* Collective, nothing on one rank: fill the planes next to those of this rank; bring all points to rank 0, or those of
 * rank 0 to the others. u: [points]. */
void slabs_fill(const struct slabs *p, real *u);
void slabs_collect(const struct slabs *p, real *u);
void slabs_deal(const struct slabs *p, real *u);

/* v[count] of the rank before, which it has passed on; the first rank has v as it is. Then v[count] to the next rank,
 * and, from the last one, to all. So sums are continued from rank to rank in the order of points. */
void slabs_continue(const struct grid *g, double *v, int64_t count);
void slabs_pass(const struct grid *g, double *v, int64_t count);
