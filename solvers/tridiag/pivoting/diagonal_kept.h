/* One matrix and many right sides by pivots of one or two rows on the diagonal: what elimination keeps of each row, so
 * that a right side takes neither choices nor divisions. */
#pragma once
#include "solvers/tridiag/gather.h"

/* Row k, e_k = d_k - in_k y_{k-1}:
 *
 *     a pivot of one row      y_k = own_k e_k                         x_k = y_k - back_k x_{k+1}
 *     of two, in row k        y_k = own_k e_k - cross_k d_{k+1}       x_k = y_k - back_k x_{k+2}
 *             in row k + 1    y_{k+1} = own_{k+1} d_{k+1} - in_{k+1} e_k    x_{k+1} = y_{k+1} - back_{k+1} x_{k+2} */
struct diagonal_kept_row {
    real in, own, cross, back;
};

struct diagonal_kept {
    struct diagonal_kept_row *row; /* [n] */
    char *pair;                    /* [n]: does a pivot of two rows begin there? */
};

/* Factors rows of workspace, which it overwrites. Returns 0; i + 1 of the first row without a pivot; or OUT_OF_RANGE,
 * where what is to be kept leaves the range of numbers, as elimination by itself does not. */
enum { DIAGONAL_OUT_OF_RANGE = -1 };
int64_t diagonal_kept_factor(int64_t n, struct tridiag_rows r, struct diagonal_kept out);

/* x from the right side in its place. */
void diagonal_kept_solve(int64_t n, struct diagonal_kept kept, real *x);
