/* Elimination of interleaved neighbouring systems, with h in the ring, forgotten when x is found. 40
 * bytes an unknown from memory in double; 16, as many as a copy, if the matrix is shared, shifted or not. */
#include "solvers/tridiag/thomas/thomas_simd_repeat.h"
#include "solvers/tridiag/thomas/thomas_simd_sweep.h"

/* Rows i ... end - 1 with a division each: y = w d - a w y', so that only one multiplication waits for the y' above. */
INLINE void divide(enum source source, const struct batch *b, const struct tile *t, int64_t i, int64_t end, int64_t k,
                   const int vectors, struct above *s)
{
    const struct tridiag *const m = &b->system.tridiag;
    for (; i < end; i++)
        for (int v = 0; v < vectors; v++) {
            const int64_t column = k + v * LANES, at = t->start + i * b->shape.stride + column;
            const vec a = i ? matrix_load(source, b, m->lower, t, i, column, at) : vec_all(0);
            const vec d = vec_load(b->system.x + at);
            vec pivot = diagonal_load(source, b, t, i, column, at);
            if (i) pivot -= a * s[v].h, s[v].squares += s[v].h * s[v].h;
            s[v].w = 1 / pivot, s[v].h = matrix_load(source, b, m->upper, t, i, column, at) * s[v].w;
            s[v].y = i ? d * s[v].w + -a * s[v].w * s[v].y : d * s[v].w;
            vec_store(t->ring + i * t->stride + column, s[v].h), vec_store(b->system.x + at, s[v].y);
        }
}

/* Rows i ... end - 1 of `vectors` vectors from column k on. */
INLINE void eliminate(enum source source, const struct batch *b, const struct tile *t, int64_t i, int64_t end,
                      int64_t k, const int vectors, bool repeats)
{
    for (int64_t row = i; row < end; row++) look_ahead(FRESH, source, b, t, row, k, k + vectors * LANES);
    int64_t *const settled = t->settled + k / LANES;
    struct above s[BESIDE_EACH_OTHER];
    bool same = repeats;
    for (int v = 0; v < vectors; v++) {
        s[v] = above_row(b, t, i, k + v * LANES, LANES);
        same = same && (settled[v] < i || equal(s[v].h, vec_load(t->ring + (i - 2) * t->stride + k + v * LANES)));
    }
    note(settled, vectors, i, same);
    if (same) repeat_rows(b, t, i, end, k, vectors, s);
    else divide(source, b, t, i, end, k, vectors, s);
    for (int v = 0; v < vectors; v++) {
        vec_store(t->w + k + v * LANES, s[v].w);
        vec_store(t->squares + k + v * LANES, s[v].squares);
    }
}

INLINE void forward(struct sweep_form f, const struct batch *b, const struct tile *t, int64_t i, int64_t end)
{
    const bool repeats = f.source == ONE && rows_repeat(b, t, i, end);
    const int64_t width = t->width;
    int64_t k = 0;
    for (; i == 0 && k < width; k += LANES) t->settled[k / LANES] = INT64_MAX;
    for (k = 0; k + BESIDE_EACH_OTHER * LANES <= width; k += BESIDE_EACH_OTHER * LANES)
        eliminate(f.source, b, t, i, end, k, BESIDE_EACH_OTHER, repeats);
    for (; k < width; k += LANES) eliminate(f.source, b, t, i, end, k, 1, repeats);
}

/* Back substitution of rows i ... end - 1, the last first. */
INLINE void backward(struct sweep_form f, const struct batch *b, const struct tile *t, int64_t i, int64_t end)
{
    const bool repeats = rows_repeat(b, t, i, end);
    const int64_t stride = b->shape.stride;
    for (int64_t k = 0; k < t->width; k += LANES) {
        const int64_t row = repeats && t->settled[k / LANES] < i ? t->settled[k / LANES] : end - 1;
        const real *h = t->ring + row * t->stride + k;
        const int64_t up = row < i ? 0 : t->stride;
        real *x = b->system.x + t->start + (end - 1) * stride + k;
        vec below = vec_load(x + stride);
        for (int64_t rows = end - i; rows > 0; rows--, x -= stride, h -= up) {
            below = vec_load(x) - vec_load(h) * below;
            vec_store(x, below);
        }
    }
}

INLINE void pass(struct sweep_form f, const struct batch *b, const struct tile *down, const struct tile *up)
{
    sweep_rows(f, b, down, up, b->shape.n - 1, forward, backward); /* x of the last row is y */
    if (down) thomas_simd_note(b, down->first, down->width, down->squares);
}

static void sweep(const struct batch *b, const struct tile *down, const struct tile *up)
{
    sweep_sources(b, down, up, pass);
}

void thomas_simd_ring(const struct batch *of, int64_t width, int64_t lo, int64_t hi, real *ring, real *state,
                      int64_t *starts)
{
    struct batch b = *of;
    b.state = state, b.repeats_end = b.shape.n - 1;
    sweep_tiles(&b, width, lo, hi, ring, 1, b.source == AS_X ? NULL : starts, sweep);
    b.state = NULL;
    for (int64_t p = lo; p < hi; p++) thomas_simd_rest(&b, width, p, ring);
}
