/* The state of a run of batches from its beginning to its end: some unknowns of each point of the grid, or, of given
 * systems, all, and how good they are. */
#pragma once
#include "apps/app.h"
#include "apps/batch/accuracy.h"
#include "apps/batch/costs.h"
#include "apps/batch/given/given.h"
#include "apps/batch/quality.h"

struct batch_state {
    real *kept; /* [points][some], or [systems][rows] */
    struct given given;
    struct quality quality;  /* of given systems */
    struct rank_costs costs; /* of all batches since the run began */
    int64_t *share;          /* [ranks] unknowns of all batches that each has; NULL: one rank */
};

/* Makes sim->state, and reads systems that are given. To be freed whatever is returned. */
enum status batch_state_make(struct sim *sim);
void batch_state_free(struct sim *sim);

/* NULL where systems are drawn. */
const struct given *batch_state_given(const struct sim *sim);

/* Keeps the solution of x->host, and measures it. Collective and agreed over the ranks of x. ST_FAILED where drawn
 * systems are not solved. */
enum status batch_state_take(struct sim *sim, const struct batch_instance *x, struct batch_accuracy *out);

/* As struct app has it. */
int batch_state_arrays(struct sim *sim, struct array *out);
