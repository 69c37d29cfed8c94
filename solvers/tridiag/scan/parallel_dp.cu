/* Elimination by pivots of one or two rows on the diagonal, T = L B M^T, as three scans over the rows: the leading
 * minors, whose ratios are the pivots and say which of them have two rows; the right sides down, with the boolean
 * functions that say which rows lead; the unknowns up. Formulas in lane_minors.h and lane_substitution.h.
 *
 * A thread takes 8 rows one after the other, scan_rows.cuh; warps and blocks scan over threads, scan_block.cuh; blocks
 * carry states on, by messages or from kernel to kernel, scan_board.cuh, with the same bits. Where rounding of a scan
 * is felt, threads take the states that rows lead to. All rows are checked: x around the places where two tiles meet is
 * corrected where it has to be, systems in which a row is missed all the same are solved by partition_pivot.
 *
 * L.-W. Chang, Scalable parallel tridiagonal algorithms with diagonal pivoting and their optimization for many-core
 * architectures, thesis, Illinois, 2014, chapter 4. Stable as diagonal pivoting is, for any regular matrix. About 170
 * flops a row and pass. In double 40 bytes a row where a system fits into a tile of 1024 rows; else rows are read in 2
 * passes, 98 bytes with what tiles share, and x is copied, 8 more bytes written and 8 read; unfused in 3; from kernel
 * to kernel in 4. One value a row of scratch. */
#include "solvers/tridiag/scan/scan_device.cuh"

static constexpr double flops = 170;

extern "C" const struct solver tridiag_parallel_dp_device = scan_device_method<true>(
    "parallel_dp", "pivots of one or two rows on the diagonal by scans; partition_pivot where rows do not hold",
    "Chang 2014, chapter 4", &flops, CAN_ANY_MATRIX);
