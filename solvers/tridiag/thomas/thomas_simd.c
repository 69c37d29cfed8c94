/* a_i x_{i-1} + b_i x_i + c_i x_{i+1} = d_i for a batch, by elimination in order, a system in each vector lane.
 *
 * L. H. Thomas, Elliptic problems in linear difference equations over a network, Watson Laboratory, 1949; many
 * interleaved systems as in P. Valero-Lara, I. Martinez-Perez, R. Sirvent, X. Martorell, A. J. Pena, cuThomasBatch
 * and cuThomasVBatch, CCPE 30 (2018) e4909. Stable where elimination in order is: matrices that are diagonally
 * dominant, or symmetric positive definite. 11 flops a row, 5 when factored, and least traffic: every array
 * crosses the memory bus once, 40 bytes an unknown in double, 16 if one matrix is shared, shifted or not. */
#include <omp.h>

#include "base/tuning/tuning.h"
#include "solvers/batch/cost.h"
#include "solvers/batch/growth.h"
#include "solvers/batch/line.h"
#include "solvers/tridiag/thomas/thomas_simd_bound.h"
#include "solvers/tridiag/thomas/thomas_simd_checked.h"

/* The division of a batch into parts, and its memory, in values. */
struct layout {
    struct simd_parts in, bound;          /* bound: where answers are proven in place of a check */
    int64_t kept, squares, columns, ring; /* ring: of one thread, with `state` and the starts of matrices at its end */
    int64_t state, right;                 /* right: where there are checks */
};

/* Cyclic systems that it solves in one sweep, rather than by two solves. */
static bool takes_whole(const struct shape *shape)
{
    const bool neighbours = simd_parts_of(shape, 1, 1).tile > 0;
    return shape->tridiag.cyclic && shape->n >= 3 && neighbours && !shape->reuse && !line_matrix_shared(shape);
}

/* All but cyclic systems and factors that are kept. */
static bool checks(const struct shape *shape)
{
    return !shape->tridiag.cyclic && !shape->reuse;
}

/* Rows of a system that are so far apart make wider tiles faster, since few of them lie in one page. */
enum { FAR = (400 << 10) / (int)sizeof(real) };

static int64_t tile_bytes(const struct shape *shape, const struct simd_options *o)
{
    return tuning_chosen(o->tile, shape->stride < FAR ? TUNING_TILE : TUNING_FAR_TILE);
}

/* The tile fills half of a core's own cache: for each row and system it holds x, h, y and z, the matrix, and the right
 * side. A proof keeps only h and y, and writes x once: its tiles are as wide as those without a check, and 1.4 times
 * as fast where rows lie far apart. */
static struct layout layout_checked(const struct shape *shape, const struct simd_options *o, int threads)
{
    const int64_t values = tuning_chosen(o->tile, TUNING_CHECKED_TILE) / (8 * (int64_t)sizeof(real));
    const int64_t proven = tile_bytes(shape, o) / (2 * (int64_t)sizeof(real));
    struct layout l = {.in = simd_parts_of(shape, threads, values), .bound = simd_parts_of(shape, threads, proven)};
    const int64_t tile = max_of(l.in.tile, LANES), padded = l.in.padded, wide = l.bound.tile;
    l.columns = padded; /* the probe */
    l.right = padded * tile;
    l.state = 18 * max_of(l.in.tile, wide);
    l.ring = padded * max_of(checked_lane_values(true) * tile, checked_values(false) * wide) + LINE + l.right +
             l.state + max_of(l.in.starts, l.bound.starts);
    l.ring = round_up(l.ring, LINE);
    return l;
}

/* The tile fits into the cache: for each row and system it holds x and h, and e if the system is cyclic and e not soon
 * 0. */
