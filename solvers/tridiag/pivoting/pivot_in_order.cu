/* The kernel of pivot_in_order.cuh, once for all methods that leave systems to it. */
#include "solvers/tridiag/pivoting/pivot_in_order.cuh"

static __global__ void __launch_bounds__(IN_ORDER_THREADS)
    solve_in_order(struct device_batch g, const int *failed, real *p, real *q, int64_t pitch)
{
    SHARED_ARRAY(struct in_order_row, row, IN_ORDER_ROWS * IN_ORDER_THREADS);
    const int64_t s = (int64_t)blockIdx.x * IN_ORDER_THREADS + threadIdx.x;
    if (s >= g.shape.batch || !failed[s]) return;
    const struct in_order_blocks kept = {IN_ORDER_ROWS, IN_ORDER_THREADS,  p + s * pitch,
                                         q + s * pitch, row + threadIdx.x, false};
    const int64_t info = in_order_solve(line_of(&g.shape, &g.system, s), kept);
    if (g.system.info) g.system.info[s] = info ? info : (int64_t)SOLVED_BY_FALLBACK;
}

void launch_in_order(const struct plan *plan, const struct device_batch &g, const int *failed, real *p, real *q,
                     int64_t pitch)
{
    const unsigned blocks = (unsigned)((g.shape.batch + IN_ORDER_THREADS - 1) / IN_ORDER_THREADS);
    LAUNCH(solve_in_order, blocks, IN_ORDER_THREADS, 0, plan->exec.stream, g, failed, p, q, pitch);
}
