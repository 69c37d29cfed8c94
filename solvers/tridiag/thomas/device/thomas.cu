/* Elimination in order for a batch on the device, one thread per system.
 *
 * P. Valero-Lara, I. Martinez-Perez, R. Sirvent, X. Martorell, A. J. Pena, cuThomasBatch & cuThomasVBatch, CUDA
 * routines to compute batch of tridiagonal systems on NVIDIA GPUs, Concurrency and Computation 30 (2018), section 3.
 * Stable where elimination in order is; any n, any layout, made for interleaved ones. Cost and count of bytes are in
 * thomas.cuh. */
#include "solvers/tridiag/thomas/device/thomas_batch.cuh"

template <bool SHIFTED>
static __global__ void __launch_bounds__(THREADS) solve_fresh(struct device_batch g, struct scratch w)
{
    const int64_t s = system_here();
    if (s >= g.shape.batch) return;
    const struct line l = line_of(&g.shape, &g.system, s);
    const struct place k = place_of(g.shape, s);
    real *const c = w.c + k.first, *c_to = c, *d_to = l.x;
    struct eliminated row = {0, 0};
    sweep<ROWS>(l.n, equations_of<SHIFTED>(l), [&](const struct equations &e, int64_t left) {
        const int count = clip<ROWS>(left);
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            eliminate(row, e.a[r], e.b[r], e.c[r], e.x[r]);
            if (r >= count) continue;
            *c_to = row.ratio, *d_to = row.d;
            c_to += k.stride, d_to += l.x_stride;
        }
    });
    device_report(g, s, l, substitute(l, c, k.stride));
}

/* Computes what plan_factor keeps; or, of a shared matrix that is not kept, what each system would compute again. */
template <bool SHIFTED>
static __global__ void __launch_bounds__(THREADS) factor_batch(struct device_batch g, struct scratch w)
{
    const int64_t s = system_here();
    const bool shared = line_matrix_shared(&g.shape);
    if (s >= (shared ? 1 : g.shape.batch)) return;
    struct line l = line_of(&g.shape, &g.system, s);
    if (shared) l.n = g.shape.n;
    l.x = const_cast<real *>(l.b), l.x_stride = l.stride; /* a right side may be missing, and is not read */
    const struct place k = shared ? place{0, 1} : place_of(g.shape, s);
    const int64_t rest = shared ? whole_stretches(l.n) - l.n : 0;
    int64_t to = k.first;
    real ratio = 0;
    sweep<ROWS>(
        l.n + rest, [from = equations_of<SHIFTED>(l), rest](int64_t left) mutable { return from(left - rest); },
        [&](const struct equations &e, int64_t left) {
            const int count = clip<ROWS>(left);
#pragma unroll
            for (int r = 0; r < ROWS; r++) {
                const real pivot = e.b[r] - ratio * e.a[r], inverse = 1 / pivot;
                ratio = g.shape.reuse ? e.c[r] * inverse : e.c[r] / pivot;
                if (r >= count) continue;
                w.c[to] = ratio;
                w.pivot[to] = g.shape.reuse ? inverse : pivot;
                if (shared) w.a[to] = e.a[r];
                to += k.stride;
            }
        });
}

struct kept {
    real a[ROWS], pivot[ROWS], x[ROWS];
};

static __global__ void __launch_bounds__(THREADS, 12) solve_kept(struct device_batch g, struct scratch w)
{
    const int64_t s = system_here();
    if (s >= g.shape.batch) return;
    const struct line l = line_of(&g.shape, &g.system, s);
    const struct place k = place_of(g.shape, s);
    struct walk a = {l.a, l.stride}, pivot = {w.pivot + k.first, k.stride}, x = {l.x, l.x_stride};
    real d = 0, *to = l.x;
    const auto fetch = [&](int64_t left) {
        const int count = clip<ROWS>(left);
        struct kept e;
        load(e.a, a, count, 0);
        load(e.pivot, pivot, count, 0);
        load(e.x, x, count, 0);
        if (left == l.n) e.a[0] = 0;
        return e;
    };
    sweep<ROWS>(l.n, fetch, [&](const struct kept &e, int64_t left) {
        const int count = clip<ROWS>(left);
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            d = (e.x[r] - d * e.a[r]) * e.pivot[r];
            if (r >= count) continue;
            *to = d;
            to += l.x_stride;
        }
    });
    device_report(g, s, l, substitute(l, w.c + k.first, k.stride));
}

struct stretch {
    real x[STRETCH], before; /* before: d' of the row before */
};

/* Down the stretches, keeping d' before each of them; then from the last stretch up, each down again and up. Beyond its
 * last row a system computes on rows of longer ones: none of that is stored or used. */
