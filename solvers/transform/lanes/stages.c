/* Stages of a Fourier transform: butterflies across a block, and the twiddle factors before or after them. */
#include <stdbool.h>

#include "solvers/transform/lanes/butterfly.h"
#include "solvers/transform/lanes/fft.h"

enum { BEHIND = 1, BEFORE = 2, GATHERED = 4, SCATTERED = 8, FORMS = 16 };

INLINE bool is_scaled(const struct fft_rows *r)
{
    return r && (r->sign || r->scale != 1);
}

INLINE real scale_of(const struct fft_rows *r, int64_t j)
{
    return r->sign ? r->sign[j] * r->scale : r->scale;
}

INLINE void gather(const struct fft_rows *r, int64_t j, vec *re, vec *im, bool scaled)
{
    const real *const at = r->base + r->row[j] * r->stride;
    *re = vec_load(at), *im = vec_load(at + LANES);
    prefetch(at + r->ahead), prefetch(at + r->ahead + LANES);
    if (scaled) *re *= scale_of(r, j), *im *= scale_of(r, j);
}

INLINE void scatter(const struct fft_rows *r, int64_t j, vec re, vec im, bool scaled)
{
    real *const at = r->base + r->row[j] * r->stride;
    if (scaled) re *= scale_of(r, j), im *= scale_of(r, j);
    vec_store(at, re), vec_store(at + LANES, im);
}

/* Values j > 0 times e^{-i angle j}. */
INLINE void twiddle(const real *w, vec *re, vec *im, const int radix)
{
    UNROLLED for (int j = 1; j < radix; j++)
    {
        const real c = w[2 * j - 2], sine = w[2 * j - 1];
        const vec rotated = re[j] * c + im[j] * sine;
        im[j] = im[j] * c - re[j] * sine;
        re[j] = rotated;
    }
}

INLINE void stage(const struct fft_pass *s, const int radix, const int form)
{
    const int64_t apart = s->length / radix;
    const bool scaled = is_scaled(form & GATHERED ? s->from : form & SCATTERED ? s->to : NULL);
    real *const block = s->block;
    for (int64_t part = 0; part < s->n; part += s->length)
        for (int64_t q = 0; q < apart; q++) {
            const int64_t w = 2 * (radix - 1) * q;
            real *const at = block + (part + q) * COMPLEX;
            vec re[RADIX_MAX], im[RADIX_MAX];
            UNROLLED for (int j = 0; j < radix; j++)
            {
                if (form & GATHERED) gather(s->from, part + q + j * apart, &re[j], &im[j], scaled);
                else re[j] = vec_load(at + j * apart * COMPLEX), im[j] = vec_load(at + j * apart * COMPLEX + LANES);
            }
            if (form & BEFORE) twiddle(s->before + w, re, im, radix);
            butterfly(re, im, radix);
            if (form & BEHIND) twiddle(s->behind + w, re, im, radix);
            UNROLLED for (int j = 0; j < radix; j++)
            {
                if (form & SCATTERED) scatter(s->to, part + q + j * apart, re[j], im[j], scaled);
                else vec_store(at + j * apart * COMPLEX, re[j]), vec_store(at + j * apart * COMPLEX + LANES, im[j]);
            }
        }
}

/* A stage has twiddle factors on one side or none, and rows on the side where it has none. */
#define USED(X, radix) \
    X(radix, 0) \
    X(radix, BEHIND) \
    X(radix, BEFORE) X(radix, GATHERED) X(radix, GATHERED_BEHIND) X(radix, SCATTERED) X(radix, SCATTERED_BEFORE)
enum { GATHERED_BEHIND = GATHERED | BEHIND, SCATTERED_BEFORE = SCATTERED | BEFORE };
#define RADICES(X) USED(X, 2) USED(X, 3) USED(X, 4) USED(X, 5) USED(X, 7) USED(X, 8) USED(X, 11) USED(X, 13)

#define DEFINE(radix, form) \
    NOINLINE void stage_##radix##_##form(const struct fft_pass *s) \
    { \
        stage(s, radix, form); \
    }
RADICES(DEFINE)

void fft_stage(const struct fft_pass *s, int radix)
{
#define ENTRY(radix, form) [radix][form] = stage_##radix##_##form,
    static void (*const table[RADIX_MAX + 1][FORMS])(const struct fft_pass *) = {RADICES(ENTRY)};
    const int form =
        (s->behind ? BEHIND : 0) | (s->before ? BEFORE : 0) | (s->from ? GATHERED : 0) | (s->to ? SCATTERED : 0);
    table[radix][form](s);
}
