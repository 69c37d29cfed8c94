/* The runs of a system that was cut, joined by x of their first and last rows. */
#pragma once
#include "solvers/batch/line.h"

/* x = one + left u + right v of a run in each place, u being x of the row before the run and v of the row behind. */
struct relations {
    real *one, *left, *right;
};

/* Arrays of a value a run. */
struct joint {
    int64_t runs;
    struct relations first, last; /* rows of the runs */
    struct {
        real *one, *left;
    } from; /* u = one + left x_first, seen from the left */
    real *u, *v;
};

enum { JOINT_ARRAYS = 10 };
/* From `values` on, JOINT_ARRAYS * runs of them. */
struct joint joint_at(real *values, int64_t runs);

/* u and v of all runs. False if they do not hold what the relations say, or are not numbers. */
bool joint_solve(const struct joint *j);
