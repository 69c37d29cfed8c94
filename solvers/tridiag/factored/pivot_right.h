/* Right sides of the two equations of each part, and the pairs of unknowns, by the elimination that pivot_join_factor
 * has kept: no pivots are chosen, and nothing is divided but at the top. */
#pragma once
#include "solvers/tridiag/partition/pivot_join.h"

/* A level of `count` blocks, padded to `capacity` with zeros: right sides of their upper and lower equations, and the
 * pairs before them, with one more after the last. */
struct pivot_right_level {
    int64_t count, capacity;
    real *upper, *lower, *one, *two;
};

struct pivot_right {
    int levels;
    struct pivot_right_level level[PIVOT_JOIN_LEVELS];
};

/* Values of scratch of one right side for so many parts. */
int64_t pivot_right_values(int64_t parts);
struct pivot_right pivot_right_of(int64_t parts, real *values);

/* Called by every rank, after the right sides of level 0 have been stored and all ranks have waited. The pairs of
 * `count` right sides; ends with a wait of the team. */
void pivot_right_solve(const struct pivot_right *right, int64_t count, const struct pivot_join_group *groups,
                       const struct pivot_join_top *top, struct team team);

/* The ends of parts k ... k + LANES - 1. */
struct part_ends pivot_right_ends(const struct pivot_right *right, int64_t k);
