/* Levels of cyclic reduction in global memory, where a thread reduces a row. */
#pragma once
#include "solvers/tridiag/reduction/normalized_row.cuh"

/* A level in scratch: a, c and d of the rows of all systems, `capacity` rows each. */
struct stored {
    int depth; /* the longest system has n >> depth rows there */
    int64_t capacity, batch;
    real *at;
};

/* One system on such a level. */
struct level {
    int64_t n;
    real *a, *c, *d;
};

/* Level 0: the arrays of the caller. */
struct const_rows {
};

__device__ __forceinline__ struct line system_of(const struct device_batch &g, struct const_rows, int64_t s)
{
    return line_of(&g.shape, &g.system, s);
}

__device__ __forceinline__ struct level system_of(const struct device_batch &g, struct stored f, int64_t s)
{
    real *const a = f.at + s * f.capacity;
    return {shape_rows(&g.shape, s) >> f.depth, a, a + f.batch * f.capacity, a + 2 * f.batch * f.capacity};
}

/* Rows are loaded in memory order, several before the first is used, so that loads overlap. */
__device__ __forceinline__ struct plain_row fetch(const struct line &l, int64_t i)
{
    return plain_row_of(l, i);
}

__device__ __forceinline__ struct unit_row fetch(const struct level &l, int64_t i)
{
    if (i < 0 || i >= l.n) return {RC(0.0), RC(0.0), RC(0.0)};
    return {l.a[i], l.c[i], l.d[i]};
}

__device__ __forceinline__ void put_x(const struct line &l, int64_t i, real x)
{
    l.x[i * l.x_step] = x;
}

__device__ __forceinline__ void put_x(const struct level &l, int64_t i, real x)
{
    l.d[i] = x;
}

/* info of a system with a value that is not finite; on a stored level only whether there is one. */
__device__ __forceinline__ int64_t bad(const struct line &l)
{
    return info_find(l);
}

__device__ __forceinline__ int64_t bad(const struct level &)
{
    return 1;
}

/* The next level of all systems: `tiles` blocks a system. */
template <class From> static __global__ void reduce(struct device_batch g, From from, struct stored to, int64_t tiles)
{
    for (int64_t tile = blockIdx.x; tile < tiles * to.batch; tile += gridDim.x) {
        const int64_t s = tile / tiles, j = tile % tiles * blockDim.x + threadIdx.x;
        const struct level out = system_of(g, to, s);
        if (j >= out.n) continue;
        const auto in = system_of(g, from, s);
        const auto left = fetch(in, 2 * j), here = fetch(in, 2 * j + 1), right = fetch(in, 2 * j + 2);
        const struct unit_row r = unit_row_freed(unit_row_of(left), unit_row_of(here), unit_row_of(right));
        out.a[j] = r.a;
        out.c[j] = r.c;
        out.d[j] = r.d;
    }
}

/* Back substitution from a solved level to the one before it. */
template <class To> static __global__ void substitute(struct device_batch g, To to, struct stored from, int64_t tiles)
{
    for (int64_t tile = blockIdx.x; tile < tiles * from.batch; tile += gridDim.x) {
        const int64_t s = tile / tiles, j = tile % tiles * blockDim.x + threadIdx.x;
        const auto out = system_of(g, to, s);
        const struct level in = system_of(g, from, s);
        if (2 * j >= out.n) continue;
        const real before = j > 0 ? in.d[j - 1] : RC(0.0), after = j < in.n ? in.d[j] : RC(0.0);
        const struct unit_row r = unit_row_of(fetch(out, 2 * j));
        const real x = r.d - r.a * before - r.c * after;
        put_x(out, 2 * j, x);
        if (j < in.n) put_x(out, 2 * j + 1, after);
        if (g.system.info && !(isfinite(x) && isfinite(after))) atomicExch((unsigned long long *)&g.system.info[s], 1);
    }
}

/* Sets info of systems in which some thread found a value that is not finite. */
static __global__ void report(struct device_batch g)
{
    for (int64_t s = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; s < g.shape.batch;
         s += (int64_t)gridDim.x * blockDim.x)
        if (g.system.info[s]) g.system.info[s] = bad(system_of(g, const_rows(), s));
}
