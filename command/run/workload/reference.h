/* The final fields of the first run, in double, with which later runs are compared. */
#pragma once
#include "base/result/store.h"
#include "command/run/workload/workload.h"

/* The values from number `from` to `end` - 1 of each field are here: all, or the part of this rank. */
struct reference {
    int count;
    char name[ARRAYS_MAX][64];
    double *field[ARRAYS_MAX];
    int64_t size[ARRAYS_MAX], from[ARRAYS_MAX], end[ARRAYS_MAX];
};

/* Takes the fields of a finished run as the reference if there is none yet; puts the metric "difference",
 * max |field - reference| / max |reference| of each field by itself, the largest of all; coordinates are left out. */
enum status reference_compare(struct reference *r, struct sim *sim);

/* *out := that number, of fields of which each rank of `c` has its part, and its part of the reference, maybe by
 * another cut; only rank 0 has arrays that are not in parts. NULL: one rank. Collective and agreed: ST_NOMEM. */
enum status reference_measure(struct reference *r, const struct array *array, int count, struct comm *c, double *out);

/* Adds a field of `size` values, of which r->field[r->count - 1] is to hold those from `from` to `end` - 1. ST_NOMEM.
 */
enum status reference_add(struct reference *r, const char *name, int64_t size, int64_t from, int64_t end);

/* Takes the reference from a run that is already in a result file, if its fields are there. */
enum status reference_load(struct reference *r, struct store *in, const struct job *job);
void reference_free(struct reference *r);
