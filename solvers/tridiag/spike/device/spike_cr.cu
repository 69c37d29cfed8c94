/* Partitions by cyclic reduction, which a warp or a block of threads shares, and a reduced system of two equations a
 * partition. Rows are read as they lie, by all threads together, so that none has to be moved; their spikes come with
 * the reduction (spike_cr_rows.cuh). Nothing is kept of rows: when the unknowns next to a partition are known, it is
 * read and reduced once more.
 *
 * L.-W. Chang, thesis, Illinois, 2014, section 3.3.3; L.-W. Chang, W. W. Hwu, A guide for implementing tridiagonal
 * solvers on GPUs, 2014: register packing (`packing`), parallel cyclic reduction in a warp (`warp_pcr`), and a second
 * level of SPIKE among the warps of a block, which joins their equations there (`second_level`). Stable if the matrix
 * is diagonally dominant; partitions whose divisors or spikes say that it is not are eliminated with pivots among three
 * rows (spike_apart.cuh), and a system that is missed is left to thomas_pivot. 90 flops a row; 72 bytes a row in
 * double, and about 3 for the partitions. */
#include "solvers/batch/cost.h"
#include "solvers/tridiag/spike/device/spike_cr_team.cuh"
#include "solvers/tridiag/spike/device/spike_device_cut.cuh"
#include "solvers/tridiag/spike/device/spike_levels.cuh"
#include "solvers/tridiag/spike/device/spike_stages.cuh"

struct options {
    int packing, reduced;
    bool warp_pcr, second_level, repair;
};

enum { AUTO, TWO, EIGHT, NONE };
static const char *const packings[] = {"auto", "two", "eight", "none", NULL};

static const struct option options[] = {
    {.key = "packing",
     .help = "rows that a thread keeps in registers, by the length of systems or given; none: all in shared memory",
     .type = OPT_WORD,
     .offset = offsetof(struct options, packing),
     .default_value = "\"auto\"",
     .words = packings},
    {.key = "warp_pcr",
     .help = "the last 32 rows by parallel cyclic reduction in a warp; else cyclic reduction down to one",
     .type = OPT_BOOL,
     .offset = offsetof(struct options, warp_pcr),
     .default_value = "true"},
    {.key = "second_level",
     .help = "a warp has a partition of its own, and those of a block are joined there; else a block shares one",
     .type = OPT_BOOL,
     .offset = offsetof(struct options, second_level),
     .default_value = "true"},
    {.key = "reduced",
     .help = SPIKE_REDUCED_HELP,
     .type = OPT_WORD,
     .offset = offsetof(struct options, reduced),
     .default_value = "\"block_lu\"",
     .words = spike_reduced_words},
    {.key = "repair",
     .help = "partitions that are not dominant are eliminated with pivots among their rows and the neighbouring ones, "
             "and what that does not solve is left to thomas_pivot; else they are reported as not solved",
     .type = OPT_BOOL,
     .offset = offsetof(struct options, repair),
     .default_value = "true"},
    {.key = NULL},
};

/* Rows a thread; systems of more than so many rows give a thread eight. */
enum { SHORT_ROWS = 128, TEAMS = SPIKE_CR_THREADS / SPIKE_WARP };

static int rows_each(const struct shape *shape, const struct options *o)
{
    const bool few = o->packing == TWO || (o->packing != EIGHT && shape->n <= SHORT_ROWS);
    return few ? 2 : SPIKE_CR_MOST;
}

static struct spike_cut cut_of(const struct shape *shape, const void *values, void *workspace, int64_t *bytes)
{
    const struct options *const o = (const struct options *)values;
    const int64_t rows = rows_each(shape, o) * (int64_t)(o->second_level ? SPIKE_WARP : (int)SPIKE_CR_THREADS);
    *bytes = 0;
    struct spike_cut k = spike_cut_of(shape, rows, 0, false, workspace, bytes);
    k.across = false;
    return k;
}

static int64_t workspace_bytes(const struct solver *, const struct shape *shape, const void *values,
                               const struct exec *)
{
    int64_t bytes;
    cut_of(shape, values, NULL, &bytes);
    return bytes;
}

/* Partitions of a system that its block joins, and how often a system has so many. */
struct dealt {
    int joined;
    int64_t chunks;
};

static struct dealt dealt_of(const struct spike_cut &k, bool second_level)
{
    struct dealt d = {1, 1};
    while (second_level && d.joined < TEAMS && d.joined < k.count) d.joined *= 2;
    d.chunks = (k.count + d.joined - 1) / d.joined;
    return d;
}

