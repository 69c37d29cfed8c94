/* Stages of a Fourier transform: butterflies across a block, and the turns behind them. */
#include <stdbool.h>

#include "solvers/transform/lanes/butterfly.h"
#include "solvers/transform/lanes/fft.h"

enum { TURNED = 1, GATHERED = 2 };

INLINE void gather(const struct gather *g, int64_t j, vec *re, vec *im, bool is_signed)
{
    const real *const from = g->from + g->row[j] * g->step;
    *re = vec_load(from), *im = vec_load(from + LANES);
    if (is_signed) *re *= g->sign[j], *im *= g->sign[j];
}

INLINE void stage(const struct fft_pass *s, const int radix, const int form)
{
    const int64_t apart = s->length / radix;
    const bool is_signed = form & GATHERED && s->from->sign;
    real *const block = s->block;
    for (int64_t part = 0; part < s->n; part += s->length)
        for (int64_t q = 0; q < apart; q++) {
            const real *const w = s->twiddle + 2 * (radix - 1) * q;
            real *const at = block + (part + q) * COMPLEX;
            vec re[RADIX_MAX], im[RADIX_MAX];
            UNROLLED for (int j = 0; j < radix; j++)
            {
                if (form & GATHERED) gather(s->from, part + q + j * apart, &re[j], &im[j], is_signed);
                else re[j] = vec_load(at + j * apart * COMPLEX), im[j] = vec_load(at + j * apart * COMPLEX + LANES);
            }
            butterfly(re, im, radix);
            UNROLLED for (int j = 0; j < radix; j++)
            {
                if (form & TURNED && j > 0) {
                    const real c = w[2 * j - 2], sine = w[2 * j - 1];
                    const vec turned = re[j] * c + im[j] * sine;
                    im[j] = im[j] * c - re[j] * sine;
                    re[j] = turned;
                }
                vec_store(at + j * apart * COMPLEX, re[j]);
                vec_store(at + j * apart * COMPLEX + LANES, im[j]);
            }
        }
}

#define RADICES(X) X(2) X(3) X(4) X(5) X(7) X(8) X(11) X(13)
#define STAGES(radix) \
    NOINLINE void last_##radix(const struct fft_pass *s) \
    { \
        stage(s, radix, 0); \
    } \
    NOINLINE void turned_##radix(const struct fft_pass *s) \
    { \
        stage(s, radix, TURNED); \
    } \
    NOINLINE void only_##radix(const struct fft_pass *s) \
    { \
        stage(s, radix, GATHERED); \
    } \
    NOINLINE void gathered_##radix(const struct fft_pass *s) \
    { \
        stage(s, radix, GATHERED | TURNED); \
    }
RADICES(STAGES)
#define ROW(radix) [radix] = {last_##radix, turned_##radix, only_##radix, gathered_##radix},

void fft_stage(const struct fft_pass *s, int radix)
{
    static void (*const table[RADIX_MAX + 1][4])(const struct fft_pass *) = {RADICES(ROW)};
    table[radix][(s->from ? GATHERED : 0) | (s->twiddle ? TURNED : 0)](s);
}
