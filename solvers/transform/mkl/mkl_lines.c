/* Takes a block of lines through couplings: lines l and l + 1 together. The loops are those of one form each. */
#include "solvers/transform/mkl/mkl_lines.h"

struct complex_value {
    real re, im;
};

/* m [a b] */
INLINE struct complex_value product(const struct coupling *c, real a, real b)
{
    return (struct complex_value){c->m[0][0] * a + c->m[0][1] * b, c->m[1][0] * a + c->m[1][1] * b};
}

INLINE struct complex_value *at(struct complex_value *z, int64_t length, int64_t line, int64_t place)
{
    return z + line * length + place;
}

/* A pair without v has zeros in that column of m. */
INLINE struct complex_value row_pair(const struct coupling *c, const real *block, int line)
{
    return product(c, block[c->u * WIDTH + line], block[c->v * WIDTH + line]);
}

static void in_beside(const struct coupling *c, const real *block, struct complex_value *z, int64_t length)
{
    for (int l = 0; l < WIDTH; l += 2) {
        const struct complex_value f = row_pair(c, block, l), s = row_pair(c, block, l + 1);
        *at(z, length, l / 2, c->p) = (struct complex_value){f.re, s.re};
        if (c->q >= 0) *at(z, length, l / 2, c->q) = (struct complex_value){f.im, s.im};
    }
}

static void in_spectra(const struct coupling *c, const real *block, struct complex_value *z, int64_t length)
{
    for (int l = 0; l < WIDTH; l += 2) {
        const struct complex_value f = row_pair(c, block, l), s = row_pair(c, block, l + 1);
        *at(z, length, l / 2, c->p) = (struct complex_value){f.re - s.im, f.im + s.re};
        if (c->q >= 0) *at(z, length, l / 2, c->q) = (struct complex_value){f.re + s.im, s.re - f.im};
    }
}

static void in_apart(const struct coupling *c, const real *block, struct complex_value *z, int64_t length)
{
    for (int l = 0; l < WIDTH; l++) *at(z, length, l, c->p) = row_pair(c, block, l);
}

/* Rows u and v of a line; the same one twice where there is only one. */
INLINE void put(const struct coupling *c, struct complex_value v, real factor, real *block, int line)
{
    const struct complex_value y = product(c, v.re, v.im);
    if (c->v >= 0) block[c->v * WIDTH + line] = y.im * factor;
    if (c->u >= 0) block[c->u * WIDTH + line] = y.re * factor;
}

static void out_beside(const struct coupling *c, struct complex_value *z, int64_t length, bool rotated, real factor,
                       real *block)
{
    for (int l = 0; l < WIDTH; l += 2) {
        const struct complex_value p = *at(z, length, l / 2, c->p), q = *at(z, length, l / 2, c->q);
        put(c, rotated ? (struct complex_value){-p.im, -q.im} : (struct complex_value){p.re, q.re}, factor, block, l);
        put(c, rotated ? (struct complex_value){p.re, q.re} : (struct complex_value){p.im, q.im}, factor, block, l + 1);
    }
}

static void out_spectra(const struct coupling *c, struct complex_value *z, int64_t length, bool rotated, real factor,
                        real *block)
{
    for (int l = 0; l < WIDTH; l += 2) {
        const struct complex_value p = *at(z, length, l / 2, c->p), q = *at(z, length, l / 2, c->q);
        put(c, (struct complex_value){p.re + q.re, p.im - q.im}, factor, block, l);
        put(c, (struct complex_value){p.im + q.im, q.re - p.re}, factor, block, l + 1);
    }
}

static void out_apart(const struct coupling *c, struct complex_value *z, int64_t length, bool rotated, real factor,
                      real *block)
{
    for (int l = 0; l < WIDTH; l++) put(c, *at(z, length, l, c->p), factor, block, l);
}

void mkl_lines_in(const struct complex_steps *s, const real *block, real *z)
{
    static void (*const in[])(const struct coupling *, const real *, struct complex_value *, int64_t) = {
        [LINES_BESIDE] = in_beside, [LINES_SPECTRA] = in_spectra, [LINES_APART] = in_apart};
    for (int64_t k = 0; k < s->before.count; k++)
        in[s->before.form](&s->before.coupling[k], block, (struct complex_value *)(void *)z, s->length);
}

void mkl_lines_out(const struct complex_steps *s, real *z, real factor, real *block)
{
    static void (*const out[])(const struct coupling *, struct complex_value *, int64_t, bool, real, real *) = {
        [LINES_BESIDE] = out_beside, [LINES_SPECTRA] = out_spectra, [LINES_APART] = out_apart};
    for (int64_t k = 0; k < s->after.count; k++)
        out[s->after.form](&s->after.coupling[k], (struct complex_value *)(void *)z, s->length, s->rotated, factor,
                           block);
}
