/* Residuals, row sums and sizes in vectors: lanes are neighbouring rows, or neighbouring systems. */
#include "solvers/tridiag/check/check_vectors.h"

#include "solvers/batch/simd.h"
#include "solvers/tridiag/check/kept.h"
#ifdef __AVX__
#include <immintrin.h>
#endif

enum {
    DOUBLES = VECTOR_BYTES / (int)sizeof(double),
    TOGETHER = KEPT_LINE >= 2 * DOUBLES ? 2 : 1 /* vectors of a step: none waits for its own last maximum */
};

typedef double doubles __attribute__((vector_size(VECTOR_BYTES)));
typedef uint64_t bits __attribute__((vector_size(VECTOR_BYTES)));
typedef real narrow __attribute__((vector_size(DOUBLES * sizeof(real)), aligned(sizeof(real))));

INLINE doubles widened(narrow v)
{
    return __builtin_convertvector(v, doubles);
}

INLINE narrow narrow_load(const real *p)
{
    return *(const narrow *)p;
}

INLINE narrow narrow_all(real x)
{
    return x - (narrow){0};
}

INLINE doubles magnitude(doubles v)
{
    return (doubles)((bits)v & ~(UINT64_C(1) << 63));
}

INLINE doubles larger(doubles a, doubles b)
{
#if VECTOR_BYTES == 64
    return (doubles)_mm512_max_pd((__m512d)a, (__m512d)b);
#elif VECTOR_BYTES == 32
    return (doubles)_mm256_max_pd((__m256d)a, (__m256d)b);
#else
    const bits above = (bits)(a > b);
    return (doubles)((above & (bits)a) | (~above & (bits)b));
#endif
}

struct sizes {
    doubles residual, matrix, x, right, unsound;
};

/* The addresses of a vector of rows. */
struct rows {
    const real *a, *b, *c, *x, *right;
    int64_t beside; /* from a row to x of the next */
};

INLINE void add(struct sizes *s, const struct rows *r, int64_t at, bool one, narrow shift)
{
    const narrow diagonal = one ? narrow_all(*r->b) : narrow_load(r->b + at);
    const doubles a = widened(one ? narrow_all(*r->a) : narrow_load(r->a + at)), b = widened(diagonal + shift);
    const doubles c = widened(one ? narrow_all(*r->c) : narrow_load(r->c + at));
    const doubles x = widened(narrow_load(r->x + at)), d = widened(narrow_load(r->right + at));
    const doubles before = widened(narrow_load(r->x + at - r->beside)),
                  behind = widened(narrow_load(r->x + at + r->beside)), residual = d - a * before - b * x - c * behind;
    s->unsound += 0 * residual;
    s->residual = larger(magnitude(residual), s->residual);
    s->matrix = larger(magnitude(a) + magnitude(b) + magnitude(c), s->matrix);
    s->x = larger(magnitude(x), s->x);
    s->right = larger(magnitude(d), s->right);
}

/* Asks for the rows of the next chunk. */
INLINE void look_ahead(const struct rows *r, int64_t ahead)
{
    prefetch(r->a + ahead), prefetch(r->b + ahead), prefetch(r->c + ahead), prefetch(r->x + ahead);
}

INLINE void note(struct check_sizes *to, const struct sizes *s, int q)
{
    to->unsound += s->unsound[q];
    if (s->residual[q] > to->residual) to->residual = s->residual[q];
    if (s->matrix[q] > to->matrix) to->matrix = s->matrix[q];
    if (s->x[q] > to->x) to->x = s->x[q];
    if (s->right[q] > to->right) to->right = s->right[q];
}

/* Rows i ... i + KEPT_LINE - 1. */
INLINE void add_line(struct sizes *s, const struct line *l, const real *right, int64_t i, int64_t ahead, narrow shift)
{
    const struct rows r = {l->a + i, l->b + i, l->c + i, l->x + i, right + i, 1};
    look_ahead(&r, ahead);
    for (int v = 0; v < KEPT_LINE / DOUBLES; v++) add(s, &r, v * DOUBLES, false, shift);
}

/* The last rows are taken with some of those before again: a maximum is the same. */
void check_add_rows(const struct check_system *k, int64_t ahead, struct check_sizes *sizes)
{
    const struct line l = k->line;
    const real *const right = k->right;
    const narrow shift = narrow_all(l.shift);
    const int64_t last = l.n - 1 - KEPT_LINE;
    struct sizes s = {{0}};
    for (int64_t i = 1; i < last; i += KEPT_LINE) add_line(&s, &l, right, i, ahead, shift);
    if (last >= 1) add_line(&s, &l, right, last, ahead, shift);
    for (int q = 0; q < DOUBLES; q++) note(sizes, &s, q);
    for (int64_t i = 1; last < 1 && i < l.n - 1; i++) check_add(sizes, check_row_of(k, i));
}

/* TOGETHER vectors of systems. */
INLINE void add_side(const struct check_system *k, struct check_part part, bool one, struct check_sizes *sizes)
{
    const struct line l = k->line;
    const real *const right = k->right;
    const int64_t right_stride = k->right_stride;
    struct sizes s[TOGETHER] = {{{0}}};
    narrow shifts[TOGETHER];
    for (int v = 0; v < TOGETHER; v++)
        shifts[v] = part.shift ? narrow_load(part.shift + v * DOUBLES) : narrow_all(RC(-0.0));
    for (int64_t i = part.from; i < part.to; i++) {
        const int64_t at = i * l.stride;
        const struct rows r = {l.a + at,  l.b + at, l.c + at, l.x + i * l.x_stride, right + i * right_stride,
                               l.x_stride};
        if (!one) look_ahead(&r, part.ahead);
        for (int v = 0; v < TOGETHER; v++) add(&s[v], &r, v * DOUBLES, one, shifts[v]);
    }
    for (int v = 0; v < TOGETHER; v++)
        for (int q = 0; q < DOUBLES; q++) note(&sizes[v * DOUBLES + q], &s[v], q);
}

void check_add_side(const struct check_system *k, struct check_part part, struct check_sizes *sizes)
{
    for (int q = 0; q < KEPT_LINE; q += TOGETHER * DOUBLES) {
        struct check_system at = *k;
        at.line.x += q, at.right += q;
        if (!part.one) at.line.a += q, at.line.b += q, at.line.c += q;
        if (part.one) add_side(&at, part, true, sizes + q);
        else add_side(&at, part, false, sizes + q);
        if (part.shift) part.shift += TOGETHER * DOUBLES;
    }
}
