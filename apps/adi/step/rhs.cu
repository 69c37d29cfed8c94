/* The explicit side of a step on the device, one thread per point. Of its six neighbours those along x are in the first
 * cache, the others mostly in the second: 2 values per point cross the memory bus for shared coefficients. */
#include "apps/adi/step/rhs_point.cuh"

template <bool SHARED>
static __global__ void evaluate(const __grid_constant__ struct points points,
                                const __grid_constant__ struct explicit_side s, const real *u, real *out)
{
    int64_t at[3];
    if (!points_here(points, at)) return;
    const int64_t p = point_at(points.grid, at);
    out[p] = explicit_point<SHARED>(s, u, p, at);
}

void rhs_evaluate_device(const struct stencil *op, const struct terms *terms, const struct step_data *data,
                         const real *u, real *out)
{
    const struct points points = points_of(op->grid);
    const auto kernel = op->shared ? evaluate<true> : evaluate<false>;
    LAUNCH(kernel, points_blocks(&points), POINT_THREADS, 0, op->exec.stream, points, explicit_side_of(op, terms, data),
           u, out);
}
