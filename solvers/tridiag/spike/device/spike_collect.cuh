/* x of all rows of partitions from what elimination has kept and the unknowns next to them. */
#pragma once
#include "solvers/tridiag/spike/device/spike_passes.cuh"
#include "solvers/tridiag/spike/spike_bounds.h"

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
            else if (SINK == SPIKE_DIRECT) w.l.x[(i + r) * w.l.x_stride] = here;
            else at[0] = here;
        }
        if (SINK != SPIKE_THROUGH_TILES) continue;
        __syncwarp();
        spike_store(tile, lanes[0], moves, i);
        __syncwarp();
    }
}
