/* The HDF5 file that a velocity is read from: a dataset for each component, [z][y][x], or [step][z][y][x]. */
#pragma once
#include "apps/poisson/given/velocity.h"
#include "base/result/store.h"

struct velocity_file {
    struct store *store;
    const struct poisson_params *params;
    bool stepwise[3]; /* a component has a first axis of steps */
};

/* Opens the file, and checks that its datasets have the shapes of `shape`. Faults of the file are ST_CONFIG, with the
 * key. Borrows `p`. On failure velocity_file_close still cleans up. */
enum status velocity_file_open(struct velocity_file *f, const struct poisson_params *p, const struct velocity *shape);
void velocity_file_close(struct velocity_file *f);

/* Reads the components of a step. ST_CONFIG, with the key, if a number is not finite. */
enum status velocity_file_read(const struct velocity_file *f, int64_t step, struct velocity *out);
