/* The couplings of each type, and the order of their rows in tiles. */
#include "solvers/transform/couplings.h"

#include <stdlib.h>

enum { NONE = -1 };

static bool is_first(enum transform_type type)
{
    return type == DCT1 || type == DST1;
}

static bool is_fourth(enum transform_type type)
{
    return type == DCT4 || type == DST4;
}

/* From a spectrum to values. */
static bool is_back(enum transform_type type)
{
    return type == REAL || type == DCT3 || type == DST3;
}

static bool is_sine(enum transform_type type)
{
    return type == DST2 || type == DST3 || type == DST4;
}

/* Complex length, and the steps before and after. */
static void choose(struct complex_steps *s, enum transform_type type, int64_t n)
{
    const bool apart = is_fourth(type) && n % 2 == 0, back = is_back(type);
    *s = (struct complex_steps){.n = n, .length = apart ? n / 2 : n, .inverse = back, .rotated = type == DST1};
    if (is_first(type)) s->length = type == DCT1 ? 2 * (n - 1) : 2 * (n + 1);
    s->before.form = apart ? LINES_APART : back ? LINES_SPECTRA : LINES_BESIDE;
    s->after.form = apart ? LINES_APART : back || is_first(type) ? LINES_BESIDE : LINES_SPECTRA;
    s->before.count = apart ? n / 2 : back ? n / 2 + 1 : is_first(type) ? n + s->rotated : (n + 1) / 2;
    s->after.count = s->after.form == LINES_SPECTRA ? n / 2 + 1 : (n + 1) / 2;
}

static void place(struct couplings *c, struct workspace *w)
{
    c->tiles = (c->count + TILE - 1) / TILE;
    c->coupling = workspace_take(w, c->tiles * TILE * (int64_t)sizeof *c->coupling);
    c->visit = workspace_take(w, c->tiles * TILE_SLOTS * (int64_t)sizeof *c->visit);
}

void complex_steps_place(struct complex_steps *s, enum transform_type type, int64_t n, struct workspace *w)
{
    choose(s, type, n);
    place(&s->before, w);
    place(&s->after, w);
}

static struct coupling diagonal(int64_t u, int64_t v, int64_t p, int64_t q)
{
    return (struct coupling){(int32_t)u, (int32_t)v, (int32_t)p, (int32_t)q, {{1, 0}, {0, 1}}};
}

/* The row of the value at place j of a complex line of n values: even rows up, then odd rows down. */
static int64_t row_at(enum transform_type type, int64_t n, int64_t j, real *sign)
{
    if (is_fourth(type)) return odd_fourth_row(n, type == DST4, j, sign);
    const int64_t row = type == HALF_COMPLEX || type == REAL ? j : 2 * j < n ? 2 * j : 2 * n - 1 - 2 * j;
    *sign = is_sine(type) && row % 2 ? -1 : 1;
    return row;
}

/* Places k and n-1-k, so that rows are neighbours where every second one is at the other end. */
static struct coupling beside(enum transform_type type, int64_t n, int64_t k)
{
    real sign[2];
    struct coupling c = diagonal(row_at(type, n, k, &sign[0]), row_at(type, n, n - 1 - k, &sign[1]), k, n - 1 - k);
    c.m[0][0] = sign[0], c.m[1][1] = sign[1];
    if (k == n - 1 - k) c.v = c.q = NONE;
    return c;
}

/* A line and its mirror image: with the same sign, from row 0 to its end n-1; or with the other one, between zeros. */
static struct coupling mirrored(enum transform_type type, int64_t n, int64_t length, int64_t k)
{
    if (k == n) return (struct coupling){.p = 0, .q = (int32_t)(n + 1)};
    const int64_t at = type == DST1 ? k + 1 : k;
    struct coupling c = diagonal(k, k, at, 2 * at == length || at == 0 ? NONE : length - at);
    if (type == DST1) c.m[1][1] = -1;
    return c;
}

static struct coupling unmirrored(enum transform_type type, int64_t n, int64_t k)
{
    const int64_t from = type == DST1 ? 1 : 0, other = n - 1 - k;
    return k == other ? diagonal(k, NONE, from + k, NONE) : diagonal(k, other, from + k, from + other);
}

/* Frequency f of 0 ... n/2: of the half-complex spectrum, or of that which Makhoul's order has, rotated by f / 4n. Sums
 * of spectra after a transform are twice a line's own. */
