/* Rows at the cuts are checked before x is written; then x of all other partitions; and what is done with systems in
 * which a row was missed: they are solved in order by partial pivoting, a thread each (pivot_in_order.h), or x is
 * not a number. */
#pragma once
#include "solvers/tridiag/pivot_in_order.cuh"
#include "solvers/tridiag/spike/spike_apart.cuh"

/* The largest unknown beside the cuts around partition p, two on each side: errors of pairs are of that size. */
__device__ __forceinline__ double spike_near(const struct spike_cut &k, int64_t s, int64_t p, int64_t count)
{
    const struct spike_pair *const pair = spike_pairs(k, s);
    const int64_t to = min(p + 2, count);
    real most = 0;
    for (int64_t j = p > 0 ? p - 1 : 0; j <= to; j++)
        most = pivot_larger(most, pivot_larger(pivot_magnitude(pair[j].tail), pivot_magnitude(pair[j].head)));
    return (double)most;
}

__device__ __forceinline__ struct spike_sized spike_edge_x(const struct spike_cut &k, int64_t s, int64_t p, int which,
                                                           double near)
{
    const struct spike_edge e = k.edge[(s * k.count + p) * SPIKE_EDGES + which];
    const struct spike_pair beside = spike_beside(k, s, p);
    const double y = (double)e.y, w = (double)e.w * (double)beside.tail, v = (double)e.v * (double)beside.head;
    return {(double)(real)(y - w - v), fabs(y) + fabs(w) + fabs(v) + near};
}

static __global__ void __launch_bounds__(SPIKE_WARP) spike_check(struct device_batch g, struct spike_cut k)
{
    const struct spike_part w = spike_part_here(k, g);
    const struct spike_sized none = {0, 0};
    if (w.m == 0) return;
    const double near = spike_near(k, w.s, w.p, spike_count(k, w.n));
    const struct spike_sized before = w.p > 0 ? spike_edge_x(k, w.s, w.p - 1, EDGE_LAST, near) : none;
    const struct spike_sized behind = w.first + w.m < w.n ? spike_edge_x(k, w.s, w.p + 1, EDGE_FIRST, near) : none;
    const struct spike_sized first = spike_edge_x(k, w.s, w.p, EDGE_FIRST, near),
                             last = spike_edge_x(k, w.s, w.p, EDGE_LAST, near);
    const struct spike_sized second = w.m > 1 ? spike_edge_x(k, w.s, w.p, EDGE_SECOND, near) : behind;
    const struct spike_sized before_last = w.m > 1 ? spike_edge_x(k, w.s, w.p, EDGE_BEFORE_LAST, near) : before;
    if (spike_missed(spike_row_of(w, 0), before, first, second)) spike_find(k, w.s, w.first + 1);
    else if (spike_missed(spike_row_of(w, w.m - 1), before_last, last, behind)) spike_find(k, w.s, w.first + w.m);
}

/* x of row i from what is kept; in partitions that have grown x is there. */
template <bool PAIRS>
__device__ __forceinline__ real spike_x_of(const real *at, bool grown, real tail, struct spike_ahead &x)
{
    const real y = at[0];
    return grown ? y : spike_back_row<PAIRS>(y - at[KEPT_W * SPIKE_WARP] * tail, at[KEPT_F * SPIKE_WARP], x);
}

/* To the caller's arrays, through tiles, or by each thread for itself; or into the place of y. */
enum spike_sink { SPIKE_THROUGH_TILES, SPIKE_DIRECT, SPIKE_IN_PLACE };

template <bool PAIRS, int SINK>
static __global__ void __launch_bounds__(SPIKE_WARP) spike_collect(struct device_batch g, struct spike_cut k)
{
    SHARED_ARRAY(struct spike_lanes, lanes, 1);
    SHARED_ARRAY(real, tile, SPIKE_TILE * SPIKE_PITCH);
    struct spike_part w = spike_part_here(k, g);
    if (w.m > 0 && k.found[w.s] != NOTHING_FOUND) w.m = 0;
    const bool grown = spike_grown(k, w, GROWTH_APART);
    const struct spike_pair beside = w.m > 0 ? spike_beside(k, w.s, w.p) : spike_pair{0, 0};
    real *const slot = spike_kept_at(k, w.slot);
    struct spike_moves moves = {};
    if (SINK == SPIKE_THROUGH_TILES) moves = spike_lanes_set(lanes[0], w, k.across);
    struct spike_ahead x = {beside.head, 0};
#pragma unroll 1
    for (int64_t i = (k.rows - 1) / SPIKE_TILE * SPIKE_TILE; i >= 0; i -= SPIKE_TILE) {
#pragma unroll
        for (int r = SPIKE_TILE - 1; r >= 0; r--) {
            if (i + r >= w.m) continue;
            real *const at = slot + (i + r) * KEPT_STEP;
            const real here = spike_x_of<PAIRS>(at, grown, beside.tail, x);
            if (SINK == SPIKE_THROUGH_TILES) tile[r * SPIKE_PITCH + threadIdx.x] = here;
            else if (SINK == SPIKE_DIRECT) w.l.x[(i + r) * w.l.x_step] = here;
            else at[0] = here;
        }
        if (SINK != SPIKE_THROUGH_TILES) continue;
        __syncwarp();
        spike_store(tile, lanes[0], moves, i);
        __syncwarp();
    }
}

/* `pivots`: else info of a system that is not solved is that of elimination in order. What is kept of rows is no longer
 * needed, and overwritten. */
static __global__ void __launch_bounds__(SPIKE_WARP)
    spike_give_up(struct device_batch g, struct spike_cut k, bool repair, bool pivots)
{
    SHARED_ARRAY(struct in_order_row, row, IN_ORDER_ROWS * SPIKE_WARP);
    const int64_t s = (int64_t)blockIdx.x * SPIKE_WARP + threadIdx.x, values = in_order_values(g.shape.n);
    if (s >= g.shape.batch) return;
    const struct line l = line_of(&g.shape, &g.system, s);
    int64_t info = k.found[s] == NOTHING_FOUND ? 0 : k.found[s] < 0 ? k.found[s] + REPORTED : k.found[s];
    if (info) {
        real *const p = k.kept + 2 * s * values;
        const struct in_order_blocks kept = {IN_ORDER_ROWS, SPIKE_WARP, p, p + values, row + threadIdx.x};
        const int64_t odd = repair ? in_order_solve(l, kept) : info;
        for (int64_t i = 0; !repair && i < l.n; i++) l.x[i * l.x_step] = (real)NAN;
        info = odd ? odd : (int64_t)SOLVED_BY_FALLBACK;
        const int64_t in_order = odd && !pivots ? info_of_pivots(l, l.n) : 0;
        if (in_order) info = in_order;
    }
    if (g.system.info) g.system.info[s] = info;
}
