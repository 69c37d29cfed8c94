/* Partitions by diagonal pivoting, L B M^T with pivots of one or two rows, a thread each, for three right sides at
 * once, and a reduced system of two equations a partition.
 *
 * L.-W. Chang, thesis, Illinois, 2014, chapter 3: marshalling (3.2.1), dynamic tiling and tiling in shared memory
 * (3.2.2), kernel fusion (3.2.3); L.-W. Chang, J. A. Stratton, H.-S. Kim, W. W. Hwu, SC 2012. Equations of a pivot in
 * pivoting/diagonal_pivot.h. Any regular matrix: partitions with growing spikes are eliminated again with pivots among
 * three rows (spike_apart.cuh), cuts are checked, and a system that is missed is left to thomas_pivot, on one thread of
 * the device, at some hundred ns a row. 60 flops a row, one division; 112 bytes a row in double, and about 8 for the
 * partitions (spike_device.cuh). */
#include "solvers/tridiag/spike/spike_device.cuh"

static struct cost cost(const struct solver *, const struct shape *shape, const void *values)
{
    return spike_device_cost(shape, values, 60);
}

static constexpr struct solver_hooks hooks = {
    .work_bytes = spike_device_bytes,
    .cost = cost,
    .solve = spike_device_solve<spike_by_diagonal>,
};

extern "C" const struct solver tridiag_spike_dp_device = {
    .method = "spike_dp",
    .about = "partitions by diagonal pivoting and a reduced system of their ends; thomas_pivot where that fails",
    .source = "Chang 2014, chapter 3; Chang, Stratton, Kim, Hwu 2012",
    .kind = KIND_TRIDIAG,
    .space = DEVICE,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | CAN_ANY_MATRIX | DETERMINISTIC |
           REPORTS_INFO,
    .options = spike_device_options,
    .options_bytes = sizeof(struct spike_device_options),
    .hooks = &hooks,
};
