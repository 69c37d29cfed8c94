/* Elimination of neighbouring systems whose rows lie side by side, with h in the ring. 40 bytes an unknown from memory
 * in double, 16 if the matrix is shared. */
#include "solvers/tridiag/thomas/thomas_simd_tile.h"

/* h of row i: width values. */
INLINE real *h_of(enum stage stage, const struct tile *t, int64_t i, int64_t width)
{
    return stage == FRESH ? t->ring + i * t->stride : t->kept + (3 * i + 2) * width;
}

/* The state that a tile of few vectors carries from row to row in registers; a wider one reads it back from memory. */
enum { NARROW = 4 };

struct carry {
    vec h[NARROW], y[NARROW], x[NARROW];
};

/* Row i of the elimination. */
INLINE void forward(enum stage stage, enum source source, const struct batch *b, const struct tile *t, int64_t i,
                    int64_t width, bool narrow, struct carry *c)
{
    const int64_t step = b->shape.step, at = t->start + i * step;
    real *const x = b->system.x + at, *const kept = t->kept + 3 * i * width;
    real *const h = h_of(stage, t, i, width);
    const real *const h_above = h_of(stage, t, i - (i > 0), width);
    for (int64_t q = 0; q < width; q += LANES) {
        const int64_t v = narrow ? q / LANES : 0;
        vec a = vec_all(0), w;
        if (stage == SHARED) {
            a = vec_all(b->shared.a[i]), w = vec_all(b->shared.w[i]);
        } else if (stage == KEPT) {
            a = vec_load(kept + q), w = vec_load(kept + width + q);
        } else {
            vec pivot = diagonal_load(source, b, t, i, q, at + q);
            if (i > 0) {
                a = matrix_load(source, b, b->system.tridiag.lower, t, i, q, at + q);
                pivot -= a * (narrow ? c->h[v] : vec_load(h_above + q));
            }
            w = 1 / pivot;
            c->h[v] = matrix_load(source, b, b->system.tridiag.upper, t, i, q, at + q) * w;
            vec_store(h + q, c->h[v]);
        }
        if (stage == FACTOR) {
            vec_store(kept + q, a), vec_store(kept + width + q, w);
            continue;
        }
        vec d = vec_load(x + q);
        if (i > 0) d -= a * (narrow ? c->y[v] : vec_load(x - step + q));
        c->y[v] = d * w;
        vec_store(x + q, c->y[v]);
    }
}

/* Row i of the substitution. */
INLINE void backward(enum stage stage, const struct batch *b, const struct tile *t, int64_t i, int64_t width,
                     bool narrow, struct carry *c)
{
    const int64_t step = b->shape.step;
    real *const x = b->system.x + t->start + i * step;
    const real *const h = h_of(stage, t, i, width);
    for (int64_t q = 0; q < width; q += LANES) {
        const int64_t v = narrow ? q / LANES : 0;
        const vec below = narrow ? c->x[v] : vec_load(x + step + q);
        c->x[v] = vec_load(x + q) - (stage == SHARED ? vec_all(b->shared.h[i]) : vec_load(h + q)) * below;
        vec_store(x + q, c->x[v]);
    }
}

/* One tile down, the one before it up; either may be absent. */
INLINE void pass(enum stage stage, enum source source, const struct batch *b, const struct tile *down,
                 const struct tile *up, int64_t width, bool narrow)
{
    const int64_t n = b->shape.n, step = b->shape.step;
    struct carry c = {0};
    if (narrow && up)
        for (int64_t v = 0; v < width / LANES; v++)
            c.x[v] = vec_load(b->system.x + up->start + (n - 1) * step + v * LANES);
    if (down) forward(stage, source, b, down, 0, width, narrow, &c);
    for (int64_t i = 1; i < n; i++) {
        if (up) backward(stage, b, up, n - 1 - i, width, narrow, &c);
        if (!down) continue;
        look_ahead(stage, source, b, down, i, 0, width);
        forward(stage, source, b, down, i, width, narrow, &c);
    }
}

INLINE void pass_width(enum stage stage, const struct batch *b, const struct tile *down, const struct tile *up)
{
    switch ((down ? down : up)->width / LANES) { /* cppcheck-suppress nullPointer */
    case 1: pass(stage, AS_X, b, down, up, LANES, true); break;
    case 2: pass(stage, AS_X, b, down, up, 2 * LANES, true); break;
    case 4: pass(stage, AS_X, b, down, up, 4 * LANES, true); break;
    default: pass(stage, AS_X, b, down, up, (down ? down : up)->width, false);
    }
}

/* A matrix elsewhere than x, for tiles of any width: what is read is in the caches more than from memory. */
INLINE void pass_elsewhere(enum stage stage, const struct batch *b, const struct tile *down, const struct tile *up)
{
    const int64_t width = (down ? down : up)->width; /* cppcheck-suppress nullPointer */
    if (b->source == ONE) pass(FACTOR, ONE, b, down, up, width, false);
    else if (b->source == BESIDE) pass(stage, BESIDE, b, down, up, width, false);
    else pass(stage, SCATTERED, b, down, up, width, false);
}

/* Apart from those of a matrix that lies as x does, whose registers they would take. */
NOINLINE void sweep_elsewhere(const struct batch *b, const struct tile *down, const struct tile *up)
{
    if (b->stage == FRESH) pass_elsewhere(FRESH, b, down, up);
    else if (down) pass_elsewhere(FACTOR, b, down, NULL);
}

static void sweep(const struct batch *b, const struct tile *down, const struct tile *up)
{
    if (b->source != AS_X) {
        sweep_elsewhere(b, down, up);
        return;
    }
    switch (b->stage) {
    case FRESH: pass_width(FRESH, b, down, up); break;
    case FACTOR:
        if (down) pass_width(FACTOR, b, down, NULL);
        break;
    case KEPT: pass_width(KEPT, b, down, up); break;
    case SHARED: pass_width(SHARED, b, down, up); break;
    }
}

void thomas_simd_rows(const struct batch *b, int64_t width, int64_t lo, int64_t hi, real *ring, int64_t *starts)
{
    sweep_tiles(b, width, lo, hi, ring, 1, b->source == AS_X ? NULL : starts, sweep);
    for (int64_t p = lo; p < hi; p++) thomas_simd_rest(b, width, p, ring);
}
