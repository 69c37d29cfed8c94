/* hbisa.h on the device, all sweeps in one launch: the paper's scheme (its section 4.6, figures 2 and 3), in which a
 * block of threads has its blocks of rows for all iterations, D, L and U in shared memory, one thread per row, x
 * exchanged through global memory, and the residual reduced in two steps.
 *
 * Blocks of threads wait for each other by flags after each colour, and so must all be there at once, which a
 * cooperative launch guarantees: a multiprocessor has one block of threads for its share of the blocks of rows, where
 * the paper has one for each. D is eliminated by parallel cyclic reduction (pcr_blocks.cuh), once. Where shared memory
 * is too small for the factors or for L and U, these stay in global memory. With one colour a sweep makes a new x from
 * the old one; with two, x is changed in place, and blocks of one colour do not read each other. Each barrier costs
 * some microseconds; a sweep has one a colour, one for the residual and two for aggregation. */
#include "solvers/sparse/hbisa/hbisa.cuh"

#include <math.h>

#include "solvers/sparse/hbisa/hbisa_block.cuh"
#include "solvers/sparse/hbisa/level_scan.cuh"

/* The flows up and down between levels, from the rows they arrive in, and the mass of each level. */
template <int FORMAT> __device__ __forceinline__ void weigh_levels(struct here &h)
{
    const struct scheme &s = *h.s;
    const int64_t block = s.a.block, blocks = scheme_blocks(h.s);
    double *const row[3] = {h.shared.scratch, h.shared.mantissa, h.shared.mantissa + s.threads};
    for (int64_t from = h.first; from < h.first + h.own; from += s.pass) {
        const struct place at = place_of(h, from, 1, h.first + h.own);
        double up = 0, down = 0;
        if (at.there)
            each_entry<FORMAT>(h.entries, at.row, at.begin, false, [&](int64_t column, real value) {
                if (column < at.begin) up -= (double)value * h.x[column];
                else down -= (double)value * h.x[column];
            });
        row[0][threadIdx.x] = at.there ? (double)h.x[at.row] : 0, row[1][threadIdx.x] = up, row[2][threadIdx.x] = down;
        __syncthreads();
        const int64_t j = from + threadIdx.x;
        if ((int64_t)threadIdx.x < s.pass && j < h.first + h.own) {
            double sum[3] = {0, 0, 0};
            for (int64_t p = threadIdx.x * block; p < (threadIdx.x + 1) * block; p++)
                for (int q = 0; q < 3; q++) sum[q] += row[q][p];
            s.level[0][j] = sum[0];
            if (j > 0) s.level[1][j - 1] = sum[1];
            if (j + 1 < blocks) s.level[2][j + 1] = sum[2];
        }
        __syncthreads();
    }
}

/* The largest change of x. */
template <int FORMAT> __device__ __forceinline__ real put_levels_right(struct here &h)
{
    const struct scheme &s = *h.s;
    const struct levels_scratch levels = {s.level[0],         s.level[1],        s.level[2],
                                          scheme_blocks(h.s), h.shared.mantissa, h.shared.exponent};
    weigh_levels<FORMAT>(h);
    grid_wait(h.grid);
    level_factors(levels, h.first, h.own, h.shared.factor, h.shared.scratch);
    const int64_t from = h.first * s.a.block;
    real max = 0;
    for (int64_t k = threadIdx.x; k < h.own * s.a.block; k += blockDim.x) {
        const real old = h.x[from + k], x = (real)(h.shared.factor[k / s.a.block] * (double)old);
        h.x[from + k] = x;
        max = larger(max, fabs(x - old));
    }
    grid_wait(h.grid);
    return max;
}

