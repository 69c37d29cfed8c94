/* The rows of a level that are to make blocks of two, by other rules than the criterion on the rows as they are. */
#pragma once
#include "solvers/tridiag/arcr/arcr_levels.h"

/* Called by one rank: sets ARCR_PAIR in the marks of the rows that begin a block of two, and clears it in those that
 * begin a block of one; of other rows it says nothing. `blocks`: the rows of blocks in order, as the digits of a
 * number, 1 and 2. */
typedef void arcr_structure(const struct arcr_level *l, int64_t blocks);

/* By the words of the option `structure`, which end with NULL. NULL: the criterion on the rows as they are. */
extern const char *const arcr_structure_words[];
extern arcr_structure *const arcr_structures[];
