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
 * row of workspace. If rows are scaled, each is divided by a power of two first, so that the choice does not depend on
 * how large its elements are: N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 9.7. */
#pragma once
#include <math.h>
#include <stdbool.h>

#include "solvers/batch/line.h"
#include "solvers/tridiag/pivoting/diagonal_pivot.h"

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

/* The row left over before each block of `rows` rows, and the pivot rows of one block, `stride` apart. */
struct in_order_blocks {
    int64_t rows, stride;
    real *p, *q;
    struct in_order_row *row;
    bool scaled; /* are rows divided by powers of two? */
};

/* A row as it is eliminated, its right side to be multiplied by `scale`. */
struct in_order_given {
    real a, b, c, scale;
};

static inline EITHER_SPACE real in_order_size(real x)
{
    return x < 0 ? -x : x;
}

/* The first row has no element left of the diagonal, the last none right of it. */
static inline EITHER_SPACE struct in_order_given in_order_given_row(struct line l, int64_t i, bool scaled)
{
    struct in_order_given r;
    r.a = i > 0 ? l.a[i * l.stride] : 0;
    r.b = l.b[i * l.stride] + l.shift;
    r.c = i < l.n - 1 ? l.c[i * l.stride] : 0;
    r.scale = 1;
    if (!scaled) return r;
    const struct diagonal_pivot_row row = diagonal_pivot_scaled(r.a, r.b, r.c, 1, true, true);
    r.a = row.a, r.b = row.b, r.c = row.c, r.scale = row.d;
    return r;
}

/* Eliminates an unknown with the next row. */
static inline EITHER_SPACE struct in_order_step in_order_step_by(struct in_order_given next, struct in_order_rest *k)
{
    struct in_order_step s;
    s.swap = in_order_size(k->p) < in_order_size(next.a);
    if (s.swap) {
        const struct in_order_row pivot = {next.a, next.b, next.c};
        s.m = k->p / next.a;
        s.pivot = pivot;
        k->p = k->q - s.m * next.b;
        k->q = -s.m * next.c;
    } else {
        const struct in_order_row rest = {k->p, k->q, 0};
        s.m = next.a / k->p;
        s.pivot = rest;
        k->p = next.b - s.m * k->q;
        k->q = next.c;
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
    const struct in_order_given first = in_order_given_row(l, 0, kept.scaled);
    struct in_order_rest k = {first.b, first.c};
    real e = l.x[0] * first.scale;
    for (int64_t i = 0; i < l.n; i++) {
        if (i % kept.rows == 0) kept.p[i / kept.rows] = k.p, kept.q[i / kept.rows] = k.q;
        if (i == l.n - 1) break;
        const struct in_order_given next = in_order_given_row(l, i + 1, kept.scaled);
        const struct in_order_step s = in_order_step_by(next, &k);
        if (!in_order_usable(s.pivot.p)) return i + 1;
        const real d = l.x[(i + 1) * l.x_stride] * next.scale;
        l.x[i * l.x_stride] = s.swap ? d : e;
        e = s.swap ? e - s.m * d : d - s.m * e;
    }
    l.x[(l.n - 1) * l.x_stride] = e;
    return in_order_usable(k.p) ? 0 : l.n;
}

static inline EITHER_SPACE void in_order_up(struct line l, struct in_order_blocks kept)
{
    real x1 = 0, x2 = 0;
    for (int64_t block = (l.n - 1) / kept.rows; block >= 0; block--) {
        const int64_t from = block * kept.rows, rows = l.n - from < kept.rows ? l.n - from : kept.rows;
        struct in_order_rest k = {kept.p[block], kept.q[block]};
        for (int64_t i = 0; i < rows; i++) {
            const int64_t next = from + i + 1;
            const struct in_order_row last = {k.p, 0, 0};
            kept.row[i * kept.stride] =
                next < l.n ? in_order_step_by(in_order_given_row(l, next, kept.scaled), &k).pivot : last;
        }
        for (int64_t i = rows - 1; i >= 0; i--) {
            const struct in_order_row u = kept.row[i * kept.stride];
            real *const x = l.x + (from + i) * l.x_stride;
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
        if (!isfinite(l.x[i * l.x_stride])) info = i + 1;
    for (int64_t i = 0; info && i < l.n; i++) l.x[i * l.x_stride] = (real)NAN;
    return info;
}
