/* Kernels over the partitions of a batch, one thread each and one warp per block: elimination, then substitution for
 * the equations of a partition.
 *
 * Threads go through rows in step, by tiles in shared memory (spike_eliminate_tiles), or by pivots, each as fast as its
 * pivots of one and two rows let it (spike_eliminate_pivots), where barriers of the warp bound how far apart they get:
 * Chang's dynamic tiling. */
#pragma once
#include "solvers/tridiag/spike/device/spike_pivots.cuh"
#include "solvers/tridiag/spike/device/spike_tile.cuh"

/* The unknowns that a row is substituted by: of the next row, and of the one after it. */
struct spike_ahead {
    real next, behind;
};

template <bool PAIRS> __device__ __forceinline__ real spike_back_row(real from, real f, struct spike_ahead &x)
{
    const real here = from - f * (PAIRS && spike_is_far(f) ? x.behind : x.next);
    x.behind = x.next, x.next = here;
    return here;
}

/* The three right sides, and what is seen of them. */
struct spike_three_sides {
    struct spike_ahead y, w, v;
    real growth, zero;
};

template <bool PAIRS> __device__ __forceinline__ void spike_back_step(struct spike_three_sides &k, const real *slot)
{
    const real f = slot[KEPT_F * SPIKE_WARP];
    spike_back_row<PAIRS>(slot[KEPT_Y * SPIKE_WARP], f, k.y);
    spike_back_row<PAIRS>(slot[KEPT_W * SPIKE_WARP], f, k.w);
    spike_back_row<PAIRS>(0, f, k.v);
    k.growth = pivot_larger(k.growth, pivot_larger(pivot_magnitude(k.w.next), pivot_magnitude(k.v.next)));
    k.zero += 0 * k.y.next + 0 * (k.w.next + k.v.next);
}

__device__ __forceinline__ struct spike_edge spike_edge_of(const struct spike_three_sides &k)
{
    return {k.y.next, k.w.next, k.v.next};
}

__device__ __forceinline__ struct spike_block spike_block_of(const struct spike_edge &first,
                                                             const struct spike_edge &last)
{
    return {{first.w, 1, 0, first.v, first.y}, {last.w, 0, 1, last.v, last.y}};
}

/* Equations, edges and growth of a partition from what elimination has kept, and grown by. Rows are substituted again
 * for x, when the unknowns next to them are known: nothing is written here. */
template <bool PAIRS>
__device__ __forceinline__ void spike_back(const struct spike_cut &k, const struct spike_part &w, real growth,
                                           const real *slot)
{
    struct spike_three_sides sides = {{0, 0}, {0, 0}, {-1, 0}, growth, 0};
    const int64_t at = w.s * k.count + w.p;
    struct spike_edge last = {}, edge = {};
    if (w.m == 0) return;
#pragma unroll 1
    for (int64_t i = w.m - 1; i >= 0; i--) {
        spike_back_step<PAIRS>(sides, slot + i * KEPT_STEP);
        edge = spike_edge_of(sides);
        if (i == w.m - 1) last = edge, k.edge[at * SPIKE_EDGES + EDGE_LAST] = edge;
        if (i == w.m - 2 || w.m == 1) k.edge[at * SPIKE_EDGES + EDGE_BEFORE_LAST] = edge;
        if (i == 1 || w.m == 1) k.edge[at * SPIKE_EDGES + EDGE_SECOND] = edge;
    }
    k.edge[at * SPIKE_EDGES + EDGE_FIRST] = edge;
    k.block[at] = spike_block_of(edge, last);
    k.growth[at] = sides.growth + sides.zero;
    if (w.p == 0) k.found[w.s] = NOTHING_FOUND;
}

template <class Method, int WORK>
static __global__ void __launch_bounds__(SPIKE_WARP) spike_eliminate_tiles(struct device_batch g, struct spike_cut k)
{
    SHARED_ARRAY(struct spike_lanes, lanes, 1);
    SHARED_ARRAY(struct spike_tile, tile, 1);
    struct spike_part w = spike_part_here(k, g);
    if (k.moved) w = spike_part_moved(k, w);
    const struct spike_moves moves = spike_lanes_set(lanes[0], w, k.across || k.moved);
    typename Method::template rows<WORK> walk;
    real *const slot = spike_kept_at(k, w.slot);
    struct spike_lift next;
    spike_fetch(next, lanes[0], moves, 0);
#pragma unroll 1
    for (int64_t i = 0; i < k.rows; i += SPIKE_TILE) {
        spike_put(tile[0], next, moves);
        __syncwarp();
        spike_fetch(next, lanes[0], moves, i + SPIKE_TILE);
#pragma unroll 2
        for (int r = 0; r < SPIKE_TILE; r++) {
            if (i + r >= k.rows) break;
            walk.push(spike_tile_row(tile[0], w, r, i + r), i + r, w.m, slot + (i + r) * KEPT_STEP);
        }
        __syncwarp();
    }
    walk.finish(slot + k.rows * KEPT_STEP);
    if (WORK != SPIKE_FACTOR) spike_back<Method::PAIRS>(k, w, walk.growth(), slot);
}

/* Rows limit ... are not begun before all threads of the warp are there; `tiles` such barriers, or none. */
template <class Method, int WORK>
static __global__ void __launch_bounds__(SPIKE_WARP)
    spike_eliminate_pivots(struct device_batch g, struct spike_cut k, int64_t tiles)
{
    struct spike_part w = spike_part_here(k, g);
    if (k.moved) w = spike_part_moved(k, w);
    typename Method::template pivots<WORK> walk(w);
    real *const slot = spike_kept_at(k, w.slot);
    int64_t i = 0;
#pragma unroll 1
    for (int64_t t = 1; t <= tiles; t++) {
        const int64_t limit = min(t * k.rows / tiles, w.m);
#pragma unroll 1
        while (i < limit) i += walk.pivot(w, i, slot + i * KEPT_STEP);
        __syncwarp();
    }
    if (WORK != SPIKE_FACTOR) spike_back<Method::PAIRS>(k, w, walk.growth(), slot);
}
