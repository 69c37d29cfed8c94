/* a_i x_{i-1} + b_i x_i + c_i x_{i+1} = d_i for a batch, by elimination in order, a system in each vector lane.
 *
 * L. H. Thomas, Elliptic problems in linear difference equations over a network, Watson Laboratory, 1949; many
 * systems side by side as in P. Valero-Lara, I. Martinez-Perez, R. Sirvent, X. Martorell, A. J. Pena, cuThomasBatch
 * and cuThomasVBatch, CCPE 32 (2020) e5387. Stable where elimination in order is: matrices that are diagonally
 * dominant, or symmetric positive definite. 11 flops a row, 5 when factored, and least traffic: every array
 * crosses the memory bus once, 40 bytes an unknown in double, 16 if one matrix is shared, shifted or not. */
#include <omp.h>

#include "solvers/batch/cost.h"
#include "solvers/batch/line.h"
#include "solvers/tridiag/thomas/thomas_simd.h"

enum {
    TILE_BYTES = 512 << 10, /* of x and h of one tile, and e if cyclic and not soon 0: half a second level cache */
    TILE_LEAST = 2 * LINE,  /* systems of a tile */
    TILE_MOST = 16 * LINE
};

/* How a batch is cut into parts, and its memory, in values. */
struct layout {
    struct shape shape;
    int64_t tile; /* systems of a part of neighbours; 0: parts are groups of LANES systems */
    int64_t parts;
    int64_t padded;              /* rows rounded up to whole blocks */
    int64_t kept, columns, ring; /* ring: of one thread, with `state` and `starts` values at its end */
    int64_t state, starts;
    enum source source;
};

/* The same systems described by as few strides as possible. */
static struct shape simplest(struct shape s)
{
    struct matrix_layout *const m = &s.matrix;
    if (m->inner == 1 && !m->starts) m->inner = s.batch, m->dist = m->outer;
    if (s.starts) return s;
    if (s.inner == 1) s.inner = s.batch, s.dist = s.outer;
    if (s.inner >= s.batch || s.outer == s.inner * s.dist) s.inner = s.batch;
    return s;
}

/* Systems that lie side by side in x are a part of one group of the matrix, or of several. */
static enum source source_of(const struct shape *s)
{
    const struct matrix_layout *const m = &s->matrix;
    if (m->inner == 0) return s->tridiag.shifted ? BESIDE : AS_X;
    if (shape_shared(s)) return ONE;
    if (m->inner < s->batch && m->inner % s->inner != 0) return SCATTERED;
    return m->dist == 0 ? ONE : m->dist == 1 ? BESIDE : SCATTERED;
}

static int64_t tile_width(const struct shape *s, int threads)
{
    const int64_t arrays = s->tridiag.cyclic && source_of(s) != ONE ? 3 : 2;
    const int64_t fits = TILE_BYTES / (arrays * (int64_t)sizeof(real) * s->n);
    const int64_t each = (s->batch + threads - 1) / threads;
    int64_t width = fits < TILE_LEAST ? TILE_LEAST : min_of(fits, TILE_MOST);
    width = min_of(min_of(width, s->inner), each);
    const int64_t tiles = (s->inner + width - 1) / width;
    return round_up((s->inner + tiles - 1) / tiles, LINE);
}

static bool are_neighbours(const struct shape *simplest)
{
    return simplest->dist == 1 && simplest->inner >= LANES && !simplest->sizes && !simplest->starts;
}

/* Cyclic systems that it solves in one sweep, rather than by two solves. */
static bool takes_whole(const struct shape *shape)
{
    const struct shape s = simplest(*shape);
    return shape->tridiag.cyclic && shape->n >= 3 && are_neighbours(&s) && !shape->reuse && !line_matrix_shared(shape);
}

static struct layout layout_of(const struct shape *shape, int threads)
{
    struct layout l = {.shape = simplest(*shape), .padded = round_up(shape->n, ROWS)};
    const struct shape *const s = &l.shape;
    const bool neighbours = are_neighbours(s);
    if (neighbours) {
        l.tile = tile_width(s, threads);
        l.parts = (s->batch + s->inner - 1) / s->inner * ((s->inner + l.tile - 1) / l.tile);
    } else {
        l.parts = (s->batch + LANES - 1) / LANES;
    }
    const int64_t slots =
        neighbours ? (s->batch + s->inner - 1) / s->inner * round_up(s->inner, LANES) : l.parts * LANES;
    l.columns = line_matrix_shared(shape) ? 4 * l.padded : 0;
    l.kept = s->reuse && !line_matrix_shared(shape) ? 3 * l.padded * slots : 0;
    l.source = source_of(s);
    l.starts = l.source == SCATTERED ? round_up(l.tile * (int64_t)(sizeof(int64_t) / sizeof(real)), LINE) : 0;
    l.state = s->tridiag.cyclic ? 8 * l.tile : 4 * l.tile;
    l.ring = round_up(l.padded * (l.tile > 2 * LANES ? l.tile : 2 * LANES), LINE) * (s->tridiag.cyclic ? 2 : 1) + LINE +
             l.state + l.starts;
    return l;
}