/* The partition of this thread's team, and what the block joins. */
template <bool BLOCK>
__device__ __forceinline__ struct spike_joins joins_here(const struct spike_cut &k, const struct device_batch &g,
                                                         const struct dealt &d, struct spike_part &w)
{
    const int64_t unit = BLOCK ? blockIdx.x : (int64_t)blockIdx.x * TEAMS + threadIdx.x / SPIKE_WARP;
    const int64_t sub = unit % d.joined, chunk = unit / d.joined % d.chunks, s = unit / d.joined / d.chunks;
    struct spike_joins j = {s, chunk * d.joined, 0, spike_team<BLOCK>::rank() == 0 ? (int)sub : d.joined};
    const bool is = s < g.shape.batch && j.from + sub < k.count;
    w = spike_part_of(k, g, is ? s * k.count + j.from + sub : k.slots);
    if (s < g.shape.batch) j.to = min(j.from + d.joined, spike_count(k, shape_rows(&g.shape, s)));
    return j;
}

template <bool BLOCK>
__device__ __forceinline__ struct spike_cr_part part_of(const struct spike_part &w, real *memory, int each, bool pcr)
{
    return {w, spike_cr_shared_of<BLOCK>(memory, each), each * spike_team<BLOCK>::THREADS, pcr};
}

/* Values of row i to where the ends of the partition are known. */
__device__ __forceinline__ void note(const struct spike_cut &k, const struct spike_part &w, int64_t i,
                                     const struct spike_sides<3> &s)
{
    const int64_t at = w.s * k.count + w.p;
    const struct spike_edge e = {s.v[0], s.v[1], s.v[2]};
    struct spike_edge *const edge = k.edge + at * SPIKE_EDGES;
    if (i == 0) edge[EDGE_FIRST] = e, k.block[at].upper = {e.w, 1, 0, e.v, e.y};
    if (i == 1 || w.m == 1) edge[EDGE_SECOND] = e;
    if (i == w.m - 2 || w.m == 1) edge[EDGE_BEFORE_LAST] = e;
    if (i == w.m - 1) edge[EDGE_LAST] = e, k.block[at].lower = {e.w, 0, 1, e.v, e.y};
}

template <bool BLOCK, int PACKED>
static __global__ void __launch_bounds__(SPIKE_CR_THREADS, 4)
    reduce(struct device_batch g, struct spike_cut k, struct dealt d, int each, bool pcr, bool repair)
{
    typedef struct spike_team<BLOCK> team;
    SHARED_ARRAY(real, memory, spike_cr_values<BLOCK>(PACKED ? PACKED : SPIKE_CR_MOST));
    struct spike_part w;
    const struct spike_joins j = joins_here<BLOCK>(k, g, d, w);
    const struct spike_cr_part p = part_of<BLOCK>(w, memory, PACKED ? PACKED : each, pcr);
    const struct spike_cr_beside<3> beside = {
        {{0, -1, 0}},
        {
            {
                0, 0, -1
            }
        }
    };
    real growth = 0;
    spike_cr_solve<BLOCK, PACKED, 3>(p, beside, growth);
    for (int i = team::rank(); i < p.rows && i < w.m; i += team::THREADS) {
        struct spike_sides<3> s;
        spike_get(p.m, i, s);
        growth = spike_larger(growth, spike_larger(pivot_magnitude(s.v[1]), pivot_magnitude(s.v[2])));
        growth += 0 * s.v[0];
        note(k, w, i, s);
    }
    growth = spike_cr_largest<BLOCK>(p.m, growth);
    if (!BLOCK) __syncwarp(); // a partition apart takes the place of what its lanes have noted
    if (w.m > 0 && team::rank() == 0) {
        k.growth[w.s * k.count + w.p] = growth;
        if (w.p == 0) k.found[w.s] = NOTHING_FOUND;
        if (!BLOCK && repair && !(growth <= GROWTH_APART)) spike_put_apart(k, w);
    }
    if (BLOCK) return;
    __syncthreads();
    spike_join_levels<2>(k, j, {1, d.joined, d.chunks, d.joined});
}

