/* A batch as all ranks have it together, and what one of them has: some rows of all systems, or some systems
 * (docs/cluster.md). */
#pragma once
#include "apps/app.h"
#include "apps/batch/deal.h"
#include "apps/batch/given/given.h"
#include "apps/batch/part.h"

struct batch_whole {
    struct comm *comm; /* or NULL: one rank */
    bool by_rows;      /* each rank has rows of all systems; else systems */
    int64_t systems, rows;
    const int64_t *sizes; /* or NULL: drawn. Those of the given systems */
};

/* The k-th point of the grid, or the given systems; of sim only its params, its method and its ranks count. */
struct batch_whole batch_whole_of(const struct sim *sim, int64_t k, const struct given *given);

/* The rows and the systems of this rank, and their layout. On failure batch_layout_free still cleans up. ST_NOMEM,
 * which ranks may differ in. */
enum status batch_whole_divide(const struct batch_whole *w, const struct batch_params *p, struct batch_part *part,
                               struct batch_deal *deal, struct batch_layout *layout);

/* unknowns[ranks] += those of each rank. ST_NOMEM. */
enum status batch_whole_count(const struct batch_whole *w, const struct batch_params *p, int64_t *unknowns);

/* ST_REFUSED if the method does not take one of the batches, or if the machine, or the GPU, does not hold it: the parts
 * of the ranks that it has. The same members of sim count as above. Systems of files that are not read yet, where
 * `given` is NULL, are not looked at. */
enum status batch_whole_check(const struct sim *sim, const struct given *given);
