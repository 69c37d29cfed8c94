/* The rows of a level that make blocks, and the blocks that are eliminated. */
#pragma once
#include "solvers/tridiag/arcr/arcr_structure.h"

/* The choice of blocks: their rows, and the bound on |w| and |v| in the rows x = y - w x_before - v x_behind of those
 * that are eliminated. */
struct arcr_choice {
    arcr_structure *structure; /* or NULL */
    int64_t blocks;
    real bound;
};

/* Called by every rank. Chooses blocks, so that no two of those that are eliminated are neighbours. Sets marks and
 * chunks; ends with a wait. */
void arcr_choose_blocks(const struct arcr_level *l, const struct arcr_choice *choice, struct team team);

/* Rows that stay. */
static inline int64_t arcr_kept(const struct arcr_level *l)
{
    return l->chunk[l->chunks].kept;
}

/* The first row that would have been eliminated but for `bound`; -1: there is none. */
int64_t arcr_first_poor(const struct arcr_level *l);

/* The row of this level that is row k of the next. */
int64_t arcr_row_kept(const struct arcr_level *l, int64_t k);
