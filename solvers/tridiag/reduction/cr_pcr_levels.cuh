/* Levels of cyclic reduction in global memory, some steps of the reduction apart, which blocks of threads make in
 * shared memory. */
#pragma once
#include "solvers/tridiag/reduction/cr_pcr_block.cuh"

/* A level in scratch: a, c and d of the rows of all systems, `capacity` rows each. */
struct stored {
    int depth; /* the longest system has n >> depth rows there */
    int64_t capacity, batch;
    real *base;
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
    real *const a = f.base + s * f.capacity;
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
    l.x[i * l.x_stride] = x;
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

/* Rows of a thread that are loaded at once: with 4, systems of 128 rows take a tenth less time on an H200, and
 * registers are spilled on sm_80. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
enum { TOGETHER = 4 };
#else
enum { TOGETHER = 3 };
#endif

/* Rows of the system from row `from` on to the rows from `at` on. */
template <class Level>
__device__ __forceinline__ void fill(const struct block_rows &rows, int at, const Level &in, int64_t from)
{
    const int step = blockDim.x;
    for (int i = at + threadIdx.x; i < rows.n; i += TOGETHER * step) {
        decltype(fetch(in, i)) r[TOGETHER];
#pragma unroll
        for (int f = 0; f < TOGETHER; f++) r[f] = fetch(in, from + (i - at + f * step));
#pragma unroll
        for (int f = 0; f < TOGETHER; f++)
            if (i + f * step < rows.n) block_put(rows, i + f * step, unit_row_of(r[f]));
    }
    __syncthreads();
}

/* x of the rows from `at` on, to those of the system from row `to` on; is there one that is not finite? */
template <class Level>
__device__ __forceinline__ bool empty(const struct block_rows &rows, int at, const Level &out, int64_t to)
{
    int spoilt = 0;
    for (int i = at + threadIdx.x; i < rows.n; i += blockDim.x) {
        const real x = *block_x(rows, i);
        put_x(out, to + (i - at), x);
        spoilt |= !isfinite(x);
    }
    return __syncthreads_or(spoilt);
}

/* From one stored level to the next are so many steps of the reduction, APART rows to one, which a block makes in
 * shared memory: for TILE rows that it leaves. */
enum { STEPS = 4, APART = 1 << STEPS, TILE = 64, TILE_ROWS = TILE * APART, STAGE_THREADS = 128 };

/* The next level of all systems: `tiles` blocks per system. The last row that is left needs the next APART - 1. */
template <class From>
static __global__ void __launch_bounds__(STAGE_THREADS)
    reduce(struct device_batch g, From from, struct stored to, int64_t tiles)
{
    SHARED_ARRAY(real, v, VALUES * (TILE_ROWS + APART + TILE_ROWS / BANKS + 1));
    for (int64_t tile = blockIdx.x; tile < tiles * to.batch; tile += gridDim.x) {
        const int64_t s = tile / tiles, first = tile % tiles * TILE;
        const struct level out = system_of(g, to, s);
        const auto in = system_of(g, from, s);
        if (first >= out.n) continue;
        const struct block_rows rows = {(int)min(in.n - first * APART, (int64_t)TILE_ROWS + APART - 1), v};
        fill(rows, 0, in, first * APART);
        block_reduce(rows, STEPS);
        for (int j = threadIdx.x; j < min(out.n - first, (int64_t)TILE); j += STAGE_THREADS) {
            const struct unit_row r = block_inside(rows, (j + 1) * APART - 1);
            out.a[first + j] = r.a;
            out.c[first + j] = r.c;
            out.d[first + j] = r.d;
        }
        __syncthreads();
    }
}

/* Back substitution from a solved level to the one before it. The rows of a tile follow APART rows of zeros, of which
 * only the last one's x counts: that of the row before the tile. */
template <class To>
static __global__ void __launch_bounds__(STAGE_THREADS)
    substitute(struct device_batch g, To to, struct stored from, int64_t tiles)
{
    SHARED_ARRAY(real, v, VALUES * (TILE_ROWS + APART + TILE_ROWS / BANKS + 1));
    for (int64_t tile = blockIdx.x; tile < tiles * from.batch; tile += gridDim.x) {
        const int64_t s = tile / tiles, first = tile % tiles * TILE;
        const auto out = system_of(g, to, s);
        const struct level in = system_of(g, from, s);
        if (first * APART >= out.n) continue;
        const struct block_rows rows = {(int)min(out.n - first * APART, (int64_t)TILE_ROWS) + APART, v};
        if (threadIdx.x < APART) block_put(rows, threadIdx.x, {RC(0.0), RC(0.0), RC(0.0)});
        fill(rows, APART, out, first * APART);
        block_reduce(rows, STEPS - 1);
        for (int j = threadIdx.x; (j + 1) * APART <= rows.n; j += STAGE_THREADS)
            *block_x(rows, (j + 1) * APART - 1) = first + j > 0 ? in.d[first + j - 1] : RC(0.0);
        __syncthreads();
        block_substitute(rows, APART);
        const bool spoilt = empty(rows, APART, out, first * APART);
        if (spoilt && threadIdx.x == 0 && g.system.info) atomicExch((unsigned long long *)&g.system.info[s], 1);
    }
}

/* Sets info of systems in which some thread found a value that is not finite. */
static __global__ void report(struct device_batch g)
{
    for (int64_t s = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; s < g.shape.batch;
         s += (int64_t)gridDim.x * blockDim.x)
        if (g.system.info[s]) g.system.info[s] = bad(system_of(g, const_rows(), s));
}
