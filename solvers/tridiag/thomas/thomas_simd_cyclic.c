/* Elimination of neighbouring cyclic systems in one sweep down and one up. Rows 0 ... n-2 are eliminated in order with
 * x_{n-1} as a second right side,
 *
 *     x_i = y_i + e_i x_{n-1} - h_i x_{i+1}
 *
 * and x_0 = p + q x_{n-1} + g x_{i+1} is carried along, so that the last row, which couples x_{n-1} to x_{n-2} and x_0,
 * has one unknown when it is reached. The same bordering as in solvers/tridiag/cyclic/cyclic.h, with 16 bytes an
 * unknown from memory in double if one matrix serves all, instead of two solves and a sum. h and e are in the ring, y
 * is in x.
 *
 * Where rows repeat (thomas_simd_repeat.h), e shrinks by the same factor from row to row, and is soon 0: the rest is
 * elimination without a corner. */
#include <math.h>

#include "solvers/batch/growth.h"
#include "solvers/tridiag/thomas/thomas_simd_cyclic.h"

enum { FEW_TERMS = 64 };

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

/* Notes lanes where what goes to the last pivot is far larger than the last row (batch/growth.h). */
INLINE void note_last(vec diag, vec upper, vec a, vec first, vec before, real *squares)
{
    for (int k = 0; k < LANES; k++) {
        const double row = fabs((double)diag[k]) + fabs((double)upper[k]) + fabs((double)a[k]);
        if (!(fabs((double)first[k]) + fabs((double)before[k]) <= GROWTH_MAX * row)) squares[k] = (real)INFINITY;
    }
}

/* Row n-1: x_{n-1}. */
INLINE void close(enum source source, const struct batch *b, const struct tile *t, int64_t width,
                  const struct cyclic_carry *c, int lanes)
{
    const struct tridiag *const m = &b->system.tridiag;
    const int64_t n = b->shape.n, stride = b->shape.stride, i = n - 1, at = t->start + i * stride;
    const double rounding = (double)REAL_EPS * (double)(n < FEW_TERMS ? n : FEW_TERMS);
    real *const x = b->system.x + at;
    const real *const e = t->ring + (n - 2) * t->stride + width;
    for (int64_t k = 0; k < width; k += LANES) {
        const vec a = cyclic_entry(source, b, m->lower, t, i, k, at + k, lanes);
        const vec upper = cyclic_entry(source, b, m->upper, t, i, k, at + k, lanes);
        vec diag = cyclic_entry(source, b, m->diag, t, i, k, at + k, lanes);
        if (b->shift) diag += load(b->shift + t->matrix->first + k, lanes);
        const vec d = load(x + k, lanes) - upper * vec_load(c->p + k) - a * load(x - stride + k, lanes);
        const vec first = upper * vec_load(c->q + k), before = a * vec_load(e + k);
        note_last(diag, upper, a, first, before, t->squares + k);
        store(x + k, d / last_pivot(diag, first, before, rounding), lanes);
    }
}

/* x_i + e_i x_{n-1} of the rows i ... end - 1 of column k: e from the ring, computed again from that of row i as
 * elimination did, or 0. */
INLINE void add_last(const struct batch *b, const struct tile *t, int64_t i, int64_t end, int64_t k, int64_t width,
                     bool repeats, int lanes, vec y[ROWS_TOGETHER])
{
    const int64_t stride = b->shape.stride;
    const real *const x = b->system.x + t->start + k, *const ring = t->ring + i * t->stride + width + k;
    const vec last = load(x + (b->shape.n - 1) * stride, lanes);
    for (int64_t r = 0; r < end - i; r++) y[r] = load(x + (i + r) * stride, lanes);
    if (!repeats)
        for (int64_t r = 0; r < end - i; r++) y[r] += vec_load(ring + r * t->stride) * last;
    if (!repeats || t->decayed[k / LANES] < i) return;
    const vec l = vec_load(ring + t->stride);
    vec e = vec_load(ring);
    for (int r = 0; r < ROWS_TOGETHER; r++) y[r] += e * last, e = l * e;
}

/* Back substitution of rows i ... end - 1, the last first. */
INLINE void backward(const struct batch *b, const struct tile *t, int64_t i, int64_t end, int64_t width, int lanes)
{
    const bool repeat = rows_repeat(b, t, i, end);
    const int64_t stride = b->shape.stride;
    for (int64_t k = 0; k < width; k += LANES) {
        const int64_t settled = t->settled[k / LANES];
        const bool repeats = repeat && settled < i;
        const real *h = t->ring + (repeats ? settled : end - 1) * t->stride + k;
        real *x = b->system.x + t->start + (end - 1) * stride + k;
        vec below = load(x + stride, lanes), y[ROWS_TOGETHER];
        add_last(b, t, i, end, k, width, repeats, lanes, y);
        for (int64_t r = end - i - 1; r >= 0; r--, x -= stride, h -= repeats ? 0 : t->stride) {
            below = y[r] - vec_load(h) * below;
            store(x, below, lanes);
        }
    }
}

INLINE void pass(enum source source, const struct batch *b, const struct tile *down, const struct tile *up, int lanes)
{
    const int64_t n = b->shape.n, width = (down ? down : up)->width; /* cppcheck-suppress nullPointer */
    real *const state = (down ? down : up)->carry;
    const struct cyclic_carry c = {state, state + width, state + 2 * width, state + 3 * width};
    int64_t below = n - 1; /* rows from here on are solved */
    for (int64_t i = 0; i < n - 1; i += ROWS_TOGETHER) {
        const int64_t end = min_of(i + ROWS_TOGETHER, n - 1);
        const int64_t next = (n - 1 - end) / ROWS_TOGETHER * ROWS_TOGETHER;
        while (up && below > next) {
            const int64_t first = (below - 1) / ROWS_TOGETHER * ROWS_TOGETHER;
            backward(b, up, first, below, width, lanes);
            below = first;
        }
        if (down) cyclic_forward(source, b, down, i, end, width, &c, lanes);
    }
    if (!down) return;
    close(source, b, down, width, &c, lanes);
    thomas_simd_note(b, down->first, lanes < LANES ? lanes : width, down->squares);
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
    struct tile t = tile_of(b, width, p, ring, CYCLIC_VALUES);
    t.first = first, t.start += column, t.next = t.start, t.width = LANES, t.stride = CYCLIC_VALUES * LANES;
    t.matrix = b->source == AS_X ? NULL : &matrix;
    sweep_lanes(b, &t, NULL, few);
    sweep_lanes(b, NULL, &t, few);
}

void thomas_simd_cyclic(const struct batch *of, int64_t width, int64_t lo, int64_t hi, real *ring, real *state,
                        int64_t *starts)
{
    struct batch b = *of;
    b.state = state, b.repeats_end = b.shape.n - 2;
    sweep_tiles(&b, width, lo, hi, ring, CYCLIC_VALUES, b.source == AS_X ? NULL : starts, sweep);
    for (int64_t p = lo; p < hi; p++) rest(&b, width, p, ring, starts);
}
