/* Cyclic reduction down to `switch_rows` rows or fewer, parallel cyclic reduction of those, and back up: one block, one
 * system, in shared memory. The first levels of a system of more than `block_rows` rows are in global memory, where
 * a thread reduces a row; a block solves the rest.
 *
 * Y. Zhang, J. Cohen, J. D. Owens, Fast tridiagonal solvers on the GPU, PPoPP 2010, sections 3 and 4; the scheme of
 * cuSPARSE's gtsvStridedBatch. Formulas in normalized_row.cuh. Stable if the matrix is diagonally dominant; fails if a
 * diagonal of a level is 0. 22 flops a row, and 14 log2 m a row of the last m rows. 40 bytes an unknown in double while
 * systems fit into a block, where rows are contiguous or nearly so; at most 160 with levels in global memory. */
#include "base/device/device.h"
#include "solvers/batch/cost.h"
#include "solvers/tridiag/reduction/cr_pcr_block.cuh"
#include "solvers/tridiag/reduction/cr_pcr_levels.cuh"

#include <math.h>

/* The most rows that can be chosen: they fit into the shared memory of a block on every supported device. */
enum { BLOCK_ROWS_MAX = 4096, SWITCH_ROWS_MAX = 1024, ROWS_PER_THREAD = 8, THREADS_MAX = 1024, LEVEL_THREADS = 256 };

struct options {
    int64_t switch_rows, block_rows;
};

static const struct option options[] = {
    {.key = "switch_rows",
     .help = "rows at which parallel cyclic reduction replaces cyclic reduction",
     .type = OPT_INT,
     .offset = offsetof(struct options, switch_rows),
     .min = 1,
     .max = SWITCH_ROWS_MAX,
     .fallback = "32"},
    {.key = "block_rows",
     .help = "rows that a block takes into its shared memory; longer systems are reduced to that in global memory; 0: "
             "as many as fit on the device",
     .type = OPT_INT,
     .offset = offsetof(struct options, block_rows),
     .min = 0,
     .max = BLOCK_ROWS_MAX,
     .fallback = "0"},
    {.key = NULL},
};

static const struct options *options_of(const struct plan *p)
{
    return (const struct options *)p->options;
}

static int block_bytes(int64_t rows)
{
    return 3 * (int)sizeof(real) * block_place((int)rows);
}

/* The shared memory available to a block; without a device, that of the largest block. */
static int block_bytes_there()
{
    const int64_t largest = block_bytes(BLOCK_ROWS_MAX), there = device_block_bytes();
    return (int)(there && there < largest ? there : largest);
}

/* The rows of a block: the option, or as many as fit. */
static int64_t block_rows_of(const struct options *o)
{
    if (o->block_rows) return o->block_rows;
    int64_t rows = BLOCK_ROWS_MAX;
    for (const int there = block_bytes_there(); block_bytes(rows) > there;) rows -= WARP;
    return rows;
}

static int stored_levels(const struct shape *shape, const void *values)
{
    const int64_t max = block_rows_of((const struct options *)values);
    int depth = 0;
    while (shape->n >> depth > max) depth++;
    return depth;
}

static struct stored stored_at(const struct plan *p, int depth)
{
    struct stored f = {1, p->shape.n >> 1, p->shape.batch, (real *)p->work};
    for (; f.depth < depth; f.depth++, f.capacity /= 2) f.at += 3 * f.capacity * f.batch;
    return f;
}

static int64_t work_bytes(const struct solver *, const struct shape *shape, const void *values, const struct exec *)
{
    int64_t rows = 0;
    for (int depth = stored_levels(shape, values); depth > 0; depth--) rows += shape->n >> depth;
    return 3 * rows * shape->batch * (int64_t)sizeof(real);
}

template <class Level> __device__ __forceinline__ void fill(const struct block_rows &rows, const Level &in)
{
    enum { TOGETHER = 4 };
    const int step = blockDim.x;
    for (int i = threadIdx.x; i < rows.n; i += TOGETHER * step) {
        decltype(fetch(in, i)) r[TOGETHER];
#pragma unroll
        for (int f = 0; f < TOGETHER; f++) r[f] = fetch(in, i + f * step);
#pragma unroll
        for (int f = 0; f < TOGETHER; f++)
            if (i + f * step < rows.n) block_put(rows, i + f * step, unit_row_of(r[f]));
    }
    __syncthreads();
}

/* x of one system; does it have a value that is not finite? */
template <class Level> __device__ __forceinline__ bool empty(const struct block_rows &rows, const Level &out)
{
    int spoilt = 0;
    for (int i = threadIdx.x; i < rows.n; i += blockDim.x) {
        const real x = rows.d[block_place(i)];
        put_x(out, i, x);
        spoilt |= !isfinite(x);
    }
    return __syncthreads_or(spoilt);
}

