/* The systems of a batch that a rank has, where ranks share a run and each has whole systems (docs/cluster.md):
 * consecutive systems, dealt by unknowns. */
#pragma once
#include "apps/batch/problem/layout.h"
#include "base/comm/comm.h"

struct batch_deal {
    struct comm *comm;             /* NULL: one rank, which has all systems */
    int64_t whole, first, systems; /* systems of the batch; those of lower ranks; this rank's, which may be 0 */
};

/* Deals the batch that batch_layout_make would make of these arguments, and makes the layout of the systems of this
 * rank. On failure batch_layout_free still cleans up. ST_NOMEM, which ranks may differ in. */
enum status batch_deal_make(struct batch_deal *d, struct batch_layout *mine, struct comm *c,
                            const struct batch_params *p, int64_t systems, int64_t rows, const int64_t *sizes);

/* unknowns[ranks] += those of each rank, of the same batch. ST_NOMEM. */
enum status batch_deal_count(const struct batch_params *p, int64_t systems, int64_t rows, const int64_t *sizes,
                             int ranks, int64_t *unknowns);

/* array[whole], items of so many bytes: a rank has the items of its own systems, and gets all others. Collective and
 * agreed: ST_NOMEM. */
enum status batch_deal_collect(const struct batch_deal *d, void *array, int64_t bytes);
