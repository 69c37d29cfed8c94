/* Kernels that convert lines to complex ones, and back: a block takes 32 lines and the rows of 32 couplings through
 * shared memory. It reads and writes the lines along rows or along lines, whichever lie closer in memory, and the
 * complex lines along these, so that nothing is transposed apart, and two lines in any layout pass memory once. */
#pragma once
#include "base/device/gpu.h"
#include "solvers/batch/relayout.h"
#include "solvers/transform/couplings.h"

static constexpr int LINES = 32, LINES_PITCH = LINES + 1, LINES_THREADS = 256, LINES_BLOCKS = 4;
static constexpr int LINES_EACH = TILE_SLOTS * LINES / LINES_THREADS;

struct alignas(2 * sizeof(real)) complex_value {
    real re, im;
};

/* Lines first ... first + count - 1 of a batch, whose complex lines begin with z. */
struct lines_part {
    struct shape shape;
    struct couplings couplings; /* on the device */
    int64_t first, count, length;
    real *x;
    struct complex_value *z;
    real factor; /* of what is written to the lines */
    bool rotated;
};

/* The work of a block: tile `index`, and `count` lines from `first` on. */
struct lines_tile {
    int64_t index, first;
    int count;

    __device__ __forceinline__ lines_tile(const struct lines_part &g)
        : index(blockIdx.x % g.couplings.tiles), first(blockIdx.x / g.couplings.tiles * LINES),
          count((int)min((int64_t)LINES, g.count - first))
    {
    }
};

/* Computes the start of each line of the block. */
__device__ __forceinline__ void lines_starts(const struct lines_part &g, const struct lines_tile &t, int64_t *start)
{
    const int l = threadIdx.x;
    if (l < LINES) start[l] = l < t.count ? shape_start(&g.shape, g.first + t.first + l) : 0;
    __syncthreads();
}

/* Calls move(line, element of x, place in the shared memory) for what this thread is to move of the tile. */
template <class Move>
__device__ __forceinline__ void lines_each(const struct lines_part &g, const struct lines_tile &t, const int64_t *start,
                                           const Move &move)
{
    const bool by_rows = relayout_by_rows(&g.shape);
#pragma unroll
    for (int k = 0; k < LINES_EACH; k++) {
        const int e = threadIdx.x + k * LINES_THREADS;
        const int l = by_rows ? e / TILE_SLOTS : e % LINES, r = by_rows ? e % TILE_SLOTS : e / LINES;
        const struct visit v = g.couplings.visit[t.index * TILE_SLOTS + r];
        if (v.row >= 0) move(l, start[l] + v.row * g.shape.stride, v.slot * LINES_PITCH + l);
    }
}

/* The complex line of line l of the block, with that of the next one if they are one. */
template <enum line_form FORM>
__device__ __forceinline__ struct complex_value *lines_complex(const struct lines_part &g, const struct lines_tile &t,
                                                               int l)
{
    const int64_t line = t.first + l;
    return g.z + (FORM == LINES_APART ? line : line / 2) * g.length;
}

/* m [a b] */
template <enum line_form FORM>
__device__ __forceinline__ struct complex_value lines_product(const struct coupling &c, real a, real b)
{
    if (FORM == LINES_BESIDE) return {c.m[0][0] * a, c.m[1][1] * b};
    return {c.m[0][0] * a + c.m[0][1] * b, c.m[1][0] * a + c.m[1][1] * b};
}

/* Lines f and s, from `at` on in the shared memory, to their places. */
template <enum line_form FORM>
__device__ __forceinline__ void lines_put(const struct coupling &c, const real *at, struct complex_value *z,
                                          int64_t length)
{
    const struct complex_value f = lines_product<FORM>(c, at[0], at[TILE * LINES_PITCH]);
    const struct complex_value s = lines_product<FORM>(c, at[1], at[TILE * LINES_PITCH + 1]);
    if (FORM == LINES_APART) {
        z[c.p] = f, z[length + c.p] = s;
        return;
    }
    z[c.p] = FORM == LINES_BESIDE ? complex_value{f.re, s.re} : complex_value{f.re - s.im, f.im + s.re};
    if (c.q >= 0) z[c.q] = FORM == LINES_BESIDE ? complex_value{f.im, s.im} : complex_value{f.re + s.im, s.re - f.im};
}

/* The reverse: rows u and v of each, times the factor. */
template <enum line_form FORM>
__device__ __forceinline__ void lines_get(const struct coupling &c, const struct complex_value *z,
                                          const struct lines_part &g, real *at)
{
    const struct complex_value p = z[c.p], q = z[FORM == LINES_APART ? g.length + c.q : c.q];
    struct complex_value f = {p.re, p.im}, s = {q.re, q.im};
    if (FORM == LINES_SPECTRA) f = {p.re + q.re, p.im - q.im}, s = {p.im + q.im, q.re - p.re};
    if (FORM == LINES_BESIDE && g.rotated) f = {-p.im, -q.im}, s = {p.re, q.re};
    else if (FORM == LINES_BESIDE) f = {p.re, q.re}, s = {p.im, q.im};
    f = lines_product<FORM>(c, f.re, f.im), s = lines_product<FORM>(c, s.re, s.im);
    at[0] = f.re * g.factor, at[1] = s.re * g.factor;
    at[TILE * LINES_PITCH] = f.im * g.factor, at[TILE * LINES_PITCH + 1] = s.im * g.factor;
}

template <enum line_form FORM>
__global__ void __launch_bounds__(LINES_THREADS, LINES_BLOCKS) lines_in(struct lines_part g)
{
    SHARED_ARRAY(real, value, TILE_SLOTS * LINES_PITCH);
    SHARED_ARRAY(int64_t, start, LINES);
    const struct lines_tile t(g);
    lines_starts(g, t, start);
    lines_each(g, t, start, [&](int l, int64_t at, int to) { value[to] = l < t.count ? g.x[at] : RC(0.0); });
    __syncthreads();
    const int k = threadIdx.x % TILE;
    const struct coupling c = g.couplings.coupling[t.index * TILE + k];
    if (c.p < 0) return;
    for (int l = threadIdx.x / TILE * 2; l < t.count; l += LINES_THREADS / TILE * 2)
        lines_put<FORM>(c, value + k * LINES_PITCH + l, lines_complex<FORM>(g, t, l), g.length);
}

template <enum line_form FORM>
__global__ void __launch_bounds__(LINES_THREADS, LINES_BLOCKS) lines_out(struct lines_part g)
{
    SHARED_ARRAY(real, value, TILE_SLOTS * LINES_PITCH);
    SHARED_ARRAY(int64_t, start, LINES);
    const struct lines_tile t(g);
    const int k = threadIdx.x % TILE;
    const struct coupling c = g.couplings.coupling[t.index * TILE + k];
    for (int l = threadIdx.x / TILE * 2; l < t.count && c.p >= 0; l += LINES_THREADS / TILE * 2)
        lines_get<FORM>(c, lines_complex<FORM>(g, t, l), g, value + k * LINES_PITCH + l);
    lines_starts(g, t, start);
    lines_each(g, t, start, [&](int l, int64_t at, int from) {
        if (l < t.count) g.x[at] = value[from];
    });
}
