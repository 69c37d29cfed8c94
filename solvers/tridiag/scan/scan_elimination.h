/* Elimination of one system by three scans over chunks of its rows: leading minors, right sides, unknowns. */
#pragma once
#include "base/config/options.h"
#include "solvers/tridiag/gather.h"

struct scan_options {
    int normalisation, structure;
};
extern const struct option scan_option_table[];

/* Values of scratch. */
int64_t scan_elimination_values(int64_t n);

/* As row_method.read. `pivoting`: with pivots of two rows. Returns 0, or, where a row of the solution has a large
 * residual, what elimination in order with partial pivoting returns: SOLVED_BY_FALLBACK, or the row without a pivot. */
int64_t scan_elimination(int64_t n, struct const_rows rows, real *x, real *workspace, struct team team,
                         const struct scan_options *options, bool pivoting);
