/* The rows of one system of a batch, in the caller's arrays. */
#pragma once
#include "solvers/solver.h"

/* Row i is a[i * step], b[i * step], c[i * step] and x[i * x_step]. */
struct line {
    int64_t n, step, x_step;
    const real *a, *b, *c;
    real *x;
};

static inline EITHER_SPACE struct line line_of(const struct shape *shape, const struct tridiag *t, int64_t s)
{
    const int64_t start = shape_start(shape, s), at = shape->matrix.inner ? shape_matrix_start(shape, s) : start;
    const struct line l = {
        .n = shape_rows(shape, s),
        .step = shape_matrix_step(shape),
        .x_step = shape->step,
        .a = t->lower + at,
        .b = t->diag + at,
        .c = t->upper + at,
        .x = t->x + start,
    };
    return l;
}
