/* thomas.cu for the methods that differ from it in a part: its launches, and what a row of a shared matrix takes. */
#pragma once
#include "solvers/tridiag/thomas/device/thomas.cuh"

/* Enqueues the elimination of the matrices of `system` (device pointers; right sides are not read), to be kept in the
 * plan's workspace as scratch_at divides it; or into w, which lies in it, what a solve needs of a matrix that all
 * share. */
enum status thomas_batch_factor(struct plan *p, const struct system *system);
enum status thomas_batch_factor_into(struct plan *p, const struct system *system, const struct scratch &w);

/* Enqueues the solve in place of p->shape.batch systems (device pointers), by what is kept if p->factored. Writes
 * system->info. */
enum status thomas_batch_solve(struct plan *p, const struct system *system);

/* d' of row i; `pivot` holds pivots, or their inverses if the matrix is kept. */
template <bool KEPT> __device__ __forceinline__ real right_side(const struct scratch &w, int64_t i, real x, real d)
{
    const real rest = x - d * __ldg(w.a + i), pivot = __ldg(w.pivot + i);
    return KEPT ? rest * pivot : rest / pivot;
}

/* The cost, as counted at the head of thomas.cuh. */
static inline struct cost thomas_batch_cost(const struct solver *, const struct shape *shape, const void *)
{
    struct cost c = cost_rows(shape, line_matrix_shared(shape) || shape->reuse ? 5 : 8);
    const double more = line_matrix_shared(shape) ? 1 : shape->reuse ? 2 : 4;
    c.bytes += more * cost_unknowns(shape) * (double)sizeof(real);
    return c;
}
