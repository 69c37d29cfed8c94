/* Values that ranks exchange which share a batch; NULL is one rank alone. */
#pragma once
#include "base/comm/comm_pairs.h"

/* *all := the `bytes` bytes of each rank in order of rank, to be freed. Collective and agreed: ST_NOMEM. */
enum status batch_gather(struct comm *c, const void *mine, int64_t bytes, void *all);

/* v[count] := the sums over all ranks, in order of rank. Collective and agreed: ST_NOMEM. */
enum status batch_sum(struct comm *c, double *v, int count);

/* Values that are carried from one rank to the next, in order: the first rank has v as it is, and the last sends none.
 */
void batch_receive(struct comm *c, double *v, int64_t count);
void batch_send(struct comm *c, const double *v, int64_t count);
