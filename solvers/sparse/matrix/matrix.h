/* Sparse matrices of n rows in blocks, in formats to choose among, and Markov chains of levels whose rates are
 * computed when they are needed.
 *
 * A = L + D + U: D the diagonal blocks, L the entries before them, U those after. Formats, W. Yang, K. Li, K. Li, A
 * parallel solving method for block-tridiagonal equations on CPU-GPU heterogeneous computing systems, Journal of
 * Supercomputing 73 (2017), sections 4.1 and 5.2: csr     rows one after the other, each by rising columns: 12 bytes an
 * entry in double, and 8 a row coo     row, column and value of each entry, in the order of csr: 16 bytes dia     whole
 * diagonals: 8 bytes a row and diagonal hybrid  D, which must be tridiagonal, as three diagonals of 8 bytes a row, L
 * and U as coo */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/exec.h"
#include "base/real.h"
#include "base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum format { CSR, COO, DIA, HYBRID, FORMAT_COUNT };

struct matrix {
    enum format format;
    enum space space;
    int64_t n, block;  /* block divides n */
    int64_t entries;   /* values stored: csr, coo: those given; dia: diagonals * n; hybrid: 3 n + those of L, U */
    int64_t diagonals; /* dia */
    const int64_t
        *start;         /* csr: [n + 1] first entry of each row; coo, hybrid: [n / block + 1], of each block of rows */
    const int32_t *row; /* coo, hybrid: of each entry */
    const int32_t *column; /* csr, coo, hybrid: of each entry */
    const int64_t *offset; /* dia: [diagonals], rising; A(i, i + offset[d]) = value[d * n + i], 0 outside the matrix */
    const real *value;     /* csr, coo, hybrid: of each entry; dia */
    const real *lower, *diag, *upper; /* hybrid: D, [n] each, with 0 where a block ends */
};

extern const char *const format_words[]; /* "csr", "coo", "dia", "hybrid", NULL */

/* The matrix of the given rows in csr (as in struct matrix, columns of a row rising, no two equal) in another format or
 * the same; copied. `block` rows are a block. ST_REFUSED if block does not divide n, if n is beyond 2^31 - 1, or, for
 * hybrid, if a diagonal block is not tridiagonal; ST_NOMEM. On failure *out is NULL. */
enum status matrix_make(struct matrix **out, enum format format, int64_t n, int64_t block, const int64_t *start,
                        const int32_t *column, const real *value);
struct matrix *matrix_free(struct matrix *a); /* NULL is fine; returns NULL */

/* Bytes of its arrays: what a product reads of it. */
int64_t matrix_bytes(const struct matrix *a);

/* The rows in csr, each by rising columns, zeros of dia and hybrid left out: start [n + 1], column and value
 * [a->entries], or only `start` if the others are NULL. HOST. */
void matrix_rows(const struct matrix *a, int64_t *start, int32_t *column, real *value);

/* y = A x, rows of the blocks first ... first + blocks - 1 only; x and y [n], not the same. HOST. The sum of a row has
 * the same order whatever blocks are asked for. */
void matrix_multiply(const struct matrix *a, int64_t first, int64_t blocks, const real *x, real *y);

/* As matrix_multiply, but y = (L + U) x. */
void matrix_couple(const struct matrix *a, int64_t first, int64_t blocks, const real *x, real *y);

/* D as three diagonals, [n] each, with 0 where a block ends. ST_REFUSED if a diagonal block is not tridiagonal. HOST.
 */
enum status matrix_tridiagonal(const struct matrix *a, real *lower, real *diag, real *upper);

/* ST_FAILED, for an element that overflows in the working precision, or loses digits there: the system solved would be
 * another one. */
enum status matrix_lost(double value);

/* Is each block coupled to itself and its neighbours only? HOST. */
bool matrix_is_blocktri(const struct matrix *a);

/* Largest distance from the diagonal in the given order (as in struct blocktri; NULL: as rows come). ST_NOMEM. HOST. */
enum status matrix_band(const struct matrix *a, const int32_t *order, int64_t *band);

/* A chain of `levels` levels of `phases` phases; its state s = level * phases + phase, both from 0, moves to s + 1 and
 * s - 1 in its level, to s + stride in the next and s - stride in the one before, 1 <= stride <= phases: the phase
 * falls by phases - stride as the level rises. */
enum move { MOVE_NEXT, MOVE_BACK, MOVE_RISE, MOVE_FALL, MOVES };

struct qbd {
    int64_t levels, phases, stride;
    /* Fills rate[move][phase] for one level: all >= 0, and 0 where a move would leave the chain. Thread-safe. */
    void (*rates)(const void *context, int64_t level, double *const rate[MOVES]);
    const void *context;
};

/* In the order of qbd_order, of phase + level * (phases - stride): then states far apart in rows are near. */
int64_t qbd_band(const struct qbd *l);

/* order [levels * phases], as in struct blocktri: by phase + level (phases - stride), then by level. */
void qbd_order(const struct qbd *l, int32_t *order);

/* A = shift I - Q^T in the given format, in blocks of a level. Entries are the rates that are not 0, and the diagonal.
 * ST_NOMEM; ST_REFUSED beyond 2^31 - 1 states; ST_FAILED as matrix_lost. */
enum status qbd_matrix(struct matrix **out, enum format format, const struct qbd *l, double shift);

#ifdef __cplusplus
}
#endif
