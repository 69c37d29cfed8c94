/* Partitions whose spikes grow, since they are singular or nearly so: they are eliminated again, by a thread each, from
 * all of their rows without dividing by anything of theirs alone. Two equations are left over, A from row 0 and B from
 * row 1; with the next row they are the candidates for the pivot of each unknown but the first and the last, and the
 * largest of the three is taken. What is left in the end is two equations between the unknowns at both ends and those
 * beside the partition, whatever the partition itself is.
 *
 * C. Klein, R. Strzodka, Tridiagonal GPU solver with scaled partial pivoting at maximum bandwidth, ICPP 2021, with two
 * candidates; with three a singular inner part loses nothing. Of these partitions all rows are checked. */
#pragma once
#include "solvers/tridiag/spike/spike_bounds.h"
#include "solvers/tridiag/spike/spike_passes.cuh"

/* Elements at the unknown before the partition, at its first one, at the one to be eliminated next and the two behind
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

/* Eliminates unknowns 1 ... m - 2 from rows a and b, of elements at unknown 1 on, and the rows behind them; stores the
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

/* An equation between the unknowns of a block, of which the largest element is made about 1. */
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

/* A system of one partition has no rows beside it: it is left to elimination in order. */
__device__ __forceinline__ void spike_put_apart(const struct spike_cut &k, const struct spike_part &w)
{
    if (w.m == w.n) spike_find(k, w.s, w.n);
    else k.block[w.s * k.count + w.p] = spike_block_apart(w, spike_kept_at(k, w.slot));
}

/* Before the reduced system: new equations of such partitions, or, without repair, what is said of them. */
static __global__ void __launch_bounds__(SPIKE_WARP) spike_repair(struct device_batch g, struct spike_cut k)
{
    const struct spike_part w = spike_part_here(k, g);
    if (!spike_grown(k, w, GROWTH_APART)) return;
    spike_put_apart(k, w);
}

/* i + 1 of the first row i of a partition without a pivot in diagonal pivoting, or of its last row. */
__device__ __forceinline__ int64_t spike_unsolved_row(const struct spike_part &w)
{
    struct spike_diagonal chain;
    chain.shift(spike_row_of(w, 0), 0, w.m), chain.shift(spike_row_of(w, 1), 1, w.m);
#pragma unroll 1
    for (int64_t i = 0; i < w.m; i++) {
        const struct diagonal_pivot_row behind = spike_scaled(spike_row_of(w, i + 2), i + 2, w.m);
        const real p = chain.here.b - chain.here.a * chain.before.near;
        struct diagonal_pivot out[2];
        if (diagonal_pivot_is_pair(p, chain.here, chain.next, behind.a)) {
            diagonal_pivot_two(p, 0, 0, chain.here.c, chain.next, out);
            chain.before = out[1];
            chain.here = behind, chain.next = spike_scaled(spike_row_of(w, i + 3), i + 3, w.m);
            i++;
            continue;
        }
        if (!(pivot_magnitude(p) > 0 && pivot_magnitude(p) <= REAL_MAX)) return w.first + i + 1;
        chain.before = diagonal_pivot_one(p, 0, 0, chain.here.c);
        chain.here = chain.next, chain.next = behind;
    }
    return w.first + w.m;
}

static __global__ void __launch_bounds__(SPIKE_WARP)
    spike_report(struct device_batch g, struct spike_cut k, double most)
{
    const struct spike_part w = spike_part_here(k, g);
    if (w.m > 0 && !((double)k.growth[w.s * k.count + w.p] <= most))
        spike_find(k, w.s, spike_unsolved_row(w) - REPORTED);
}

/* An unknown, and the size of what it was computed from. */
struct spike_sized {
    double x, size;
};

__device__ __forceinline__ bool spike_missed(const struct spike_row &r, struct spike_sized before,
                                             struct spike_sized here, struct spike_sized behind)
{
    const double row[3] = {(double)r.a, (double)r.b, (double)r.c};
    const double x[3] = {before.x, here.x, behind.x}, size[3] = {before.size, here.size, behind.size};
    return spike_row_missed(row, (double)r.d, x, size);
}

