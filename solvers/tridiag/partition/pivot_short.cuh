/* Systems of at most PART rows: a thread eliminates one in order with partial pivoting, in shared memory, in one pass
 * over its rows. Where a pivot or an x is not finite nothing is written. */
#pragma once
#include "solvers/tridiag/partition/pivot_three.cuh"

/* Solves the system in this lane of the tile. False if that fails. */
__device__ __forceinline__ bool short_solve(struct part_tile<PART> &t)
{
    const struct part_row top = part_tile_row(t, 0);
    real p = top.b, q = top.c, e = top.d;
    bool fine = true;
#pragma unroll 2
    for (int r = 1; r < PART; r++) {
        const int at = r * PITCH + (int)threadIdx.x;
        struct part_row m = part_tile_row(t, r);
        const bool swap = fabs(m.a) > fabs(p);
        exchange(swap, p, m.a), exchange(swap, q, m.b), exchange(swap, e, m.d);
        const real w = 1 / p, f = m.a * w, behind = swap ? m.c : 0;
        t.v[ROW_A][at] = q * w, t.v[ROW_B][at] = behind * w, t.v[ROW_C][at] = e * w;
        fine &= isfinite(w);
        p = m.b - f * q, q = swap ? -f * behind : m.c, e = m.d - f * e;
    }
    real near = e / p, far = 0;
    fine &= isfinite(near);
#pragma unroll 4
    for (int r = PART - 1; r >= 0; r--) {
        const int at = r * PITCH + (int)threadIdx.x;
        if (r < PART - 1) {
            const real x = t.v[ROW_C][at + PITCH] - t.v[ROW_B][at + PITCH] * far - t.v[ROW_A][at + PITCH] * near;
            far = near, near = x;
        }
        t.v[ROW_D][at] = near;
        fine &= isfinite(near);
    }
    return fine;
}

static __global__ void __launch_bounds__(WARP) solve_short(struct device_batch g, struct part_cut cut, struct verdict v)
{
    SHARED_ARRAY(struct part_lanes, lanes, 1);
    SHARED_ARRAY(struct part_tile<PART>, tile, 1);
    const struct part here = part_here(cut, g.shape, v);
    if (!__any_sync(~0u, here.first < here.n)) return;
    part_lanes_set(lanes[0], g, here);
    part_tile_load(tile[0], lanes[0], g, cut.across, 0);
    const bool fine = short_solve(tile[0]);
    __syncwarp();
    if (here.first < here.n) {
        v.failed[here.s] = !fine;
        if (!fine) lanes[0].n[threadIdx.x] = 0;
        if (g.system.info) g.system.info[here.s] = 0;
    }
    part_tile_store(tile[0], lanes[0], g, cut.across);
}
