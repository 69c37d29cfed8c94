/* The reduced system of `partition`: the unknowns at the ends of all runs. */
#pragma once
#include "solvers/batch/line.h"

/* x = one + left u + right v of a run in each place, u being x of the row before the run and v of the row after it. */
struct relations {
    real *one, *left, *right;
};

/* Arrays of one value per run. */
struct joint {
    int64_t runs;
    struct relations first, last; /* rows of the runs */
    struct {
        real *one, *left;
    } from; /* u = one + left x_first, seen from the left */
    real *u, *v;
};

enum { JOINT_ARRAYS = 10 };
/* Lays out the arrays from `values` on, JOINT_ARRAYS * runs values. */
struct joint joint_at(real *values, int64_t runs);

/* Computes u and v of all runs. False if they do not satisfy the relations, or are not finite. */
bool joint_solve(const struct joint *j);
