/* Interleaved neighbouring systems: elimination of a tile together with back substitution of the one before
 * it, as in thomas_simd_tile.h, with three values a row and system in the ring. x is left as it is until elimination
 * is done, for systems that must be eliminated again. 40 bytes an unknown from memory in double; 16 if one matrix
 * serves all. */
#include "solvers/tridiag/pivoting/thomas_pivot_simd.h"
#include "solvers/tridiag/thomas/thomas_simd_sweep.h"

INLINE real *ring_of(const struct tile *t, int64_t i, int64_t column)
{
    return t->ring + i * t->stride + PIVOT_ROW * column;
}

/* Rows i ... end - 1 of the vector from column q on. */
INLINE void eliminate(enum source source, const struct batch *b, const struct tile *t, int64_t i, int64_t end,
                      int64_t q)
{
    const struct tridiag *const m = &b->system.tridiag;
    struct pivot_rest k = i ? pivot_rest_load(b->state + PIVOT_REST * q) : pivot_rest_start();
    for (; i < end; i++) {
        const int64_t at = t->start + i * b->shape.stride + q;
        const vec a = i ? matrix_load(source, b, m->lower, t, i, q, at) : vec_all(0);
        const vec c = i < b->shape.n - 1 ? matrix_load(source, b, m->upper, t, i, q, at) : vec_all(0);
        const vec diag = diagonal_load(source, b, t, i, q, at);
        const struct pivot_row pivot = pivot_rest_step(&k, a, diag, c, vec_load(b->system.x + at));
        pivot_row_store(ring_of(t, i - 1, q), &pivot);
    }
    pivot_rest_store(b->state + PIVOT_REST * q, &k);
}

INLINE void forward(struct sweep_form f, const struct batch *b, const struct tile *t, int64_t i, int64_t end)
{
    for (int64_t q = 0; q < t->width; q += LANES) {
        for (int64_t row = i; row < end && q % LINE == 0; row++) look_ahead(FRESH, f.source, b, t, row, q, q + LINE);
        eliminate(f.source, b, t, i, end, q);
    }
}

/* Back substitution of rows i ... end - 1, the last first. */
INLINE void backward(struct sweep_form f, const struct batch *b, const struct tile *t, int64_t i, int64_t end)
{
    const int64_t stride = b->shape.stride, n = b->shape.n;
    for (int64_t q = 0; q < t->width; q += LANES) {
        real *x = b->system.x + t->start + (end - 1) * stride + q;
        struct pivot_below below = {vec_all(0), vec_all(0)};
        if (end < n) below.near = vec_load(x + stride);
        if (end < n - 1) below.far = vec_load(x + 2 * stride);
        for (int64_t row = end - 1; row >= i; row--, x -= stride)
            vec_store(x, pivot_row_solve(ring_of(t, row, q), &below));
    }
}

/* The last pivots; systems that fail are eliminated again. */
NOINLINE void close(const struct batch *b, const struct tile *t)
{
    for (int64_t q = 0; q < t->width; q += LANES) {
        struct pivot_rest k = pivot_rest_load(b->state + PIVOT_REST * q);
        const struct pivot_row pivot = pivot_rest_end(&k);
        const vec_bits fails = pivot_rest_fails(&k);
        pivot_row_store(ring_of(t, b->shape.n - 1, q), &pivot);
        for (int lane = 0; lane < LANES; lane++) {
            const int64_t system = t->matrix->first + q + lane;
            pivot_simd_begin(b, system);
            if (fails[lane]) pivot_simd_again(b, system, ring_of(t, 0, q) + lane, t->stride, b->shape.n);
        }
    }
}

INLINE void pass(struct sweep_form f, const struct batch *b, const struct tile *down, const struct tile *up)
{
    sweep_rows(f, b, down, up, b->shape.n, forward, backward);
    if (up) pivot_simd_report(b, up->matrix->first, up->width);
    if (down) close(b, down);
}

static void sweep(const struct batch *b, const struct tile *down, const struct tile *up)
{
    sweep_sources(b, down, up, pass);
}

void pivot_simd_rows(const struct batch *of, int64_t width, int64_t lo, int64_t hi, real *ring, int64_t *starts)
{
    struct batch b = *of;
    b.repeats_end = 1;
    sweep_tiles(&b, width, lo, hi, ring, PIVOT_ROW, starts, sweep);
    for (int64_t p = lo; p < hi; p++) {
        const struct part here = part_of(&b.shape, width, p);
        const int few = (int)(here.systems % LANES);
        if (few) pivot_simd_few(of, first_of(&b.shape, here) + here.systems - few, few, ring);
    }
}
