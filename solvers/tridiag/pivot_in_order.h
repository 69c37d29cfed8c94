/* a_i x_{i-1} + b_i x_i + c_i x_{i+1} = d_i by elimination in order with partial pivoting, as LAPACK's gtsv, on the
 * host and on the device.
 *
 * One row is left over from those that are eliminated, p x_i + q x_{i+1} = e. It competes with the next row,
 * a x_i + b x_{i+1} + c x_{i+2} = d:
 *
 *     |p| >= |a|   pivot row p, q, 0, e   m = a / p   next p = b - m q    q = c       e = d - m e
 *     |p| < |a|    pivot row a, b, c, d   m = p / a   next p = q - m b    q = -m c    e = e - m d
 *
 * and x_i = (e_i - q_i x_{i+1} - r_i x_{i+2}) / p_i with the pivot rows p_i, q_i, r_i, e_i. J. H. Wilkinson, Error
 * analysis of direct methods of matrix inversion, J. ACM 8, 1961. Stable for any regular matrix: growth at most 2.
 *
 * x holds the right sides of the pivot rows; of p and q only those before each block are kept, and substitution
 * eliminates a block again. Each expression has one product only, so that every compiler contracts it to the same fused
 * multiply-add and both passes choose the same pivots. 14 flops and 64 bytes a row in double; 2 / BLOCK of a value a
 * row of scratch. */
#pragma once
#include <math.h>
#include <stdbool.h>

#include "solvers/batch/line.h"

/* The row that is left over, without its right side. */
struct in_order_rest {
    real p, q;
};

struct in_order_row {
    real p, q, r;
};

struct in_order_step {
    struct in_order_row pivot;
    real m;
    bool swap;
};

/* What is left over before each block of `rows` rows, and the pivot rows of one block, `step` apart. */
struct in_order_blocks {
    int64_t rows, step;
    real *p, *q;
    struct in_order_row *row;
};

static inline EITHER_SPACE real in_order_size(real x)
{
    return x < 0 ? -x : x;
}

static inline EITHER_SPACE real in_order_diagonal(struct line l, int64_t i)
{
    return l.b[i * l.step] + l.shift;
}

/* The element right of the diagonal of row i; the last row has none. */
static inline EITHER_SPACE real in_order_right(struct line l, int64_t i)
{
    return i < l.n - 1 ? l.c[i * l.step] : 0;
}

/* Eliminates x_i, i < n - 1, with row i + 1. */
static inline EITHER_SPACE struct in_order_step in_order_step_at(struct line l, int64_t i, struct in_order_rest *k)
{
    const real a = l.a[(i + 1) * l.step], b = in_order_diagonal(l, i + 1), c = in_order_right(l, i + 1);
    struct in_order_step s;
    s.swap = in_order_size(k->p) < in_order_size(a);
    if (s.swap) {
        const struct in_order_row next = {a, b, c};
        s.m = k->p / a;
        s.pivot = next;
        k->p = k->q - s.m * b;
        k->q = -s.m * c;
    } else {
        const struct in_order_row rest = {k->p, k->q, 0};
        s.m = a / k->p;
        s.pivot = rest;
        k->p = b - s.m * k->q;
        k->q = c;
    }
    return s;
}

static inline EITHER_SPACE bool in_order_usable(real p)
{
    return p != 0 && isfinite(p);
}

/* Right sides of the pivot rows into x. Returns i + 1 of the first row without a pivot, or 0. */
static inline EITHER_SPACE int64_t in_order_down(struct line l, struct in_order_blocks kept)
{
    struct in_order_rest k = {in_order_diagonal(l, 0), in_order_right(l, 0)};
    real e = l.x[0];
    for (int64_t i = 0; i < l.n; i++) {
        if (i % kept.rows == 0) kept.p[i / kept.rows] = k.p, kept.q[i / kept.rows] = k.q;
        if (i == l.n - 1) break;
        const struct in_order_step s = in_order_step_at(l, i, &k);
        if (!in_order_usable(s.pivot.p)) return i + 1;
        const real d = l.x[(i + 1) * l.x_step];
        l.x[i * l.x_step] = s.swap ? d : e;
        e = s.swap ? e - s.m * d : d - s.m * e;
    }
    l.x[(l.n - 1) * l.x_step] = e;
    return in_order_usable(k.p) ? 0 : l.n;
}

static inline EITHER_SPACE void in_order_up(struct line l, struct in_order_blocks kept)
{
    real x1 = 0, x2 = 0;
    for (int64_t block = (l.n - 1) / kept.rows; block >= 0; block--) {
        const int64_t from = block * kept.rows, rows = l.n - from < kept.rows ? l.n - from : kept.rows;
        struct in_order_rest k = {kept.p[block], kept.q[block]};
        for (int64_t i = 0; i < rows; i++) {
            const struct in_order_row last = {k.p, 0, 0};
            kept.row[i * kept.step] = from + i < l.n - 1 ? in_order_step_at(l, from + i, &k).pivot : last;
        }
        for (int64_t i = rows - 1; i >= 0; i--) {
            const struct in_order_row u = kept.row[i * kept.step];
            real *const x = l.x + (from + i) * l.x_step;
            const real rest = *x - u.q * x1;
            *x = (rest - u.r * x2) / u.p;
            x2 = x1, x1 = *x;
        }
    }
}

/* As pivot_checkpointed_solve. */
static inline EITHER_SPACE int64_t in_order_solve(struct line l, struct in_order_blocks kept)
{
    int64_t info = in_order_down(l, kept);
    if (!info) in_order_up(l, kept);
    for (int64_t i = 0; !info && i < l.n; i++)
        if (!isfinite(l.x[i * l.x_step])) info = i + 1;
    for (int64_t i = 0; info && i < l.n; i++) l.x[i * l.x_step] = (real)NAN;
    return info;
}
