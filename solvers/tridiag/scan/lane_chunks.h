/* A system cut into chunks of rows, LANES neighbouring chunks in the lanes of a vector: a group. How it is cut
 * depends only on the number of rows. Rows after the last are those of the identity, with a right side of 0. */
#pragma once
#include "solvers/tridiag/gather.h"

#ifdef __AVX__
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif
#include "solvers/batch/simd_select.h"

enum { LANE_CHUNK = 128 /* most rows of a chunk */ };

struct lane_chunks {
    int64_t n;
    int64_t rows; /* of a chunk, a multiple of ROWS */
    int64_t groups, count;
};

static inline struct lane_chunks lane_chunks_of(int64_t n)
{
    const int64_t even = ((n + LANES - 1) / LANES + ROWS - 1) / ROWS * ROWS;
    const int64_t rows = even < LANE_CHUNK ? even : LANE_CHUNK;
    const int64_t groups = (n + rows * LANES - 1) / (rows * LANES);
    return (struct lane_chunks){n, rows, groups, groups * LANES};
}

/* Values of an array with one element per row, those after the last row and the next two included, and one and
 * more in front of it. */
static inline int64_t lane_chunks_length(const struct lane_chunks *k)
{
    return padded_length(LINE + k->count * k->rows + 2);
}

/* The rows of a group, row i of each chunk in a vector, with the neighbouring rows that eliminations look at. */
struct lane_rows {
    int64_t rows;
    vec a[LANE_CHUNK + 2], b[LANE_CHUNK + 2], d[LANE_CHUNK + 1];
    vec c[LANE_CHUNK + 3]; /* c of row i is c[i + 1] */
};

/* `from` has the arrays of lane_chunks_length, each at row 0. */
void lane_rows_load(const struct lane_chunks *k, struct tridiag_rows from, int64_t group, struct lane_rows *out);

/* `x` of the rows of a group into such an array. */
void lane_rows_store(const struct lane_chunks *k, int64_t group, vec *x, real *to);
