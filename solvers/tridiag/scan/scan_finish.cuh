/* What follows the passes: the rows on both sides of where tiles meet are looked at with the x of both; x is copied, or
 * the system left to partition_pivot. */
#pragma once
#include "solvers/tridiag/partition/pivot_batch.cuh"
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

/* A thread for each place where two tiles meet. */
static __global__ void check_seams(struct device_batch g, struct scan_plan k)
{
    const int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x, seams = k.cut.blocks - 1;
    if (at >= seams * g.shape.batch) return;
    const int64_t s = at / seams, b = at % seams + 1, i = b * k.cut.advance + GHOST_ROWS;
    const struct line l = line_of(&g.shape, &g.system, s);
    if (b >= scan_blocks(l.n, k.cut.threads)) return;
    const real *const x = k.x + s * g.shape.n;
    if (seam_missed(l, x, i - 1) || seam_missed(l, x, i)) atomicExch(&k.failed[s], 1);
}

/* x of systems of several tiles that are solved. */
static __global__ void copy_solved(struct device_batch g, struct scan_plan k)
{
    const int64_t tiles = (g.shape.n + FINISH_THREADS - 1) / FINISH_THREADS, s = blockIdx.x / tiles;
    const int64_t i = blockIdx.x % tiles * FINISH_THREADS + threadIdx.x, n = shape_rows(&g.shape, s);
    if (i >= n || k.failed[s] || scan_blocks(n, k.cut.threads) == 1) return;
    g.system.x[shape_start(&g.shape, s) + i * g.shape.step] = k.x[s * g.shape.n + i];
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