static struct coupling spectra(enum transform_type type, int64_t n, int64_t f, bool behind)
{
    const bool alone = f == (n - f) % n, waves = type == HALF_COMPLEX || type == REAL;
    const struct twiddle t = transform_twiddle(waves ? 0 : f, 4 * n);
    const real c = (real)t.cos, s = (real)t.sin, half = behind ? RC(0.5) : 1;
    struct coupling out = diagonal(f, n - f, f, n - f);
    if (is_sine(type)) out.u = (int32_t)(n - 1 - f), out.v = (int32_t)(f - 1);
    if (waves) out.m[0][0] = out.m[1][1] = half;
    else out.m[0][0] = c, out.m[0][1] = s, out.m[1][0] = s, out.m[1][1] = -c;
    if (!alone) return out;
    out.v = out.q = NONE;
    out.m[0][1] = out.m[1][0] = out.m[1][1] = 0;
    if (!behind && !waves && f > 0) out.m[0][0] = 2 * c;
    return out;
}

/* DCT4 of the line as n / 2 complex values x_2j + i x_{n-1-2j}, rotated by -(4j + 1) / 8n, and by -j / 2n after; from
 * both ends, so that rows are neighbours. */
static struct coupling apart(enum transform_type type, int64_t n, int64_t k, bool behind)
{
    const int64_t j = k % 2 ? n / 2 - 1 - k / 2 : k / 2;
    const struct twiddle t = behind ? transform_twiddle(j, 2 * n) : transform_twiddle(4 * j + 1, 8 * n);
    const real scale = behind ? 2 : 1, c = scale * (real)t.cos, s = scale * (real)t.sin;
    struct coupling out = {(int32_t)(2 * j), (int32_t)(n - 1 - 2 * j), (int32_t)j, NONE, {{c, s}, {-s, c}}};
    const bool other = behind != (type == DST4); /* the other sign, or u and v exchanged */
    if (!other) return out;
    if (behind) out.m[1][0] = s, out.m[1][1] = -c;
    else out.m[0][0] = s, out.m[0][1] = c, out.m[1][0] = c, out.m[1][1] = -s;
    return out;
}

static struct coupling coupling_of(const struct complex_steps *s, enum transform_type type, int64_t k, bool behind)
{
    const enum line_form form = behind ? s->after.form : s->before.form;
    if (form == LINES_APART) return apart(type, s->n, k, behind);
    if (form == LINES_SPECTRA)
        return is_fourth(type) ? odd_fourth_coupling(s->n, type == DST4, k) : spectra(type, s->n, k, behind);
    if (!is_first(type)) return beside(type, s->n, k);
    return behind ? unmirrored(type, s->n, k) : mirrored(type, s->n, s->length, k);
}

static int by_row(const void *a, const void *b)
{
    const struct visit *const x = a, *const y = b;
    return x->row != y->row ? (x->row > y->row) - (x->row < y->row) : (x->slot > y->slot) - (x->slot < y->slot);
}

static void order_rows(const struct couplings *c, int64_t tile)
{
    struct visit *const visit = c->visit + tile * TILE_SLOTS;
    int count = 0;
    for (int k = 0; k < TILE; k++) {
        const struct coupling *const at = &c->coupling[tile * TILE + k];
        if (at->u != NONE) visit[count++] = (struct visit){at->u, k};
        if (at->v != NONE) visit[count++] = (struct visit){at->v, TILE + k};
    }
    qsort(visit, (size_t)count, sizeof *visit, by_row);
    for (; count < TILE_SLOTS; count++) visit[count] = (struct visit){NONE, NONE};
}

static void fill(const struct complex_steps *s, enum transform_type type, const struct couplings *c, bool behind)
{
    for (int64_t k = 0; k < c->tiles * TILE; k++) {
        struct coupling at = {NONE, NONE, NONE, NONE, {{0}}};
        if (k < c->count) at = coupling_of(s, type, k, behind);
        if (behind && at.q == NONE) at.q = at.p;
        if (!behind && at.v == NONE) at.v = at.u;
        c->coupling[k] = at;
    }
    for (int64_t tile = 0; tile < c->tiles; tile++) order_rows(c, tile);
}

void complex_steps_fill(struct complex_steps *s, enum transform_type type)
{
    fill(s, type, &s->before, false);
    fill(s, type, &s->after, true);
}
