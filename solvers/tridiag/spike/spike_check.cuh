/* Rows at the cuts are checked before x is written; then x of all other partitions; and what is done with systems in
 * which a row was missed: they are solved in order by partial pivoting, a thread each (pivot_checkpointed.c), or x is
 * not a number. */
#pragma once
#include "solvers/tridiag/spike/spike_apart.cuh"

__device__ __forceinline__ real spike_edge_x(const struct spike_cut &k, int64_t s, int64_t p, int which)
{
    const struct spike_edge e = k.edge[(s * k.count + p) * SPIKE_EDGES + which];
    const struct spike_pair beside = spike_beside(k, s, p);
    const real rest = e.y - e.w * beside.tail;
    return rest - e.v * beside.head;
}

static __global__ void __launch_bounds__(SPIKE_WARP) spike_check(struct device_batch g, struct spike_cut k)
{
    const struct spike_part w = spike_part_here(k, g);
    if (w.m == 0) return;
    const real before = w.p > 0 ? spike_edge_x(k, w.s, w.p - 1, EDGE_LAST) : 0;
    const real behind = w.first + w.m < w.n ? spike_edge_x(k, w.s, w.p + 1, EDGE_FIRST) : 0;
    const real first = spike_edge_x(k, w.s, w.p, EDGE_FIRST), last = spike_edge_x(k, w.s, w.p, EDGE_LAST);
    const real second = w.m > 1 ? spike_edge_x(k, w.s, w.p, EDGE_SECOND) : behind;
    const real before_last = w.m > 1 ? spike_edge_x(k, w.s, w.p, EDGE_BEFORE_LAST) : before;
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
    const bool grown = spike_grown(k, w, GROWTH_REPAIRED);
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

/* Systems in order by partial pivoting: rows of each as pivot rows in its slots, divided by their pivots, p, q, e being
 * the row that is left over. Returns i + 1 of the first row i without a pivot. */
__device__ __forceinline__ int64_t spike_pivot_down(const struct spike_cut &k, const struct line &l, int64_t s,
                                                    int64_t batch)
{
    real p = l.b[0] + l.shift, q = l.n > 1 ? l.c[0] : RC(0.0), e = l.x[0];
#pragma unroll 1
    for (int64_t i = 0; i < l.n; i++) {
        const bool more = i < l.n - 1;
        const real a = more ? l.a[(i + 1) * l.step] : RC(0.0), b = more ? l.b[(i + 1) * l.step] + l.shift : RC(0.0);
        const real c = i < l.n - 2 ? l.c[(i + 1) * l.step] : RC(0.0), d = more ? l.x[(i + 1) * l.x_step] : RC(0.0);
        const bool swap = pivot_magnitude(p) < pivot_magnitude(a);
        const real pivot = swap ? a : p, m = (swap ? p : a) / pivot;
        if (pivot == 0 || !isfinite(pivot)) return i + 1;
        real *const at = spike_kept_at(k, spike_slot_of(k, batch, s, i / k.rows)) + i % k.rows * KEPT_STEP;
        at[KEPT_Y * SPIKE_WARP] = (swap ? d : e) / pivot;
        at[KEPT_W * SPIKE_WARP] = (swap ? b : q) / pivot;
        at[KEPT_F * SPIKE_WARP] = swap ? c / pivot : RC(0.0);
        p = swap ? q - m * b : b - m * q;
        q = swap ? -m * c : c;
        e = swap ? e - m * d : d - m * e;
    }
    return 0;
}

/* Returns i + 1 of a row i whose x is not finite. */
__device__ __forceinline__ int64_t spike_pivot_up(const struct spike_cut &k, const struct line &l, int64_t s,
                                                  int64_t batch)
{
    real next = 0, behind = 0;
    int64_t info = 0;
#pragma unroll 1
    for (int64_t i = l.n - 1; i >= 0; i--) {
        const real *const at = spike_kept_at(k, spike_slot_of(k, batch, s, i / k.rows)) + i % k.rows * KEPT_STEP;
        const real rest = at[KEPT_Y * SPIKE_WARP] - at[KEPT_W * SPIKE_WARP] * next;
        const real x = rest - at[KEPT_F * SPIKE_WARP] * behind;
        l.x[i * l.x_step] = x;
        if (!isfinite(x)) info = i + 1;
        behind = next, next = x;
    }
    return info;
}

/* `pivots`: else info of a system that is not solved is that of elimination in order. */
static __global__ void __launch_bounds__(SPIKE_WARP)
    spike_give_up(struct device_batch g, struct spike_cut k, bool repair, bool pivots)
{
    const int64_t s = (int64_t)blockIdx.x * SPIKE_WARP + threadIdx.x;
    if (s >= g.shape.batch) return;
    const struct line l = line_of(&g.shape, &g.system, s);
    int64_t info = k.found[s] == NOTHING_FOUND ? 0 : k.found[s] < 0 ? k.found[s] + REPORTED : k.found[s];
    if (info) {
        const int64_t without = repair ? spike_pivot_down(k, l, s, g.shape.batch) : info;
        const int64_t odd = without ? without : spike_pivot_up(k, l, s, g.shape.batch);
        info = odd ? odd : (int64_t)SOLVED_BY_FALLBACK;
        const int64_t in_order = info > 0 && !pivots ? info_of_pivots(l, l.n) : 0;
        if (in_order) info = in_order;
        for (int64_t i = 0; info > 0 && i < l.n; i++) l.x[i * l.x_step] = (real)NAN;
    }
    if (g.system.info) g.system.info[s] = info;
}
