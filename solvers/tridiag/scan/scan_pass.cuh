/* One pass over the rows: the stages of elimination by scans, from the leading minors on, as far as the states of
 * blocks are known or can be waited for. */
#pragma once
#include "solvers/tridiag/scan/scan_block.cuh"
#include "solvers/tridiag/scan/scan_board.cuh"
#include "solvers/tridiag/scan/scan_rows.cuh"

/* Scans whose maps a pass publishes. */
enum { MINORS = 1 << minors_scan::STAGE, RIGHT = 1 << right_scan::STAGE, UNKNOWN = 1 << unknown_scan::STAGE };

struct scan_plan {
    struct scan_cut cut;
    bool tree;
    struct board<minors_scan> minors;
    struct board<right_scan> right;
    struct board<unknown_scan> unknown;
    int *failed; /* [batch]: a row of the solution has a large residual */
    real *x;     /* row i of system s: s n + i */
};

/* The task of a pass: it publishes the maps of some scans, and takes the states of the first `takes` scans, which it
 * waits for if it has a ticket; from those of all three it finds x. Going up, blocks take their places from the last
 * on. */
struct scan_task {
    int publishes, takes;
    bool up;
    int *ticket; /* or NULL: the states are there, or taken by later passes */
};

enum { SLOT = 64 /* bytes of a map or a state in shared memory */ };

static inline int scan_shared_bytes(int threads)
{
    const int tile = TILE_COLUMNS * SCAN_ROWS * scan_pitch(threads) * (int)sizeof(real);
    return tile + threads * (int)sizeof(struct minors) + (SCAN_WARPS + 2) * SLOT;
}

/* Shared memory after the tile: one state per thread, one map per warp, a map, a state. */
struct scan_shared {
    struct scan_tile tile;
    char *leaves, *of_warp, *whole, *enters;
};

__device__ __forceinline__ struct scan_shared scan_shared_at(real *v)
{
    const int pitch = scan_pitch(blockDim.x);
    char *const leaves = (char *)(v + TILE_COLUMNS * SCAN_ROWS * pitch);
    char *const of_warp = leaves + blockDim.x * sizeof(struct minors);
    return {{v, pitch}, leaves, of_warp, of_warp + SCAN_WARPS * SLOT, of_warp + (SCAN_WARPS + 1) * SLOT};
}

/* The tile of this block, in shared memory, where it takes no registers; blocks 0 if there is none. */
__device__ __forceinline__ void place_here(const struct scan_plan &k, const struct shape &shape,
                                           const struct scan_task &task, struct scan_part *here)
{
    if (threadIdx.x == 0) {
        const int64_t t = task.ticket ? atomicAdd(task.ticket, 1) : (int)blockIdx.x;
        const int64_t s = t / k.cut.blocks, p = t % k.cut.blocks;
        const int64_t blocks = scan_blocks(shape_rows(&shape, s), k.cut.threads);
        *here = p < blocks ? scan_part_of(k.cut, shape, s, task.up ? blocks - 1 - p : p) : scan_part{};
    }
    __syncthreads();
}

/* The state that enters this thread; the map of the block is published first. Nothing where the pass does not take the
 * state of the scan. */
template <class Scan>
__device__ __forceinline__ typename Scan::state
scan_enter(const struct scan_plan &k, const struct board<Scan> &board, const struct scan_shared &shared,
           const struct scan_task &task, const struct scan_part &w, const typename Scan::map &own)
{
    typename Scan::map *const whole = reinterpret_cast<typename Scan::map *>(shared.whole);
    typename Scan::state *const enters = reinterpret_cast<typename Scan::state *>(shared.enters);
    const typename Scan::map front =
        block_scan<Scan>(own, k.tree, reinterpret_cast<typename Scan::map *>(shared.of_warp));
    if (w.blocks == 1) return apply(front, Scan::begin());
    const int64_t place = Scan::UP ? w.blocks - 1 - w.b : w.b;
    const bool publishes = task.publishes >> Scan::STAGE & 1, first = threadIdx.x == 0;
    const int last = (int)blockDim.x - 2 * GHOST_THREADS - 1;
    if (publishes && rank_of<Scan>(threadIdx.x, blockDim.x) == last) *whole = follow(front, own);
    __syncthreads();
    if (threadIdx.x < SCAN_WARP) {
        if (publishes && first) publish(board.block[w.s * board.blocks + place], *whole);
        __syncwarp();
        if (publishes && task.ticket) publish_groups(board, w.s, place);
        if (task.takes > Scan::STAGE) {
            const typename Scan::state v = state_before(board, w.s, place);
            if (first) *enters = v;
        }
    }
    __syncthreads();
    return task.takes > Scan::STAGE ? apply(front, *enters) : Scan::begin();
}