/* Own blocks of one colour; the largest change of x among them. */
template <int FORMAT> __device__ __forceinline__ real sweep_colour(struct here &h, int64_t colour)
{
    const struct scheme &s = *h.s;
    const int64_t colours = s.colours, last = h.first + h.own;
    real max = 0;
    for (int64_t from = h.first + (colour + colours - h.first % colours) % colours; from < last;
         from += s.pass * colours) {
        const struct place at = place_of(h, from, colours, last);
        real d = 0;
        if (at.there) {
            each_entry<FORMAT>(h.entries, at.row, at.begin, false,
                               [&](int64_t column, real value) { d += value * h.x[column]; });
            d = (s.b ? s.b[at.row] : RC(0.0)) - d;
        }
        real y = reduction_solve(h.reduction, at.row - h.first * s.a.block, at.p, at.there, d, h.shared.row, s.threads,
                                 threadIdx.x);
        if (!at.there) continue;
        if (!s.b) y = fabs(y); /* D may be so near to singular that rounding decides the sign */
        const real old = h.x[at.row], x = s.damping == 1 ? y : old + s.damping * (y - old);
        h.other[at.row] = x;
        max = larger(max, fabs(x - old));
    }
    return max;
}

/* Largest change of x in units of its sum; the same to all. */
__device__ __forceinline__ double step_value(struct here &h, real max)
{
    const int64_t from = h.first * h.s->a.block;
    struct tally t = {{0, 0, 0}, max};
    for (int64_t k = threadIdx.x; !h.s->b && k < h.own * h.s->a.block; k += blockDim.x) t.sum[0] += h.x[from + k];
    t = grid_tally(h.grid, t, h.shared.scratch);
    return h.s->b ? (double)t.max : (double)t.max / t.sum[0];
}

/* The residual, and the sum that x is to be divided by. */
template <int FORMAT> __device__ __forceinline__ double residual(struct here &h, double *sum)
{
    const struct scheme &s = *h.s;
    const int64_t block = s.a.block, begin = h.first * block, end = begin + h.own * block;
    struct tally t = {};
    for (int64_t i = begin + threadIdx.x; i < end; i += blockDim.x) {
        real r = 0, diagonal = 0;
        each_entry<FORMAT>(h.entries, i, i / block * block, true, [&](int64_t column, real value) {
            r += value * h.x[column];
            if (column == i) diagonal = value;
        });
        t.sum[0] += fabs((double)(s.b ? s.b[i] - r : r));
        t.sum[1] += fabs((double)(s.b ? s.b[i] : diagonal * h.x[i]));
        t.sum[2] += h.x[i];
    }
    t = grid_tally(h.grid, t, h.shared.scratch);
    *sum = t.sum[2];
    return t.sum[0] == 0 ? 0 : t.sum[0] / t.sum[1];
}

/* Writes x to its final place, and the outcome of the kernel. */
template <int FORMAT> __device__ __forceinline__ void finish(struct here &h, int64_t iteration, double value)
{
    const struct scheme &s = *h.s;
    double sum;
    const double last = residual<FORMAT>(h, &sum);
    unsigned long long row = ~0ull;
    for (int64_t k = threadIdx.x; k < h.own * s.a.block; k += blockDim.x) {
        const int64_t i = h.first * s.a.block + k;
        const real x = s.b ? h.x[i] : (real)(h.x[i] / sum);
        h.given[i] = x;
        if (!isfinite(x) && row == ~0ull) row = (unsigned long long)i;
    }
    if (row != ~0ull) atomicMin(&s.verdict->row, row);
    if (blockIdx.x > 0 || threadIdx.x > 0) return;
    s.verdict->value = value;
    s.verdict->residual = last;
    s.verdict->iterations = iteration;
}

__device__ __forceinline__ void record(const struct scheme &s, int64_t iteration, double value)
{
    const int64_t seen = (iteration - 1) / s.stop.check_every * s.stop.check_every;
    if (blockIdx.x > 0 || threadIdx.x > 0) return;
    for (int64_t i = seen; i < iteration && i < s.known; i++) s.history[i] = value;
}

