/* Rows moved to where the threads of a warp read and write whole lines, and x moved back: Chang's data layout
 * transformation. */
#pragma once
#include "solvers/tridiag/spike/device/spike_tile.cuh"

static __global__ void __launch_bounds__(SPIKE_WARP) spike_move(struct device_batch g, struct spike_cut k)
{
    SHARED_ARRAY(struct spike_lanes, lanes, 1);
    SHARED_ARRAY(struct spike_tile, tile, 1);
    const struct spike_part w = spike_part_here(k, g);
    const struct spike_moves moves = spike_lanes_set(lanes[0], w, k.across);
    const int64_t column = k.groups * k.pitch * SPIKE_WARP;
    real *const to = k.moved + blockIdx.x * k.pitch * SPIKE_WARP + threadIdx.x;
    struct spike_lift lift;
#pragma unroll 1
    for (int64_t i = 0; i < k.rows; i += SPIKE_TILE) {
        spike_fetch(lift, lanes[0], moves, i);
        __syncwarp();
        spike_put(tile[0], lift, moves);
        __syncwarp();
#pragma unroll 4
        for (int r = 0; r < SPIKE_TILE; r++) {
            if (i + r >= k.rows) break;
            const struct spike_row row = spike_tile_row(tile[0], w, r, i + r);
            real *const at = to + (i + r) * SPIKE_WARP;
            at[MOVED_A * column] = row.a, at[MOVED_B * column] = row.b, at[MOVED_C * column] = row.c;
            at[MOVED_D * column] = row.d;
        }
    }
}

/* x from the place of y to the caller's arrays, of systems in which nothing was found. */
static __global__ void __launch_bounds__(SPIKE_WARP) spike_move_back(struct device_batch g, struct spike_cut k)
{
    SHARED_ARRAY(struct spike_lanes, lanes, 1);
    SHARED_ARRAY(real, tile, SPIKE_TILE * SPIKE_PITCH);
    struct spike_part w = spike_part_here(k, g);
    if (w.m > 0 && k.found[w.s] != NOTHING_FOUND) w.m = 0;
    const struct spike_moves moves = spike_lanes_set(lanes[0], w, k.across);
    const real *const slot = spike_kept_at(k, w.slot);
#pragma unroll 1
    for (int64_t i = 0; i < k.rows; i += SPIKE_TILE) {
        for (int r = 0; r < SPIKE_TILE && i + r < k.rows; r++)
            tile[r * SPIKE_PITCH + threadIdx.x] = slot[(i + r) * KEPT_STEP + KEPT_Y * SPIKE_WARP];
        __syncwarp();
        spike_store(tile, lanes[0], moves, i);
        __syncwarp();
    }
}
