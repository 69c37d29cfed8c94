/* Few short systems without shifts, one after the other, with little memory and no plan of another method: what a plan
 * takes would be most of the time of a solve. */
#pragma once
#include "solvers/batch/workspace.h"
#include "solvers/tridiag/auto/careful.h"

/* The memory of a plan. */
struct short_systems {
    real *right;                 /* of one system, while x overwrites it */
    void *scratch;               /* of elimination */
    struct careful_row *careful; /* of the reference */
};

/* By whom systems were solved. */
struct short_found {
    bool fast, safe, again;
};

struct short_systems short_systems_take(struct workspace *w, const struct shape *shape);

/* Solves all, and sets info where it is asked for. */
struct short_found short_systems_solve(const struct short_systems *k, const struct shape *shape,
                                       const struct system *system);
