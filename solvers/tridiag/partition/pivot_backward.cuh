/* Back substitution in a part, by a thread. Pivot row i, divided by its pivot, is in the place of row i and begins at
 * the unknown before: x_{i-1} = e_i - q_i x_i - r_i x_{i+1}. */
#pragma once
#include "solvers/tridiag/partition/pivot_run.cuh"

/* Two unknowns that are known, and 0, or NaN if one that followed from them was not finite. */
struct part_known {
    real near, far, zero;
};

/* The unknowns of a chunk into the place of the right side, from its pivot rows, but those before `first`. The last
 * unknown is known; the one before the chunk, or x_{first-1}, is found. */
__device__ __forceinline__ void chunk_backward(struct part_tile &t, int c, struct part_known &x, int first)
{
    const int at = chunk_at(threadIdx.x, c);
    const struct part_chunk q = t.v[ROW_A][at], r = t.v[ROW_B][at], e = t.v[ROW_C][at];
    struct part_chunk to;
#pragma unroll
    for (int i = CHUNK - 1; i >= 0; i--) {
        to.v[i] = x.near;
        if (i < first) continue;
        const real next = fma(-q.v[i], x.near, fma(-r.v[i], x.far, e.v[i]));
        x.far = x.near, x.near = next, x.zero = fma(next, RC(0.0), x.zero);
    }
    t.v[ROW_D][at] = to;
}
