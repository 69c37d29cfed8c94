/* Elimination in order of one system, in place: the equations of thomas.c. */
#pragma once
#include "solvers/batch/line.h"

/* c[n - 1]: scratch. Returns the sum of the squares of c'. */
static inline real thomas_line(struct line l, real *restrict c)
{
    real pivot = l.b[0] + l.shift, d = l.x[0] / pivot, squares = 0;
    l.x[0] = d;
    for (int64_t i = 1; i < l.n; i++) {
        c[i - 1] = l.c[(i - 1) * l.step] / pivot;
        squares += c[i - 1] * c[i - 1];
        pivot = l.b[i * l.step] + l.shift - c[i - 1] * l.a[i * l.step];
        d = (l.x[i * l.x_step] - d * l.a[i * l.step]) / pivot;
        l.x[i * l.x_step] = d;
    }
    for (int64_t i = l.n - 2; i >= 0; i--) {
        d = l.x[i * l.x_step] - c[i] * d;
        l.x[i * l.x_step] = d;
    }
    return squares;
}
