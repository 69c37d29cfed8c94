/* The end of a solve, after the passes: the rows on both sides of a joint of tiles are checked with the x of both, and
 * corrected; x is copied, or the system left to partition_pivot. */
#pragma once
#include "solvers/tridiag/partition/device/pivot_batch.cuh"
#include "solvers/tridiag/scan/scan_pass.cuh"

enum { FINISH_THREADS = 256 };

/* Is row i missed, the largest |x| being that of the rows near it? */
__device__ __forceinline__ bool seam_missed(const struct line &l, const real *x, int64_t i)
{
    const struct diagonal_pivot_row r = scan_row(l, i);
    real largest = 0;
    for (int64_t j = max(i - SCAN_ROWS, (int64_t)0); j <= min(i + SCAN_ROWS, l.n - 1); j++)
        largest = max(largest, fabs(x[j]));
    const real before = i > 0 ? x[i - 1] : RC(0.0), behind = i < l.n - 1 ? x[i + 1] : RC(0.0);
    const real rest = fabs(r.d - r.a * before - r.b * x[i] - r.c * behind);
    return !(rest - SCAN_TRUST * ((fabs(r.a) + fabs(r.b) + fabs(r.c)) * largest + fabs(r.d)) <= 0);
}

/* A correction of x around a seam: the residuals of these rows and what solves for them, in shared memory. */
enum { AROUND = 256, WINDOW = 2 * AROUND };
struct window {
    real a[WINDOW], b[WINDOW], c[WINDOW], e[WINDOW];
};

/* e of m rows becomes the solution, by partial pivoting in order. By one thread. */
__device__ __forceinline__ void window_solve(struct window &w, int m)
{
    real p = w.b[0], q = w.c[0], e = w.e[0];
    for (int k = 1; k < m; k++) {
        const real a = w.a[k], b = w.b[k], c = w.c[k], d = w.e[k];
        const bool swap = fabs(a) > fabs(p);
        const real f = swap ? p / a : a / p, behind = swap ? c : RC(0.0);
        w.b[k - 1] = swap ? a : p, w.c[k - 1] = swap ? b : q, w.a[k - 1] = behind, w.e[k - 1] = swap ? d : e;
        p = swap ? q - f * b : b - f * q, q = swap ? -f * c : c, e = swap ? e - f * d : d - f * e;
    }
    real near = e / p, far = 0;
    w.e[m - 1] = near;
    for (int k = m - 2; k >= 0; k--) {
        const real x = (w.e[k] - w.c[k] * near - w.a[k] * far) / w.b[k];
        far = near, near = w.e[k] = x;
    }
}

/* A warp for each place where two tiles meet. What has not decayed in the rows that both share is still to be seen
 * there: x of the rows around is corrected, and looked at again, with their neighbours. Windows are far from each
 * other. */
static __global__ void __launch_bounds__(SCAN_WARP) join_seams(struct device_batch g, struct scan_plan k)
{
    SHARED_ARRAY(struct window, shared, 1);
    struct window &w = shared[0];
    const int lane = threadIdx.x;
    const int64_t seams = k.cut.blocks - 1, s = blockIdx.x / seams, b = blockIdx.x % seams + 1;
    const int64_t seam = b * k.cut.advance + GHOST_ROWS;
    const struct line l = line_of(&g.shape, &g.system, s);
    if (b >= scan_blocks(l.n, k.cut.threads)) return;
    real *const x = k.x + s * g.shape.n;
    if (!__any_sync(~0u, lane < 2 && seam_missed(l, x, seam - 1 + lane))) return;
    const int64_t from = max(seam - AROUND, (int64_t)0), to = min(seam + AROUND, l.n);
    const int m = (int)(to - from);
    for (int j = lane; j < m; j += SCAN_WARP) {
        const int64_t i = from + j;
        const struct diagonal_pivot_row r = scan_row(l, i);
        const real before = i > 0 ? x[i - 1] : RC(0.0), behind = i < l.n - 1 ? x[i + 1] : RC(0.0);
        w.a[j] = r.a, w.b[j] = r.b, w.c[j] = r.c, w.e[j] = r.d - r.a * before - r.b * x[i] - r.c * behind;
    }
    __syncwarp();
    if (lane == 0) window_solve(w, m);
    __syncwarp();
    for (int j = lane; j < m; j += SCAN_WARP) x[from + j] += w.e[j];
    __syncwarp();
    bool missed = false;
    for (int64_t i = max(from - 1, (int64_t)0) + lane; i < min(to + 1, l.n); i += SCAN_WARP)
        missed |= seam_missed(l, x, i);
    if (__any_sync(~0u, missed) && lane == 0) atomicExch(&k.failed[s], 1);
}

/* x of systems of several tiles that are solved. */
static __global__ void copy_solved(struct device_batch g, struct scan_plan k)
{
    const int64_t tiles = (g.shape.n + FINISH_THREADS - 1) / FINISH_THREADS, s = blockIdx.x / tiles;
    const int64_t i = blockIdx.x % tiles * FINISH_THREADS + threadIdx.x, n = shape_rows(&g.shape, s);
    if (i >= n || k.failed[s] || scan_blocks(n, k.cut.threads) == 1) return;
    g.system.x[shape_start(&g.shape, s) + i * g.shape.stride] = k.x[s * g.shape.n + i];
}

/* info, of failed systems after partition_pivot. Without pivoting the row that is said is the first without a pivot in
 * order. */
static __global__ void scan_report(struct device_batch g, const int *failed, bool pivoting)
{
    const int64_t s = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= g.shape.batch) return;
    int64_t *const info = g.system.info + s;
    if (!failed[s]) *info = 0;
    else if (*info <= 0) *info = SOLVED_BY_FALLBACK;
    else if (!pivoting) {
        const struct line l = line_of(&g.shape, &g.system, s);
        const int64_t plain = info_of_pivots(l, l.n);
        if (plain) *info = plain;
    }
}

static __global__ void clear_flags(int *flag, int64_t count)
{
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) flag[i] = 0;
}
