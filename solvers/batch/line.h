/* The rows of one tridiagonal system of a batch, in the caller's arrays. */
#pragma once
#include "solvers/solver.h"

/* Row i is a[i * stride], b[i * stride], c[i * stride] and x[i * x_stride]. The shift is added to b by methods with
 * CAN_SHIFT, and is -0, which changes no number and no sign, where there is none. The right side is d[i * x_stride],
 * or, where d is NULL, x. */
struct line {
    int64_t n, stride, x_stride;
    const real *a, *b, *c;
    real *x, shift;
    const real *d;
};

/* Is the matrix the same for all systems, their shifts included? */
static inline EITHER_SPACE bool line_matrix_shared(const struct shape *shape)
{
    return shape_shared(shape) && !shape->tridiag.shifted;
}

static inline EITHER_SPACE struct line line_of(const struct shape *shape, const struct system *system, int64_t s)
{
    const int64_t start = shape_start(shape, s), at = shape->matrix.inner ? shape_matrix_start(shape, s) : start;
    const struct line l = {
        .n = shape_rows(shape, s),
        .stride = shape_matrix_stride(shape),
        .x_stride = shape->stride,
        .a = system->tridiag.lower + at,
        .b = system->tridiag.diag + at,
        .c = system->tridiag.upper + at,
        .x = system->x + start,
        .shift = shape->tridiag.shifted ? system->tridiag.shift[s] : RC(-0.0),
        .d = shape->tridiag.apart ? system->tridiag.right + start : NULL,
    };
    return l;
}

static inline EITHER_SPACE const real *line_right(const struct line *l)
{
    return l->d ? l->d : l->x;
}