template <int FORMAT> __global__ void __launch_bounds__(THREADS_MAX, 1) sweep_all(const struct scheme *given, real *x)
{
    SHARED_DYN(char, from);
    const struct scheme &s = *given;
    struct here h;
    h.s = given;
    shared_of(&h.shared, given, from);
    h.grid = {s.flag, s.partial, s.max, 0, 0};
    h.entries = {s.a, s.slot};
    h.first = blockIdx.x * s.each;
    h.own = min(s.each, scheme_blocks(h.s) - h.first);
    h.reduction = {s.keeps ? h.shared.kept : s.factor + h.first * s.a.block * (1 + 3 * s.steps), h.own * s.a.block,
                   (int)s.a.block, s.steps};
    h.x = h.given = x;
    h.other = s.colours > 1 ? x : s.other;
    capture<FORMAT>(h);
    prepare<FORMAT>(h);
    start(h);

    double value = 0, sum;
    int64_t iteration = 0;
    do {
        const real shifted = s.aggregation ? put_levels_right<FORMAT>(h) : RC(0.0);
        real max = 0;
        for (int64_t c = 0; c < s.colours; c++) {
            max = larger(max, sweep_colour<FORMAT>(h, c));
            grid_wait(h.grid);
        }
        iteration++;
        real *const older = h.x;
        h.x = h.other;
        h.other = older;
        if (iteration % s.stop.check_every && iteration < s.stop.iterations_max) continue;
        value = s.stop.rule == CONVERGENCE_STEP ? step_value(h, max + shifted) : residual<FORMAT>(h, &sum);
        record(s, iteration, value);
        if (!isfinite(value) || value <= s.tolerance) break;
    } while (iteration < s.stop.iterations_max);
    finish<FORMAT>(h, iteration, value);
}

static __global__ void clear(int *flag, int count, struct verdict *verdict)
{
    for (int g = threadIdx.x; g < count; g += blockDim.x) flag[g] = 0;
    if (threadIdx.x == 0) verdict->row = ~0ull;
}

static void (*const kernels[FORMAT_COUNT])(const struct scheme *, real *) = {sweep_all<CSR>, sweep_all<COO>,
                                                                             sweep_all<DIA>, sweep_all<HYBRID>};

enum status scheme_allow(int64_t shared_bytes)
{
    for (int f = 0; f < FORMAT_COUNT; f++)
        if (cudaFuncSetAttribute(kernels[f], cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared_bytes) !=
            cudaSuccess) {
            cudaGetLastError();
            return fail(ST_DEVICE, "the device does not give %lld bytes of shared memory to a block",
                        (long long)shared_bytes);
        }
    return ST_OK;
}

enum status scheme_fits(const struct scheme *s)
{
    struct shared shared;
    int device, processors = 0, each = 0;
    const size_t bytes = (size_t)shared_of(&shared, s, NULL);
    cudaError_t e = cudaGetDevice(&device);
    if (e == cudaSuccess) e = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    if (e == cudaSuccess)
        e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernels[s->a.format], s->threads, bytes);
    if (e != cudaSuccess)
        return fail(ST_DEVICE, "the number of blocks that the device holds at once is unknown: %s",
                    cudaGetErrorString(e));
    if ((int64_t)each * processors >= s->grid) return ST_OK;
    return fail(ST_REFUSED, "the barrier needs all %d blocks of threads at once, and the device holds %lld", s->grid,
                (long long)each * processors);
}

enum status scheme_launch(const struct scheme *s, const struct scheme *placed, real *x, void *stream)
{
    struct shared shared;
    LAUNCH(clear, 1, 128, 0, stream, s->flag, s->grid, s->verdict);
    const cudaError_t e = LAUNCH_TOGETHER(kernels[s->a.format], (unsigned)s->grid, (unsigned)s->threads,
                                          (size_t)shared_of(&shared, s, NULL), stream, placed, x);
    if (e == cudaSuccess) return ST_OK;
    cudaGetLastError(); /* the next check of a launch would find it */
    return fail(ST_DEVICE, "%d blocks of threads could not be started together: %s", s->grid, cudaGetErrorString(e));
}
