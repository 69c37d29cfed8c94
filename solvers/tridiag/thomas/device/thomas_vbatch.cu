/* Elimination in order for systems of different size on the device, one thread per system, with a choice of what
 * threads do between the end of a system and that of the longest one in an interleaved batch.
 *
 *     skipped   a thread stops with its system
 *     computed  all threads go as far as the longest system and read what is there, so that no thread of a warp waits
 *               for others; whatever it is, it counts as rows of the identity, 0 x_{i-1} + x_i + 0 x_{i+1} = 0, and the
 *               arrays stay as they are. Zeros, as in the paper, would make 0 / 0.
 *
 * P. Valero-Lara, I. Martinez-Perez, R. Sirvent, X. Martorell, A. J. Pena, cuThomasBatch & cuThomasVBatch, CUDA
 * routines to compute batch of tridiagonal systems on NVIDIA GPUs, Concurrency and Computation 30 (2018), section 3.1.
 * Best is a batch without padding: sorted by size (sizes_order) and packed in groups of 32 (shape_ragged), where
 * a warp stops together. Bytes are counted in thomas.cuh; `computed` moves those of the longest system for each. */
#include "solvers/tridiag/thomas/device/thomas_batch.cuh"

struct options {
    int padding;
};

struct priv {
    int64_t extent; /* elements of the arrays */
};

enum { SKIPPED, COMPUTED };
static const char *const paddings[] = {"skipped", "computed", NULL};

static const struct option options[] = {
    {.key = "padding",
     .help = "what threads of shorter systems do with the rows up to the longest",
     .type = OPT_WORD,
     .offset = offsetof(struct options, padding),
     .default_value = "\"skipped\"",
     .words = paddings},
    {.key = NULL},
};

static bool computes(const struct shape *shape, const void *values)
{
    return shape->sizes && ((const struct options *)values)->padding == COMPUTED;
}

static enum status accepts(const struct solver *, const struct shape *shape, const void *values)
{
    if (!computes(shape, values) || (!shape->starts && !shape->matrix.inner && !shape->reuse)) return ST_OK;
    return fail(ST_REFUSED,
                "thomas_vbatch: padding can be computed where each system has a matrix of its own, used once, "
                "and all have the capacity of the longest");
}

static enum status begin(struct plan *p)
{
    ((struct priv *)p->priv)->extent = shape_extent(&p->shape);
    return ST_OK;
}

/* Rows beyond `held` lie outside the arrays; c' of all n rows is kept, and 0 from the last own row on. */
template <bool SHIFTED>
__device__ __forceinline__ void eliminate_padded(const struct line &l, int64_t n, int64_t held, real *c, int64_t stride)
{
    struct line all = l;
    all.n = held;
    equations_of<SHIFTED> rows(all);
    struct eliminated row = {0, 0};
    real *to = l.x;
    sweep<ROWS>(
        n, [&](int64_t left) { return rows(left - (n - held)); },
        [&](const struct equations &e, int64_t left) {
            const int count = clip<ROWS>(left), own = clip<ROWS>(left - (n - l.n)),
                      coupled = clip<ROWS>(left - (n - l.n) - 1);
#pragma unroll
            for (int r = 0; r < ROWS; r++) {
                eliminate(row, r < own ? e.a[r] : 0, r < own ? e.b[r] : 1, r < coupled ? e.c[r] : 0,
                          r < own ? e.x[r] : 0);
                if (r < count) *c = row.ratio, c += stride;
                if (r < own) *to = row.d, to += l.x_stride;
            }
        });
}

__device__ __forceinline__ real substitute_padded(const struct line &l, int64_t n, int64_t held, const real *c,
                                                  int64_t stride)
{
    struct walk ratios = {c + (n - 1) * stride, -stride};
    const real *from = l.x + (held - 1) * l.x_stride;
    real *to = l.x + (l.n - 1) * l.x_stride, x = 0;
    const auto fetch = [&](int64_t left) {
        struct pairs e;
        load(e.c, ratios, clip<PAIRS>(left), 0);
#pragma unroll
        for (int r = 0; r < PAIRS; r++) {
            e.d[r] = 0;
            if (left - r > held || left - r < 1) continue;
            e.d[r] = *from;
            from -= l.x_stride;
        }
        return e;
    };
    sweep<PAIRS>(n, fetch, [&](const struct pairs &e, int64_t left) {
#pragma unroll
        for (int r = 0; r < PAIRS; r++) {
            const bool own = left - r <= l.n && left - r >= 1;
            x = (own ? e.d[r] : 0) - e.c[r] * x;
            if (own) *to = x, to -= l.x_stride;
        }
    });
    return x;
}

template <bool SHIFTED>
static __global__ void __launch_bounds__(THREADS)
    solve_computed(struct device_batch g, struct scratch w, int64_t extent)
{
    const int64_t s = system_here(), n = g.shape.n;
    if (s >= g.shape.batch) return;
    const struct line l = line_of(&g.shape, &g.system, s);
    const struct place k = place_of(g.shape, s);
    const int64_t held = min(n, (extent - 1 - shape_start(&g.shape, s)) / l.x_stride + 1);
    eliminate_padded<SHIFTED>(l, n, held, w.c + k.first, k.stride);
    device_report(g, s, l, substitute_padded(l, n, held, w.c + k.first, k.stride));
}

static enum status solve(struct plan *p, const struct system *system)
{
    if (!computes(&p->shape, p->options)) return thomas_batch_solve(p, system);
    int64_t bytes;
    const struct scratch w = scratch_at(p->workspace, &p->shape, &bytes);
    const int64_t extent = ((const struct priv *)p->priv)->extent;
    const struct device_batch g = device_batch_of(p, system);
    const unsigned grid = blocks(p->shape.batch);
    if (p->shape.tridiag.shifted) LAUNCH(solve_computed<true>, grid, THREADS, 0, p->exec.stream, g, w, extent);
    else LAUNCH(solve_computed<false>, grid, THREADS, 0, p->exec.stream, g, w, extent);
    return ST_OK;
}

static constexpr struct solver_hooks hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = thomas_batch_cost,
    .begin = begin,
    .factor = thomas_batch_factor,
    .solve = solve,
};

extern "C" const struct solver tridiag_thomas_vbatch = {
    .method = "thomas_vbatch",
    .about = "elimination in order of systems of different size, padding skipped or computed",
    .source = "Valero-Lara et al. 2018, section 3.1, cuThomasVBatch",
    .twin = "thomas",
    .kind = KIND_TRIDIAG,
    .space = DEVICE,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | DETERMINISTIC | REPORTS_INFO,
    .options = options,
    .options_bytes = sizeof(struct options),
    .priv_bytes = sizeof(struct priv),
    .hooks = &hooks,
};
