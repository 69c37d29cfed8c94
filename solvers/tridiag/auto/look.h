/* Which systems of a batch elimination in order solves as well as elimination with pivoting (dominance.h). */
#pragma once
#include <stdbool.h>

#include "solvers/batch/line.h"

/* Are all of them? Diagonals have to exceed the sums of their rows by the factor. One pass over the matrices, or over
 * the one that all systems share, and one over the right sides; parts of rows or of systems go to `threads`, and the
 * answer is the same for any number of them. */
bool look_at_systems(const struct shape *shape, const struct system *system, real factor, int threads);

/* The same of the matrices alone. */
bool look_at_matrices(const struct shape *shape, const struct system *system, real factor, int threads);
