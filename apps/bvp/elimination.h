/* Solves the rows of a problem in long double, to find the rounding error of a solution and how sensitive it is.
 *
 * A row is kept as its sum and its links, sum u_i + link (u_i - u_{i+1}) = right, and elimination as that of resistors
 * in a ladder: the next row gets loss + link sum / (sum + link). Where q is nowhere below 0 nothing is subtracted from
 * the matrix, so that no contrast of p and no number of rows costs digits (A. S. Alfa, J. Xue and Q. Ye, Math. Comp.
 * 71, 2002). Otherwise rows are exchanged where that makes the pivot larger. Back substitution eliminates each block of
 * rows again, from the state at its beginning, so that memory is that of one block. About 15 flops per row and pass.
 * Ranks take turns, forward and back: the bits are those of one rank, and so is the time. */
#pragma once
#include "apps/bvp/problem/problem.h"

struct elimination_row {
    long double inverse, next, after, right; /* u_{i-1} = inverse (right + next u_i + after u_{i+1}) */
    long double below;                       /* if requested, the resistance from the lower end to node i */
};

struct elimination_state {
    long double sum, link, right, below;
};

struct elimination {
    struct bvp_problem *problem;
    struct elimination_row *row;     /* of the block of rows that was eliminated last */
    struct elimination_state *start; /* [blocks + 1] before each block of this rank's rows, and after the last */
    int64_t placed;                  /* the chunk that the workspace holds, or -1 */
    bool without_losses;             /* q = 0 instead of what it is */
    bool resistances;                /* are wanted */
    bool negative;                   /* out: a loss is below 0 */
    double loss_share;               /* out: largest loss below 0, over the links of its row */
};

/* A right side: of the row of node first + k of the chunk, which may look at the workspace of the problem. */
typedef double elimination_right(const void *context, int64_t first, int64_t k);

/* Receives u of the unknowns, the last one first; `row` is that of the node. */
typedef void elimination_visit(void *context, int64_t first, int64_t k, long double u,
                               const struct elimination_row *row);

/* Bytes for so many unknowns of this rank. */
double elimination_bytes(int64_t unknowns);

/* On failure elimination_free still cleans up. `problem` is borrowed. */
enum status elimination_make(struct elimination *e, struct bvp_problem *problem);
void elimination_free(struct elimination *e);

/* The part of its context that a visit changes: it passes from rank to rank, and in the end is the same on all. */
struct elimination_carried {
    void *at;
    int64_t bytes;
};

/* u may be infinite or not a number where the matrix is singular. Collective and agreed over the ranks of the problem:
 * ST_CONFIG or ST_FAILED as problem_links. */
enum status elimination_solve(struct elimination *e, elimination_right *right, elimination_visit *visit, void *context,
                              struct elimination_carried carried);

/* The sum of the row of node first + k, which its links to unknowns do not change: its loss, and the links of the ends.
 */
double elimination_loss(const struct elimination *e, int64_t first, int64_t k);

/* The link from node first + k to the unknown before it or after it, 0 at an end. */
double elimination_before(const struct elimination *e, int64_t first, int64_t k);
double elimination_behind(const struct elimination *e, int64_t first, int64_t k);
