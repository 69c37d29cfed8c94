/* Elimination in order for a batch on the device, one thread a system.
 *
 * P. Valero-Lara, I. Martinez-Perez, R. Sirvent, X. Martorell, A. J. Pena, cuThomasBatch & cuThomasVBatch, CUDA
 * routines to compute batch of tridiagonal systems on NVIDIA GPUs, Concurrency and Computation 30 (2018), section 3.
 * Stable where elimination in order is; any n, any layout, made for interleaved ones. Cost and count of bytes are in
 * thomas.cuh. */
#include "solvers/tridiag/thomas/thomas_batch.cuh"

static enum status solve(struct plan *p, const struct system *system)
{
    return solve_batch(p, system);
}

static constexpr struct solver_hooks hooks = {
    .work_bytes = work_bytes,
    .cost = cost,
    .factor = factor,
    .solve = solve,
};

extern "C" const struct solver tridiag_thomas_device = {
    .method = "thomas",
    .about = "elimination in order, one thread a system",
    .source = "Valero-Lara et al. 2018, cuThomasBatch",
    .twin = "thomas",
    .kind = KIND_TRIDIAG,
    .space = DEVICE,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | DETERMINISTIC | REPORTS_INFO,
    .hooks = &hooks,
};
