/* Matrix Market files: R. Boisvert, R. Pozo, K. Remington, The Matrix Market exchange formats, NISTIR 5935, 1996.
 *
 *     %%MatrixMarket matrix coordinate|array real|integer|pattern general|symmetric|skew-symmetric
 *
 * By coordinates "rows columns entries" and then "row column value", from 1 on; an array "rows columns" and then every
 * value, a line each, column by column. Of a symmetric or skew-symmetric matrix the file holds the lower triangle. The
 * entries of a pattern are 1. */
#pragma once
#include "solvers/sparse/files/reading.h"
#include "solvers/sparse/matrix/triplets.h"

/* Fills `t`, which is empty. of_chain: the matrix is to be the generator of a chain, which no skew-symmetric one is. */
enum status market_read(struct triplets *t, struct input *r, bool of_chain);
