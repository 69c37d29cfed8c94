/* Elimination in order with partial pivoting of those systems of a batch that a method could not solve: a thread a
 * system, slow and safe. */
#pragma once
#include "solvers/batch/device_batch.cuh"
#include "solvers/tridiag/pivot_in_order.h"

enum { IN_ORDER_ROWS = 32, IN_ORDER_THREADS = 32 };

/* Values of p and of q for a system of n rows. */
static inline EITHER_SPACE int64_t in_order_values(int64_t n)
{
    return (n + IN_ORDER_ROWS - 1) / IN_ORDER_ROWS;
}

/* Solves the systems with a flag; x is the right side. p and q of system s begin at element s * pitch of theirs. */
static __global__ void __launch_bounds__(IN_ORDER_THREADS)
    solve_in_order(struct device_batch g, const int *failed, real *p, real *q, int64_t pitch)
{
    SHARED_ARRAY(struct in_order_row, row, IN_ORDER_ROWS * IN_ORDER_THREADS);
    const int64_t s = (int64_t)blockIdx.x * IN_ORDER_THREADS + threadIdx.x;
    if (s >= g.shape.batch || !failed[s]) return;
    const struct in_order_blocks kept = {IN_ORDER_ROWS, IN_ORDER_THREADS, p + s * pitch, q + s * pitch,
                                         row + threadIdx.x, false};
    const int64_t info = in_order_solve(line_of(&g.shape, &g.system, s), kept);
    if (g.system.info) g.system.info[s] = info ? info : (int64_t)SOLVED_BY_FALLBACK;
}

static inline void launch_in_order(const struct plan *plan, const struct device_batch &g, const int *failed, real *p,
                                   real *q, int64_t pitch)
{
    const unsigned blocks = (unsigned)((g.shape.batch + IN_ORDER_THREADS - 1) / IN_ORDER_THREADS);
    LAUNCH(solve_in_order, blocks, IN_ORDER_THREADS, 0, plan->exec.stream, g, failed, p, q, pitch);
}
