/* Elimination of neighbouring cyclic systems in one sweep down and one up. Rows 0 ... n-2 are eliminated in order with
 * x_{n-1} as a second right side,
 *
 *     x_i = y_i + e_i x_{n-1} - h_i x_{i+1}
 *
 * and x_0 = p + q x_{n-1} + g x_{i+1} is carried along, so that the last row, which couples x_{n-1} to x_{n-2} and x_0,
 * has one unknown when it is reached. The same bordering as in solvers/batch/cyclic.h, with 16 bytes an unknown from
 * memory in double if one matrix serves all, instead of two solves and a sum. h and e are in the ring, y is in x.
 *
 * Where rows repeat (thomas_simd_tile.h), e shrinks by the same factor from row to row, and is soon 0: the rest is
 * elimination without a corner. */
#include <math.h>

#include "solvers/batch/growth.h"
#include "solvers/tridiag/thomas/thomas_simd_tile.h"

/* Where e and g are as small as that, what they multiply is lost in the rounding errors of the largest x by many
 * digits: they become 0. */
#ifdef BANDSTAND_FLOAT
#define NEGLIGIBLE 0x1p-60f
#else
#define NEGLIGIBLE 0x1p-120
#endif

enum { VALUES = 2 /* in the ring: h and e */, FEW_TERMS = 64 };

