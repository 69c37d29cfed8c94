/* Elimination in order by pivots of one or two rows on the diagonal, T = L B M^T, without interchanges: the equations
 * are in diagonal_pivot.h.
 *
 * J. B. Erway, R. F. Marcia, J. A. Tyson, Generalized diagonal pivoting methods for tridiagonal systems without
 * interchanges, IAENG Int. J. Appl. Math. 40, 2010; J. R. Bunch, L. Kaufman, Some stable methods for calculating
 * inertia and solving symmetric linear systems, Math. Comp. 31, 1977; L.-W. Chang, Scalable parallel tridiagonal
 * algorithms with diagonal pivoting and their optimization for many-core architectures, thesis, Illinois, 2014,
 * section 2.2. Bounded growth for any regular matrix. Columns whose scales differ by more than the range of numbers may
 * still find no pivot where interchanges would. 8 to 16 flops a row. */
#include "solvers/tridiag/pivoting/diagonal_pivot.h"

#include "solvers/tridiag/gather.h"

/* Row i, or zeros behind the last one. */
static struct diagonal_pivot_row row_at(struct tridiag_rows r, int64_t n, int64_t i)
{
    const struct diagonal_pivot_row none = {0};
    return i < n ? diagonal_pivot_scaled(r.a[i], r.b[i], r.c[i], r.d[i], true, true) : none;
}

/* near and far take the places of c and b, y that of d. */
static void keep(struct tridiag_rows r, int64_t k, struct diagonal_pivot pivot)
{
    r.c[k] = pivot.near, r.b[k] = pivot.far, r.d[k] = pivot.y;
}

/* Eliminates row k by itself, with a division for each of its values: p and e become those of the next row. */
static void eliminate_one(struct tridiag_rows r, int64_t k, real c, struct diagonal_pivot_row next, real *p, real *e)
{
    const real m = next.a / *p;
    keep(r, k, (struct diagonal_pivot){.near = c / *p, .y = *e / *p});
    *e = next.d - m * *e, *p = next.b - m * c;
}

/* info: i + 1 of the first row without a pivot, or 0. */
static int64_t eliminate(int64_t n, struct tridiag_rows r)
{
    struct diagonal_pivot_row here = row_at(r, n, 0), next = row_at(r, n, 1);
    real p = here.b, e = here.d;
    for (int64_t k = 0; k < n; k++) {
        const struct diagonal_pivot_row behind = row_at(r, n, k + 2);
        if (diagonal_pivot_is_pair(p, here, next, behind.a)) {
            struct diagonal_pivot pivot[2];
            diagonal_pivot_two(p, e, 0, here.c, next, pivot);
            keep(r, k, pivot[0]), keep(r, k + 1, pivot[1]);
            p = behind.b - behind.a * pivot[1].near, e = behind.d - behind.a * pivot[1].y;
            here = behind, next = row_at(r, n, k + 3);
            k++;
        } else {
            if (!(pivot_magnitude(p) > 0 && pivot_magnitude(p) <= REAL_MAX)) return k + 1;
            eliminate_one(r, k, here.c, next, &p, &e);
            here = next, next = behind;
        }
    }
    return 0;
}

static int64_t solve_rows(int64_t n, struct tridiag_rows r, real *scratch, struct team team, const void *options)
{
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