template <class From>
static __global__ void __launch_bounds__(THREADS_MAX)
    solve_blocks(struct device_batch g, From from, int capacity, int switch_rows)
{
    SHARED_DYN(real, shared);
    for (int64_t s = blockIdx.x; s < g.shape.batch; s += gridDim.x) {
        const auto in = system_of(g, from, s);
        const struct block_rows rows = block_rows_at(shared, (int)in.n, capacity);
        fill(rows, in);
        const int stride = block_reduce(rows, switch_rows);
        block_pcr(rows, stride);
        block_substitute(rows, stride);
        const bool spoilt = empty(rows, in);
        if (threadIdx.x == 0 && g.system.info) g.system.info[s] = spoilt ? bad(in) : 0;
    }
}

static unsigned grid(int64_t blocks)
{
    return (unsigned)(blocks < INT32_MAX ? blocks : INT32_MAX);
}

static int64_t tiles_of(int64_t rows)
{
    return (rows + LEVEL_THREADS - 1) / LEVEL_THREADS;
}

/* Threads for the rows of parallel cyclic reduction, and for all rows at eight a thread: with that a multiprocessor
 * holds 1024 threads, by registers and shared memory, whatever the size of a system. */
static int threads_of(int64_t n, int64_t switch_rows)
{
    const int64_t share = (n + ROWS_PER_THREAD - 1) / ROWS_PER_THREAD, last = n < switch_rows ? n : switch_rows;
    return (int)((share > last ? share : last) + WARP - 1) / WARP * WARP;
}

/* Down a level, solved there, and up again, as often as `deeper` says; then in blocks. */
template <class Level>
static void solve_level(const struct plan *p, const struct device_batch &g, Level here, int depth, int deeper)
{
    void *const stream = p->exec.stream;
    if (deeper == 0) {
        const int64_t n = p->shape.n >> depth, switch_rows = options_of(p)->switch_rows;
        const int capacity = block_place((int)n);
        LAUNCH(solve_blocks<Level>, grid(g.shape.batch), threads_of(n, switch_rows), 3 * capacity * sizeof(real),
               stream, g, here, capacity, (int)switch_rows);
        return;
    }
    const struct stored next = stored_at(p, depth + 1);
    const int64_t down = tiles_of(next.capacity), up = tiles_of(next.capacity + 1);
    LAUNCH(reduce<Level>, grid(down * next.batch), LEVEL_THREADS, 0, stream, g, here, next, down);
    solve_level(p, g, next, depth + 1, deeper - 1);
    LAUNCH(substitute<Level>, grid(up * next.batch), LEVEL_THREADS, 0, stream, g, here, next, up);
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct device_batch g = device_batch_of(p, system);
    const int deeper = stored_levels(&p->shape, p->options);
    solve_level(p, g, const_rows(), 0, deeper);
    if (deeper && g.system.info) LAUNCH(report, grid(tiles_of(g.shape.batch)), LEVEL_THREADS, 0, p->exec.stream, g);
    return ST_OK;
}

static enum status accepts(const struct solver *, const struct shape *shape, const void *values)
{
    const int needed = block_bytes(shape->n >> stored_levels(shape, values)), there = block_bytes_there();
    if (needed <= there) return ST_OK;
    return fail(ST_REFUSED, "cr_pcr: %d bytes of shared memory are more than the %d of a block; see block_rows", needed,
                there);
}

/* The same for all plans, so that no plan reduces the limit of another. */
static enum status begin(struct plan *)
{
    const int bytes = block_bytes_there();
    if (cudaFuncSetAttribute(solve_blocks<const_rows>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) ==
            cudaSuccess &&
        cudaFuncSetAttribute(solve_blocks<stored>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) == cudaSuccess)
        return ST_OK;
    cudaGetLastError();
    return fail(ST_DEVICE, "cr_pcr: the device does not give %d bytes of shared memory to a block", bytes);
}

/* A level in global memory: its rows are read twice, and those of the next one and x are written; the rows of the
 * caller have 4 values, or 1 beside a matrix in the caches, the others 3. */
static struct cost cost(const struct solver *, const struct shape *shape, const void *values)
{
    const struct options *const o = (const struct options *)values;
    const int deeper = stored_levels(shape, values);
    double n = (double)shape->n, m = (double)(shape->n >> deeper);
    while (m > (double)o->switch_rows) m = floor(m / 2);
    struct cost c = cost_rows(shape, 4 + 18 * (1 - m / n) + 14 * m / n * log2(m));
    const double more = (shape_shared(shape) ? 12 : 15) - ldexp(14, -deeper);
    if (deeper) c.bytes += more * cost_unknowns(shape) * (double)sizeof(real);
    return c;
}

static constexpr struct solver_hooks hooks = {
    .accepts = accepts,
    .work_bytes = work_bytes,
    .cost = cost,
    .begin = begin,
    .solve = solve,
};

extern "C" const struct solver tridiag_cr_pcr_device = {
    .method = "cr_pcr",
    .about = "cyclic reduction in shared memory, one block a system, finished by parallel cyclic reduction",
    .source = "Zhang, Cohen, Owens 2010, sections 3 and 4",
    .kind = KIND_TRIDIAG,
    .space = DEVICE,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | DETERMINISTIC | REPORTS_INFO,
    .options = options,
    .options_bytes = sizeof(struct options),
    .hooks = &hooks,
};
