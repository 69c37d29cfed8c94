/* Incomplete factors of a sparse matrix. */
#pragma once
#include "solvers/sparse/pin.h"

/* A' = L U, nearly; L has a diagonal of 1. Rows one after the other, those of L before those of U, columns rising. */
struct ilut {
    int64_t n, fill;
    int64_t *start, *middle; /* [n + 1] first entry of each row, [n] first one of U */
    int32_t *column;
    real *value;
    real *inverse; /* [n] 1 / diagonal of U */
    /* The row being computed: */
    real *row;     /* [n] values */
    int32_t *next; /* [n + 1] its columns, as a list: next[n] is the first, the last leads to n, others have -1 */
    real *largest; /* [fill] */
};

/* Allocates factors with at most `fill` >= 1 entries in each row of L, and as many of U off the diagonal. */
struct ilut ilut_of(int64_t n, int64_t fill, struct workspace *workspace);

/* Multiples below `drop`, and entries of U below `drop` times the norm of their row, are left out. */
void ilut_factor(struct ilut *m, const struct pinned *a, double drop);

/* z = (L U)^-1 r; they may be the same. */
void ilut_solve(const struct ilut *m, const real *r, real *z);
