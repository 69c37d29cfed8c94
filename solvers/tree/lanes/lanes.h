/* Interleaved trees, one in each lane of a vector: how a batch is cut into parts, and what is kept of it.
 *
 * A part is a run of neighbours of one tree, whose rows are read where they lie, or a group of TREES systems from
 * anywhere, which is copied into a tile, a row of all its lanes after the other. */
#pragma once
#include <stdbool.h>

#include "base/tuning/tuning.h"
#include "solvers/batch/simd.h"
#include "solvers/tree/tree_line.h"

enum { TREES = 2 * LANES, TREES_MAX = 32 };
_Static_assert(TREES <= TREES_MAX, "one bit per lane");

enum lanes_stage { LANES_FRESH, LANES_FACTOR, LANES_KEPT };

/* Options of the methods of this folder, TUNING_AUTO where they are not given. A method with more of them has this
 * struct as the first member of its own. */
struct lanes_options {
    int64_t tile, ahead; /* bytes, values */
};
#define LANES_OPTIONS(STRUCT, WITHIN) \
    TUNING_ROW("tile", "bytes of x and l of neighbouring trees that a core solves together; auto: what suits it", \
               STRUCT, WITHIN tile, 1 << 30), \
        TUNING_ROW("ahead", "values of an array of these from their use back to their prefetch; auto: the same", \
                   STRUCT, WITHIN ahead, 1 << 20)

/* In what methods of this folder differ. */
struct lanes_method {
    bool sorted;                           /* are systems grouped by size? */
    bool (*computes)(const void *options); /* is padding computed, or masked? */
};

/* A row of a group whose lanes have different trees. Most rows hang on the row before: what does not is listed. */
struct lane_row {
    uint32_t skip;    /* bit q: in lane q the row is not a child of the row before */
    int32_t by_child; /* end of its children, and of its parents, in the lists of the group */
    int32_t by_parent;
};

/* Elements of a tile: a row and its parent, in one lane. */
struct lane_branch {
    int32_t child, parent;
};

/* Systems order[first] ... order[first + lanes - 1]. */
struct lane_group {
    int64_t rows, first, lanes;
    bool alike;                                     /* one tree, and one size */
    const struct lane_row *row;                     /* [rows], unless alike */
    const struct lane_branch *by_child, *by_parent; /* in order of the rows as elimination and substitution go */
};

/* The division of a batch, and that of plan->workspace. */
struct lanes {
    struct shape shape;              /* as few strides as possible */
    int64_t tile;                    /* systems of a part of neighbours; 0: all are in groups */
    int64_t ahead;                   /* values of an array of these from a use to its prefetch */
    int64_t runs, per_run;           /* parts of neighbours: of each run of them */
    int64_t apart, groups, branches; /* systems in groups, groups, and branches of all of them */
    bool sorted, computes;
    int64_t *order, *place, *weight, *first; /* systems of groups; [n + 1]; of parts; [threads + 1] */
    struct lane_group *group;
    struct lane_row *row;
    struct lane_branch *branch;
    real *kept, *kept_groups;
    real *scratch; /* [threads][of_thread] */
    int64_t of_thread;
};

/* Divides `workspace`, or counts its bytes if that is NULL. */
int64_t lanes_divide(struct lanes *l, const struct shape *shape, const struct solver *solver, const void *options,
                     int threads, void *workspace);

/* Fills in order, groups and shares of threads. */
void lanes_begin(struct lanes *l, int threads);

/* Lists `count` branches, which are listed by child, by parent too, after them; sets ends of parents of `row`. Parents
 * are within the rows of the group; `place` is [rows] to work with. */
void lanes_list_parents(struct lane_group *g, struct lane_row *row, struct lane_branch *branch, int64_t count,
                        int64_t *place);

/* Some systems in lanes, as they are eliminated. */
struct lane_tile {
    int64_t rows, width;
    const int64_t *parent; /* of one tree for all, or NULL: those of the group */
    const struct lane_group *group;
    const real *lower, *upper; /* row 0 of the first lane, and rows `stride` apart */
    real *x;
    int64_t stride, ahead; /* ahead: of lanes_same_tree where rows are apart: from a use to its prefetch, in values */
    real *l, *w; /* [rows][width]; l is the diagonal before LANES_FRESH and LANES_FACTOR; w of LANES_FACTOR and
                    LANES_KEPT only */
};

void lanes_same_tree(enum lanes_stage stage, const struct lane_tile *t);
void lanes_own_trees(enum lanes_stage stage, const struct lane_tile *t);
void lanes_own_eliminate(enum lanes_stage stage, const struct lane_tile *t); /* a step of it each */
void lanes_own_substitute(const struct lane_tile *t);

/* Rows of one array of the systems of a group. */
struct lane_places {
    int64_t start[TREES_MAX], rows[TREES_MAX]; /* of lanes beyond `lanes` as of the first one */
    int64_t lanes, longest, stride;
    bool computes;
};

/* Copies them into a tile, with `pad` after their last rows if padding is computed, and back. */
void lanes_pack(const struct lane_places *p, const real *from, real *to, real pad);
void lanes_unpack(const struct lane_places *p, const real *from, real *to);

/* Reciprocals of pivots, as pivot_reciprocal has them. */
INLINE vec lanes_reciprocal(vec d)
{
    const vec w = 1 / d;
    return (vec)((vec_bits)w | (vec_bits)(w == 0));
}

INLINE int64_t lanes_min(int64_t i, int64_t j)
{
    return i < j ? i : j;
}

extern const struct solver_hooks lanes_hooks;
