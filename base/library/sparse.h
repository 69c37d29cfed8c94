/* Sparse direct solvers of SuiteSparse, in double, each opened when first needed (sparse_open.h). They take their
 * memory from the system by themselves, and give it back with the factors. */
#pragma once
#include <stdint.h>

#include "base/status.h"

/* A matrix of n rows and columns in compressed sparse columns; the rows of a column ascend. */
struct sparse_columns {
    int64_t n;
    int64_t *start; /* [n + 1] */
    int64_t *row;   /* of each entry */
    double *value;
};

struct sparse_library {
    /* ST_DEVICE and a sentence if the library is not on this machine, or the build is without. */
    enum status (*ready)(void);
    /* *info: 0, or 1 + the column without pivot (n if the library does not report the column), and *factors is NULL.
     * ST_NOMEM, ST_FAILED; what ready returns. */
    enum status (*factor)(void **factors, const struct sparse_columns *a, int64_t *info);
    /* x [n]: in: right side, out: solution. With the matrix that was factored. ST_NOMEM, ST_FAILED. */
    enum status (*solve)(void *factors, const struct sparse_columns *a, double *x);
    enum status (*solve_transposed)(void *factors, const struct sparse_columns *a, double *x); /* the same with A^T */
    void *(*free)(void *factors); /* NULL is fine; returns NULL */
};

/* ST_DEVICE and a sentence if AMD, which sparse_order calls, is not on this machine, or the build is without. */
enum status sparse_order_ready(void);

/* order [n]: order[k] is the k-th row in an order of elimination in which little is filled in, of the pattern of a
 * matrix and its transpose, by approximate minimum degree: P. R. Amestoy, T. A. Davis, I. S. Duff, Algorithm 837: AMD,
 * ACM Trans. Math. Softw. 30 (2004). start and column as in csr. ST_NOMEM, ST_FAILED; what sparse_order_ready
 * returns. */
enum status sparse_order(int64_t n, const int64_t *start, const int64_t *column, int64_t *order);

extern const struct sparse_library sparse_klu, sparse_umfpack, sparse_spqr;
