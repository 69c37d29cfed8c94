/* One batch, of the grid or given: made, converted to its layout, solved `repeats` times, each timed. */
#pragma once
#include "apps/app.h"
#include "apps/batch/deal.h"
#include "apps/batch/given/given.h"
#include "apps/batch/part.h"
#include "apps/batch/problem/random_systems.h"
#include "apps/ranks.h"
#include "apps/timing.h"

struct batch_instance {
    const struct batch_params *params;
    struct exec exec;
    struct comm *comm;      /* or NULL: the ranks that share the batch, by the rows of each system (`part`) or by whole
                               systems (`deal`); the other one of the two says that this rank has all */
    struct batch_part part; /* the rows of this rank, which the arrays hold, */
    struct batch_deal deal; /* of its systems */
    struct batch_layout form;
    struct random_systems numbers;
    const struct given *given; /* or NULL: numbers are drawn. Borrowed */
    struct plan *plan;
    struct shape flat;         /* form.flat with its sizes in the space of exec */
    real *array[4];            /* lower, diag, upper, x, in the space of exec */
    real *block[4];            /* the allocations that hold them, or NULL */
    real *kept[4];             /* copies of them as they were made, where a solve overwrites the matrix; or NULL */
    real *right;               /* the right side, flat, in the space of exec; after batch_instance_fetch the solution */
    real *host;                /* `x` on the host */
    int64_t *info;             /* of given systems, in the space of exec; or NULL */
    double *condition;         /* [batch] lower bounds in the space of exec, where the plan checks; or NULL */
    struct outcome outcome;    /* of the last solve on the host, or where the plan checks: its backward error and its
                                  condition are those of all ranks */
    struct cache_flush *flush; /* or NULL */
    double convert, factor;    /* seconds; convert: of the four arrays into their layout, 0 if it is contiguous. Those
                                  of the slowest rank, from batch_instance_solve on, as those of timing */
    double transfer;           /* seconds between host and device, by the clock of the host */
    bool begun;                /* are there timed solves? */
    struct solve_timing timing;
    struct rank_solves solves; /* that are timed, of this rank */
};

/* The k-th point of the grid, or the systems that are given, ready to be solved. On failure batch_instance_free still
 * cleans up. This function, solve and fetch are collective and agreed over sim->comm. */
enum status batch_instance_make(struct batch_instance *x, const struct sim *sim, int64_t k, const struct given *given);

/* One array, LOWER ... RIGHT, of `count` of this rank's systems from `first` on, of the rows of this rank; EXACT where
 * the solution is known. */
void batch_instance_numbers(const struct batch_instance *x, int array, int64_t first, int64_t count, real *out,
                            int threads);
void batch_instance_free(struct batch_instance *x);

/* Solves as often as requested, each time with the original matrix and right side; fills timing. */
enum status batch_instance_solve(struct batch_instance *x);

/* Brings the last solution to x->host: row i of this rank's n of its system s at s * n + i. */
enum status batch_instance_fetch(struct batch_instance *x);