static struct layout layout_of(const struct shape *shape, const struct simd_options *o, int threads)
{
    if (shape->tridiag.check) return layout_checked(shape, o, threads);
    const int64_t each = shape->tridiag.cyclic && simd_parts_of(shape, 1, 1).source != ONE ? 3 : 2;
    const int64_t values = tile_bytes(shape, o) / (int64_t)sizeof(real) / each;
    struct layout l = {.in = simd_parts_of(shape, threads, values)};
    const int64_t padded = l.in.padded, tile = l.in.tile;
    const bool shared = line_matrix_shared(shape);
    l.columns = shared ? 4 * padded : 0;
    l.kept = shape->reuse && !shared ? 3 * padded * l.in.slots : 0;
    l.squares = shared ? LINE : shape->reuse ? round_up(l.in.slots, LINE) : 0;
    l.state = shape->tridiag.cyclic ? 9 * tile : 5 * tile;
    l.ring = round_up(padded * (tile > 2 * LANES ? tile : 2 * LANES), LINE) * (shape->tridiag.cyclic ? 2 : 1) + LINE +
             l.state + l.in.starts;
    return l;
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    if (shape->batch == 0) return 0;
    const struct layout l = layout_of(shape, options, exec->threads);
    return (l.kept + l.squares + l.columns + l.ring * exec->threads) * (int64_t)sizeof(real);
}

static struct batch batch_of(const struct plan *p, const struct layout *l, const struct system *system,
                             enum stage stage)
{
    real *const workspace = p->workspace, *const column = workspace + l->kept + l->squares;
    return (struct batch){
        .shape = l->in.shape,
        .stage = stage,
        .source = stage == FRESH || stage == FACTOR ? l->in.source : AS_X, /* others do not read the matrix */
        .system = *system,
        .shift = l->in.shape.tridiag.shifted ? system->tridiag.shift : NULL,
        .kept = workspace,
        .squares = workspace + l->kept,
        .shared = {column, column + l->in.padded, column + 2 * l->in.padded, column + 3 * l->in.padded},
        .padded = l->in.padded,
        .ahead = simd_ahead_of(p->options),
    };
}

/* One matrix for all: eliminated once, row by row, with the rounding of the vector code. */
static void fill_columns(const struct batch *b)
{
    const struct simd_columns c = b->shared;
    const int64_t n = b->shape.n, stride = shape_matrix_stride(&b->shape);
    for (int64_t i = 0; i < b->padded; i++) c.a[i] = c.l[i] = c.h[i] = 0, c.w[i] = 1;
    *b->squares = 0;
    c.w[0] = 1 / b->system.tridiag.diag[0];
    for (int64_t i = 1; i < n; i++) {
        c.a[i] = b->system.tridiag.lower[i * stride];
        c.l[i] = c.a[i] * c.w[i - 1];
        c.h[i - 1] = b->system.tridiag.upper[(i - 1) * stride] * c.w[i - 1];
        *b->squares += c.h[i - 1] * c.h[i - 1];
        c.w[i] = 1 / (b->system.tridiag.diag[i * stride] - c.a[i] * c.h[i - 1]);
    }
}

void thomas_simd_note(const struct batch *b, int64_t first, int64_t count, const real *squares)
{
    for (int64_t q = 0; b->system.info && q < count; q++)
        b->system.info[first + q] = growth_noted(squares[q], b->shape.n);
}

/* Notes all systems, whose matrices are kept or one: slots of a run of neighbours are whole vectors. */
static void note_factored(const struct batch *b, bool tiles)
{
    const int64_t inner = b->shape.inner;
    for (int64_t s = 0; b->system.info && s < b->shape.batch; s++) {
        const int64_t slot = b->stage == SHARED ? 0 : tiles ? s / inner * round_up(inner, LANES) + s % inner : s;
        thomas_simd_note(b, s, 1, b->squares + slot);
    }
}

