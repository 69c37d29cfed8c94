/* Elimination in order by pivots of one or two rows on the diagonal, T = L B M^T, without interchanges. p is what the
 * rows before have left of b_k. The pivot has one row if
 *
 *     |p| sigma >= kappa |a_{k+1} c_k|      sigma = max(|a_{k+1}|, |a_{k+2}|, |b_{k+1}|, |c_k|, |c_{k+1}|)
 *
 * with kappa = (sqrt 5 - 1) / 2, or if it is the last row; else it has two:
 *
 *     one row    y_k = d_k / p                       p' = b_{k+1} - a_{k+1} c_k / p
 *                x_k = y_k - (c_k / p) x_{k+1}
 *     two rows   D = p b_{k+1} - a_{k+1} c_k         p' = b_{k+2} - a_{k+2} p c_{k+1} / D
 *                y_k = (b_{k+1} d_k - c_k d_{k+1}) / D        y_{k+1} = (p d_{k+1} - a_{k+1} d_k) / D
 *                x_{k+1} = y_{k+1} - (p c_{k+1} / D) x_{k+2}  x_k = y_k + (c_k c_{k+1} / D) x_{k+2}
 *
 * J. B. Erway, R. F. Marcia, J. A. Tyson, Generalized diagonal pivoting methods for tridiagonal systems without
 * interchanges, IAENG Int. J. Appl. Math. 40, 2010; J. R. Bunch, L. Kaufman, Some stable methods for calculating
 * inertia and solving symmetric linear systems, Math. Comp. 31, 1977; L.-W. Chang, Scalable parallel tridiagonal
 * algorithms with diagonal pivoting and their optimization for many-core architectures, thesis, Illinois, 2014,
 * section 2.2. Bounded growth for any regular matrix. The choice depends on the scale of rows, so each is divided by a
 * power of two first; columns whose scales differ by more than the range of numbers may still find no pivot where
 * interchanges would. Products of two coefficients are formed with one of them divided by sigma, so that they neither
 * overflow nor vanish. 8 to 16 flops a row. */
#include <math.h>

#include "solvers/tridiag/gather.h"

static const real kappa = RC(0.61803398874989484820);

static inline real magnitude(real x)
{
    return x < 0 ? -x : x;
}

static inline real larger(real a, real b)
{
    return a > b ? a : b;
}

/* Divides each row by a power of two, so that its largest coefficient is in [1/2, 1): no digit changes. */
static void scale_rows(int64_t n, struct tridiag_rows r)
{
    for (int64_t i = 0; i < n; i++) {
        const real most = larger(magnitude(r.b[i]), larger(magnitude(r.a[i]), magnitude(r.c[i])));
        int exponent;
        if (!(most > 0 && most <= REAL_MAX)) continue;
        (void)frexp((double)most, &exponent);
        r.a[i] = (real)ldexp((double)r.a[i], -exponent), r.b[i] = (real)ldexp((double)r.b[i], -exponent);
        r.c[i] = (real)ldexp((double)r.c[i], -exponent), r.d[i] = (real)ldexp((double)r.d[i], -exponent);
    }
}

/* sigma of the pivot that begins at row k, which is not the last. */
static real sigma_at(struct tridiag_rows r, int64_t n, int64_t k)
{
    const real next = larger(magnitude(r.a[k + 1]), magnitude(r.b[k + 1]));
    const real both = larger(next, larger(magnitude(r.c[k]), magnitude(r.c[k + 1])));
    return k + 2 < n ? larger(both, magnitude(r.a[k + 2])) : both;
}

/* Eliminates row k, whose diagonal is p: keeps y, c / p and 0, the factors of x_{k+1} and x_{k+2}, in d, c and b. */
static real eliminate_one(struct tridiag_rows r, int64_t n, int64_t k, real p)
{
    const real c = r.c[k], d = r.d[k];
    r.d[k] = d / p, r.c[k] = c / p, r.b[k] = 0;
    if (k + 1 == n) return 0;
    const real m = r.a[k + 1] / p;
    r.d[k + 1] -= m * d;
    return r.b[k + 1] - m * c;
}

/* Eliminates rows k and k + 1 together. */
static real eliminate_two(struct tridiag_rows r, int64_t n, int64_t k, real p, real sigma)
{
    const real a = r.a[k + 1], b = r.b[k + 1], c = r.c[k], down = r.c[k + 1], d = r.d[k], e = r.d[k + 1];
    const real p1 = p / sigma, a1 = a / sigma, b1 = b / sigma, c1 = c / sigma;
    const real w = p1 * b - a * c1; /* D / sigma */
    const real y = (p1 * e - a1 * d) / w, step = p1 * down / w;
    r.d[k] = (b1 * d - c1 * e) / w, r.c[k] = 0, r.b[k] = -c1 * down / w;
    r.d[k + 1] = y, r.c[k + 1] = step, r.b[k + 1] = 0;
    if (k + 2 == n) return 0;
    r.d[k + 2] -= r.a[k + 2] * y;
    return r.b[k + 2] - r.a[k + 2] * step;
}

/* info: i + 1 of the first row without a pivot, or 0. */
static int64_t eliminate(int64_t n, struct tridiag_rows r)
{
    real p = r.b[0];
    for (int64_t k = 0; k < n;) {
        const real sigma = k + 1 < n ? sigma_at(r, n, k) : 0;
        const real product = sigma > 0 ? magnitude(r.a[k + 1]) * (magnitude(r.c[k]) / sigma) : 0;
        if (magnitude(p) >= kappa * product) {
            if (!(magnitude(p) > 0 && magnitude(p) <= REAL_MAX)) return k + 1;
            p = eliminate_one(r, n, k, p);
            k++;
        } else {
            p = eliminate_two(r, n, k, p, sigma);
            k += 2;
        }
    }
    return 0;
}

static int64_t solve_rows(int64_t n, struct tridiag_rows r, real *scratch, struct team team, const void *options)
{
    scale_rows(n, r);
    const int64_t info = eliminate(n, r);
    for (int64_t i = 0; info && i < n; i++) r.d[i] = (real)NAN;
    if (info || n == 1) return info;
    r.d[n - 2] -= r.c[n - 2] * r.d[n - 1];
    for (int64_t k = n - 3; k >= 0; k--) r.d[k] -= r.c[k] * r.d[k + 1] + r.b[k] * r.d[k + 2];
    return 0;
}

static const struct row_method method = {.flops = 13, .solve = solve_rows};

const struct solver tridiag_diagonal_pivoting = {
    .method = "diagonal_pivoting",
    .about = "elimination in order by pivots of one or two rows on the diagonal, one system at a time",
    .source = "Erway, Marcia, Tyson 2010; Chang 2014, section 2.2",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | CAN_ANY_MATRIX | DETERMINISTIC |
           REPORTS_INFO,
    .variant = &method,
    .hooks = &gather_hooks,
};
