/* The second attempt at systems of a batch that were not solved, whose right sides are in x again. */
#pragma once
#include "solvers/batch/workspace.h"
#include "solvers/tridiag/auto/careful.h"

/* A worker's memory. */
struct again_worker {
    real *right;                 /* of one system, while x overwrites it */
    struct careful_row *careful; /* of the reference */
    real *gathered;              /* matrix and x of a block of systems, or NULL */
    struct plan *plan;           /* of elimination with pivoting, for such a block; or NULL */
};

struct again {
    int workers;
    struct again_worker *worker;
    int64_t *failed; /* systems, or -1 where one was solved meanwhile */
};

/* The repetitions that were carried out. */
struct again_found {
    bool with_pivots, in_order; /* blocks of systems, and one system after the other */
    enum status status;
};

/* The arrays of so many workers; the plans are not there yet. */
struct again again_take(struct workspace *w, const struct shape *shape, int workers);

/* Makes the plans, where blocks of systems are to be tried; after a failure again_end frees those that were made. */
enum status again_begin(struct again *a, const struct shape *shape);
void again_end(struct again *a);
int64_t again_bytes(const struct again *a);

/* Solves all systems whose info is not good, and sets it. */
struct again_found again_solve(const struct again *a, const struct shape *shape, const struct system *system);