static void run(const struct plan *p, const struct system *system, enum stage stage)
{
    const struct layout l = layout_of(&p->shape, p->options, p->exec.threads);
    const struct batch b = batch_of(p, &l, system, stage);
    real *const rings = (real *)p->workspace + l.kept + l.squares + l.columns;
#pragma omp parallel num_threads(p->exec.threads)
    {
        const int64_t rank = omp_get_thread_num(), ranks = omp_get_num_threads();
        const int64_t lo = l.in.parts * rank / ranks, hi = l.in.parts * (rank + 1) / ranks;
        real *const ring = rings + rank * l.ring;
        int64_t *const starts = (int64_t *)(void *)(ring + l.ring - l.in.starts);
        real *const state = ring + l.ring - l.in.starts - l.state;
        if (b.shape.tridiag.cyclic) thomas_simd_cyclic(&b, l.in.tile, lo, hi, ring, state, starts);
        else if (l.in.tile && stage == FRESH) thomas_simd_ring(&b, l.in.tile, lo, hi, ring, state, starts);
        else if (l.in.tile) thomas_simd_rows(&b, l.in.tile, lo, hi, ring, starts);
        else thomas_simd_lanes(&b, lo, hi, ring);
    }
    if (stage == KEPT || stage == SHARED) note_factored(&b, l.in.tile > 0);
}

static void run_checked(const struct plan *p, const struct system *system)
{
    const struct layout l = layout_of(&p->shape, p->options, p->exec.threads);
    const struct batch all = batch_of(p, &l, system, FRESH);
    real *const probe = p->workspace, *const rings = probe + l.columns;
    const bool proves = p->shape.tridiag.restore && system->tridiag.bound && !system->condition;
    const struct simd_parts *const in = proves ? &l.bound : &l.in;
    for (int64_t i = 0; system->condition && i < l.in.padded; i++) probe[i] = check_probe(i);
#pragma omp parallel num_threads(p->exec.threads)
    {
        const int64_t rank = omp_get_thread_num(), ranks = omp_get_num_threads();
        const int64_t lo = in->parts * rank / ranks, hi = in->parts * (rank + 1) / ranks;
        real *const ring = rings + rank * l.ring;
        int64_t *const starts = (int64_t *)(void *)(ring + l.ring - in->starts);
        real *const state = ring + l.ring - in->starts - l.state;
        struct batch b = all;
        struct check_own own = check_own_begin(&b.shape, &b.system);
        b.right = state - l.right, b.own = &own, b.probe = system->condition ? probe : NULL;
        b.checked = l.in.tile;
        if (proves && in->tile) thomas_simd_bound(&b, in->tile, lo, hi, ring, state, starts);
        else if (proves) thomas_simd_bound_lanes(&b, lo, hi, ring);
        else if (in->tile) thomas_simd_checked(&b, in->tile, lo, hi, ring, state, starts);
        else thomas_simd_checked_lanes(&b, lo, hi, ring);
        check_own_end(&own);
    }
}

static enum status factor(struct plan *p, const struct system *system)
{
    const struct layout l = layout_of(&p->shape, p->options, p->exec.threads);
    const struct batch b = batch_of(p, &l, system, SHARED);
    if (line_matrix_shared(&p->shape)) fill_columns(&b);
    else run(p, system, FACTOR);
    return ST_OK;
}

static enum status solve(struct plan *p, const struct system *system)
{
    const bool shared = line_matrix_shared(&p->shape);
    if (p->shape.tridiag.check) {
        run_checked(p, system);
        return ST_OK;
    }
    if (shared && !p->factored) TRY(factor(p, system));
    run(p, system, shared ? SHARED : p->factored ? KEPT : FRESH);
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    if (shape->tridiag.check) return cost_rows(shape, 25);
    return cost_rows(shape, shape->reuse || line_matrix_shared(shape) ? 5 : shape->tridiag.cyclic ? 18 : 11);
}

static const struct solver_hooks hooks = {
    .takes_whole = takes_whole,
    .checks = checks,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .factor = factor,
    .solve = solve,
};

const struct solver tridiag_thomas_simd = {
    .method = "thomas_simd",
    .about = "elimination in order, a system in each lane of a vector",
    .source = "Thomas 1949; Valero-Lara et al. 2018",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | DETERMINISTIC | SEES_GROWTH |
           CHECKS,
    .options = simd_option_table,
    .options_bytes = sizeof(struct simd_options),
    .hooks = &hooks,
};
