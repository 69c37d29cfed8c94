/* Right sides of all steps in one dataset, [step][z][y][x], of which one step at a time is in memory. */
#pragma once
#include "apps/poisson/problem/box.h"
#include "base/result/store.h"

struct steps_file {
    struct store *store;
    const struct box *box;
    const struct field_spec *spec;
    double *value; /* [points] of the step */
    int64_t step;  /* or -1: none yet */
};

/* *out stays NULL unless f is a dataset with one axis more than the box; its first axis has a number for each of the
 * key `times`. Faults of the file and its shape are ST_CONFIG, with the key. Borrows the box and `p`. On failure
 * steps_file_close still cleans up. */
enum status steps_file_open(struct steps_file **out, const struct box *b, const struct poisson_params *p);
struct steps_file *steps_file_close(struct steps_file *f);

/* Reads a step unless it is there. ST_CONFIG, with the key, if a number is not finite. */
enum status steps_file_read(struct steps_file *f, int64_t step);

/* out[unknowns of plane k, from row `from` along y to `to`] += the step. */
void steps_file_add(const struct steps_file *f, int64_t k, int64_t from, int64_t to, double *out);