INLINE vec flush(vec v)
{
    return (vec)((vec_bits)v & ((vec_bits)(v > NEGLIGIBLE) | (vec_bits)(v < -NEGLIGIBLE)));
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

/* What goes from row to row: for a whole tile, rows of `width` values in the workspace behind the ring. */
struct carry {
    real *p, *q, *g, *e;
};

/* The same of a vector, in registers over some rows. */
struct state {
    vec p, q, g, e;
    struct above above;
};

INLINE void carry_on(struct state *s)
{
    s->p += s->g * s->above.y, s->q += s->g * s->e;
    s->g = -s->g * s->above.h;
}

/* Rows i ... end - 1, all of them before n-1; row n-2 couples to x_{n-1} itself. */
INLINE void divide(enum source source, const struct batch *b, const struct tile *t, int64_t i, int64_t end, int64_t k,
                   const int vectors, int64_t width, struct state *s, int lanes)
{
    const struct tridiag *const m = &b->system.tridiag;
    const int64_t last = b->shape.n - 2;
    for (; i < end; i++)
        for (int v = 0; v < vectors; v++) {
            const int64_t column = k + v * LANES, at = t->start + i * b->shape.step + column;
            real *const ring = t->ring + i * t->stride + column;
            struct above *const c = &s[v].above;
            const vec a = entry(source, b, m->lower, t, i, column, at, lanes);
            const vec upper = entry(source, b, m->upper, t, i, column, at, lanes);
            vec diag = entry(source, b, m->diag, t, i, column, at, lanes);
            if (b->shift) diag += load(b->shift + t->matrix->first + column, lanes);
            c->w = 1 / (diag - a * c->h);
            const vec l = -a * c->w;
            c->y = load(b->system.x + at, lanes) * c->w + l * c->y;
            c->h = i == last ? vec_all(0) : upper * c->w;
            c->squares += c->h * c->h;
            s[v].e = i == last ? l * s[v].e - upper * c->w : l * s[v].e;
            carry_on(&s[v]);
            vec_store(ring, c->h), vec_store(ring + width, s[v].e);
            store(b->system.x + at, c->y, lanes);
        }
}

/* The same where h and w are those of the row above. Back substitution computes e again, from that of row i and from
 * the factor l by which it shrinks, which lies in the place of the next e. */
INLINE void repeat(const struct batch *b, const struct tile *t, int64_t i, int64_t end, int64_t k, const int vectors,
                   int64_t width, struct state *s)
{
    const vec a = vec_all(b->system.tridiag.lower[t->matrix->start + i * shape_matrix_step(&b->shape)]);
    vec l[BESIDE_EACH_OTHER];
    for (int v = 0; v < vectors; v++) {
        real *const e = t->ring + i * t->stride + width + k + v * LANES;
        l[v] = -a * s[v].above.w;
        vec_store(e, l[v] * s[v].e), vec_store(e + t->stride, l[v]);
    }
    for (; i < end; i++)
        for (int v = 0; v < vectors; v++) {
            real *const x = b->system.x + t->start + i * b->shape.step + k + v * LANES;
            s[v].above.y = vec_load(x) * s[v].above.w + l[v] * s[v].above.y;
            s[v].e = l[v] * s[v].e;
            carry_on(&s[v]);
            vec_store(x, s[v].above.y);
        }
}

/* The state above row i: what the rows before it left; above row 0, h = y = 0 and e = g = 1. */
INLINE struct state take_up(const struct carry *c, int64_t i, int64_t at, struct above above)
{
    if (i == 0) return (struct state){.g = vec_all(1), .e = vec_all(1)};
    return (struct state){
        .p = vec_load(c->p + at),
        .q = vec_load(c->q + at),
        .g = flush(vec_load(c->g + at)),
        .e = flush(vec_load(c->e + at)),
        .above = above,
    };
}

INLINE void leave(const struct tile *t, int64_t at, const struct carry *c, const struct state *s)
{
    vec_store(c->p + at, s->p), vec_store(c->q + at, s->q), vec_store(c->g + at, s->g), vec_store(c->e + at, s->e);
    vec_store(t->w + at, s->above.w), vec_store(t->squares + at, s->above.squares);
}

/* Rows i ... end - 1 of the elimination, of those before n-1, for `vectors` vectors from column k on. */
INLINE void eliminate(enum source source, const struct batch *b, const struct tile *t, int64_t i, int64_t end,
                      int64_t k, const int vectors, int64_t width, bool repeats, const struct carry *c, int lanes)
{
    for (int64_t row = i; row < end; row++) look_ahead(FRESH, source, b, t, row, k, k + vectors * LANES);
    int64_t *const settled = t->settled + k / LANES, *const decayed = t->decayed + k / LANES;
    struct state s[BESIDE_EACH_OTHER];
    struct above above[BESIDE_EACH_OTHER] = {{{0}}};
    bool same = repeats, apart = true;
    for (int v = 0; v < vectors && i > 0; v++) {
        above[v] = above_row(b, t, i, k + v * LANES, lanes);
        same = same && (settled[v] < i || equal(above[v].h, vec_load(t->ring + (i - 2) * t->stride + k + v * LANES)));
    }
    note(settled, vectors, i, same);
    if (same && decayed[0] < i) {
        repeat_rows(b, t, i, end, k, vectors, above);
        return;
    }
    for (int v = 0; v < vectors; v++) {
        s[v] = take_up(c, i, k + v * LANES, above[v]);
        apart = apart && equal(s[v].g, vec_all(0)) && equal(s[v].e, vec_all(0));
    }
    note(decayed, vectors, i + 1, same && apart);
    if (same) repeat(b, t, i, end, k, vectors, width, s);
    else divide(source, b, t, i, end, k, vectors, width, s, lanes);
    for (int v = 0; v < vectors; v++) leave(t, k + v * LANES, c, &s[v]);
}

INLINE void forward(enum source source, const struct batch *b, const struct tile *t, int64_t i, int64_t end,
                    int64_t width, const struct carry *c, int lanes)
{
    const bool repeats = source == ONE && lanes == LANES && rows_repeat(b, t, i, end);
    int64_t k = 0;
    for (; i == 0 && k < width; k += LANES) t->settled[k / LANES] = t->decayed[k / LANES] = INT64_MAX;
    for (k = 0; k + BESIDE_EACH_OTHER * LANES <= width; k += BESIDE_EACH_OTHER * LANES)
        eliminate(source, b, t, i, end, k, BESIDE_EACH_OTHER, width, repeats, c, lanes);
    for (; k < width; k += LANES) eliminate(source, b, t, i, end, k, 1, width, repeats, c, lanes);
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

/* Notes lanes where what goes to the last pivot is far larger than the last row (batch/growth.h). */
INLINE void note_last(vec diag, vec upper, vec a, vec first, vec before, real *squares)
{
    for (int k = 0; k < LANES; k++) {
        const double row = fabs((double)diag[k]) + fabs((double)upper[k]) + fabs((double)a[k]);
        if (!(fabs((double)first[k]) + fabs((double)before[k]) <= GROWTH_MAX * row)) squares[k] = (real)INFINITY;
    }
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
    const int64_t step = b->shape.step;
    const real *const x = b->system.x + t->start + k, *const ring = t->ring + i * t->stride + width + k;
    const vec last = load(x + (b->shape.n - 1) * step, lanes);
    for (int64_t r = 0; r < end - i; r++) y[r] = load(x + (i + r) * step, lanes);
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
    const int64_t step = b->shape.step;
    for (int64_t k = 0; k < width; k += LANES) {
        const int64_t settled = t->settled[k / LANES];
        const bool repeats = repeat && settled < i;
        const real *h = t->ring + (repeats ? settled : end - 1) * t->stride + k;
        real *x = b->system.x + t->start + (end - 1) * step + k;
        vec below = load(x + step, lanes), y[ROWS_TOGETHER];
        add_last(b, t, i, end, k, width, repeats, lanes, y);
        for (int64_t r = end - i - 1; r >= 0; r--, x -= step, h -= repeats ? 0 : t->stride) {
            below = y[r] - vec_load(h) * below;
            store(x, below, lanes);
        }
    }
}

INLINE void pass(enum source source, const struct batch *b, const struct tile *down, const struct tile *up, int lanes)
{
    const int64_t n = b->shape.n, width = (down ? down : up)->width; /* cppcheck-suppress nullPointer */
    real *const state = (down ? down : up)->carry;
    const struct carry c = {state, state + width, state + 2 * width, state + 3 * width};
    int64_t below = n - 1; /* rows from here on are solved */
    for (int64_t i = 0; i < n - 1; i += ROWS_TOGETHER) {
        const int64_t end = min_of(i + ROWS_TOGETHER, n - 1);
        const int64_t next = (n - 1 - end) / ROWS_TOGETHER * ROWS_TOGETHER;
        while (up && below > next) {
            const int64_t first = (below - 1) / ROWS_TOGETHER * ROWS_TOGETHER;
            backward(b, up, first, below, width, lanes);
            below = first;
        }
        if (down) forward(source, b, down, i, end, width, &c, lanes);
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
    struct tile t = tile_of(b, width, p, ring, VALUES);
    t.first = first, t.start += column, t.next = t.start, t.width = LANES, t.stride = VALUES * LANES;
    t.matrix = b->source == AS_X ? NULL : &matrix;
    sweep_lanes(b, &t, NULL, few);
    sweep_lanes(b, NULL, &t, few);
}

void thomas_simd_cyclic(const struct batch *of, int64_t width, int64_t lo, int64_t hi, real *ring, real *state,
                        int64_t *starts)
{
    struct batch b = *of;
    b.state = state, b.repeats_end = b.shape.n - 2;
    sweep_tiles(&b, width, lo, hi, ring, VALUES, b.source == AS_X ? NULL : starts, sweep);
    for (int64_t p = lo; p < hi; p++) rest(&b, width, p, ring, starts);
}
