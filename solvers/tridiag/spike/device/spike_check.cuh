/* Partitions that are eliminated again, before and after the reduced system; rows at the cuts are checked before x is
 * written; and what is done with systems in which a row was missed: they are solved in order by partial pivoting, a
 * thread each (pivot_in_order.h), or x is not a number. Only for kernels of spike_stages.cu. */
#pragma once
#include "solvers/tridiag/pivoting/pivot_in_order.cuh"
#include "solvers/tridiag/spike/device/spike_apart.cuh"

/* Before the reduced system: new equations of such partitions, or, without repair, what is said of them. */
static __global__ void __launch_bounds__(SPIKE_WARP) spike_repair(struct device_batch g, struct spike_cut k)
{
    const struct spike_part w = spike_part_here(k, g);
    if (!spike_grown(k, w, GROWTH_APART)) return;
    spike_put_apart(k, w);
}

/* i + 1 of the first row i of a partition without a pivot in diagonal pivoting, or of its last row. */
__device__ __forceinline__ int64_t spike_unsolved_row(const struct spike_part &w)
{
    struct spike_diagonal chain;
    chain.shift(spike_row_of(w, 0), 0, w.m), chain.shift(spike_row_of(w, 1), 1, w.m);
#pragma unroll 1
    for (int64_t i = 0; i < w.m; i++) {
        const struct diagonal_pivot_row behind = spike_scaled(spike_row_of(w, i + 2), i + 2, w.m);
        const real p = chain.here.b - chain.here.a * chain.before.near;
        struct diagonal_pivot out[2];
        if (diagonal_pivot_is_pair(p, chain.here, chain.next, behind.a)) {
            diagonal_pivot_two(p, 0, 0, chain.here.c, chain.next, out);
            chain.before = out[1];
            chain.here = behind, chain.next = spike_scaled(spike_row_of(w, i + 3), i + 3, w.m);
            i++;
            continue;
        }
        if (!(pivot_magnitude(p) > 0 && pivot_magnitude(p) <= REAL_MAX)) return w.first + i + 1;
        chain.before = diagonal_pivot_one(p, 0, 0, chain.here.c);
        chain.here = chain.next, chain.next = behind;
    }
    return w.first + w.m;
}

static __global__ void __launch_bounds__(SPIKE_WARP)
    spike_report(struct device_batch g, struct spike_cut k, double most)
{
    const struct spike_part w = spike_part_here(k, g);
    if (w.m > 0 && !((double)k.growth[w.s * k.count + w.p] <= most))
        spike_find(k, w.s, spike_unsolved_row(w) - REPORTED);
}

/* An unknown, and the size of what it was computed from. */
struct spike_sized {
    double x, size;
};

__device__ __forceinline__ bool spike_missed(const struct spike_row &r, struct spike_sized before,
                                             struct spike_sized here, struct spike_sized behind)
{
    const double row[3] = {(double)r.a, (double)r.b, (double)r.c};
    const double x[3] = {before.x, here.x, behind.x}, size[3] = {before.size, here.size, behind.size};
    return spike_row_missed(row, (double)r.d, x, size);
}

/* x of all rows of such a partition into the place of y. */
__device__ __forceinline__ void spike_substitute_apart(const struct spike_cut &k, const struct spike_part &w,
                                                       struct spike_pair beside, real *slot)
{
    const struct spike_pair *const pair = spike_pairs(k, w.s) + w.p;
    const real first = pair[0].head, last = w.m == 1 ? first : pair[1].tail;
    const struct spike_row r = spike_row_of(w, 0), q = spike_row_of(w, 1);
    struct spike_candidate a = {0, 0, r.c, 0, 0, r.d - r.a * beside.tail - r.b * first},
                           b = {0, 0, q.b, q.c, 0, q.d - q.a * first};
    if (w.m > 2) spike_candidates(w, a, b, slot);
    real x = last, behind = beside.head;
    slot[0] = first;
    slot[(w.m - 1) * KEPT_STEP] = last;
#pragma unroll 1
    for (int64_t i = w.m - 2; i > 0; i--) {
        real *const at = slot + i * KEPT_STEP;
        const real here = at[0] - at[KEPT_W * SPIKE_WARP] * x - at[KEPT_F * SPIKE_WARP] * behind;
        behind = x, x = at[0] = here;
    }
}

