/* The rows of one tree of a batch, in the caller's arrays. */
#pragma once
#include <math.h>

#include "solvers/solver.h"

/* Row i is lower[i * stride], diag[i * stride], upper[i * stride] and x[i * x_stride]. */
struct tree_line {
    int64_t n, stride, x_stride;
    const int64_t *parent;
    const real *lower, *diag, *upper;
    real *x;
};

static inline EITHER_SPACE const int64_t *tree_parents(const struct shape *shape, int64_t s)
{
    return shape->tree.parents + (shape->tree.firsts ? shape->tree.firsts[s] : 0);
}

static inline EITHER_SPACE struct tree_line tree_line_of(const struct shape *shape, const struct system *system,
                                                         int64_t s)
{
    const int64_t at = shape_matrix_start(shape, s);
    const struct tree_line t = {
        .n = shape_rows(shape, s),
        .stride = shape_matrix_stride(shape),
        .x_stride = shape->stride,
        .parent = tree_parents(shape, s),
        .lower = system->tree.lower + at,
        .diag = system->tree.diag + at,
        .upper = system->tree.upper + at,
        .x = system->x + shape_start(shape, s),
    };
    return t;
}

/* Compilers fuse a product and a difference only where nothing comes between them: all methods subtract here, or as
 * plainly, so that they have the same bits. */
static inline EITHER_SPACE real minus_product(real from, real a, real b)
{
    return from - a * b;
}

/* info of a tree whose x has a value that is not finite; pivots are computed again in d, [n]. */
static inline EITHER_SPACE int64_t tree_info(struct tree_line t, real *d)
{
    for (int64_t i = 0; i < t.n; i++) d[i] = t.diag[i * t.stride];
    for (int64_t i = t.n - 1; i >= 0; i--) {
        const int64_t p = t.parent[i];
        if (d[i] == 0 || !isfinite(d[i])) return i + 1;
        if (p >= 0) d[p] = minus_product(d[p], t.upper[i * t.stride], t.lower[i * t.stride] * (1 / d[i]));
    }
    for (int64_t i = 0; i < t.n; i++)
        if (!isfinite(t.x[i * t.x_stride])) return i + 1;
    return 0;
}
