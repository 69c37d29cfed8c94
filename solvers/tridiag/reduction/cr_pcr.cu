/* Cyclic reduction down to `switch_rows` rows or fewer, parallel cyclic reduction of those, and back up: one block, one
 * system, in shared memory. Longer systems, of more than `block_rows` rows, are reduced by many blocks, 16 rows to one
 * in a stage, until a block can solve what is left; only that one row is kept in global memory, and back substitution
 * reduces the rows between once more.
 *
 * Y. Zhang, J. Cohen, J. D. Owens, Fast tridiagonal solvers on the GPU, PPoPP 2010, sections 3 and 4; the scheme of
 * cuSPARSE's gtsvStridedBatch. Formulas in normalized_row.cuh. Stable if the matrix is diagonally dominant; fails if a
 * diagonal of a level is 0. 22 flops a row, and 14 log2 m a row of the last m rows. 40 bytes an unknown in double while
 * systems fit into a block, where rows are contiguous or nearly so; at most 78 with levels in global memory. */
#include "base/device/device.h"
#include "solvers/batch/cost.h"
#include "solvers/tridiag/reduction/cr_pcr_levels.cuh"

#include <math.h>

/* The most rows that can be chosen: they fit into the shared memory of a block on every supported device. */
enum { BLOCK_ROWS_MAX = 4096, SWITCH_ROWS_MAX = 1024, ROWS_PER_THREAD = 8, THREADS_MAX = 1024 };

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
     .default_value = "32"},
    {.key = "block_rows",
     .help = "rows that a block takes into its shared memory; longer systems are reduced to that in global memory; 0: "
             "as many as fit on the device; at least 16",
     .type = OPT_INT,
     .offset = offsetof(struct options, block_rows),
     .min = 0,
     .max = BLOCK_ROWS_MAX,
     .default_value = "0"},
    {.key = NULL},
};

static const struct options *options_of(const struct plan *p)
{
    return (const struct options *)p->options;
}

static int block_bytes(int64_t rows)
{
    return (int)sizeof(real) * block_values((int)rows);
}

/* The shared memory available to a block; without a device, that of the largest block. */
static int block_bytes_there()
{
    const int64_t largest = block_bytes(BLOCK_ROWS_MAX), there = device_block_bytes();
    return (int)(there && there < largest ? there : largest);
}

/* The rows of a block: the option, or as many as fit; so many that a stage leaves a row. */
static int64_t block_rows_of(const struct options *o)
{
    if (o->block_rows) return o->block_rows < APART ? (int64_t)APART : o->block_rows;
    int64_t rows = BLOCK_ROWS_MAX;
    for (const int there = block_bytes_there(); block_bytes(rows) > there;) rows -= WARP;
    return rows;
}

static int stored_levels(const struct shape *shape, const void *values)
{
    const int64_t max = block_rows_of((const struct options *)values);
    int depth = 0;
    while (shape->n >> depth > max) depth += STEPS;
    return depth;
}

static struct stored stored_at(const struct plan *p, int depth)
{
    struct stored f = {STEPS, p->shape.n >> STEPS, p->shape.batch, (real *)p->workspace};
    for (; f.depth < depth; f.depth += STEPS, f.capacity >>= STEPS) f.base += VALUES * f.capacity * f.batch;
    return f;
}

static int64_t workspace_bytes(const struct solver *, const struct shape *shape, const void *values,
                               const struct exec *)
{
    int64_t rows = 0;
    for (int depth = stored_levels(shape, values); depth > 0; depth -= STEPS) rows += shape->n >> depth;
    return VALUES * rows * shape->batch * (int64_t)sizeof(real);
}

template <class From>
static __global__ void __launch_bounds__(THREADS_MAX) solve_blocks(struct device_batch g, From from, int switch_rows)
{
    SHARED_DYN(real, shared);
    for (int64_t s = blockIdx.x; s < g.shape.batch; s += gridDim.x) {
        const auto in = system_of(g, from, s);
        const struct block_rows rows = {(int)in.n, shared};
        int levels = 0;
        while (rows.n >> levels > switch_rows) levels++;
        fill(rows, 0, in, 0);
        block_reduce(rows, levels);
        block_pcr(rows, 1 << levels);
        block_substitute(rows, 1 << levels);
        const bool spoilt = empty(rows, 0, in, 0);
        if (threadIdx.x == 0 && g.system.info) g.system.info[s] = spoilt ? bad(in) : 0;
    }
}

