/* Partitions whose spikes grow, since they are singular or nearly so: they are eliminated again, by a thread each, from
 * all of their rows without dividing by anything of theirs only. Two equations are left over, A from row 0 and B from
 * row 1; with the next row they are the candidates for the pivot of each unknown but the first and the last, and the
 * largest of the three is taken. What is left in the end is two equations between the unknowns at both ends and those
 * next to the partition, whatever the partition itself is.
 *
 * C. Klein, R. Strzodka, Tridiagonal GPU solver with scaled partial pivoting at maximum bandwidth, ICPP 2021, with two
 * candidates; with three a singular inner part loses nothing. Of these partitions all rows are checked. */
#pragma once
#include "solvers/tridiag/spike/device/spike_passes.cuh"
#include "solvers/tridiag/spike/spike_bounds.h"

/* Elements at the unknown before the partition, at its first one, at the one to be eliminated next and the two after
 * it; right side. */
struct spike_candidate {
    real l, z, u, v, t, e;
};

__device__ __forceinline__ void spike_candidate_swap(struct spike_candidate &a, struct spike_candidate &b)
{
    const struct spike_candidate was = a;
    a = b, b = was;
}

__device__ __forceinline__ void spike_candidate_reduce(struct spike_candidate &a, const struct spike_candidate &pivot,
                                                       real w)
{
    const real m = a.u * w;
    a = {a.l - m * pivot.l, a.z - m * pivot.z, a.v - m * pivot.v, a.t - m * pivot.t, 0, a.e - m * pivot.e};
}

/* Eliminates unknowns 1 ... m - 2 from rows a and b, of elements at unknown 1 on, and the rows after them; stores the
 * pivot rows, divided by their pivots. */
__device__ __forceinline__ void spike_candidates(const struct spike_part &w, struct spike_candidate &a,
                                                 struct spike_candidate &b, real *slot)
{
    struct spike_row ahead = spike_row_of(w, 2);
#pragma unroll 1
    for (int64_t i = 1; i < w.m - 1; i++) {
        const struct spike_row r = ahead;
        ahead = spike_row_of(w, i + 2);
        struct spike_candidate next = {0, 0, r.a, r.b, r.c, r.d};
        if (pivot_magnitude(a.u) > pivot_magnitude(next.u)) spike_candidate_swap(a, next);
        if (pivot_magnitude(b.u) > pivot_magnitude(next.u)) spike_candidate_swap(b, next);
        const real inverse = 1 / next.u;
        spike_candidate_reduce(a, next, inverse), spike_candidate_reduce(b, next, inverse);
        real *const at = slot + i * KEPT_STEP;
        at[KEPT_Y * SPIKE_WARP] = next.e * inverse, at[KEPT_W * SPIKE_WARP] = next.v * inverse;
        at[KEPT_F * SPIKE_WARP] = next.t * inverse;
    }
}

/* An equation between the unknowns of a block, whose largest element is made about 1. */
__device__ __forceinline__ struct spike_equation spike_equation_of(real l, real z, real p, real q, real e)
{
    const real left = pivot_larger(pivot_magnitude(l), pivot_magnitude(z));
    const real right = pivot_larger(pivot_magnitude(p), pivot_magnitude(q));
    const real scale = diagonal_pivot_scale(pivot_larger(left, right));
    return {l * scale, z * scale, p * scale, q * scale, e * scale};
}

__device__ __forceinline__ struct spike_block spike_block_apart(const struct spike_part &w, real *slot)
{
    const struct spike_row r = spike_row_of(w, 0), q = spike_row_of(w, 1);
    struct spike_block out = {spike_equation_of(r.a, r.b, 0, r.c, r.d), {0, 1, -1, 0, 0}};
    if (w.m == 1) return out;
    struct spike_candidate a = {r.a, r.b, r.c, 0, 0, r.d}, b = {0, q.a, q.b, q.c, 0, q.d};
    spike_candidates(w, a, b, slot);
    out.upper = spike_equation_of(a.l, a.z, a.u, a.v, a.e), out.lower = spike_equation_of(b.l, b.z, b.u, b.v, b.e);
    return out;
}

__device__ __forceinline__ void spike_find(const struct spike_cut &k, int64_t s, int64_t info)
{
    atomicMin((long long *)&k.found[s], (long long)info);
}

/* A system of one partition has no rows next to it: it is left to elimination in order. */
__device__ __forceinline__ void spike_put_apart(const struct spike_cut &k, const struct spike_part &w)
{
    if (w.m == w.n) spike_find(k, w.s, w.n);
    else k.block[w.s * k.count + w.p] = spike_block_apart(w, spike_kept_at(k, w.slot));
}
