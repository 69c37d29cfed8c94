/* The rows that a rank has of each system of a batch, where ranks share a run (docs/cluster.md), and sums over ranks.
 */
#pragma once
#include "apps/batch/params.h"
#include "base/comm/comm_pairs.h"
#include "solvers/solver.h"

struct batch_part {
    struct comm *comm;          /* NULL: one rank, which has all rows */
    int64_t whole, first, rows; /* rows of a system; those before this rank's; this rank's, which may be 0 */
};

struct batch_part batch_part_of(struct comm *c, int64_t whole, int rank);

/* The rank that has row i. */
int batch_part_rank(const struct batch_part *p, int64_t i);

/* May ranks share a run with these parameters, as struct app has it? Each has random systems of one size, with as many
 * rows as there are systems, or more, and the method neither checks nor refines. */
bool batch_part_can(const void *params, const struct solver *solver, const void *options);

/* The cut of a shape with the rows of this rank; none without other ranks. */
struct rank_cut batch_part_cut(const struct batch_part *p, enum cut_scheme scheme);

/* before[systems], behind[systems] := the unknowns beside the rows of this rank, of x[systems][rows]; 0 where there are
 * none. Collective and agreed: ST_NOMEM. */
enum status batch_part_beside(const struct batch_part *p, const real *x, int64_t systems, real *before, real *behind);

/* Values that are carried from the rows of one rank to those of the next, in order: the first rank has v as it is. */
void batch_part_receive(const struct batch_part *p, double *v, int64_t count);
void batch_part_send(const struct batch_part *p, const double *v, int64_t count);

/* *all := the `bytes` bytes of each rank in order of rank, to be freed. Collective and agreed: ST_NOMEM. */
enum status batch_part_gather(const struct batch_part *p, const void *mine, int64_t bytes, void *all);

/* v[count] := the sums over all ranks, in order of rank. Collective and agreed: ST_NOMEM. */
enum status batch_part_sum(const struct batch_part *p, double *v, int count);
