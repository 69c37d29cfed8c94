/* a_i x_{i-1} + b_i x_i + c_i x_{i+1} = d_i by elimination in order with partial pivoting, as LAPACK's gtsv.
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
#include "solvers/tridiag/pivot_checkpointed.h"

#include <math.h>
#include <stdbool.h>

enum { BLOCK = 64 };

/* The row that is left over, without its right side. */
struct rest {
    real p, q;
};

struct pivot_row {
    real p, q, r;
};

struct step {
    struct pivot_row pivot;
    real m;
    bool swap;
};

int64_t pivot_checkpointed_values(int64_t n)
{
    return 2 * (n / BLOCK + 1);
}

static inline real magnitude(real x)
{
    return x < 0 ? -x : x;
}

static inline real diagonal(struct line l, int64_t i)
{
    return l.b[i * l.step] + l.shift;
}

/* The element right of the diagonal of row i; the last row has none. */
static inline real right_of(struct line l, int64_t i)
{
    return i < l.n - 1 ? l.c[i * l.step] : 0;
}

static inline struct rest first_row(struct line l)
{
    return (struct rest){diagonal(l, 0), right_of(l, 0)};
}

/* Eliminates x_i, i < n - 1, with row i + 1. */
static inline struct step eliminate(struct line l, int64_t i, struct rest *k)
{
    const real a = l.a[(i + 1) * l.step], b = diagonal(l, i + 1), c = right_of(l, i + 1);
    struct step s = {.swap = magnitude(k->p) < magnitude(a)};
    if (s.swap) {
        s.m = k->p / a;
        s.pivot = (struct pivot_row){a, b, c};
        k->p = k->q - s.m * b;
        k->q = -s.m * c;
    } else {
        s.m = a / k->p;
        s.pivot = (struct pivot_row){k->p, k->q, 0};
        k->p = b - s.m * k->q;
        k->q = c;
    }
    return s;
}

static bool usable(real p)
{
    return p != 0 && isfinite(p);
}

/* Right sides of the pivot rows into x. Returns i + 1 of the first row without a pivot, or 0. */
static int64_t down(struct line l, real *kept)
{
    struct rest k = first_row(l);
    real e = l.x[0];
    for (int64_t i = 0; i < l.n - 1; i++) {
        if (i % BLOCK == 0) kept[i / BLOCK * 2] = k.p, kept[i / BLOCK * 2 + 1] = k.q;
        const struct step s = eliminate(l, i, &k);
        if (!usable(s.pivot.p)) return i + 1;
        const real d = l.x[(i + 1) * l.x_step];
        l.x[i * l.x_step] = s.swap ? d : e;
        e = s.swap ? e - s.m * d : d - s.m * e;
    }
    if ((l.n - 1) % BLOCK == 0) kept[(l.n - 1) / BLOCK * 2] = k.p, kept[(l.n - 1) / BLOCK * 2 + 1] = k.q;
    l.x[(l.n - 1) * l.x_step] = e;
    return usable(k.p) ? 0 : l.n;
}

static void up(struct line l, const real *kept)
{
    struct pivot_row u[BLOCK];
    real x1 = 0, x2 = 0;
    for (int64_t block = (l.n - 1) / BLOCK; block >= 0; block--) {
        const int64_t from = block * BLOCK, rows = l.n - from < BLOCK ? l.n - from : BLOCK;
        struct rest k = {kept[block * 2], kept[block * 2 + 1]};
        for (int64_t i = 0; i < rows; i++)
            u[i] = from + i < l.n - 1 ? eliminate(l, from + i, &k).pivot : (struct pivot_row){k.p, 0, 0};
        for (int64_t i = rows - 1; i >= 0; i--) {
            real *const x = l.x + (from + i) * l.x_step;
            const real rest = *x - u[i].q * x1;
            *x = (rest - u[i].r * x2) / u[i].p;
            x2 = x1, x1 = *x;
        }
    }
}

int64_t pivot_checkpointed_solve(struct line l, real *scratch)
{
    int64_t info = down(l, scratch);
    if (!info) up(l, scratch);
    for (int64_t i = 0; !info && i < l.n; i++)
        if (!isfinite(l.x[i * l.x_step])) info = i + 1;
    for (int64_t i = 0; info && i < l.n; i++) l.x[i * l.x_step] = (real)NAN;
    return info;
}
