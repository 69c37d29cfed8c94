/* A matrix of n rows, each by rising columns, in double whatever the working precision: the generator Q of a chain,
 * whose rows sum to 0 and whose diagonal is stored in full, or any matrix. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "solvers/sparse/matrix/matrix.h"

struct csr_double {
    int64_t n;
    int64_t *start;  /* [n + 1] */
    int32_t *column; /* [start[n]] */
    double *value;
};

/* Allocates n rows of so many entries in all. On failure csr_double_free still cleans up. */
enum status csr_double_make(struct csr_double *r, int64_t n, int64_t entries);
void csr_double_free(struct csr_double *r); /* zeroed or freed ones are fine */

/* Q of a chain of levels; -Q^T is what qbd_matrix makes, to the last bit. ST_REFUSED beyond 2^31 - 1 states. */
enum status csr_double_of_qbd(struct csr_double *r, const struct qbd *l);

/* The part of Q between states of a closed class: states with index[s] >= 0, index rising, `count` of them. */
enum status csr_double_restrict(struct csr_double *r, const struct csr_double *q, const int32_t *index, int64_t count);

/* A = shift I - Q^T, or, if not `of_chain`, the matrix itself, in the given format. */
enum status csr_double_matrix(struct matrix **out, enum format format, int64_t block, const struct csr_double *r,
                              bool of_chain, double shift);

/* Largest distance of an entry from the diagonal. */
int64_t csr_double_band(const struct csr_double *r);

/* Are blocks of so many rows coupled to themselves and their neighbours only? */
bool csr_double_in_blocks(const struct csr_double *r, int64_t block);

/* The smallest block size of a block-tridiagonal form: the least divisor of n that is not below the band. */
int64_t csr_double_min_block(const struct csr_double *r);
