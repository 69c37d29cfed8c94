/* Elimination in order, T = L U, by three scans over the rows: the sibling of `parallel_dp` without pivots of two rows,
 * with its tiles, messages and options. The diagonal of U is f_i = theta_i / theta_{i-1} from the recurrence of leading
 * minors,
 *
 *     y_i = (d_i - a_i y_{i-1}) / f_i        x_i = y_i - (c_i / f_i) x_{i+1}
 *
 * L.-W. Chang, thesis, Illinois, 2014, sections 2.1.2 and 4.3.1, where equation 2.10 is misprinted; the continued
 * fractions: H. S. Stone, J. ACM 20, 1973. Stable if the matrix is diagonally dominant. All rows are checked: systems
 * in which one is missed are solved by partition_pivot. About 120 flops a row and pass; bytes as parallel_dp.cu. */
#include "solvers/tridiag/scan/scan_device.cuh"

static constexpr double flops = 120;

extern "C" const struct solver tridiag_cf_lu_device =
    scan_device_method<false>("cf_lu", "elimination in order by scans; partition_pivot where rows do not hold",
                              "Chang 2014, sections 2.1.2 and 4.3.1", &flops, 0);
