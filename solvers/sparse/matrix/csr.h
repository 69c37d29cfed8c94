/* The rows of a matrix in csr, whatever its format. */
#pragma once
#include "solvers/batch/workspace.h"
#include "solvers/solver.h"

struct csr {
    int64_t n;
    const int64_t *start;  /* [n + 1] */
    const int32_t *column; /* of each entry, rising in a row */
    const real *value;
};

/* The rows of `a` itself if it is in csr; else, and if it is NULL, arrays for a matrix of this shape. */
struct csr csr_of(const struct shape *shape, const struct matrix *a, struct workspace *workspace);

/* Copies the rows of `a` into these arrays, if they are not its own. */
void csr_fill(const struct csr *rows, const struct matrix *a);