template <bool KEPT>
static __global__ void __launch_bounds__(THREADS, 12) solve_shared(struct device_batch g, struct scratch w)
{
    const int64_t s = system_here();
    if (s >= g.shape.batch) return;
    const struct line l = line_of(&g.shape, &g.system, s);
    const struct place k = place_of(g.shape, s);
    const int64_t whole = whole_stretches(l.n);
    struct walk x = {l.x, l.x_stride};
    real *edge = w.edge + k.first, d = 0;
    int64_t i = 0;
    const auto fetch_down = [&](int64_t left) {
        struct stretch e;
        load(e.x, x, clip<STRETCH>(left), 0);
        return e;
    };
    sweep<STRETCH>(l.n, fetch_down, [&](const struct stretch &e, int64_t) {
        if (i > 0) *edge = d, edge += k.stride;
#pragma unroll
        for (int r = 0; r < STRETCH; r++) d = right_side<KEPT>(w, i + r, e.x[r], d);
        i += STRETCH;
    });
    x = {l.x + (l.n - 1) * l.x_stride, -l.x_stride};
    real *to = l.x + (l.n - 1) * l.x_stride, above = 0;
    const auto fetch_up = [&](int64_t left) {
        struct stretch e = {};
        const int count = left == whole ? STRETCH - (int)(whole - l.n) : clip<STRETCH>(left);
#pragma unroll
        for (int r = STRETCH - 1; r >= 0; r--) {
            if (r >= count) continue;
            e.x[r] = *x.element;
            x.element += x.stride;
        }
        if (left > STRETCH) edge -= k.stride, e.before = *edge;
        return e;
    };
    sweep<STRETCH>(whole, fetch_up, [&](const struct stretch &e, int64_t left) {
        const int last = (int)min(l.n - 1 - (left - STRETCH), (int64_t)STRETCH);
        real y[STRETCH];
        i = left - STRETCH;
        d = e.before;
#pragma unroll
        for (int r = 0; r < STRETCH; r++) y[r] = d = right_side<KEPT>(w, i + r, e.x[r], d);
#pragma unroll
        for (int r = STRETCH - 1; r >= 0; r--) {
            above = r < last ? y[r] - __ldg(w.c + i + r) * above : y[r];
            if (r > last) continue;
            *to = above;
            to -= l.x_stride;
        }
    });
    device_report(g, s, l, above);
}

enum status thomas_batch_factor_into(struct plan *p, const struct system *system, const struct scratch &w)
{
    const struct device_batch g = device_batch_of(p, system);
    const unsigned grid = blocks(line_matrix_shared(&g.shape) ? 1 : g.shape.batch);
    if (g.shape.tridiag.shifted) LAUNCH(factor_batch<true>, grid, THREADS, 0, p->exec.stream, g, w);
    else LAUNCH(factor_batch<false>, grid, THREADS, 0, p->exec.stream, g, w);
    return ST_OK;
}

enum status thomas_batch_factor(struct plan *p, const struct system *system)
{
    int64_t bytes;
    return thomas_batch_factor_into(p, system, scratch_at(p->workspace, &p->shape, &bytes));
}

enum status thomas_batch_solve(struct plan *p, const struct system *system)
{
    int64_t bytes;
    const struct scratch w = scratch_at(p->workspace, &p->shape, &bytes);
    const struct device_batch g = device_batch_of(p, system);
    const unsigned grid = blocks(g.shape.batch);
    const bool shared = line_matrix_shared(&g.shape);
    if (shared && !p->factored) TRY(thomas_batch_factor_into(p, system, w));
    if (shared && p->factored) LAUNCH(solve_shared<true>, grid, THREADS, 0, p->exec.stream, g, w);
    else if (shared) LAUNCH(solve_shared<false>, grid, THREADS, 0, p->exec.stream, g, w);
    else if (p->factored) LAUNCH(solve_kept, grid, THREADS, 0, p->exec.stream, g, w);
    else if (g.shape.tridiag.shifted) LAUNCH(solve_fresh<true>, grid, THREADS, 0, p->exec.stream, g, w);
    else LAUNCH(solve_fresh<false>, grid, THREADS, 0, p->exec.stream, g, w);
    return ST_OK;
}

static constexpr struct solver_hooks hooks = {
    .workspace_bytes = workspace_bytes,
    .cost = thomas_batch_cost,
    .factor = thomas_batch_factor,
    .solve = thomas_batch_solve,
};

extern "C" const struct solver tridiag_thomas_device = {
    .method = "thomas",
    .about = "elimination in order, one thread per system",
    .source = "Valero-Lara et al. 2018, cuThomasBatch",
    .twin = "thomas",
    .kind = KIND_TRIDIAG,
    .space = DEVICE,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | DETERMINISTIC | REPORTS_INFO,
    .hooks = &hooks,
};
