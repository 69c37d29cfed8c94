/* Elimination of all rows but the last of neighbouring cyclic systems: thomas_simd_cyclic.c has the equations. */
#pragma once
#include "solvers/tridiag/thomas/thomas_simd_repeat.h"

/* Values of e and g that are as small as that become 0: their products are below the rounding errors of the largest x
 * by many digits. */
#ifdef BANDSTAND_FLOAT
#define CYCLIC_NEGLIGIBLE 0x1p-60f
#else
#define CYCLIC_NEGLIGIBLE 0x1p-120
#endif

enum { CYCLIC_VALUES = 2 /* in the ring: h and e */ };

INLINE vec cyclic_flush(vec v)
{
    return (vec)((vec_bits)v & ((vec_bits)(v > CYCLIC_NEGLIGIBLE) | (vec_bits)(v < -CYCLIC_NEGLIGIBLE)));
}

/* Row i of one of the arrays of the matrix. */
INLINE vec cyclic_entry(enum source source, const struct batch *b, const real *p, const struct tile *t, int64_t i,
                        int64_t q, int64_t at, int lanes)
{
    const int64_t down = i * shape_matrix_stride(&b->shape);
    vec v = {0};
    if (lanes == LANES || source == ONE) return matrix_load(source, b, p, t, i, q, at);
    if (source == AS_X) return load(p + at, lanes);
    if (source == BESIDE) return load(p + t->matrix->start + down + q, lanes);
    for (int k = 0; k < lanes; k++) v[k] = p[t->matrix->starts[q + k] + down];
    return v;
}

/* The state that goes from row to row: for a whole tile, rows of `width` values in the workspace after the ring. */
struct cyclic_carry {
    real *p, *q, *g, *e;
};

/* The state of one vector, in registers over some rows. */
struct cyclic_state {
    vec p, q, g, e;
    struct above above;
};

INLINE void cyclic_carry_on(struct cyclic_state *s)
{
    s->p += s->g * s->above.y, s->q += s->g * s->e;
    s->g = -s->g * s->above.h;
}

/* Rows i ... end - 1, all of them before n-1; row n-2 couples to x_{n-1} itself. */
INLINE void cyclic_divide(enum source source, const struct batch *b, const struct tile *t, int64_t i, int64_t end,
                          int64_t k, const int vectors, int64_t width, struct cyclic_state *s, int lanes)
{
    const struct tridiag *const m = &b->system.tridiag;
    const int64_t last = b->shape.n - 2;
    for (; i < end; i++)
        for (int v = 0; v < vectors; v++) {
            const int64_t column = k + v * LANES, at = t->start + i * b->shape.stride + column;
            real *const ring = t->ring + i * t->stride + column;
            struct above *const c = &s[v].above;
            const vec a = cyclic_entry(source, b, m->lower, t, i, column, at, lanes);
            const vec upper = cyclic_entry(source, b, m->upper, t, i, column, at, lanes);
            vec diag = cyclic_entry(source, b, m->diag, t, i, column, at, lanes);
            if (b->shift) diag += load(b->shift + t->matrix->first + column, lanes);
            c->w = 1 / (diag - a * c->h);
            const vec l = -a * c->w;
            c->y = load(b->system.x + at, lanes) * c->w + l * c->y;
            c->h = i == last ? vec_all(0) : upper * c->w;
            c->squares += c->h * c->h;
            s[v].e = i == last ? l * s[v].e - upper * c->w : l * s[v].e;
            c->squares += s[v].e * s[v].e;
            cyclic_carry_on(&s[v]);
            vec_store(ring, c->h), vec_store(ring + width, s[v].e);
            store(b->system.x + at, c->y, lanes);
        }
}

/* As cyclic_divide, where h and w are those of the row above. Back substitution computes e again, from that of row i
 * and from the factor l by which it shrinks, which lies in the place of the next e. */