/* x of all rows of such a partition into the place of y. */
__device__ __forceinline__ void spike_substitute_apart(const struct spike_cut &k, const struct spike_part &w,
                                                       struct spike_pair beside, real *slot)
{
    const struct spike_pair *const pair = spike_pairs(k, w.s) + w.p;
    const real first = pair[0].head, last = w.m == 1 ? first : pair[1].tail;
    const struct spike_row r = spike_row_of(w, 0), q = spike_row_of(w, 1);
    struct spike_candidate a = {0, 0, r.c, 0, 0, r.d - r.a * beside.tail - r.b * first},
                           b = {0, 0, q.b, q.c, 0, q.d - q.a * first};
    if (w.m > 2) spike_candidates(w, a, b, slot);
    real x = last, behind = beside.head;
    slot[0] = first;
    slot[(w.m - 1) * KEPT_STEP] = last;
#pragma unroll 1
    for (int64_t i = w.m - 2; i > 0; i--) {
        real *const at = slot + i * KEPT_STEP;
        const real here = at[0] - at[KEPT_W * SPIKE_WARP] * x - at[KEPT_F * SPIKE_WARP] * behind;
        behind = x, x = at[0] = here;
    }
}

/* The same of one that is not repaired, by what elimination has kept. */
template <bool PAIRS>
__device__ __forceinline__ void spike_substitute_grown(const struct spike_part &w, struct spike_pair beside, real *slot)
{
    struct spike_ahead x = {beside.head, 0};
#pragma unroll 1
    for (int64_t i = w.m - 1; i >= 0; i--) {
        real *const at = slot + i * KEPT_STEP;
        at[0] = spike_back_row<PAIRS>(at[0] - at[KEPT_W * SPIKE_WARP] * beside.tail, at[KEPT_F * SPIKE_WARP], x);
    }
}

/* Its rows are checked, but for the first and the last, which need x of other partitions too. Each x is rounded as the
 * largest one. */
__device__ __forceinline__ void spike_check_apart(const struct spike_cut &k, const struct spike_part &w,
                                                  const real *slot)
{
    struct spike_edge *const edge = k.edge + (w.s * k.count + w.p) * SPIKE_EDGES;
    const real *const last = slot + (w.m - 1) * KEPT_STEP;
    real most = 0;
    edge[EDGE_FIRST] = {slot[0], 0, 0};
    edge[EDGE_SECOND] = {w.m > 1 ? slot[KEPT_STEP] : slot[0], 0, 0};
    edge[EDGE_BEFORE_LAST] = {w.m > 1 ? last[-KEPT_STEP] : slot[0], 0, 0};
    edge[EDGE_LAST] = {last[0], 0, 0};
    for (int64_t i = 0; i < w.m; i++) most = pivot_larger(most, pivot_magnitude(slot[i * KEPT_STEP]));
    const auto sized = [&](const real *at) { return spike_sized{(double)at[0], (double)most}; };
#pragma unroll 1
    for (int64_t i = 1; i < w.m - 1; i++) {
        const real *const at = slot + i * KEPT_STEP;
        if (!spike_missed(spike_row_of(w, i), sized(at - KEPT_STEP), sized(at), sized(at + KEPT_STEP))) continue;
        spike_find(k, w.s, w.first + i + 1);
        return;
    }
}

/* After the reduced system. */
template <bool REPAIR, bool PAIRS>
static __global__ void __launch_bounds__(SPIKE_WARP) spike_solve_apart(struct device_batch g, struct spike_cut k)
{
    const struct spike_part w = spike_part_here(k, g);
    if (!spike_grown(k, w, GROWTH_APART)) return;
    const struct spike_pair beside = spike_beside(k, w.s, w.p);
    real *const slot = spike_kept_at(k, w.slot);
    if (REPAIR) spike_substitute_apart(k, w, beside, slot);
    else spike_substitute_grown<PAIRS>(w, beside, slot);
    spike_check_apart(k, w, slot);
}
