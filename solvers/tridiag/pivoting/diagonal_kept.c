/* The equations of diagonal_pivot.h for only a matrix. Rows are divided by powers of two for the choice of pivots;
 * what is kept takes them back, so that right sides need not be divided. */
#include "solvers/tridiag/pivoting/diagonal_kept.h"

#include <float.h>

#include "solvers/tridiag/pivoting/diagonal_pivot.h"

#ifdef BANDSTAND_FLOAT
#define LEAST FLT_MIN
#else
#define LEAST DBL_MIN
#endif

/* A row after the last one is zero. The right side of 1 becomes the power of two of the row. */
static struct diagonal_pivot_row row_at(struct tridiag_rows r, int64_t n, int64_t i)
{
    const struct diagonal_pivot_row none = {0};
    return i < n ? diagonal_pivot_scaled(r.a[i], r.b[i], r.c[i], 1, true, true) : none;
}

/* Is a value kept with all its digits? `of`: the factor by which it may be 0. */
static bool is_kept(real value, real of)
{
    const real size = pivot_magnitude(value);
    return of == 0 ? value == 0 : size >= LEAST && size <= REAL_MAX;
}

static bool keep_one(real p, struct diagonal_pivot_row here, real a, struct diagonal_kept_row *out)
{
    *out = (struct diagonal_kept_row){.in = a, .own = here.d / p, .back = here.c / p};
    return is_kept(out->own, 1) && is_kept(out->back, here.c);
}

static bool keep_two(real p, struct diagonal_pivot_row here, struct diagonal_pivot_row next, real a,
                     struct diagonal_kept_row out[2])
{
    const real d = p * next.b - next.a * here.c;
    out[0] = (struct diagonal_kept_row){a, next.b / d * here.d, here.c / d * next.d, -(here.c / d * next.c)};
    out[1] = (struct diagonal_kept_row){next.a / d * here.d, p / d * next.d, 0, p / d * next.c};
    return is_kept(out[0].own, next.b) && is_kept(out[0].cross, here.c) && is_kept(out[0].back, here.c * next.c) &&
           is_kept(out[1].in, next.a) && is_kept(out[1].own, p) && is_kept(out[1].back, p * next.c);
}

int64_t diagonal_kept_factor(int64_t n, struct tridiag_rows r, struct diagonal_kept out)
{
    struct diagonal_pivot_row here = row_at(r, n, 0), next = row_at(r, n, 1);
    real p = here.b;
    bool whole = true;
    for (int64_t k = 0; k < n; k++) {
        const struct diagonal_pivot_row behind = row_at(r, n, k + 2);
        out.pair[k] = diagonal_pivot_is_pair(p, here, next, behind.a);
        if (out.pair[k]) {
            whole &= keep_two(p, here, next, r.a[k], out.row + k);
            const real near = p * next.c / (p * next.b - next.a * here.c);
            p = behind.b - behind.a * near;
            out.pair[++k] = 0;
            here = behind, next = row_at(r, n, k + 2);
        } else {
            if (!(pivot_magnitude(p) > 0 && pivot_magnitude(p) <= REAL_MAX)) return k + 1;
            whole &= keep_one(p, here, r.a[k], out.row + k);
            p = next.b - next.a / p * here.c;
            here = next, next = behind;
        }
    }
    return whole ? 0 : DIAGONAL_OUT_OF_RANGE;
}

void diagonal_kept_solve(int64_t n, struct diagonal_kept kept, real *x)
{
    real y = 0;
    for (int64_t k = 0; k < n; k++) {
        const struct diagonal_kept_row *const row = kept.row + k;
        const real e = x[k] - row->in * y;
        y = row->own * e;
        if (kept.pair[k]) {
            x[k] = y - row->cross * x[k + 1];
            k++, y = row[1].own * x[k] - row[1].in * e;
        }
        x[k] = y;
    }
    for (int64_t k = n - 2; k >= 0; k--)
        if (!kept.pair[k] || k + 2 < n) x[k] -= kept.row[k].back * x[k + 1 + kept.pair[k]];
}
