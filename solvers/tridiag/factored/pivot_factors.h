/* One matrix that `partition_pivot` factors once, and its right sides: what elimination of the parts (pivot_kept.h) and
 * of their equations (pivot_join.h) leaves.
 *
 * Right sides of one matrix are taken some at a time, group by group, so that what is kept of a group stays in the
 * caches; 13 flops a row. Bytes of a row in double, of R right sides at a time: 24 + (40 ... 56) / R, against 72 of a
 * solve without; 58 are kept. Short systems are kept as those of `diagonal_pivoting`. */
#pragma once
#include "solvers/batch/workspace.h"
#include "solvers/tridiag/factored/pivot_kept.h"
#include "solvers/tridiag/factored/pivot_right.h"
#include "solvers/tridiag/pivoting/diagonal_kept.h"

enum {
    PIVOT_SHORT = 255, /* most rows of a system without parts */
    PIVOT_SIDES = 8    /* right sides at a time */
};

/* The factors of a matrix of n rows. */
struct pivot_factors {
    int64_t *kept;             /* 0: a pivot is zero or out of range, and nothing is kept */
    struct diagonal_kept rows; /* of a short system */
    struct pivot_kept *group;
    struct pivot_join_group *joined;
    struct pivot_join_top *top;
};

/* Memory of a team: `workspace` of solves that keep nothing; `rights` of each right side, side_values apart, with what
 * was `missed` (pivot_three.h) and whether it `failed`; `rank` of each rank. */
struct pivot_scratch {
    real *workspace, *rights, *missed, *rank;
    int64_t *failed, side_values;
};

struct pivot_factors pivot_factors_take(struct workspace *w, int64_t n);
struct pivot_scratch pivot_scratch_take(struct workspace *w, int64_t n, int64_t ranks);
real *pivot_scratch_of(const struct pivot_scratch *t, struct team team);

/* Called by every rank; end with a wait of the team. The right side of the line is not looked at. */
void pivot_factors_make(struct line l, const struct pivot_factors *f, const struct pivot_scratch *t, struct team team);

/* `count` systems of one matrix, at most PIVOT_SIDES; info[count], or NULL. */
void pivot_factors_solve(const struct line *line, int64_t count, const struct pivot_factors *f,
                         const struct pivot_scratch *t, struct team team, int64_t *info);
