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

enum { VALUES = 2 /* in the ring: h and e */, FEW_TERMS = 64 };

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

/* Rows 0 ... n-2 of the elimination. */
INLINE void forward(enum source source, const struct batch *b, const struct tile *t, int64_t i, int64_t width,
                    const struct carry *c, int lanes)
{
    const struct tridiag *const m = &b->system.tridiag;
    const int64_t step = b->shape.step, at = t->start + i * step;
    const bool first = i == 0, last = i == b->shape.n - 2;
    real *const x = b->system.x + at, *const h = t->ring + i * t->stride, *const e = h + width;
    const real *const h_above = first ? h : h - t->stride, *const e_above = h_above + width;
    for (int64_t k = 0; k < width; k += LANES) {
        const vec a = entry(source, b, m->lower, t, i, k, at + k, lanes);
        const vec upper = entry(source, b, m->upper, t, i, k, at + k, lanes);
        const vec g = first ? vec_all(1) : vec_load(c->g + k);
        vec pivot = entry(source, b, m->diag, t, i, k, at + k, lanes), d = load(x + k, lanes), fill = a;
        if (b->shift) pivot += load(b->shift + t->matrix->first + k, lanes);
        if (!first)
            pivot -= a * vec_load(h_above + k), d -= a * load(x - step + k, lanes), fill *= vec_load(e_above + k);
        if (last) fill += upper;
        const vec w = 1 / pivot, y = d * w, down = last ? vec_all(0) : upper * w, ahead = flush(-fill * w);
        vec_store(h + k, down), vec_store(e + k, ahead);
        store(x + k, y, lanes);
        vec_store(c->p + k, first ? y : vec_load(c->p + k) + g * y);
        vec_store(c->q + k, first ? ahead : vec_load(c->q + k) + g * ahead);
        vec_store(c->g + k, flush(-g * down));
    }
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
    for (int64_t i = 0; i < n - 1; i++) {
        if (up) backward(b, up, n - 2 - i, width, lanes);
        if (!down) continue;
        look_ahead(FRESH, source, b, down, i, width);
        forward(source, b, down, i, width, &c, lanes);
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
