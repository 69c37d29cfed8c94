/* Elimination in order, T = L U, by three scans over chunks of rows: the sibling of `parallel_dp` without pivots of two
 * rows. The diagonal of U is f_i = theta_i / theta_{i-1} from the recurrence of leading minors,
 *
 *     y_i = (d_i - a_i y_{i-1}) / f_i        x_i = y_i - (c_i / f_i) x_{i+1}
 *
 * where the thesis misprints its equation 2.10. L.-W. Chang, thesis, Illinois, 2014, sections 2.1.2 and 4.3.1; the
 * continued fractions: H. S. Stone, J. ACM 20, 1973. Stable if the matrix is diagonally dominant. All rows are checked:
 * where a residual is large the system is eliminated in order with partial pivoting. Five passes over the rows, 200
 * bytes a row in double, about 60 flops. */
#include "solvers/tridiag/scan/scan_elimination.h"

static int64_t workspace_values(int64_t n, const void *options)
{
    return scan_elimination_values(n);
}

static int64_t read_rows(int64_t n, struct const_rows rows, real *x, real *workspace, struct team team,
                         const void *options)
{
    return scan_elimination(n, rows, x, workspace, team, options, false);
}

static const struct row_method method = {
    .splits = true, .flops = 60, .workspace_values = workspace_values, .read = read_rows};

const struct solver tridiag_cf_lu = {
    .method = "cf_lu",
    .about = "elimination in order by scans, for threads and lanes; thomas_pivot where rows do not hold",
    .source = "Chang 2014, sections 2.1.2 and 4.3.1",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | DETERMINISTIC | REPORTS_INFO |
           SEES_GROWTH,
    .options = scan_option_table,
    .options_bytes = sizeof(struct scan_options),
    .variant = &method,
    .hooks = &gather_hooks,
};
