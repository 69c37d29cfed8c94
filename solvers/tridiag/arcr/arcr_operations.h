/* The operations of adaptive R-cyclic reduction: a level without the blocks that are eliminated, and their unknowns. */
#pragma once
#include "solvers/tridiag/arcr/arcr_levels.h"

/* Blocks of a chunk that stay become rows of the next level, whose arrays are given; without a, b and c their right
 * sides only. */
void arcr_reduce(const struct arcr_level *l, int64_t chunk, struct tridiag_rows next);

/* x of the blocks of a chunk from that of the rows of the next level. */
void arcr_substitute(const struct arcr_level *l, int64_t chunk, const real *x);
