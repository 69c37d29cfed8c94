/* Partitions by elimination in order, a thread each, for three right sides at once, and a reduced system of two
 * equations a partition: spike_dp without pivots of two rows.
 *
 * L.-W. Chang, thesis, Illinois, 2014, section 3.3.2; L.-W. Chang, J. A. Stratton, H.-S. Kim, W. W. Hwu, SC 2012.
 * Stable if the matrix is diagonally dominant; partitions whose pivots or spikes say that it is not are eliminated
 * again with pivots among three rows (spike_apart.cuh), and a system that is missed is left to thomas_pivot. 25 flops a
 * row, one division; 112 bytes a row in double, and about 8 for the partitions (spike_device.cuh). */
#include "solvers/tridiag/spike/device/spike_device.cuh"

static constexpr double flops = 25;

extern "C" const struct solver tridiag_spike_thomas_device = spike_device_method<spike_by_order>(
    "spike_thomas",
    "partitions by elimination in order and a reduced system of their ends; others by pivoting as in spike_dp",
    "Chang 2014, section 3.3.2; Chang, Stratton, Kim, Hwu 2012", &flops, SEES_GROWTH);
