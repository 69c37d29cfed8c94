/* Parallel cyclic reduction until a system has split into 2^k subsystems of every 2^k-th row, and Thomas for each of
 * those: 2^k lanes of a warp per system, one per subsystem. The reduction streams through registers, and
 * Thomas takes its rows from there: an unknown's four values are read once, x is written once, and c' and d' are kept
 * in shared memory for back substitution, or, where systems are too long for that, in global memory.
 *
 * N. Sakharnykh, Efficient tridiagonal solvers for ADI methods and fluid simulation, GTC 2010; H.-S. Kim, S. Wu, L.
 * Chang, W. W. Hwu, A scalable tridiagonal solver for GPUs, ICPP 2011 (the reduction as a stream). Formulas in
 * normalized_row.cuh. Stable if the matrix is diagonally dominant; fails if a diagonal of a step is 0. 13 + 14 k flops
 * a row; 40 bytes an unknown in double, 72 if c' and d' are in global memory. */
#include "solvers/batch/cost.h"
#include "solvers/tridiag/reduction/pcr_cascade.cuh"

/* Shared memory of a warp, so that some of them fit on a multiprocessor; steps at most; rows of a lane at least. */
enum { WARP = 32, SECTOR_BYTES = 32, SHARED_BYTES = 32 << 10, STEPS_MAX = 5, ROWS_MIN = 32 };

struct options {
    int64_t switch_point;
};

static const struct option options[] = {
    {.key = "switch_point",
     .help = "steps of reduction before Thomas takes over, with 2^steps lanes per system; -1: by rows and layout",
     .type = OPT_INT,
     .offset = offsetof(struct options, switch_point),
     .min = -1,
     .max = STEPS_MAX,
     .default_value = "-1"},
    {.key = NULL},
};

/* As many steps as leave a lane so many rows that filling the cascade costs little; but enough lanes to use whole
 * memory transactions, or, where neighbouring systems lie closer than rows, few enough that neighbouring systems do. */
static int steps_of(const struct shape *shape, const void *values)
{
    const struct options *const o = (const struct options *)values;
    const bool near = shape->dist < shape->stride;
    const int filling = SECTOR_BYTES / (int)sizeof(real), min = near ? 1 : filling,
              max = near ? WARP / filling : (int)WARP;
    int steps = 0;
    if (o->switch_point >= 0) return (int)o->switch_point;
    while (2 << steps <= max && (1 << steps < min || shape->n >> (steps + 1) >= ROWS_MIN)) steps++;
    return steps;
}

/* c' and d' of a warp, one value per lane in each step of its walk. */
static int64_t kept_bytes(const struct shape *shape, const void *values)
{
    const int steps = steps_of(shape, values);
    return 2 * WARP * (((shape->n - 1) >> steps) + 1) * (int64_t)sizeof(real);
}

static bool keeps_in_shared(const struct shape *shape, const void *values)
{
    return kept_bytes(shape, values) <= SHARED_BYTES;
}

static int64_t workspace_bytes(const struct solver *, const struct shape *shape, const void *values,
                               const struct exec *)
{
    return keeps_in_shared(shape, values) ? 0 : shape->n * shape->batch * (int64_t)sizeof(real);
}

/* The rows of one lane of a system: every `lanes`-th of the system's. */
struct walk {
    struct line l;
    int lane, lanes;
    int64_t length; /* that all lanes of the warp make together */
};

/* The places of c' and d' of step t: t * c_stride and t * d_stride. Apart from the walk: in one struct with the
 * pointers to the rows, nvcc 13.0 takes these too for pointers to shared memory. */
struct eliminated {
    real *c, *d;
    int64_t c_stride, d_stride;
};

__device__ __forceinline__ int64_t warp_largest(int64_t v)
{
    for (int k = 1; k < WARP; k *= 2) v = max((long long)v, __shfl_xor_sync(~0u, (long long)v, k));
    return v;
}

/* Lanes without a system follow the others, with no rows. */
template <int K> __device__ __forceinline__ struct walk walk_of(const struct device_batch &g, int64_t s)
{
    struct walk w;
    w.lanes = 1 << K;
    w.lane = threadIdx.x % w.lanes;
    w.l = line_of(&g.shape, &g.system, s < g.shape.batch ? s : 0);
    if (s >= g.shape.batch) w.l.n = 0;
    w.length = warp_largest((w.l.n + w.lanes - 1) / w.lanes);
    return w;
}

/* In shared memory, one value per lane in each step. */
__device__ __forceinline__ struct eliminated eliminated_in_shared(const struct walk &w)
{
    SHARED_DYN(real, shared);
    real *const c = shared + threadIdx.x;
    return {c, c + WARP * w.length, WARP, WARP};
}

/* c' in `kept`, n values a system, and d' in place of the right side. */
__device__ __forceinline__ struct eliminated eliminated_in_global(const struct walk &w, real *kept)
{
    return {kept + w.lane, w.l.x + w.lane * w.l.x_stride, w.lanes, w.lanes * w.l.x_stride};
}

