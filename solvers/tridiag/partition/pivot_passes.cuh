/* The passes of `partition_pivot` over the rows: a warp for 32 parts. */
#pragma once
#include "solvers/tridiag/partition/pivot_join.cuh"
#include "solvers/tridiag/partition/pivot_three.cuh"

static __global__ void __launch_bounds__(WARP)
    reduce_parts(struct device_batch g, struct part_cut cut, struct join_level to, struct verdict v)
{
    SHARED_ARRAY(struct part_lanes, lanes, 1);
    SHARED_ARRAY(struct part_tile<TILE>, tile, 1);
    const struct part here = part_here(cut, g.shape, v);
    struct three_rest k = {};
    bool fine = true;
    if (!__any_sync(~0u, here.first < here.n)) return;
    part_lanes_set(lanes[0], g, here);
#pragma unroll 1
    for (int from = 0; from < PART; from += TILE) {
        part_tile_load(tile[0], lanes[0], g, cut.across, from);
        if (from == 0) {
            const struct part_row top = part_tile_row(tile[0], 0), next = part_tile_row(tile[0], 1);
            k.a = {top.a, top.b, top.c, 0, 0, top.d}, k.b = {0, next.a, next.b, next.c, 0, next.d};
        }
#pragma unroll 2
        for (int r = from ? 0 : 2; r < TILE; r++) {
            struct three_row next = three_row_of(part_tile_row(tile[0], r));
            fine &= isfinite(three_eliminate<true>(k, next));
        }
        __syncwarp();
    }
    if (here.first >= here.n) return;
    const real field[FIELDS] = {k.a.l, k.a.z, k.a.p, k.a.q, k.a.e, k.b.l, k.b.z, k.b.p, k.b.q, k.b.e};
#pragma unroll
    for (int f = 0; f < FIELDS; f++) to.field[f * to.stride + join_at(to, here.s, here.p)] = field[f];
    if (!fine) atomicExch(&v.failed[here.s], 1);
}

__device__ __forceinline__ struct part_ends ends_of(const struct join_level &l, const struct part &here)
{
    const real *const one = l.field + join_at(l, here.s, here.p), *const two = one + l.stride;
    return {one[0], two[0], one[1], two[1]};
}

/* x of a part into the place of the right side, from its ends. False where a pivot or an x is not finite. */
__device__ __forceinline__ bool part_solve(struct part_tile<PART> &t, const struct part_ends &ends, real *missed)
{
    const struct part_row top = part_tile_row(t, 0), second = part_tile_row(t, 1), bottom = part_tile_row(t, PART - 1);
    const real rest = top.d - top.a * ends.before;
    struct three_rest k = {{0, 0, top.c, 0, 0, rest - top.b * ends.first},
                           {0, 0, second.b, second.c, 0, second.d - second.a * ends.first}};
    bool fine = true;
#pragma unroll 2
    for (int r = 2; r < PART; r++) {
        const int at = r * PITCH + (int)threadIdx.x;
        struct three_row next = three_row_of(part_tile_row(t, r));
        const real w = three_eliminate<false>(k, next);
        t.v[ROW_A][at] = next.q * w, t.v[ROW_B][at] = next.r * w, t.v[ROW_C][at] = next.e * w;
        fine &= isfinite(w);
    }
    real near = ends.last, far = ends.behind, inner = ends.behind, last_but_one = 0;
#pragma unroll 4
    for (int r = PART - 1; r >= 1; r--) {
        const int at = r * PITCH + (int)threadIdx.x;
        if (r < PART - 1) {
            inner = t.v[ROW_C][at + PITCH] - t.v[ROW_B][at + PITCH] * far - t.v[ROW_A][at + PITCH] * near;
            far = near, near = inner;
        }
        if (r == PART - 2) last_but_one = inner;
        t.v[ROW_D][at] = near;
        fine &= isfinite(near);
    }
    t.v[ROW_D][threadIdx.x] = ends.first;
    const real above = row_missed(top, ends.before, ends.first, near);
    const real below = row_missed(bottom, last_but_one, ends.last, ends.behind);
    *missed = max(above, below);
    return fine && isfinite(above) && isfinite(below);
}

static __global__ void __launch_bounds__(WARP)
    substitute_parts(struct device_batch g, struct part_cut cut, struct join_level from, struct verdict v)
{
    SHARED_ARRAY(struct part_lanes, lanes, 1);
    SHARED_ARRAY(struct part_tile<PART>, tile, 1);
    struct part here = part_here(cut, g.shape, v);
    if (here.first < here.n && v.failed[here.s]) here.n = 0;
    const bool is = here.first < here.n;
    if (!__any_sync(~0u, here.first < here.n)) return;
    part_lanes_set(lanes[0], g, here);
    part_tile_load(tile[0], lanes[0], g, cut.across, 0);
    const struct part_ends ends = is ? ends_of(from, here) : part_ends{0, 0, 0, 0};
    real missed;
    const bool fine = part_solve(tile[0], ends, &missed);
    part_tile_store(tile[0], lanes[0], g, cut.across);
    if (!is) return;
    if (!fine) atomicExch(&v.strange[here.s], 1);
    else if (missed > 0) {
        real_bits bits;
        memcpy(&bits, &missed, sizeof bits);
        atomicMax(&v.missed[here.s], bits);
    }
}
