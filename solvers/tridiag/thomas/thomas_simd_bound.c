/* Elimination of interleaved neighbouring systems, with a proof in place of residuals. In the ring are
 * h and y; x keeps the right side until the proof is there. Of the matrix, and of what is in the cache, a row needs no
 * more than without a proof, and of arithmetic three operations. */
#include "solvers/tridiag/thomas/thomas_simd_bound.h"

#include "solvers/tridiag/thomas/thomas_simd_checked.h"
#include "solvers/tridiag/thomas/thomas_simd_checked_tile.h"

static bool right_is_zero(const struct batch *b, int64_t s)
{
    const struct line l = line_of(&b->shape, &b->system, s);
    for (int64_t i = 0; i < l.n; i++)
        if (l.x[i * l.x_stride] != 0) return false;
    return true;
}

bool bound_holds(const struct batch *b, const struct bound *k, int64_t first, int count)
{
    const real most = 1 + 1 / (real)b->shape.n;
    for (int q = 0; q < count; q++) {
        const bool in_range = k->y[q] >= BOUND_LEAST && k->y[q] <= BOUND_MOST;
        if (!(k->h[q] <= most && k->w[q] >= 4 * REAL_MIN && isfinite(k->last[q]))) return false;
        if (!in_range && (k->y[q] > 0 || !right_is_zero(b, first + q))) return false;
    }
    for (int q = 0; q < count; q++) b->system.info[first + q] = 0;
    return true;
}

INLINE real *bound_of(const struct tile *t, int64_t q)
{
    return t->carry + BOUND * q;
}

INLINE real *ring_of(const struct tile *t, int64_t i, int64_t q)
{
    return t->ring + i * t->stride + checked_values(false) * q;
}

/* Rows i ... end - 1 of `vectors` vectors from column k on. */
INLINE void eliminate(enum source source, const struct batch *b, const struct tile *t, int64_t i, int64_t end,
                      int64_t k, const int vectors)
{
    struct checked_above s[BESIDE_EACH_OTHER];
    struct bound bound[BESIDE_EACH_OTHER];
    for (int64_t row = i; row < end; row++) look_ahead(FRESH, source, b, t, row, k, k + vectors * LANES);
    for (int v = 0; v < vectors; v++) {
        s[v] = i == 0 ? checked_start() : checked_load(ring_of(t, i - 1, k + v * LANES), false);
        bound[v] = i == 0 ? bound_start() : bound_load(bound_of(t, k + v * LANES));
    }
    for (; i < end; i++)
        for (int v = 0; v < vectors; v++) {
            const int64_t q = k + v * LANES;
            const struct check_lanes_row r = checked_row_of(source, b, t, i, q);
            const vec w = checked_eliminate(&s[v], &r, vec_all(0));
            checked_store(ring_of(t, i, q), &s[v], false);
            bound_add(&bound[v], w, s[v].h, s[v].y);
        }
    for (int v = 0; v < vectors; v++) bound_store(bound_of(t, k + v * LANES), &bound[v]);
}

INLINE void forward(struct sweep_form f, const struct batch *b, const struct tile *t, int64_t i, int64_t end)
{
    int64_t k = 0;
    for (; k + BESIDE_EACH_OTHER * LANES <= t->width; k += BESIDE_EACH_OTHER * LANES)
        eliminate(f.source, b, t, i, end, k, BESIDE_EACH_OTHER);
    for (; k < t->width; k += LANES) eliminate(f.source, b, t, i, end, k, 1);
}

/* Back substitution of rows i ... end - 1, the last first. */
INLINE void backward(struct sweep_form f, const struct batch *b, const struct tile *t, int64_t i, int64_t end)
{
    const int64_t stride = b->shape.stride, n = b->shape.n;
    const bool apart = stride > CHECKED_APART;
    for (int64_t q = 0; q < t->width; q += LANES) {
        real *x = b->system.x + t->start + (end - 1) * stride + q;
        vec below = end < n ? vec_load(x + stride) : vec_all(0);
        for (int64_t row = end - 1; row >= i; row--, x -= stride) {
            const struct checked_above y = checked_load(ring_of(t, row, q), false);
            if (apart) checked_look_up(b, t, row, q);
            below = y.y - y.h * below;
            vec_store(x, below);
        }
    }
}

/* The place of the matrices of systems from column q of a tile on. */
static struct tile_matrix matrix_beside(const struct tile_matrix *m, enum source source, int64_t q)
{
    return (struct tile_matrix){
        .first = m->first + q,
        .start = source == BESIDE ? m->start + q : m->start,
        .beyond = m->beyond,
        .starts = m->starts + q,
    };
}

static bool holds(const struct batch *b, const struct tile *t)
{
    for (int64_t q = 0; q < t->width; q += LANES) {
        const struct bound k = bound_load(bound_of(t, q));
        if (!bound_holds(b, &k, t->first + q, LANES)) return false;
    }
    return true;
}

/* Some systems of a tile after the other, as many as fit in the cache with what a check keeps. */
NOINLINE void check_instead(const struct batch *b, const struct tile *t)
{
    for (int64_t q = 0; q < t->width; q += b->checked) {
        struct tile own = *t;
        struct tile_matrix matrix;
        own.first += q, own.start += q, own.width = min_of(b->checked, t->width - q);
        if (t->matrix) matrix = matrix_beside(t->matrix, b->source, q), own.matrix = &matrix;
        thomas_simd_checked_tile(b, &own, b->scratch);
    }
    *t->solved = true;
}

INLINE void pass(struct sweep_form f, const struct batch *b, const struct tile *down, const struct tile *up)
{
    sweep_rows(f, b, down, up, b->shape.n, forward, backward);
    if (down && !holds(b, down)) check_instead(b, down);
}

static void sweep(const struct batch *b, const struct tile *down, const struct tile *up)
{
    sweep_sources(b, down, up, pass);
}

void thomas_simd_bound(const struct batch *of, int64_t width, int64_t lo, int64_t hi, real *ring, real *state,
                       int64_t *starts)
{
    struct batch b = *of;
    b.state = state, b.repeats_end = 1, b.scratch = ring;
    sweep_tiles(&b, width, lo, hi, ring, checked_values(false), b.source == AS_X ? NULL : starts, sweep);
    for (int64_t p = lo; p < hi; p++) checked_rest(&b, width, p, ring, thomas_simd_checked_few);
}
