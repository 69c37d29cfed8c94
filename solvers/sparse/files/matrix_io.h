/* Chains and matrices in files that other programs write and read: Matrix Market (market.h), and the transitions of
 * PRISM, Storm and MRMC (transitions.h).
 *
 * Row s of Q holds the rates out of state s. A diagonal that is not in the file is computed from the row; one that is
 * must agree with it. Numbers are written with as many digits as they need: what was written and read again has the
 * same bits. */
#pragma once
#include <stdbool.h>
#include <stdio.h>

#include "solvers/sparse/matrix/csr_double.h"

enum matrix_file { MATRIX_MARKET, TRA };

/* .tra is TRA, all else MATRIX_MARKET. */
enum matrix_file matrix_file_of(const char *path);

/* The origin of a matrix, for errors about it. */
struct matrix_origin {
    const char *path; /* borrowed */
    int64_t line;     /* that gives its size; 0: in no file */
    int64_t first;    /* number of its first row, 0 or 1 */
};

/* The file at `path`, which `in` is at the beginning of. of_chain: the generator of a chain; else any square matrix,
 * only MATRIX_MARKET. from: NULL, or becomes where it came from. ST_CONFIG, "file:line: reason", for a file that is not
 * all right; ST_FAILED for values that the working precision does not hold; ST_NOMEM. On failure nothing is left
 * to free.
 */
enum status matrix_file_read_from(struct csr_double *out, struct matrix_origin *from, FILE *in, const char *path,
                                  enum matrix_file kind, bool of_chain);
enum status matrix_file_read(struct csr_double *out, struct matrix_origin *from, const char *path, bool of_chain);

/* Q, or any matrix as MATRIX_MARKET; appears whole or not at all. As TRA in the form of PRISM, or, if every row sums to
 * 1 and would be taken for probabilities, in that of Storm. ST_IO. */
enum status matrix_file_write(const struct csr_double *r, const char *path, enum matrix_file kind);