/* As above for one that is not repaired, by what elimination has kept. */
template <bool PAIRS>
__device__ __forceinline__ void spike_substitute_grown(const struct spike_part &w, struct spike_pair beside, real *slot)
{
    struct spike_ahead x = {beside.head, 0};
#pragma unroll 1
    for (int64_t i = w.m - 1; i >= 0; i--) {
        real *const at = slot + i * KEPT_STEP;
        at[0] = spike_back_row<PAIRS>(at[0] - at[KEPT_W * SPIKE_WARP] * beside.tail, at[KEPT_F * SPIKE_WARP], x);
    }
}

/* Its rows are checked, but for the first and the last, which need x of other partitions too. Each x is rounded as the
 * largest one. */
__device__ __forceinline__ void spike_check_apart(const struct spike_cut &k, const struct spike_part &w,
                                                  const real *slot)
{
    struct spike_edge *const edge = k.edge + (w.s * k.count + w.p) * SPIKE_EDGES;
    const real *const last = slot + (w.m - 1) * KEPT_STEP;
    real most = 0;
    edge[EDGE_FIRST] = {slot[0], 0, 0};
    edge[EDGE_SECOND] = {w.m > 1 ? slot[KEPT_STEP] : slot[0], 0, 0};
    edge[EDGE_BEFORE_LAST] = {w.m > 1 ? last[-KEPT_STEP] : slot[0], 0, 0};
    edge[EDGE_LAST] = {last[0], 0, 0};
    for (int64_t i = 0; i < w.m; i++) most = pivot_larger(most, pivot_magnitude(slot[i * KEPT_STEP]));
    const auto sized = [&](const real *at) { return spike_sized{(double)at[0], (double)most}; };
#pragma unroll 1
    for (int64_t i = 1; i < w.m - 1; i++) {
        const real *const at = slot + i * KEPT_STEP;
        if (!spike_missed(spike_row_of(w, i), sized(at - KEPT_STEP), sized(at), sized(at + KEPT_STEP))) continue;
        spike_find(k, w.s, w.first + i + 1);
        return;
    }
}

/* After the reduced system, with repair and without it. */
static __global__ void __launch_bounds__(SPIKE_WARP) spike_repair_x(struct device_batch g, struct spike_cut k)
{
    const struct spike_part w = spike_part_here(k, g);
    if (!spike_grown(k, w, GROWTH_APART)) return;
    spike_substitute_apart(k, w, spike_beside(k, w.s, w.p), spike_kept_at(k, w.slot));
    spike_check_apart(k, w, spike_kept_at(k, w.slot));
}

template <bool PAIRS>
static __global__ void __launch_bounds__(SPIKE_WARP) spike_grown_x(struct device_batch g, struct spike_cut k)
{
    const struct spike_part w = spike_part_here(k, g);
    if (!spike_grown(k, w, GROWTH_APART)) return;
    spike_substitute_grown<PAIRS>(w, spike_beside(k, w.s, w.p), spike_kept_at(k, w.slot));
    spike_check_apart(k, w, spike_kept_at(k, w.slot));
}

/* The largest unknown next to the cuts around partition p, two on each side: errors of pairs are of that size. */
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
        for (int64_t i = 0; !repair && i < l.n; i++) l.x[i * l.x_stride] = (real)NAN;
        info = odd ? odd : (int64_t)SOLVED_BY_FALLBACK;
        const int64_t in_order = odd && !pivots ? info_of_pivots(l, l.n) : 0;
        if (in_order) info = in_order;
    }
    if (g.system.info) g.system.info[s] = info;
}
