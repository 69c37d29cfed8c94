/* A matrix of n rows, each by rising columns, in double whatever the working precision: the generator Q of a chain,
 * whose rows sum to 0 and whose diagonal is all there, or any matrix. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "solvers/sparse/matrix/matrix.h"

struct rows {
    int64_t n;
    int64_t *start;  /* [n + 1] */
    int32_t *column; /* [start[n]] */
    double *value;
};

/* Room for n rows of so many entries in all. On failure rows_free still cleans up. */
enum status rows_make(struct rows *r, int64_t n, int64_t entries);
void rows_free(struct rows *r); /* zeroed or freed ones are fine */

/* Q of a chain of levels; -Q^T is what levels_matrix makes, to the last bit. ST_REFUSED beyond 2^31 - 1 states. */
enum status rows_of_levels(struct rows *r, const struct levels *l);

/* The part of Q between states of a closed class: states with index[s] >= 0, index rising, `count` of them. */
enum status rows_restrict(struct rows *r, const struct rows *q, const int32_t *index, int64_t count);

/* A = shift I - Q^T, or, if not `of_chain`, the matrix itself, in the given format. */
enum status rows_matrix(struct matrix **out, enum format format, int64_t block, const struct rows *r, bool of_chain,
                        double shift);

/* Largest distance of an entry from the diagonal. */
int64_t rows_band(const struct rows *r);

/* Do blocks of so many rows couple to themselves and their neighbours only? */
bool rows_in_blocks(const struct rows *r, int64_t block);

/* Rows of a block, as few as can be: the least divisor of n that is not below the band. */
int64_t rows_least_block(const struct rows *r);
