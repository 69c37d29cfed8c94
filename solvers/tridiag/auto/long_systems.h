/* Few long systems with contiguous rows, one after the other, each shared by all threads. */
#pragma once
#include "solvers/batch/team.h"
#include "solvers/batch/workspace.h"
#include "solvers/tridiag/auto/careful.h"

/* The memory of a plan. */
struct long_systems {
    real *workspace, *right;     /* of the methods; a right side, while x overwrites it */
    struct careful_row *careful; /* of the reference */
    struct long_state *state;
};

/* By whom systems were solved. */
struct long_found {
    bool fast, safe, again;
};

/* Is such a shape to be solved here? */
bool long_systems_are(const struct shape *shape);

struct long_systems long_systems_take(struct workspace *w, const struct shape *shape, int threads);

/* Solves all, and sets info where it is asked for. */
struct long_found long_systems_solve(const struct long_systems *k, const struct shape *shape,
                                     const struct system *system, const struct exec *exec);
