/* The spectra of two real lines and the spectrum of the complex line that has one of them in its real and the other in
 * its imaginary parts: a + ib at frequency f and c + id at -f. Twice the spectrum of the first is a + c + i (b - d),
 * twice that of the second b + d + i (c - a). */
#pragma once
#include "solvers/transform/lanes/steps.h"

INLINE real *row_at(struct rows x, int64_t row, int line)
{
    return x.at + row * x.step + line * LANES;
}

INLINE void spectra_split(const struct spectrum_pair *p, struct rows x, vec a, vec b, vec c, vec d)
{
    const vec re[2] = {a + c, b + d}, im[2] = {b - d, c - a};
    for (int line = 0; line < 2; line++) {
        vec_store(row_at(x, p->u, line), p->m[0][0] * re[line] + p->m[0][1] * im[line]);
        vec_store(row_at(x, p->v, line), p->m[1][0] * re[line] + p->m[1][1] * im[line]);
    }
}

/* The reverse, with real and imaginary parts exchanged, so that the transform is the inverse one. */
INLINE void spectra_merge(const struct spectrum_pair *p, struct rows x, vec *a, vec *b, vec *c, vec *d)
{
    vec re[2], im[2];
    for (int line = 0; line < 2; line++) {
        const vec u = vec_load(row_at(x, p->u, line)), v = vec_load(row_at(x, p->v, line));
        if (x.ahead) prefetch(row_at(x, p->u, line) + x.ahead), prefetch(row_at(x, p->v, line) + x.ahead);
        re[line] = p->m[0][0] * u + p->m[0][1] * v, im[line] = p->m[1][0] * u + p->m[1][1] * v;
    }
    *a = im[0] + re[1], *b = re[0] - im[1];
    *c = re[1] - im[0], *d = re[0] + im[1];
}
