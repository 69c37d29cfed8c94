/* One system in arrays of its own, solved on the host or on the device. */
#pragma once
#include "solvers/solver.h"

/* x of n contiguous rows; `options`: as in a configuration, or NULL. Returns info; a method that fails or refuses fails
 * the test. */
int64_t solve_rows(const struct solver *s, const char *options, int64_t n, const real *const rows[4], real *x);