INLINE void cyclic_repeat(const struct batch *b, const struct tile *t, int64_t i, int64_t end, int64_t k,
                          const int vectors, int64_t width, struct cyclic_state *s)
{
    const vec a = vec_all(b->system.tridiag.lower[t->matrix->start + i * shape_matrix_stride(&b->shape)]);
    vec l[BESIDE_EACH_OTHER];
    for (int v = 0; v < vectors; v++) {
        real *const e = t->ring + i * t->stride + width + k + v * LANES;
        l[v] = -a * s[v].above.w;
        vec_store(e, l[v] * s[v].e), vec_store(e + t->stride, l[v]);
    }
    for (; i < end; i++)
        for (int v = 0; v < vectors; v++) {
            real *const x = b->system.x + t->start + i * b->shape.stride + k + v * LANES;
            s[v].above.y = vec_load(x) * s[v].above.w + l[v] * s[v].above.y;
            s[v].e = l[v] * s[v].e;
            s[v].above.squares += s[v].e * s[v].e;
            cyclic_carry_on(&s[v]);
            vec_store(x, s[v].above.y);
        }
}

/* The state above row i: what the rows before it left; above row 0, h = y = 0 and e = g = 1. */
INLINE struct cyclic_state cyclic_take_up(const struct cyclic_carry *c, int64_t i, int64_t at, struct above above)
{
    if (i == 0) return (struct cyclic_state){.g = vec_all(1), .e = vec_all(1)};
    return (struct cyclic_state){
        .p = vec_load(c->p + at),
        .q = vec_load(c->q + at),
        .g = cyclic_flush(vec_load(c->g + at)),
        .e = cyclic_flush(vec_load(c->e + at)),
        .above = above,
    };
}

INLINE void cyclic_leave(const struct tile *t, int64_t at, const struct cyclic_carry *c, const struct cyclic_state *s)
{
    vec_store(c->p + at, s->p), vec_store(c->q + at, s->q), vec_store(c->g + at, s->g), vec_store(c->e + at, s->e);
    vec_store(t->w + at, s->above.w), vec_store(t->squares + at, s->above.squares);
}

/* Rows i ... end - 1 of the elimination, of those before n-1, for `vectors` vectors from column k on. */
INLINE void cyclic_eliminate(enum source source, const struct batch *b, const struct tile *t, int64_t i, int64_t end,
                             int64_t k, const int vectors, int64_t width, bool repeats, const struct cyclic_carry *c,
                             int lanes)
{
    for (int64_t row = i; row < end; row++) look_ahead(FRESH, source, b, t, row, k, k + vectors * LANES);
    int64_t *const settled = t->settled + k / LANES, *const decayed = t->decayed + k / LANES;
    struct cyclic_state s[BESIDE_EACH_OTHER];
    struct above above[BESIDE_EACH_OTHER];
    bool same = repeats, apart = true;
    for (int v = 0; v < vectors; v++) {
        above[v] = above_row(b, t, i, k + v * LANES, lanes);
        same = same && (settled[v] < i || equal(above[v].h, vec_load(t->ring + (i - 2) * t->stride + k + v * LANES)));
    }
    note(settled, vectors, i, same);
    if (same && decayed[0] < i) {
        repeat_rows(b, t, i, end, k, vectors, above);
        return;
    }
    for (int v = 0; v < vectors; v++) {
        s[v] = cyclic_take_up(c, i, k + v * LANES, above[v]);
        apart = apart && equal(s[v].g, vec_all(0)) && equal(s[v].e, vec_all(0));
    }
    note(decayed, vectors, i + 1, same && apart);
    if (same) cyclic_repeat(b, t, i, end, k, vectors, width, s);
    else cyclic_divide(source, b, t, i, end, k, vectors, width, s, lanes);
    for (int v = 0; v < vectors; v++) cyclic_leave(t, k + v * LANES, c, &s[v]);
}

INLINE void cyclic_forward(enum source source, const struct batch *b, const struct tile *t, int64_t i, int64_t end,
                           int64_t width, const struct cyclic_carry *c, int lanes)
{
    const bool repeats = source == ONE && lanes == LANES && rows_repeat(b, t, i, end);
    int64_t k = 0;
    for (; i == 0 && k < width; k += LANES) t->settled[k / LANES] = t->decayed[k / LANES] = INT64_MAX;
    for (k = 0; k + BESIDE_EACH_OTHER * LANES <= width; k += BESIDE_EACH_OTHER * LANES)
        cyclic_eliminate(source, b, t, i, end, k, BESIDE_EACH_OTHER, width, repeats, c, lanes);
    for (; k < width; k += LANES) cyclic_eliminate(source, b, t, i, end, k, 1, width, repeats, c, lanes);
}
