/* Interleaved neighbouring systems whose matrix is eliminated once and kept, or shared by all:
 * 40 bytes an unknown from memory in double, 16 if the matrix is shared. */
#include "solvers/tridiag/thomas/thomas_simd_tile.h"

/* h of row i: width values. */
INLINE real *h_of(const struct tile *t, int64_t i, int64_t width)
{
    return t->kept + (3 * i + 2) * width;
}

/* The state that a tile of few vectors carries from row to row in registers; a wider one reads it back from memory. */
enum { NARROW = 4 };

struct carry {
    vec y[NARROW], x[NARROW];
};

/* Row i of the factors: a, w and h. */
INLINE void factor(enum source source, const struct batch *b, const struct tile *t, int64_t i, int64_t width)
{
    const struct tridiag *const m = &b->system.tridiag;
    const int64_t at = t->start + i * b->shape.stride;
    real *const kept = t->kept + 3 * i * width, *const h = h_of(t, i, width);
    for (int64_t q = 0; q < width; q += LANES) {
        const vec a = i ? matrix_load(source, b, m->lower, t, i, q, at + q) : vec_all(0);
        vec pivot = diagonal_load(source, b, t, i, q, at + q);
        real *const squares = b->squares + t->slot + q;
        const vec above = i ? vec_load(h_of(t, i - 1, width) + q) : vec_all(0);
        if (i) pivot -= a * above;
        vec_store(squares, i ? vec_load(squares) + above * above : above);
        const vec w = 1 / pivot;
        vec_store(kept + q, a), vec_store(kept + width + q, w);
        vec_store(h + q, matrix_load(source, b, m->upper, t, i, q, at + q) * w);
    }
}

/* Row i of the elimination in x. */
INLINE void forward(enum stage stage, const struct batch *b, const struct tile *t, int64_t i, int64_t width,
                    bool narrow, struct carry *c)
{
    const int64_t stride = b->shape.stride;
    real *const x = b->system.x + t->start + i * stride, *const kept = t->kept + 3 * i * width;
    for (int64_t q = 0; q < width; q += LANES) {
        const int64_t v = narrow ? q / LANES : 0;
        const vec a = stage == SHARED ? vec_all(b->shared.a[i]) : vec_load(kept + q);
        const vec w = stage == SHARED ? vec_all(b->shared.w[i]) : vec_load(kept + width + q);
        vec d = vec_load(x + q);
        if (i > 0) d -= a * (narrow ? c->y[v] : vec_load(x - stride + q));
        c->y[v] = d * w;
        vec_store(x + q, c->y[v]);
    }
}

/* Row i of the substitution. */
INLINE void backward(enum stage stage, const struct batch *b, const struct tile *t, int64_t i, int64_t width,
                     bool narrow, struct carry *c)
{
    const int64_t stride = b->shape.stride;
    real *const x = b->system.x + t->start + i * stride;
    const real *const h = h_of(t, i, width);
    for (int64_t q = 0; q < width; q += LANES) {
        const int64_t v = narrow ? q / LANES : 0;
        const vec below = narrow ? c->x[v] : vec_load(x + stride + q);
        c->x[v] = vec_load(x + q) - (stage == SHARED ? vec_all(b->shared.h[i]) : vec_load(h + q)) * below;
        vec_store(x + q, c->x[v]);
    }
}

/* One tile down, the one before it up; either may be absent. */
INLINE void pass(enum stage stage, const struct batch *b, const struct tile *down, const struct tile *up, int64_t width,
                 bool narrow)
{
    const int64_t n = b->shape.n, stride = b->shape.stride;
    struct carry c = {0};
    if (narrow && up)
        for (int64_t v = 0; v < width / LANES; v++)
            c.x[v] = vec_load(b->system.x + up->start + (n - 1) * stride + v * LANES);
    if (down) forward(stage, b, down, 0, width, narrow, &c);
    for (int64_t i = 1; i < n; i++) {
        if (up) backward(stage, b, up, n - 1 - i, width, narrow, &c);
        if (!down) continue;
        look_ahead(stage, AS_X, b, down, i, 0, width);
        forward(stage, b, down, i, width, narrow, &c);
    }
}

INLINE void pass_width(enum stage stage, const struct batch *b, const struct tile *down, const struct tile *up)
{
    switch ((down ? down : up)->width / LANES) { /* cppcheck-suppress nullPointer */
    case 1: pass(stage, b, down, up, LANES, true); break;
    case 2: pass(stage, b, down, up, 2 * LANES, true); break;
    case 4: pass(stage, b, down, up, 4 * LANES, true); break;
    default: pass(stage, b, down, up, (down ? down : up)->width, false);
    }
}

INLINE void factor_rows(enum source source, const struct batch *b, const struct tile *t)
{
    for (int64_t i = 0; i < b->shape.n; i++) {
        look_ahead(FACTOR, source, b, t, i, 0, t->width);
        factor(source, b, t, i, t->width);
    }
}

static void factor_tile(const struct batch *b, const struct tile *t)
{
    switch (b->source) {
    case AS_X: factor_rows(AS_X, b, t); break;
    case ONE: factor_rows(ONE, b, t); break;
    case BESIDE: factor_rows(BESIDE, b, t); break;
    case SCATTERED: factor_rows(SCATTERED, b, t); break;
    }
}

static void sweep(const struct batch *b, const struct tile *down, const struct tile *up)
{
    if (b->stage == KEPT) pass_width(KEPT, b, down, up);
    else if (b->stage == SHARED) pass_width(SHARED, b, down, up);
    else if (down) factor_tile(b, down);
}

void thomas_simd_rows(const struct batch *b, int64_t width, int64_t lo, int64_t hi, real *ring, int64_t *starts)
{
    sweep_tiles(b, width, lo, hi, ring, 1, b->source == AS_X ? NULL : starts, sweep);
    for (int64_t p = lo; p < hi; p++) thomas_simd_rest(b, width, p, ring);
}
