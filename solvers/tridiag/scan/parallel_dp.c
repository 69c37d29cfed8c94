/* Elimination by pivots of one or two rows on the diagonal, T = L B M^T, as three scans over chunks of rows, which
 * threads and vector lanes share: the leading minors, whose ratios are the pivots and say which of them have two rows
 * (lane_minors.h); the right sides down, the unknowns up (lane_substitution.h). Which rows lead is a scan, too, over
 * boolean functions: row i + 1 does, unless row i leads and cannot have a pivot of its own.
 *
 * L.-W. Chang, Scalable parallel tridiagonal algorithms with diagonal pivoting and their optimization for many-core
 * architectures, thesis, Illinois, 2014, chapter 4. Stable as diagonal pivoting is, for any regular matrix, as long as
 * the chunks agree on the states between them, which is checked: scan_stages.h. All rows are checked as well. Where a
 * residual is large the system is eliminated in order with partial pivoting. Five passes over the rows, 200 bytes a row
 * in double, about 90 flops. */
#include "solvers/tridiag/scan/scan_elimination.h"

static int64_t workspace_values(int64_t n, const void *options)
{
    return scan_elimination_values(n);
}

static int64_t read_rows(int64_t n, struct const_rows rows, real *x, real *workspace, struct team team,
                         const void *options)
{
    return scan_elimination(n, rows, x, workspace, team, options, true);
}

static const struct row_method method = {
    .splits = true, .flops = 90, .workspace_values = workspace_values, .read = read_rows};

const struct solver tridiag_parallel_dp = {
    .method = "parallel_dp",
    .about =
        "pivots of one or two rows on the diagonal by scans, for threads and lanes; thomas_pivot where rows do not "
        "hold",
    .source = "Chang 2014, chapter 4",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | CAN_ANY_MATRIX | DETERMINISTIC |
           REPORTS_INFO,
    .options = scan_option_table,
    .options_bytes = sizeof(struct scan_options),
    .variant = &method,
    .hooks = &gather_hooks,
};