template <bool BLOCK, int PACKED>
static __global__ void __launch_bounds__(SPIKE_CR_THREADS, 4)
    collect(struct device_batch g, struct spike_cut k, struct dealt d, int each, bool pcr)
{
    typedef struct spike_team<BLOCK> team;
    SHARED_ARRAY(real, memory, spike_cr_values<BLOCK>(PACKED ? PACKED : SPIKE_CR_MOST));
    struct spike_part w;
    joins_here<BLOCK>(k, g, d, w);
    if (w.m > 0 && k.found[w.s] != NOTHING_FOUND) w.m = 0;
    const struct spike_cr_part p = part_of<BLOCK>(w, memory, PACKED ? PACKED : each, pcr);
    const struct spike_pair pair = w.m > 0 ? spike_beside(k, w.s, w.p) : spike_pair{0, 0};
    const struct spike_cr_beside<1> beside = {
        {{pair.tail}},
        {
            {
                pair.head
            }
        }
    };
    const bool grown = spike_grown(k, w, GROWTH_APART);
    const real *const slot = spike_kept_at(k, w.slot);
    real growth = 0;
    spike_cr_solve<BLOCK, PACKED, 1>(p, beside, growth);
    for (int i = team::rank(); i < p.rows && i < w.m; i += team::THREADS) {
        struct spike_sides<1> x;
        spike_get(p.m, i, x);
        w.l.x[i * w.l.x_stride] = grown ? slot[i * KEPT_STEP] : x.v[0];
    }
}

/* Kernels of a solve, by who shares a partition and how many rows are packed. */
struct kernels {
    void (*reduce)(struct device_batch, struct spike_cut, struct dealt, int, bool, bool);
    void (*collect)(struct device_batch, struct spike_cut, struct dealt, int, bool);
};

static struct kernels kernels_of(const struct options *o, int each)
{
    static const struct kernels all[2][3] = {
        {{reduce<true, 0>, collect<true, 0>}, {reduce<true, 2>, collect<true, 2>}, {reduce<true, 8>, collect<true, 8>}},
        {{reduce<false, 0>, collect<false, 0>},
         {reduce<false, 2>, collect<false, 2>},
         {reduce<false, 8>, collect<false, 8>}}};
    return all[o->second_level][o->packing == NONE ? 0 : each == 2 ? 1 : 2];
}

static enum status solve(struct plan *p, const struct system *system)
{
    int64_t bytes;
    const struct options *const o = (const struct options *)p->options;
    const struct device_batch g = device_batch_of(p, system);
    const struct spike_cut k = cut_of(&p->shape, o, p->workspace, &bytes);
    const struct dealt d = dealt_of(k, o->second_level);
    const int each = rows_each(&p->shape, o);
    const struct kernels kernel = kernels_of(o, each);
    const struct spike_run r = {p, g, k};
    const int64_t units = g.shape.batch * d.chunks * d.joined;
    const unsigned grid = (unsigned)(o->second_level ? spike_quotient_up(units, TEAMS) : units);
    void *const stream = p->exec.stream;
    LAUNCH(kernel.reduce, grid, SPIKE_CR_THREADS, 0, stream, g, k, d, each, o->warp_pcr, o->repair);
    if (!o->repair) spike_report_parts(r, GROWTH_APART);
    else if (!o->second_level) spike_repair_parts(r);
    spike_solve_reduced(r, o->reduced, d.joined);
    if (d.joined > 1) spike_part_pairs(r, d.joined);
    if (o->repair) spike_solve_grown(r, true, false);
    spike_check_cuts(r);
    LAUNCH(kernel.collect, grid, SPIKE_CR_THREADS, 0, stream, g, k, d, each, o->warp_pcr);
    spike_finish(r, o->repair, false);
    return ST_OK;
}

static enum status accepts(const struct solver *self, const struct shape *, const void *values)
{
    return spike_accepts_reduced(self, ((const struct options *)values)->reduced);
}

static struct cost cost(const struct solver *, const struct shape *shape, const void *)
{
    struct cost c = cost_rows(shape, 90);
    c.bytes += 4 * cost_unknowns(shape) * (double)sizeof(real);
    return c;
}

static constexpr struct solver_hooks hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .solve = solve,
};

extern "C" const struct solver tridiag_spike_cr_device = {
    .method = "spike_cr",
    .about = "partitions by cyclic reduction and a reduced system of their ends; others by pivoting as in spike_dp",
    .source = "Chang 2014, section 3.3.3; Chang, Hwu 2014",
    .kind = KIND_TRIDIAG,
    .space = DEVICE,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | DETERMINISTIC | REPORTS_INFO |
           SEES_GROWTH,
    .options = options,
    .options_bytes = sizeof(struct options),
    .hooks = &hooks,
};
