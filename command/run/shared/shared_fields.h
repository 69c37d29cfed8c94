/* Fields that ranks keep in parts (sim->apart). Rank 0 calls these functions where it would work with complete fields;
 * they order the others to do the same with their parts. Arrays that are not in parts, and those of runs whose ranks
 * keep none, are written, read and compared only by rank 0. Statuses are agreed. */
#pragma once
#include "command/run/workload/execution.h"

/* ST_IO and a sentence unless all ranks see the result that is being written, and checkpoints that will be. */
enum status shared_fields_seen(const struct execution *x, struct sim *sim);

/* Writes arrays of app->arrays into a group, by these names. */
enum status shared_fields_store(struct store *out, const char *group, struct sim *sim, const struct array *array,
                                int count);

/* Fills array number `index` of app->arrays, which has its shape. */
enum status shared_fields_load(struct store *in, const char *path, struct sim *sim, const struct array *array,
                               int index);

/* As reference_compare, for run `index` of the execution. */
enum status shared_fields_compare(struct execution *x, struct sim *sim);

/* For the other ranks: carries out such an order. */
void shared_fields_follow(struct sim *sim, int action, struct reference *r);
