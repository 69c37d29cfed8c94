/* The rows that a rank has of each system of a batch, where ranks share a run by rows (docs/cluster.md). */
#pragma once
#include "apps/batch/problem/params.h"
#include "base/comm/comm.h"
#include "solvers/solver.h"

struct batch_part {
    struct comm *comm;          /* NULL: one rank, which has all rows */
    int64_t whole, first, rows; /* rows of a system; those before this rank's; this rank's, which may be 0 */
};

struct batch_part batch_part_of(struct comm *c, int64_t whole, int rank);

/* May ranks share the k-th batch by rows? Its systems are random, of one size, and have as many rows as there are
 * systems, or more, and the method neither checks nor refines. All other batches are dealt by systems (deal.h). */
bool batch_part_can(const struct batch_params *p, int64_t k, const struct solver *solver, const void *options);

/* The cut of a shape with the rows of this rank; without other ranks no cut. */
struct rank_cut batch_part_cut(const struct batch_part *p, enum cut_scheme scheme);

/* before[systems], behind[systems] := the unknowns next to the rows of this rank, of x[systems][rows]; 0 where there
 * are none. Collective and agreed: ST_NOMEM. */
enum status batch_part_beside(const struct batch_part *p, const real *x, int64_t systems, real *before, real *behind);