static unsigned grid(int64_t blocks)
{
    return (unsigned)(blocks < INT32_MAX ? blocks : INT32_MAX);
}

static int64_t tiles_of(int64_t rows, int64_t of_tile)
{
    return (rows + of_tile - 1) / of_tile;
}

/* Threads for the rows of parallel cyclic reduction, and for all rows at eight a thread: with that a multiprocessor
 * holds 1024 threads, by registers and shared memory, whatever the size of a system. */
static int threads_of(int64_t n, int64_t switch_rows)
{
    const int64_t share = (n + ROWS_PER_THREAD - 1) / ROWS_PER_THREAD, last = n < switch_rows ? n : switch_rows;
    return (int)((share > last ? share : last) + WARP - 1) / WARP * WARP;
}

/* Down to the next stored level, solved there, and up again, while `deeper` levels are left; then in blocks. */
template <class Level>
static void solve_level(const struct plan *p, const struct device_batch &g, Level here, int depth, int deeper)
{
    void *const stream = p->exec.stream;
    if (deeper == 0) {
        const int64_t n = p->shape.n >> depth, switch_rows = options_of(p)->switch_rows;
        LAUNCH(solve_blocks<Level>, grid(g.shape.batch), threads_of(n, switch_rows), block_bytes(n), stream, g, here,
               (int)switch_rows);
        return;
    }
    const struct stored next = stored_at(p, depth + STEPS);
    const int64_t down = tiles_of(next.capacity, TILE), up = tiles_of(next.capacity + 1, TILE);
    LAUNCH(reduce<Level>, grid(down * next.batch), STAGE_THREADS, 0, stream, g, here, next, down);
    solve_level(p, g, next, depth + STEPS, deeper - STEPS);
    LAUNCH(substitute<Level>, grid(up * next.batch), STAGE_THREADS, 0, stream, g, here, next, up);
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct device_batch g = device_batch_of(p, system);
    const int deeper = stored_levels(&p->shape, p->options);
    solve_level(p, g, const_rows(), 0, deeper);
    if (deeper && g.system.info)
        LAUNCH(report, grid(tiles_of(g.shape.batch, STAGE_THREADS)), STAGE_THREADS, 0, p->exec.stream, g);
    return ST_OK;
}

static enum status accepts(const struct solver *, const struct shape *shape, const void *values)
{
    const int needed = block_bytes(shape->n >> stored_levels(shape, values)), there = block_bytes_there();
    if (needed <= there) return ST_OK;
    return fail(ST_REFUSED, "cr_pcr: %d bytes of shared memory are more than the %d of a block; see block_rows", needed,
                there);
}

/* Equal for all plans, so that no plan reduces the limit of another. */
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

/* If levels are in global memory, the caller's rows are read once more, 4 values, or 1 with a matrix in the caches. A
 * stored row is written and read twice, 3 values, and its x written and read; the rows of the last level are read once.
 */
static struct cost cost(const struct solver *, const struct shape *shape, const void *values)
{
    const struct options *const o = (const struct options *)values;
    const int deeper = stored_levels(shape, values);
    double n = (double)shape->n, m = (double)(shape->n >> deeper);
    while (m > (double)o->switch_rows) m = floor(m / 2);
    const double again = deeper ? 4 + 14 * (1 - 2. / APART) : 0;
    struct cost c = cost_rows(shape, 4 + 18 * (1 - m / n) + 14 * m / n * log2(m) + again);
    const double stored = 11 * (1 - ldexp(1, -deeper)) / (APART - 1) - 3 * ldexp(1, -deeper);
    if (deeper) c.bytes += ((shape_shared(shape) ? 1 : 4) + stored) * cost_unknowns(shape) * (double)sizeof(real);
    return c;
}

static constexpr struct solver_hooks hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .begin = begin,
    .solve = solve,
};

extern "C" const struct solver tridiag_cr_pcr_device = {
    .method = "cr_pcr",
    .about = "cyclic reduction in shared memory, one block per system, finished by parallel cyclic reduction",
    .source = "Zhang, Cohen, Owens 2010, sections 3 and 4",
    .kind = KIND_TRIDIAG,
    .space = DEVICE,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | DETERMINISTIC | REPORTS_INFO,
    .options = options,
    .options_bytes = sizeof(struct options),
    .hooks = &hooks,
};
