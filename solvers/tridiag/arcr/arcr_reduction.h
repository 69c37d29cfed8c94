/* A system reduced level by level, and solved through its levels, as often as there are right sides. */
#pragma once
#include "solvers/batch/workspace.h"
#include "solvers/tridiag/arcr/arcr_levels.h"

struct arcr_options {
    int structure;
    int64_t blocks;
    bool repair;
};

/* Every rank has one of its own, with the same in it. */
struct arcr_reduction {
    int64_t n;
    int count;
    struct arcr_level level[ARCR_LEVELS];
    struct workspace kept, workspace; /* what belongs to the matrix, and what to a right side */
    real *scratch;                    /* of pivot_checkpointed */
    real *before, *residual;          /* [n] each, for refinement */
    int64_t *answer;                  /* info, shared by the ranks */
    bool *missed;
};

/* Bytes of both, for n rows. */
int64_t arcr_kept_bytes(int64_t n);
int64_t arcr_workspace_bytes(int64_t n);

/* Only level 0, with its rows to be set. */
void arcr_begin(struct arcr_reduction *k, int64_t n, void *kept, void *workspace);

/* Called by every rank: adds levels, until one block is left or too few rows could be eliminated. Returns 0, or, where
 * nothing is repaired, i + 1 of the first row i of a block that is singular. */
int64_t arcr_down(struct arcr_reduction *k, const struct arcr_options *o, struct team team);

/* After arcr_begin: the levels that arcr_down has left in `kept`. */
void arcr_resume(struct arcr_reduction *k);

/* Called by every rank: the right sides of all levels, again from that of level 0. */
void arcr_right(const struct arcr_reduction *k, struct team team);

/* Called by every rank: x of all levels. Sets *answer to info: of what is left, 0, or SOLVED_BY_FALLBACK if that is
 * much. */
void arcr_up(const struct arcr_reduction *k, struct team team);

/* Called by every rank: arcr_up, and x of level 0 into the caller's array if it holds; else, with repair, a step of
 * iterative refinement, and then elimination in order. `singular`: what arcr_down returned. Returns info, without a
 * wait: other ranks may still write x. */
int64_t arcr_solve(struct arcr_reduction *k, int64_t singular, const struct arcr_options *o, real *x, struct team team);
