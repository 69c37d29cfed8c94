/* The final fields of the first run, in double, with which later runs are compared. */
#pragma once
#include "base/result/store.h"
#include "command/run/jobs.h"

struct reference {
    int count;
    char name[ARRAYS_MAX][64];
    double *field[ARRAYS_MAX];
    int64_t size[ARRAYS_MAX];
};

/* Takes the fields of a finished run as the reference if there is none yet; puts the metric "difference",
 * max |field - reference| / max |reference| of each field by itself, the largest of all; coordinates are left out. */
enum status reference_compare(struct reference *r, struct sim *sim);

/* Takes the reference from a run that is already in a result file, if its fields are there. */
enum status reference_load(struct reference *r, struct store *in, const struct job *job);
void reference_free(struct reference *r);