/* Forward elimination: rows are loaded some steps ahead, reduced, and eliminated as in Thomas. */
template <int K> __device__ __forceinline__ void eliminate(const struct walk &w, const struct eliminated &e)
{
    enum { AHEAD = 4 };
    struct plain_row ahead[AHEAD];
    struct cascade<K> reduction {
    };
    real c = 0, d = 0;
#pragma unroll
    for (int f = 0; f < AHEAD; f++) ahead[f] = plain_row_of(w.l, f * w.lanes + w.lane);
    for (int64_t t = 0; t < w.length + K; t++) {
        const struct unit_row fetched = unit_row_of(ahead[0]);
#pragma unroll
        for (int f = 1; f < AHEAD; f++) ahead[f - 1] = ahead[f];
        ahead[AHEAD - 1] = plain_row_of(w.l, (t + AHEAD) * w.lanes + w.lane);
        const struct unit_row r = cascade_push(reduction, fetched, w.lane);
        if (t < K) continue;
        const real inverse = RC(1.0) / (RC(1.0) - r.a * c);
        c = r.c * inverse;
        d = (r.d - r.a * d) * inverse;
        if ((t - K) * w.lanes + w.lane >= w.l.n) continue;
        e.c[(t - K) * e.c_stride] = c;
        e.d[(t - K) * e.d_stride] = d;
    }
}

/* Back substitution; returns whether some value is not finite. */
__device__ __forceinline__ bool substitute(const struct walk &w, const struct eliminated &e)
{
    enum { TOGETHER = 8 };
    bool spoilt = false;
    real x = 0;
    for (int64_t top = w.length - 1; top >= 0; top -= TOGETHER) {
        real c[TOGETHER], d[TOGETHER];
#pragma unroll
        for (int f = 0; f < TOGETHER; f++) {
            const int64_t t = top - f, i = t * w.lanes + w.lane;
            const bool there = t >= 0 && i < w.l.n;
            c[f] = there ? e.c[t * e.c_stride] : RC(0.0);
            d[f] = there ? e.d[t * e.d_stride] : RC(0.0);
        }
#pragma unroll
        for (int f = 0; f < TOGETHER; f++) {
            const int64_t t = top - f, i = t * w.lanes + w.lane;
            x = d[f] - c[f] * x;
            if (t < 0 || i >= w.l.n) continue;
            w.l.x[i * w.l.x_stride] = x;
            spoilt |= !isfinite(x);
        }
    }
    return spoilt;
}

/* A block is a warp; the launch bounds ask for few blocks at a time, so that registers are not spilled. `kept` is c' in
 * global memory, n values a system, unless it is SHARED. */
template <int K, bool SHARED>
static __global__ void __launch_bounds__(WARP, 8) solve_batch(struct device_batch g, real *kept)
{
    const int systems = WARP >> K;
    for (int64_t first = (int64_t)blockIdx.x * systems; first < g.shape.batch; first += (int64_t)gridDim.x * systems) {
        const int64_t s = first + (threadIdx.x >> K);
        const struct walk w = walk_of<K>(g, s);
        const struct eliminated e = SHARED ? eliminated_in_shared(w) : eliminated_in_global(w, kept + s * g.shape.n);
        eliminate<K>(w, e);
        const unsigned spoilt = __ballot_sync(~0u, substitute(w, e)), lanes = ~0u >> (WARP - w.lanes);
        __syncwarp();
        if (g.system.info && w.lane == 0 && s < g.shape.batch)
            g.system.info[s] = spoilt >> threadIdx.x & lanes ? info_find(w.l) : 0;
    }
}

static void (*const kernels[2][STEPS_MAX + 1])(struct device_batch, real *) = {
    {solve_batch<0, false>, solve_batch<1, false>, solve_batch<2, false>, solve_batch<3, false>, solve_batch<4, false>,
     solve_batch<5, false>},
    {solve_batch<0, true>, solve_batch<1, true>, solve_batch<2, true>, solve_batch<3, true>, solve_batch<4, true>,
     solve_batch<5, true>},
};

static enum status solve(struct plan *p, const struct system *system)
{
    const struct device_batch g = device_batch_of(p, system);
    const bool shared = keeps_in_shared(&p->shape, p->options);
    const int steps = steps_of(&p->shape, p->options);
    const int64_t warps = ((g.shape.batch - 1) >> (STEPS_MAX - steps)) + 1;
    LAUNCH(kernels[shared][steps], (unsigned)(warps < INT32_MAX ? warps : INT32_MAX), WARP,
           shared ? kept_bytes(&p->shape, p->options) : 0, p->exec.stream, g, (real *)p->workspace);
    return ST_OK;
}

static struct cost cost(const struct solver *, const struct shape *shape, const void *values)
{
    struct cost c = cost_rows(shape, 13 + 14 * steps_of(shape, values));
    if (!keeps_in_shared(shape, values)) c.bytes += 4 * cost_unknowns(shape) * (double)sizeof(real);
    return c;
}

static constexpr struct solver_hooks hooks = {
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .solve = solve,
};

extern "C" const struct solver tridiag_pcr_thomas_device = {
    .method = "pcr_thomas",
    .about = "parallel cyclic reduction, then elimination in order, some lanes of a warp per system",
    .source = "Sakharnykh 2010; Kim, Wu, Chang, Hwu 2011",
    .kind = KIND_TRIDIAG,
    .space = DEVICE,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | DETERMINISTIC | REPORTS_INFO,
    .options = options,
    .options_bytes = sizeof(struct options),
    .hooks = &hooks,
};