/* Residual of a row, relative to its elements times the largest |x| near it and to its right side: more is not a
 * solution.
 */
#define SCAN_TRUST (16 * REAL_EPS)

/* Is a row of this thread that is the tile's to find missed? x beyond the tile is 0. */
__device__ __forceinline__ bool scan_missed(const struct scan_tile &t, const struct scan_part &w)
{
    real largest = 0;
    bool missed = false;
#pragma unroll
    for (int r = -1; r <= SCAN_ROWS; r++) largest = max(largest, fabs(t.x(r)));
    for (int apart = SCAN_WARP / 2; apart > 0; apart /= 2) largest = max(largest, __shfl_xor_sync(~0u, largest, apart));
#pragma unroll
    for (int r = 0; r < SCAN_ROWS; r++) {
        const int64_t i = w.start + threadIdx.x * SCAN_ROWS + r;
        const real rest = fabs(t.d(r) - t.a(r) * t.x(r - 1) - t.b(r) * t.x(r) - t.c(r) * t.x(r + 1));
        const real size = (fabs(t.a(r)) + fabs(t.b(r)) + fabs(t.c(r))) * largest + fabs(t.d(r));
        missed |= i >= w.from && i < w.to && !(rest - SCAN_TRUST * size <= 0);
    }
    return missed;
}

/* x of the rows that are the tile's to find; in the place of the right side where that is the whole system. */
__device__ __forceinline__ void scan_write(const struct scan_plan &k, const struct device_batch &g,
                                           const struct scan_tile &t, const struct scan_part &w)
{
    const int rows = blockDim.x * SCAN_ROWS;
    const bool missed = __syncthreads_or(scan_missed(t, w));
    if (missed && threadIdx.x == 0) atomicExch(&k.failed[w.s], 1);
    if (w.blocks == 1 && missed) return;
    const struct line l = line_of(&g.shape, &g.system, w.s);
    real *const to = w.blocks == 1 ? l.x : k.x + w.s * g.shape.n;
    const int64_t stride = w.blocks == 1 ? l.x_stride : 1;
    for (int j = threadIdx.x; j < rows; j += blockDim.x) {
        const int64_t i = w.start + j;
        if (i >= w.from && i < w.to) to[i * stride] = t.row(TILE_X, j);
    }
}

template <int HOW, bool PIVOTING>
static __global__ void __launch_bounds__(SCAN_THREADS, 3)
    scan_pass(struct device_batch g, struct scan_plan k, struct scan_task task)
{
    SHARED_DYN(real, memory);
    SHARED_ARRAY(struct scan_part, here, 1);
    const struct scan_shared shared = scan_shared_at(memory);
    const struct scan_part &w = here[0];
    place_here(k, g.shape, task, here);
    if (w.blocks == 0) return;
    const struct scan_tile t = shared.tile;
    const struct rows_of<HOW, PIVOTING> rows = {
        t
    };
    struct kept_rows kept;
    scan_tile_load(t, line_of(&g.shape, &g.system, w.s), w.start);

    struct minors *const leaves = reinterpret_cast<struct minors *>(shared.leaves);
    struct minors m = scan_enter(k, k.minors, shared, task, w, rows.minors_product());
    if (task.takes == 0) return;
    m = settle<minors_scan>(
        m, leaves, [&](const struct minors &v) { return rows.minors_exit(v); },
        [&](const struct minors &v, const struct minors &found) { return rows.minors_agree(v, found); });
    leaves[threadIdx.x] = m;
    __syncthreads();
    const bool last = threadIdx.x == blockDim.x - 1;
    rows.minors_keep(m, last ? rows.minors_exit(m) : leaves[threadIdx.x + !last], kept);
    __syncthreads();

    struct right v = scan_enter(k, k.right, shared, task, w, rows.right_product(kept));
    if (task.takes == 1) return;
    v = settle<right_scan>(
        v, reinterpret_cast<struct right *>(leaves), [&](const struct right &r) { return rows.right_exit(kept, r); },
        [&](const struct right &r, const struct right &found) {
            return agree(r.s, found.s) && r.leads == found.leads;
        });
    rows.right_keep(kept, v);

    struct unknown u = scan_enter(k, k.unknown, shared, task, w, rows.unknown_product(kept));
    if (task.takes == 2) return;
    u = settle<unknown_scan>(
        u, reinterpret_cast<struct unknown *>(leaves),
        [&](const struct unknown &r) { return rows.unknown_exit(kept, r, false); },
        [&](const struct unknown &r, const struct unknown &found) { return agree(r.x, found.x); });
    rows.unknown_exit(kept, u, true);
    if (threadIdx.x == 0) t.row(TILE_X, -1) = t.row(TILE_X, blockDim.x * SCAN_ROWS) = 0;
    __syncthreads();
    scan_write(k, g, t, w);
}
