/* A tile of lines in shared memory: which elements of the field it holds, and solving them. Elements that are adjacent
 * in memory are adjacent in the tile: rows of one line, or one row of all lines. */
#pragma once
#include "apps/adi/fused/fused_device.h"
#include "base/device/gpu.h"

struct tile {
    int64_t line, start, stride; /* first line, its first point, distance of runs of points */
    int lines, runs, length;     /* lines of it, runs, points of a run */
    int pitch;                   /* distance of runs in the tile */
    bool whole;                  /* a run is a line, else one row of all lines */
};

__device__ __forceinline__ int lesser(int64_t a, int b)
{
    return a < b ? (int)a : b;
}

__device__ __forceinline__ struct tile tile_here(const struct fused_sweep &s)
{
    struct tile t;
    t.whole = s.run == 1;
    if (t.whole) {
        t.line = (int64_t)blockIdx.x * s.lines;
        t.lines = t.runs = lesser(s.count - t.line, s.lines);
        t.length = s.n;
        t.start = t.line * s.n;
        t.stride = s.n;
        t.pitch = s.chunks * s.rows;
    } else {
        const unsigned across = (unsigned)((s.run + s.lines - 1) / s.lines);
        const int64_t outer = blockIdx.x / across, within = (int64_t)(blockIdx.x % across) * s.lines;
        t.line = outer * s.run + within;
        t.lines = t.length = lesser(s.run - within, s.lines);
        t.runs = s.n;
        t.start = outer * s.run * s.n + within;
        t.stride = s.run;
        t.pitch = s.lines;
    }
    return t;
}

static inline unsigned tile_blocks(const struct fused_sweep &s)
{
    const int64_t outer = s.run == 1 ? 1 : s.count / s.run, side_by_side = s.run == 1 ? s.count : s.run;
    return (unsigned)(outer * ((side_by_side + s.lines - 1) / s.lines));
}

/* store(place in the tile, point, row, load(point)) for all elements, TOGETHER of them in flight. */
template <class L, class S>
__device__ __forceinline__ void tile_each(const struct fused_sweep &s, const struct tile &t, L load, S store)
{
    enum { TOGETHER = 4 };
    const int width = t.whole ? warpSize : s.lines, q_0 = threadIdx.x % width, o_0 = threadIdx.x / width;
    const int runs = SWEEP_THREADS / width;
    const int q_step = t.whole ? width : 0, o_step = t.whole ? 0 : runs;
    for (int o = o_0; o < t.runs; o += t.whole ? runs : runs * TOGETHER)
        for (int q = q_0; q < t.length; q += width * TOGETHER) {
            real v[TOGETHER];
#pragma unroll
            for (int b = 0; b < TOGETHER; b++) {
                const int at_o = o + b * o_step, at_q = q + b * q_step;
                if (at_o < t.runs && at_q < t.length) v[b] = load(t.start + at_o * t.stride + at_q);
            }
#pragma unroll
            for (int b = 0; b < TOGETHER; b++) {
                const int at_o = o + b * o_step, at_q = q + b * q_step;
                if (at_o < t.runs && at_q < t.length)
                    store(at_o * t.pitch + at_q, t.start + at_o * t.stride + at_q, t.whole ? at_q : at_o, v[b]);
            }
        }
}

/* The chunk of a line that is this thread's: `count` rows from row `from`, `step` apart in x. */
struct chunk {
    int line, number, from, count, step;
    real *x;
};

__device__ __forceinline__ struct chunk chunk_here(const struct fused_sweep &s, const struct tile &t, real *tile)
{
    struct chunk c;
    const int tid = threadIdx.x;
    c.line = t.whole ? tid / s.chunks : tid % s.lines;
    c.number = t.whole ? tid % s.chunks : tid / s.lines;
    c.from = c.number * s.rows;
    c.count = c.line < t.lines ? max(0, min(s.rows, s.n - c.from)) : 0;
    c.step = t.whole ? 1 : s.lines;
    c.x = tile + (t.whole ? c.line * t.pitch + c.from : c.from * s.lines + c.line);
    return c;
}

/* Applies the values that faces prescribe at the ends of a line: x is set to them at Dirichlet ends; at other ends they
 * are added to x. */
__device__ __forceinline__ void chunk_prescribe(const struct fused_sweep &s, const struct chunk &c,
                                                const real *const plane[2], int64_t line)
{
    for (int side = 0; side < 2; side++) {
        const int row = (side ? s.n - 1 : 0) - c.from;
        if (row < 0 || row >= c.count) continue;
        real *const end = c.x + row * c.step;
        const real given = plane[side] ? plane[side][line] : 0;
        if (s.fixed[side]) *end = given;
        else if (plane[side]) *end += given;
    }
}

/* Both recurrences. The caller divides by the pivots, with w, when it stores the tile. edge: SWEEP_EDGES values of each
 * thread. Ends without a barrier. */
__device__ __forceinline__ void chunk_solve(const struct fused_sweep &s, const struct chunk &c, const real *l,
                                            const real *h, real *edge)
{
    real *const end = edge, *const start = end + SWEEP_THREADS, *const part = start + SWEEP_THREADS;
    const int mine = c.number * s.lines + c.line;
    real y = 0, z = 0, border = 0;
    l += c.from, h += c.from;
    for (int i = 0; i < c.count; i++) y = c.x[i * c.step] + l[i] * y;
    end[mine] = y;
    __syncthreads();
    y = 0;
    for (int k = 0; k < c.number; k++) y = end[k * s.lines + c.line] + s.forward[k] * y;
    for (int i = 0; i < c.count; i++) {
        y = c.x[i * c.step] + l[i] * y;
        c.x[i * c.step] = s.cyclic && c.from + i == s.n - 1 ? 0 : y;
        if (s.cyclic) border += s.r[c.from + i] * y;
    }
    if (s.cyclic) {
        part[mine] = border;
        __syncthreads();
        border = 0;
        for (int k = 0; k < s.chunks; k++) border += part[k * s.lines + c.line];
        for (int i = 0; i < c.count; i++) c.x[i * c.step] += s.e[c.from + i] * border;
    }
    for (int i = c.count - 1; i >= 0; i--) z = c.x[i * c.step] + h[i] * z;
    start[mine] = z;
    __syncthreads();
    z = 0;
    for (int k = s.chunks - 1; k > c.number; k--) z = start[k * s.lines + c.line] + s.back[k] * z;
    for (int i = c.count - 1; i >= 0; i--) c.x[i * c.step] = z = c.x[i * c.step] + h[i] * z;
}
