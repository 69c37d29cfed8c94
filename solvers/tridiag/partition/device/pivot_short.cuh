/* Systems of at most PART rows: a thread eliminates one in order with partial pivoting, in shared memory, in one pass
 * over its rows. Where a pivot or an x is not finite nothing is written. */
#pragma once
#include "solvers/tridiag/partition/device/pivot_three.cuh"

/* The row left over: its diagonal, the element after it, its right side. */
struct short_rest {
    real p, q, e;
};

/* Eliminates the rows of a chunk from `first` on, and puts the pivot rows, divided by their pivots, into the places of
 * the rows after them. */
__device__ __forceinline__ void short_forward(struct part_tile &t, int c, struct short_rest &k, int first, bool *fine)
{
    const int at = chunk_at(threadIdx.x, c);
    const struct part_rows m = part_rows_at(t, c);
    struct part_chunk q = m.a, r = m.b, e = m.c;
#pragma unroll
    for (int i = first; i < CHUNK; i++) {
        const struct part_row n = part_row_in(m, i);
        const bool swap = fabs(n.a) > fabs(k.p);
        const real pivot = swap ? n.a : k.p, w = 1 / pivot, f = (swap ? k.p : n.a) * w;
        const real pq = swap ? n.b : k.q, pr = swap ? n.c : 0, pe = swap ? n.d : k.e;
        q.v[i] = pq * w, r.v[i] = pr * w, e.v[i] = pe * w;
        *fine &= isfinite(w);
        k = {(swap ? k.q : n.b) - f * pq, swap ? -f * pr : n.c, (swap ? k.e : n.d) - f * pe};
    }
    t.v[ROW_A][at] = q, t.v[ROW_B][at] = r, t.v[ROW_C][at] = e;
}

/* Solves the system in this lane of the tiles. False if that fails. */
__device__ __forceinline__ bool short_solve(struct part_tile *t)
{
    const struct part_row top = part_row_in(part_rows_at(t[0], 0), 0);
    struct short_rest k = {top.b, top.c, top.d};
    bool fine = true;
    short_forward(t[0], 0, k, 1, &fine);
#pragma unroll 1
    for (int c = 1; c < HALVES * CHUNKS; c++) short_forward(t[c / CHUNKS], c % CHUNKS, k, 0, &fine);
    struct part_known x = {k.e / k.p, 0, 0};
    const bool last = isfinite(x.near);
#pragma unroll 1
    for (int c = HALVES * CHUNKS - 1; c > 0; c--) chunk_backward(t[c / CHUNKS], c % CHUNKS, x, 0);
    chunk_backward(t[0], 0, x, 1);
    return fine && last && isfinite(x.zero);
}

static __global__ void __launch_bounds__(WARP) solve_short(struct device_batch g, struct part_cut cut, struct verdict v)
{
    SHARED_ARRAY(struct part_lanes, lanes, 1);
    SHARED_ARRAY(struct part_tile, half, HALVES);
    const struct part here = part_here(cut, g.shape, v);
    if (!__any_sync(~0u, here.first < here.n)) return;
    part_lanes_set(lanes[0], g, here);
    struct part_move move = part_move_of(lanes[0], g, here, cut.across);
#pragma unroll 1
    for (int h = 0; h < HALVES; h++) part_begin(half[h], lanes[0], g, move, h * TILE);
#pragma unroll 1
    for (int h = 0; h < HALVES; h++) part_arrive(half[h], g, move, here, h * TILE);
    const bool fine = short_solve(half);
    if (here.first < here.n) {
        v.failed[here.s] = !fine;
        if (g.system.info) g.system.info[here.s] = 0;
    }
    part_keep(move, lanes[0], fine && here.first < here.n);
#pragma unroll 1
    for (int h = 0; h < HALVES; h++) part_store(half[h], lanes[0], g, move, h * TILE);
}
