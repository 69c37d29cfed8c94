/* The backward error of x as a solution of one system, from sizes that are found row by row, in double.
 *
 * The backward error of x is the least relative change of A and d by which x becomes the exact solution,
 *
 *     |d - A x| / (|A| |x| + |d|)
 *
 * in the largest-element norm (J. L. Rigal, J. Gaches, J. ACM 14, 1967; N. J. Higham, Accuracy and Stability of
 * Numerical Algorithms, 2nd edition 2002, theorem 7.1). With z = A^-1 s, |s| = 1, |A| |z| is a lower bound of the
 * condition number |A| |A^-1|. That of the computed z is one, but for roundings, where the method pivots, or pivots
 * have not grown. Growth may spoil z where it spares x: then it is an estimate that may be far above. Where products
 * leave the range of double, or might lose digits below it, everything is computed again with A, x and d divided by
 * powers of two. */
#pragma once
#include <float.h>
#include <math.h>

#include "solvers/batch/line.h"

/* The largest |d_i - (A x)_i|, row sum of |A|, |x_i| and |d_i| met; unsound is NaN if a residual was not finite. */
struct check_sizes {
    double residual, matrix, x, right, unsound;
};

/* A system with the right side that x has overwritten. */
struct check_system {
    struct line line;
    const real *right;
    int64_t right_stride;
    bool cyclic;
};

struct check_row {
    double a, b, c, before, here, behind, right;
};

/* Unless cyclic, what couples the ends is 0: the elements may be anything. */
static inline EITHER_SPACE struct check_row check_row_of(const struct check_system *k, int64_t i)
{
    const struct line *const l = &k->line;
    const bool first = i == 0, last = i == l->n - 1, left = !first || k->cyclic, right = !last || k->cyclic;
    const real b = l->b[i * l->stride] + l->shift;
    struct check_row r = {.b = (double)b, .here = (double)l->x[i * l->x_stride]};
    r.right = (double)k->right[i * k->right_stride];
    if (left) r.a = (double)l->a[i * l->stride], r.before = (double)l->x[(first ? l->n - 1 : i - 1) * l->x_stride];
    if (right) r.c = (double)l->c[i * l->stride], r.behind = (double)l->x[(last ? 0 : i + 1) * l->x_stride];
    return r;
}

static inline EITHER_SPACE void check_add(struct check_sizes *s, struct check_row r)
{
    const double residual = r.right - r.a * r.before - r.b * r.here - r.c * r.behind;
    const double row = fabs(r.a) + fabs(r.b) + fabs(r.c), x = fabs(r.here), right = fabs(r.right);
    s->unsound += 0 * residual;
    if (fabs(residual) > s->residual) s->residual = fabs(residual);
    if (row > s->matrix) s->matrix = row;
    if (x > s->x) s->x = x;
    if (right > s->right) s->right = right;
}

static inline EITHER_SPACE double check_scaled_by(double v, int exponent)
{
    return ldexp(v, -exponent);
}

static inline EITHER_SPACE int check_exponent(double v)
{
    int exponent = 0;
    frexp(v, &exponent);
    return exponent;
}

/* check_backward with scaled numbers; infinite where one is not finite. */
static inline EITHER_SPACE double check_backward_scaled(const struct check_system *k)
{
    double matrix = 0, x = 0, right = 0, sound = 0;
    for (int64_t i = 0; i < k->line.n; i++) {
        const struct check_row r = check_row_of(k, i);
        matrix = fmax(matrix, fmax(fabs(r.b), fmax(fabs(r.a), fabs(r.c))));
        x = fmax(x, fabs(r.here)), right = fmax(right, fabs(r.right));
        sound += 0 * r.a + 0 * r.b + 0 * r.c + 0 * r.here + 0 * r.right;
    }
    if (!(sound == 0)) return (double)INFINITY;
    const int of_matrix = check_exponent(matrix), of_right = check_exponent(right);
    int most = matrix > 0 && x > 0 ? of_matrix + check_exponent(x) : of_right; /* of the largest term */
    if (right > 0 && of_right > most) most = of_right;
    struct check_sizes s = {0};
    for (int64_t i = 0; i < k->line.n; i++) {
        struct check_row r = check_row_of(k, i);
        r.a = check_scaled_by(r.a, of_matrix), r.b = check_scaled_by(r.b, of_matrix);
        r.c = check_scaled_by(r.c, of_matrix), r.right = check_scaled_by(r.right, most);
        r.before = check_scaled_by(r.before, most - of_matrix), r.here = check_scaled_by(r.here, most - of_matrix);
        r.behind = check_scaled_by(r.behind, most - of_matrix);
        check_add(&s, r);
    }
    const double size = s.matrix * s.x + s.right;
    return size > 0 ? s.residual / size : 0;
}

/* The backward error from sizes of all rows; infinite where x or another number is not finite. */
static inline EITHER_SPACE double check_backward(const struct check_system *k, const struct check_sizes *s)
{
    const double size = s->matrix * s->x + s->right;
    if (s->unsound == 0 && s->x == 0 && s->right == 0 && s->matrix <= DBL_MAX) return 0;
    if (s->unsound == 0 && size >= 0x1p-900 && size <= 0x1p1000) return s->residual / size;
    return check_backward_scaled(k);
}

/* The estimate |A| |z| of the condition number, never below 1, where `largest` is |z|; if that overflowed, it is at
 * least the largest number. */
static inline EITHER_SPACE double check_condition(const struct check_system *k, const struct check_sizes *s,
                                                  double largest)
{
    const double z = isfinite(largest) ? largest : (double)REAL_MAX;
    double quarter = s->matrix / 4;
    if (!(s->matrix <= 0x1p1000)) { /* a row sum has overflowed */
        quarter = 0;
        for (int64_t i = 0; i < k->line.n; i++) {
            const struct check_row r = check_row_of(k, i);
            quarter = fmax(quarter, fabs(r.a) / 4 + fabs(r.b) / 4 + fabs(r.c) / 4);
        }
    }
    const double bound = 4 * (quarter * z);
    return bound < 1 ? 1 : bound < DBL_MAX ? bound : DBL_MAX;
}
