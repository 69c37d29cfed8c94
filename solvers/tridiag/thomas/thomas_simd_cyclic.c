/* Elimination of neighbouring cyclic systems in one sweep down and one up. Rows 0 ... n-2 are eliminated in order with
 * x_{n-1} as a second right side,
 *
 *     x_i = y_i + e_i x_{n-1} - h_i x_{i+1}
 *
 * and x_0 = p + q x_{n-1} + g x_{i+1} is carried along, so that the last row, which couples x_{n-1} to x_{n-2} and x_0,
 * has one unknown when it is reached. The same bordering as in solvers/batch/cyclic.h, with 16 bytes an unknown from
 * memory in double if one matrix serves all, instead of two solves and a sum. h and e are in the ring, y is in x. */
#include <math.h>

#include "solvers/tridiag/thomas/thomas_simd_tile.h"

/* Where e and g are as small as that, what they multiply is lost against any x: they become 0, since subnormal numbers
 * are slow. */
#ifdef BANDSTAND_FLOAT
#define NEGLIGIBLE 0x1p-120f
#else
#define NEGLIGIBLE 0x1p-1000
#endif

enum { VALUES = 2 /* in the ring: h and e */, ROWS_TOGETHER = 4, BESIDE_EACH_OTHER = 2, FEW_TERMS = 64 };

INLINE vec flush(vec v)
{
    return (vec)((vec_bits)v & ((vec_bits)(v > NEGLIGIBLE) | (vec_bits)(v < -NEGLIGIBLE)));
}

/* A vector of `lanes` values; the others are 0. */
INLINE vec load(const real *p, int lanes)
{
    vec v = {0};
    if (lanes == LANES) return vec_load(p);
    for (int k = 0; k < lanes; k++) v[k] = p[k];
    return v;
}

INLINE void store(real *p, vec v, int lanes)
{
    if (lanes == LANES) vec_store(p, v);
    else
        for (int k = 0; k < lanes; k++) p[k] = v[k];
}

/* Row i of one of the arrays of the matrix. */
INLINE vec entry(enum source source, const struct batch *b, const real *p, const struct tile *t, int64_t i, int64_t q,
                 int64_t at, int lanes)
{
    const int64_t down = i * shape_matrix_step(&b->shape);
    vec v = {0};
    if (lanes == LANES || source == ONE) return matrix_load(source, b, p, t, i, q, at);
    if (source == AS_X) return load(p + at, lanes);
    if (source == BESIDE) return load(p + t->matrix->start + down + q, lanes);
    for (int k = 0; k < lanes; k++) v[k] = p[t->matrix->starts[q + k] + down];
    return v;
}

/* What a tile carries from row to row: rows of `width` values in the workspace behind the ring. */
struct carry {
    real *p, *q, *g;
};

/* Rows i ... end - 1 of the elimination, of those before n-1, for `vectors` vectors from column k on: what they carry
 * is in registers meanwhile. Above row 0 there is h = 0, y = 0, and 1 in place of e. */
INLINE void eliminate(enum source source, const struct batch *b, const struct tile *t, int64_t i, int64_t end,
                      int64_t k, const int vectors, int64_t width, const struct carry *c, int lanes)
{
    const struct tridiag *const m = &b->system.tridiag;
    const int64_t step = b->shape.step, last = b->shape.n - 2;
    vec p[BESIDE_EACH_OTHER], q[BESIDE_EACH_OTHER], g[BESIDE_EACH_OTHER];
    vec h[BESIDE_EACH_OTHER], e[BESIDE_EACH_OTHER], y[BESIDE_EACH_OTHER];
    for (int v = 0; v < vectors; v++) {
        const int64_t at = k + v * LANES;
        const real *const above = t->ring + (i - 1) * t->stride + at;
        p[v] = i ? vec_load(c->p + at) : vec_all(0), q[v] = i ? vec_load(c->q + at) : vec_all(0);
        g[v] = i ? vec_load(c->g + at) : vec_all(1);
        h[v] = i ? vec_load(above) : vec_all(0), e[v] = i ? vec_load(above + width) : vec_all(1);
        y[v] = i ? load(b->system.x + t->start + (i - 1) * step + at, lanes) : vec_all(0);
    }
    for (; i < end; i++) {
        real *const ring = t->ring + i * t->stride;
        for (int v = 0; v < vectors; v++) {
            const int64_t column = k + v * LANES, at = t->start + i * step + column;
            const vec a = entry(source, b, m->lower, t, i, column, at, lanes);
            const vec upper = entry(source, b, m->upper, t, i, column, at, lanes);
            vec diag = entry(source, b, m->diag, t, i, column, at, lanes);
            if (b->shift) diag += load(b->shift + t->matrix->first + column, lanes);
            const vec w = 1 / (diag - a * h[v]);
            y[v] = (load(b->system.x + at, lanes) - a * y[v]) * w;
            e[v] = flush((i == last ? -upper - a * e[v] : -a * e[v]) * w);
            h[v] = i == last ? vec_all(0) : upper * w;
            p[v] += g[v] * y[v], q[v] += g[v] * e[v];
            g[v] = flush(-g[v] * h[v]);
            vec_store(ring + column, h[v]), vec_store(ring + width + column, e[v]);
            store(b->system.x + at, y[v], lanes);
        }
    }
    for (int v = 0; v < vectors; v++) {
        const int64_t at = k + v * LANES;
        vec_store(c->p + at, p[v]), vec_store(c->q + at, q[v]), vec_store(c->g + at, g[v]);
    }
}