static int64_t work_bytes(const struct solver *self, const struct shape *shape, const void *options,
                          const struct exec *exec)
{
    if (shape->batch == 0) return 0;
    const struct layout l = layout_of(shape, exec->threads);
    return (l.kept + l.columns + l.ring * exec->threads) * (int64_t)sizeof(real);
}

static struct batch batch_of(const struct plan *p, const struct layout *l, const struct system *system,
                             enum stage stage)
{
    real *const work = p->work, *const column = work + l->kept;
    return (struct batch){
        .shape = l->shape,
        .stage = stage,
        .source = stage == FRESH || stage == FACTOR ? l->source : AS_X, /* others do not read the matrix */
        .system = *system,
        .shift = l->shape.tridiag.shifted ? system->tridiag.shift : NULL,
        .kept = work,
        .shared = {column, column + l->padded, column + 2 * l->padded, column + 3 * l->padded},
        .padded = l->padded,
    };
}

/* One matrix for all: eliminated once, row by row, with the rounding of the vector code. */
static void fill_columns(const struct batch *b)
{
    const struct simd_columns c = b->shared;
    const int64_t n = b->shape.n, step = shape_matrix_step(&b->shape);
    for (int64_t i = 0; i < b->padded; i++) c.a[i] = c.l[i] = c.h[i] = 0, c.w[i] = 1;
    c.w[0] = 1 / b->system.tridiag.diag[0];
    for (int64_t i = 1; i < n; i++) {
        c.a[i] = b->system.tridiag.lower[i * step];
        c.l[i] = c.a[i] * c.w[i - 1];
        c.h[i - 1] = b->system.tridiag.upper[(i - 1) * step] * c.w[i - 1];
        c.w[i] = 1 / (b->system.tridiag.diag[i * step] - c.a[i] * c.h[i - 1]);
    }
}

static void run(const struct plan *p, const struct system *system, enum stage stage)
{
    const struct layout l = layout_of(&p->shape, p->exec.threads);
    const struct batch b = batch_of(p, &l, system, stage);
    real *const rings = (real *)p->work + l.kept + l.columns;
#pragma omp parallel num_threads(p->exec.threads)
    {
        const int64_t rank = omp_get_thread_num(), ranks = omp_get_num_threads();
        const int64_t lo = l.parts * rank / ranks, hi = l.parts * (rank + 1) / ranks;
        real *const ring = rings + rank * l.ring;
        int64_t *const starts = (int64_t *)(void *)(ring + l.ring - l.starts);
        real *const state = ring + l.ring - l.starts - l.state;
        if (b.shape.tridiag.cyclic) thomas_simd_cyclic(&b, l.tile, lo, hi, ring, state, starts);
        else if (l.tile && stage == FRESH) thomas_simd_fresh(&b, l.tile, lo, hi, ring, state, starts);
        else if (l.tile) thomas_simd_rows(&b, l.tile, lo, hi, ring, starts);
        else thomas_simd_lanes(&b, lo, hi, ring);
    }
}

static enum status factor(struct plan *p, const struct system *system)
{
    const struct layout l = layout_of(&p->shape, p->exec.threads);
    const struct batch b = batch_of(p, &l, system, SHARED);
    if (line_matrix_shared(&p->shape)) fill_columns(&b);
    else run(p, system, FACTOR);
    return ST_OK;
}

static enum status solve(struct plan *p, const struct system *system)
{
    const bool shared = line_matrix_shared(&p->shape);
    if (shared && !p->factored) TRY(factor(p, system));
    run(p, system, shared ? SHARED : p->factored ? KEPT : FRESH);
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    return cost_rows(shape, shape->reuse || line_matrix_shared(shape) ? 5 : shape->tridiag.cyclic ? 18 : 11);
}

static const struct solver_hooks hooks = {
    .takes_whole = takes_whole,
    .work_bytes = work_bytes,
    .cost = cost,
    .factor = factor,
    .solve = solve,
};

const struct solver tridiag_thomas_simd = {
    .method = "thomas_simd",
    .about = "elimination in order, a system in each lane of a vector",
    .source = "Thomas 1949; Valero-Lara et al. 2020",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | DETERMINISTIC,
    .hooks = &hooks,
};
