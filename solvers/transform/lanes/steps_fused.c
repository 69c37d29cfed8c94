/* The last radix of a transform together with the split into two spectra, and the first one of the reverse together
 * with the merging: frequencies k + jM, j = 0 ... R-1, of a transform of MR values are a butterfly, and their negatives
 * are the butterfly of M - k, so that all pairs of two butterflies are in registers. */
#include "solvers/transform/lanes/butterfly.h"
#include "solvers/transform/lanes/spectra.h"

INLINE void load(const real *from, vec *re, vec *im, const int radix)
{
    UNROLLED for (int j = 0; j < radix; j++) re[j] = vec_load(from + j * COMPLEX),
                                             im[j] = vec_load(from + j * COMPLEX + LANES);
}

INLINE void store(real *to, const vec *re, const vec *im, const int radix)
{
    UNROLLED for (int j = 0; j < radix; j++) vec_store(to + j * COMPLEX, re[j]),
        vec_store(to + j * COMPLEX + LANES, im[j]);
}

INLINE void split(const struct steps *s, struct rows x, real *block, const int radix)
{
    for (int64_t i = 0; i < s->fused; i++) {
        const struct spectrum_pair *const p = s->pair + i * radix;
        vec a[RADIX_MAX], b[RADIX_MAX], c[RADIX_MAX], d[RADIX_MAX];
        load(block + p->position[IN_BLOCK][0] * COMPLEX, a, b, radix);
        butterfly(a, b, radix);
        load(block + (p->position[IN_BLOCK][1] - radix + 1) * COMPLEX, c, d, radix);
        butterfly(c, d, radix);
        UNROLLED for (int j = 0; j < radix; j++)
            spectra_split(p + j, x, a[j], b[j], c[radix - 1 - j], d[radix - 1 - j]);
    }
}

INLINE void merge(const struct steps *s, struct rows x, real *block, const int radix)
{
    for (int64_t i = 0; i < s->fused; i++) {
        const struct spectrum_pair *const p = s->pair + i * radix;
        vec a[RADIX_MAX], b[RADIX_MAX], c[RADIX_MAX], d[RADIX_MAX];
        UNROLLED for (int j = 0; j < radix; j++)
            spectra_merge(p + j, x, &a[j], &b[j], &c[radix - 1 - j], &d[radix - 1 - j]);
        butterfly(a, b, radix);
        store(block + p->position[IN_BLOCK][0] * COMPLEX, a, b, radix);
        butterfly(c, d, radix);
        store(block + (p->position[IN_BLOCK][1] - radix + 1) * COMPLEX, c, d, radix);
    }
}

#define RADICES(X) X(2) X(3) X(4) X(5) X(7) X(8) X(11) X(13)
#define DEFINE(radix) \
    NOINLINE void split_##radix(const struct steps *s, struct rows x, real *block) \
    { \
        split(s, x, block, radix); \
    } \
    NOINLINE void merge_##radix(const struct steps *s, struct rows x, real *block) \
    { \
        merge(s, x, block, radix); \
    }
RADICES(DEFINE)

void steps_fused(const struct steps *s, struct rows x, real *block)
{
#define ENTRY(radix) [radix] = {split_##radix, merge_##radix},
    static void (*const table[RADIX_MAX + 1][2])(const struct steps *, struct rows, real *) = {RADICES(ENTRY)};
    table[s->fft.radix[s->fft.count - 1]][s->before == MERGE](s, x, block);
}
