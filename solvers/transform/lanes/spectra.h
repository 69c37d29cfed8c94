/* The spectra of two real lines and the spectrum of the complex line that has one of them in its real and the other in
 * its imaginary parts: a + ib at frequency f and c + id at -f. Twice the spectrum of the first is a + c + i (b - d),
 * twice that of the second b + d + i (c - a). */
#pragma once
#include "solvers/transform/lanes/steps.h"

INLINE real *row_at(struct rows x, int64_t row, int line)
{
    return x.base + row * x.stride + line * LANES;
}

INLINE void spectra_split(const struct spectrum_pair *p, struct rows x, vec a, vec b, vec c, vec d)
{
    const vec re[2] = {a + c, b + d}, im[2] = {b - d, c - a};
    const int64_t u = p->position[x.place][0], v = p->position[x.place][1];
    for (int line = 0; line < 2; line++) {
        if (x.ahead) prefetch(row_at(x, u, line) + x.ahead), prefetch(row_at(x, v, line) + x.ahead);
        vec_store(row_at(x, u, line), p->m[0][0] * re[line] + p->m[0][1] * im[line]);
        vec_store(row_at(x, v, line), p->m[1][0] * re[line] + p->m[1][1] * im[line]);
    }
}

/* The reverse. The inverse transform of a + ib is the transform of b + ia, with real and imaginary parts exchanged
 * again; for the two lines in the other order, the exchange after it puts them in order. */
INLINE void spectra_merge(const struct spectrum_pair *p, struct rows x, vec *a, vec *b, vec *c, vec *d)
{
    const int64_t at_u = p->position[x.place][0], at_v = p->position[x.place][1];
    vec re[2], im[2];
    for (int line = 0; line < 2; line++) {
        const vec u = vec_load(row_at(x, at_u, line)), v = vec_load(row_at(x, at_v, line));
        if (x.ahead) prefetch(row_at(x, at_u, line) + x.ahead), prefetch(row_at(x, at_v, line) + x.ahead);
        re[line] = p->m[0][0] * u + p->m[0][1] * v, im[line] = p->m[1][0] * u + p->m[1][1] * v;
    }
    *a = re[0] + im[1], *b = re[1] - im[0];
    *c = re[0] - im[1], *d = re[1] + im[0];
}
