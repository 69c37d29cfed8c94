/* Sparse direct solvers of SuiteSparse, in double. They take their memory from the system by themselves, and give it
 * back with the factors. */
#pragma once
#include <stdint.h>

#include "base/status.h"

/* Of n rows, by columns, rows of a column rising. */
struct columns {
    int64_t n;
    int64_t *start; /* [n + 1] */
    int64_t *row;   /* of each entry */
    double *value;
};

struct sparse_library {
    /* *info: 0, or 1 + the column without pivot, n if it is not known which; then *factors is NULL. ST_NOMEM,
     * ST_FAILED. */
    enum status (*factor)(void **factors, const struct columns *a, int64_t *info);
    /* x [n]: in: right side, out: solution. With the matrix that was factored. ST_NOMEM, ST_FAILED. */
    enum status (*solve)(void *factors, const struct columns *a, double *x);
    enum status (*solve_transposed)(void *factors, const struct columns *a, double *x); /* the same with A^T */
    void *(*free)(void *factors);                                                       /* NULL is fine; returns NULL */
};

/* ST_DEVICE in a build without them. */
enum status sparse_ready(void);

extern const struct sparse_library sparse_klu, sparse_umfpack, sparse_spqr;
