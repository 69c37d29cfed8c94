/* The two equations of each part between pairs of unknowns, joined level by level with partial pivoting until one pair
 * of equations is left, and the pairs from it. */
#pragma once
#include "solvers/batch/team.h"
#include "solvers/tridiag/partition/pivot_part.h"

enum { PIVOT_JOIN_LEVELS = 14 };

/* `count` blocks of two equations, padded to `capacity`. Pair k, (one, two)[k], is that before block k; there is one
 * more behind the last. Field f of block k is at join_at(level, k)[f * ROWS]: four blocks beside each other. */
struct pivot_join_level {
    int64_t count, capacity;
    real *field, *one, *two;
};

struct pivot_join {
    int levels;
    struct pivot_join_level level[PIVOT_JOIN_LEVELS];
};

/* Values of scratch for so many parts. */
int64_t pivot_join_values(int64_t parts);
struct pivot_join pivot_join_of(int64_t parts, real *values);

/* Stores the equations of parts k ... k + LANES - 1. */
void pivot_join_put(const struct pivot_join *j, int64_t k, const struct part_equations *e);

/* The ends of parts k ... k + LANES - 1, after pivot_join_solve. */
struct part_ends pivot_join_ends(const struct pivot_join *j, int64_t k);

/* Called by every rank. Pairs from equations; sets *failed where a pivot is zero or its reciprocal overflows. Ends with
 * a wait of the team. */
void pivot_join_solve(const struct pivot_join *j, struct team team, int64_t *failed);
