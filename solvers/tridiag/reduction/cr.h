/* The two halves of cyclic reduction, for methods that end it early. */
#pragma once
#include "solvers/tridiag/gather.h"

/* Level 0 is the system; each next one has every second row of the one before. */
struct pyramid {
    int levels;
    int64_t n[64];
    struct const_rows rows[64];
    real *x[64]; /* the place of d, or the caller's */
    real *rest;  /* workspace beyond the levels */
};

/* Values of workspace of the levels above the first, when the last one has `last` rows or fewer. */
int64_t cr_workspace_values(int64_t n, int64_t last);
/* Rows of that last level. */
int64_t cr_last_rows(int64_t n, int64_t last);

struct pyramid cr_down(int64_t n, struct const_rows rows, real *x, real *workspace, int64_t last, struct team team);
/* Back substitution from the solution of the last level, in its x, to level 0. All ranks must have written that
 * solution. */
void cr_up(const struct pyramid *p, struct team team);