INLINE void forward(enum source source, const struct batch *b, const struct tile *t, int64_t i, int64_t end,
                    int64_t width, const struct carry *c, int lanes)
{
    int64_t k = 0;
    for (int64_t row = i; row < end; row++) look_ahead(FRESH, source, b, t, row, width);
    for (; k + BESIDE_EACH_OTHER * LANES <= width; k += BESIDE_EACH_OTHER * LANES)
        eliminate(source, b, t, i, end, k, BESIDE_EACH_OTHER, width, c, lanes);
    for (; k < width; k += LANES) eliminate(source, b, t, i, end, k, 1, width, c, lanes);
}

/* NaN where the pivot is no larger than the rounding errors of its terms. */
INLINE vec last_pivot(vec diag, vec first, vec before, double rounding)
{
    vec pivot = diag + first + before;
    for (int k = 0; k < LANES; k++) {
        const double terms = fabs((double)diag[k]) + fabs((double)first[k]) + fabs((double)before[k]);
        if (fabs((double)pivot[k]) <= rounding * terms) pivot[k] = (real)NAN;
    }
    return pivot;
}

/* Row n-1: x_{n-1}. */
INLINE void close(enum source source, const struct batch *b, const struct tile *t, int64_t width, const struct carry *c,
                  int lanes)
{
    const struct tridiag *const m = &b->system.tridiag;
    const int64_t n = b->shape.n, step = b->shape.step, i = n - 1, at = t->start + i * step;
    const double rounding = (double)REAL_EPS * (double)(n < FEW_TERMS ? n : FEW_TERMS);
    real *const x = b->system.x + at;
    const real *const e = t->ring + (n - 2) * t->stride + width;
    for (int64_t k = 0; k < width; k += LANES) {
        const vec a = entry(source, b, m->lower, t, i, k, at + k, lanes);
        const vec upper = entry(source, b, m->upper, t, i, k, at + k, lanes);
        vec diag = entry(source, b, m->diag, t, i, k, at + k, lanes);
        if (b->shift) diag += load(b->shift + t->matrix->first + k, lanes);
        const vec d = load(x + k, lanes) - upper * vec_load(c->p + k) - a * load(x - step + k, lanes);
        store(x + k, d / last_pivot(diag, upper * vec_load(c->q + k), a * vec_load(e + k), rounding), lanes);
    }
}

INLINE void backward(const struct batch *b, const struct tile *t, int64_t i, int64_t width, int lanes)
{
    const int64_t step = b->shape.step;
    real *const x = b->system.x + t->start + i * step;
    const real *const end = b->system.x + t->start + (b->shape.n - 1) * step;
    const real *const h = t->ring + i * t->stride, *const e = h + width;
    for (int64_t k = 0; k < width; k += LANES) {
        const vec y = load(x + k, lanes) + vec_load(e + k) * load(end + k, lanes);
        store(x + k, y - vec_load(h + k) * load(x + step + k, lanes), lanes);
    }
}

INLINE void pass(enum source source, const struct batch *b, const struct tile *down, const struct tile *up, int lanes)
{
    const int64_t n = b->shape.n, width = (down ? down : up)->width; /* cppcheck-suppress nullPointer */
    real *const state = b->state;
    const struct carry c = {state, state + width, state + 2 * width};
    for (int64_t i = 0; i < n - 1; i += ROWS_TOGETHER) {
        const int64_t end = min_of(i + ROWS_TOGETHER, n - 1);
        for (int64_t row = i; up && row < end; row++) backward(b, up, n - 2 - row, width, lanes);
        if (down) forward(source, b, down, i, end, width, &c, lanes);
    }
    if (down) close(source, b, down, width, &c, lanes);
}

INLINE void sweep_lanes(const struct batch *b, const struct tile *down, const struct tile *up, int lanes)
{
    switch (b->source) {
    case AS_X: pass(AS_X, b, down, up, lanes); break;
    case ONE: pass(ONE, b, down, up, lanes); break;
    case BESIDE: pass(BESIDE, b, down, up, lanes); break;
    case SCATTERED: pass(SCATTERED, b, down, up, lanes); break;
    }
}

static void sweep(const struct batch *b, const struct tile *down, const struct tile *up)
{
    sweep_lanes(b, down, up, LANES);
}

/* The systems at the end of a run that do not fill a vector. */
NOINLINE void rest(const struct batch *b, int64_t width, int64_t p, real *ring, int64_t *starts)
{
    const struct part here = part_of(&b->shape, width, p);
    const int few = (int)(here.systems % LANES);
    if (few == 0) return;
    const int64_t column = here.systems - few, first = first_of(&b->shape, here) + column;
    struct tile_matrix matrix = place_matrix(b, width, p, starts);
    matrix.first = first, matrix.start = matrix.beyond = shape_matrix_start(&b->shape, first), matrix.starts += column;
    struct tile t = tile_of(b, width, p, ring, VALUES);
    t.start += column, t.next = t.start, t.width = LANES, t.stride = VALUES * LANES;
    t.matrix = b->source == AS_X ? NULL : &matrix;
    sweep_lanes(b, &t, NULL, few);
    sweep_lanes(b, NULL, &t, few);
}

void thomas_simd_cyclic(const struct batch *of, int64_t width, int64_t lo, int64_t hi, real *ring, real *state,
                        int64_t *starts)
{
    struct batch b = *of;
    b.state = state;
    sweep_tiles(&b, width, lo, hi, ring, VALUES, b.source == AS_X ? NULL : starts, sweep);
    for (int64_t p = lo; p < hi; p++) rest(&b, width, p, ring, starts);
}
