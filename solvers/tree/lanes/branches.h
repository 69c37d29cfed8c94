/* Few large trees: the lanes of vectors, and threads, take sections of one tree that do not depend on each other.
 *
 * A section is a run of rows each of which is the only child of the row before. It is ready when all children of its
 * last row are eliminated; a lane takes the ready section that is farthest from the root, and eliminates a row of it a
 * step. All steps of a tree make a tile (lanes.h), the first step in its last row, and lists say which rows hang
 * elsewhere than on the row before in their lane. Rows subtract their children from the last to the first.
 *
 * Where there are more threads than trees, a tree is cut: part 0, the trunk, has the rows with many rows beyond them,
 * and parts 1 ... `parts` share what hangs on it. */
#pragma once
#include "solvers/tree/lanes/lanes.h"

/* The order in which one tree is eliminated. */
struct branch_tree {
    int64_t tile;               /* rows of the tile; 0: too few sections, the tree is eliminated in order */
    struct lane_group *group;   /* [parts + 1] of the parts, whose branches count elements from the part's first row on,
                                   those of the trunk through all later parts */
    int64_t *first;             /* [parts + 2] row of the tile at which a part begins */
    int32_t *source;            /* [tile * TREES] row of the tree, or -1 */
    struct lane_row *row;       /* [tile] */
    struct lane_branch *branch; /* [2 n] */
};

/* Scratch for the making of a branch_tree. */
struct branch_workspace {
    int32_t *children, *depth, *part, *base; /* [n] of rows; first row of its section */
    int32_t *left;                           /* [n] children that are to be eliminated first */
    int32_t *when;                           /* [n] step * TREES + lane */
    int32_t *turn;                           /* [n] step after which the row is subtracted from its parent, or -1 */
    int32_t *heap;                           /* [n] last rows of sections that are ready */
    int64_t *place;                          /* [rows_max + 1] */
    int64_t *load;                           /* [parts + 1] */
};

/* A tile has at most so many rows: a fourth of all lanes are busy. */
static inline int64_t branches_rows_max(int64_t n, int parts)
{
    return 4 * n / TREES + 4 * (parts + 1);
}

/* Fills in t->tile, t->first, w->part and w->when. t->tile is 0 if it would be too long. */
void branches_schedule(struct branch_tree *t, struct branch_workspace *w, const int64_t *parent, int64_t n, int parts);

/* Fills in the rest, if it is not. */
void branches_list(struct branch_tree *t, struct branch_workspace *w, const int64_t *parent, int64_t n, int parts);
