/* Partitions by diagonal pivoting, L B M^T with pivots of one or two rows, a thread each, for three right sides at
 * once, and a reduced system of two equations a partition.
 *
 * L.-W. Chang, thesis, Illinois, 2014, chapter 3: marshalling (3.2.1), dynamic tiling and tiling in shared memory
 * (3.2.2), kernel fusion (3.2.3); L.-W. Chang, J. A. Stratton, H.-S. Kim, W. W. Hwu, SC 2012. Equations of a pivot in
 * pivoting/diagonal_pivot.h. Any regular matrix: partitions with growing spikes are eliminated again with pivots among
 * three rows (spike_apart.cuh), cuts are checked, and a system that is missed is left to thomas_pivot, on one thread of
 * the device, at some hundred ns a row. 60 flops a row, one division; 112 bytes a row in double, and about 8 for the
 * partitions (spike_device.cuh). */
#include "solvers/tridiag/spike/device/spike_device.cuh"

static constexpr double flops = 60;

extern "C" const struct solver tridiag_spike_dp_device = spike_device_method<spike_by_diagonal>(
    "spike_dp", "partitions by diagonal pivoting and a reduced system of their ends; thomas_pivot where that fails",
    "Chang 2014, chapter 3; Chang, Stratton, Kim, Hwu 2012", &flops, CAN_ANY_MATRIX);
