/* The check of a solution: residuals of its rows. */
#pragma once
#include "solvers/tridiag/arcr/arcr_levels.h"

/* Does x, of rows from ... to - 1 of the level and of their neighbours, miss the right side of a row by more than
 * `trust` times what its terms may be? True where x is not finite. `from` is a multiple of ARCR_CHUNK. */
bool arcr_misses(const struct arcr_level *l, int64_t from, int64_t to, real trust);
