/* The nodes that a rank has of a grid, where ranks share a run (docs/cluster.md). Cuts are between runs of PART_RUN
 * nodes: sums of a run are taken by one rank, in the order of a single rank. */
#pragma once
#include "apps/bvp/problem/params.h"
#include "apps/ranks.h"
#include "solvers/solver.h"

enum { PART_RUN = 1 << 12 };

struct bvp_part {
    struct comm *comm;   /* NULL: one rank, which has all nodes */
    int64_t from, end;   /* nodes from ... end - 1; none: from = end */
    int64_t first, rows; /* the unknowns among them, at nodes first ... first + rows - 1 */
    int64_t whole;       /* unknowns of all ranks */
    int64_t row;         /* of the whole system: the first of this rank */
    int upward;          /* UPWARD: higher ranks have higher nodes; DOWNWARD: lower ones, as rows are numbered */
};

/* The part of a rank, for systems of that kind. */
struct bvp_part bvp_part_of(struct comm *c, const struct bvp_params *p, enum kind kind, int64_t intervals, int rank);

/* The part of this rank. */
static inline struct bvp_part bvp_part_mine(struct comm *c, const struct bvp_params *p, enum kind kind,
                                            int64_t intervals)
{
    return bvp_part_of(c, p, kind, intervals, comm_rank(c));
}

/* The rank that has the k-th part from the lower end. */
static inline int bvp_part_rank(const struct bvp_part *p, int k)
{
    return p->upward == UPWARD ? k : comm_size(p->comm) - 1 - k;
}

/* May ranks share a run with these parameters, as struct app has it? The method neither checks nor refines. */
bool bvp_part_can(const void *params, const struct solver *solver, const void *options);

/* beside[2] := the unknowns at the nodes before and after those of this rank, whose rows are x[rows]; 0 where there are
 * none. Collective and agreed: ST_NOMEM. */
enum status bvp_part_beside(const struct bvp_part *p, const real *x, double beside[2]);
