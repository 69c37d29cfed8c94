/* Elimination of one tree in order, from the last row up to the first, so that every row meets its parent after itself:
 *
 *     w_i = 1 / d_i      l_i = lower_i w_i      y_i = r_i w_i      d_p -= upper_i l_i      r_p -= upper_i y_i
 *
 * where p is the parent of row i; then from the first row to the last, x_i = y_i at a root, else x_i = y_i - l_i x_p.
 *
 * No row is filled in, and a tree costs as many operations as a chain does by Thomas, whose factored form this is if no
 * row has two children. Stable if the matrix is diagonally dominant by rows or by columns, or symmetric positive
 * definite. Each expression has one product only, so that every compiler contracts it to the same fused multiply-add;
 * a row subtracts its children from the last to the first. */
#pragma once
#include "solvers/batch/info.h"
#include "solvers/tree/tree_line.h"

/* d is filled in, and becomes l. */
static inline void hines_eliminate(struct tree_line t, real *restrict d)
{
    for (int64_t i = 0; i < t.n; i++) d[i] = t.diag[i * t.stride];
    for (int64_t i = t.n - 1; i >= 0; i--) {
        const int64_t p = t.parent[i];
        const real w = pivot_reciprocal(d[i]), y = t.x[i * t.x_stride] * w;
        t.x[i * t.x_stride] = y;
        if (p < 0) continue;
        const real upper = t.upper[i * t.stride], l = t.lower[i * t.stride] * w;
        d[i] = l;
        d[p] = minus_product(d[p], upper, l);
        t.x[p * t.x_stride] = minus_product(t.x[p * t.x_stride], upper, y);
    }
}

/* Forward elimination without a right side: l and w are kept. */
static inline void hines_factor(struct tree_line t, real *restrict l, real *restrict w)
{
    for (int64_t i = 0; i < t.n; i++) l[i] = t.diag[i * t.stride];
    for (int64_t i = t.n - 1; i >= 0; i--) {
        const int64_t p = t.parent[i];
        w[i] = pivot_reciprocal(l[i]);
        if (p < 0) continue;
        l[i] = t.lower[i * t.stride] * w[i];
        l[p] = minus_product(l[p], t.upper[i * t.stride], l[i]);
    }
}

/* Forward elimination of only the right side, with w kept. */
static inline void hines_eliminate_kept(struct tree_line t, const real *restrict w)
{
    for (int64_t i = t.n - 1; i >= 0; i--) {
        const int64_t p = t.parent[i];
        const real y = t.x[i * t.x_stride] * w[i];
        t.x[i * t.x_stride] = y;
        if (p >= 0) t.x[p * t.x_stride] = minus_product(t.x[p * t.x_stride], t.upper[i * t.stride], y);
    }
}

/* False if a value of x is not finite. */
static inline bool hines_substitute(struct tree_line t, const real *restrict l)
{
    real check = 0;
    for (int64_t i = 0; i < t.n; i++) {
        const int64_t p = t.parent[i];
        real x = t.x[i * t.x_stride];
        if (p >= 0) x = minus_product(x, l[i], t.x[p * t.x_stride]);
        t.x[i * t.x_stride] = x;
        check += x - x; /* NaN once it is not finite */
    }
    return check == 0;
}
