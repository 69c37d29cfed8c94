/* The passes of `partition_pivot` over the rows: a warp for 32 parts. */
#pragma once
#include "solvers/tridiag/partition/device/pivot_join.cuh"
#include "solvers/tridiag/partition/device/pivot_three.cuh"

/* Rows c * CHUNK ... of a half, but the first two of the part, `first` of this chunk on. */
__device__ __forceinline__ void reduce_rows(struct three_rest &k, const struct part_rows &m, int first, unsigned *above)
{
#pragma unroll
    for (int r = first; r < CHUNK; r++) {
        const struct part_row n = part_row_in(m, r);
        struct three_pivot pivot;
        const struct three_choice c = three_eliminate(k, n, pivot, above);
        three_spikes(k, c, n.d);
    }
}

static __global__ void __launch_bounds__(WARP)
    reduce_parts(struct device_batch g, struct part_cut cut, struct join_level to, struct verdict v)
{
    SHARED_ARRAY(struct part_lanes, lanes, 1);
    SHARED_ARRAY(struct part_tile, tile, 1);
    const struct part here = part_here(cut, g.shape, v);
    struct three_rest k = {};
    unsigned above = 0;
    if (!__any_sync(~0u, here.first < here.n)) return;
    part_lanes_set(lanes[0], g, here);
    const struct part_move move = part_move_of(lanes[0], g, here, cut.across);
#pragma unroll 1
    for (int from = 0; from < PART; from += TILE) {
        part_begin(tile[0], lanes[0], g, move, from);
        part_arrive(tile[0], g, move, here, from);
        if (from == 0) {
            const struct part_rows m = part_rows_at(tile[0], 0);
            const struct part_row top = part_row_in(m, 0), next = part_row_in(m, 1);
            k.a = {top.a, top.b, top.c, 0, top.d}, k.b = {0, next.a, next.b, next.c, next.d};
            reduce_rows(k, m, 2, &above);
        }
#pragma unroll 1
        for (int c = from ? 0 : 1; c < CHUNKS; c++) reduce_rows(k, part_rows_at(tile[0], c), 0, &above);
        __syncwarp();
    }
    if (here.first >= here.n) return;
    const real field[FIELDS] = {k.a.l, k.a.z, k.a.p, k.a.q, k.a.e, k.b.l, k.b.z, k.b.p, k.b.q, k.b.e};
#pragma unroll
    for (int f = 0; f < FIELDS; f++) to.field[f * to.stride + join_at(to, here.s, here.p)] = field[f];
    if (above >= PIVOT_RANGE) atomicExch(&v.failed[here.s], 1);
}

__device__ __forceinline__ struct part_ends ends_of(const struct join_level &l, const struct part &here)
{
    const real *const one = l.field + join_at(l, here.s, here.p), *const two = one + l.stride;
    return {one[0], two[0], one[1], two[1]};
}

/* Eliminates the rows of a chunk, but those before `first`, and puts the pivot rows, divided by their pivots, into
 * their places. */
__device__ __forceinline__ void keep_rows(struct part_tile &t, int c, struct three_rest &k, const struct part_rows &m,
                                          int first)
{
    const int at = chunk_at(threadIdx.x, c);
    struct part_chunk q = m.a, r = m.b, e = m.c;
    unsigned above = 0;
#pragma unroll
    for (int i = first; i < CHUNK; i++) {
        const struct part_row n = part_row_in(m, i);
        struct three_pivot pivot;
        const struct three_choice choice = three_eliminate(k, n, pivot, &above);
        q.v[i] = pivot.q * pivot.w, r.v[i] = pivot.r * pivot.w, e.v[i] = three_right(k, choice, n.d) * pivot.w;
    }
    t.v[ROW_A][at] = q, t.v[ROW_B][at] = r, t.v[ROW_C][at] = e;
}

/* Forward elimination of a part with its ends known. */
__device__ __forceinline__ void part_forward(struct part_tile *t, const struct part_ends &ends)
{
    const struct part_rows m = part_rows_at(t[0], 0);
    const struct part_row top = part_row_in(m, 0), second = part_row_in(m, 1);
    struct three_rest k = {{0, 0, top.c, 0, top.d - top.a * ends.before - top.b * ends.first},
                           {0, 0, second.b, second.c, second.d - second.a * ends.first}};
    keep_rows(t[0], 0, k, m, 2);
#pragma unroll 1
    for (int c = 1; c < HALVES * CHUNKS; c++) {
        struct part_tile &half = t[c / CHUNKS];
        keep_rows(half, c % CHUNKS, k, part_rows_at(half, c % CHUNKS), 0);
    }
}

/* x of a part into the place of the right side, from its ends. False where one is not finite. */
__device__ __forceinline__ bool part_solve(struct part_tile *t, const struct part_ends &ends, real *missed)
{
    const struct part_row top = part_row_in(part_rows_at(t[0], 0), 0);
    const struct part_row bottom = part_row_in(part_rows_at(t[HALVES - 1], CHUNKS - 1), CHUNK - 1);
    part_forward(t, ends);
    struct part_known x = {ends.last, ends.behind, 0};
#pragma unroll 1
    for (int c = HALVES * CHUNKS - 1; c > 0; c--) chunk_backward(t[c / CHUNKS], c % CHUNKS, x, 0);
    chunk_backward(t[0], 0, x, 2);
    tile_element(t[0], ROW_D, threadIdx.x, 0) = ends.first;
    const real last_but_one = tile_element(t[HALVES - 1], ROW_D, threadIdx.x, TILE - 2);
    const real above = row_missed(top, ends.before, ends.first, x.near);
    const real below = row_missed(bottom, last_but_one, ends.last, ends.behind);
    *missed = max(above, below);
    return isfinite(x.zero) && isfinite(above) && isfinite(below);
}

static __global__ void __launch_bounds__(WARP)
    substitute_parts(struct device_batch g, struct part_cut cut, struct join_level from, struct verdict v)
{
    SHARED_ARRAY(struct part_lanes, lanes, 1);
    SHARED_ARRAY(struct part_tile, half, HALVES);
    const struct part here = part_here(cut, g.shape, v);
    if (!__any_sync(~0u, here.first < here.n)) return;
    part_lanes_set(lanes[0], g, here);
    struct part_move move = part_move_of(lanes[0], g, here, cut.across);
#pragma unroll 1
    for (int h = 0; h < HALVES; h++) part_begin(half[h], lanes[0], g, move, h * TILE);
    const bool is = here.first < here.n && !v.failed[here.s];
    const struct part_ends ends = is ? ends_of(from, here) : part_ends{0, 0, 0, 0};
#pragma unroll
    for (int h = 0; h < HALVES; h++) part_arrive(half[h], g, move, here, h * TILE);
    real missed;
    const bool fine = part_solve(half, ends, &missed);
    part_keep(move, lanes[0], is);
#pragma unroll 1
    for (int h = 0; h < HALVES; h++) part_store(half[h], lanes[0], g, move, h * TILE);
    if (!is) return;
    if (!fine) atomicExch(&v.strange[here.s], 1);
    else if (missed > 0) {
        real_bits bits;
        memcpy(&bits, &missed, sizeof bits);
        atomicMax(&v.missed[here.s], bits);
    }
}
