/* L as differences, and the factors of M, along one axis: LU without pivoting of a tridiagonal matrix or, of
 * a cyclic one, of n - 1 rows bordered by the last row and column (Golub and Van Loan, Matrix Computations,
 * 4.3: banded elimination with fill in the border).
 *
 *     p_i = b_i - a_i c_{i-1} / p_{i-1}          pivots
 *     v_i = v_i - a_i v_{i-1} / p_{i-1}          column n-1 of the rows above the last
 *     z_i = z_i - c_{i-1} z_{i-1} / p_{i-1}      the last row
 *     p_{n-1} = b_{n-1} - sum z_i v_i / p_i
 *
 * In double; stable for the diagonally dominant M of a diffusion step. */
#include <math.h>

#include "apps/adi/fused.h"

/* Row i of a matrix; what couples an end to a neighbour that is not there, or across the border, is 0. */
struct row {
    double a, b, c;
};

static struct row row_at(const struct line_operator *op, int64_t i, int64_t n)
{
    return (struct row){.a = i > 0 ? (double)op->m_lower[i] : 0,
                        .b = (double)op->m_diag[i],
                        .c = i < n - 1 ? (double)op->m_upper[i] : 0};
}

static enum status check(double pivot, int64_t i, char name)
{
    if (isnormal(pivot) && isfinite((real)(1 / pivot))) return ST_OK;
    return fail(ST_REFUSED, "the fused step cannot eliminate along %c: the pivot of row %lld is %g", name, (long long)i,
                pivot);
}

static void keep(struct axis *a, int64_t i, struct row m, double pivot)
{
    a->w[i] = (real)(1 / pivot);
    a->l[i] = (real)(-m.a / pivot);
    a->h[i] = (real)(-m.c / pivot);
    a->r[i] = a->e[i] = 0;
}

static enum status factor(struct axis *a, const struct line_operator *op, char name)
{
    double p = 1, above = 0;
    for (int64_t i = 0; i < a->n; i++) {
        const struct row m = row_at(op, i, a->n);
        p = m.b - m.a * above / p;
        above = m.c;
        TRY(check(p, i, name));
        keep(a, i, m, p);
    }
    return ST_OK;
}

static enum status factor_cyclic(struct axis *a, const struct line_operator *op, char name)
{
    const int64_t last = a->n - 1;
    double p = 1, above = 0, v = 0, z = 0, corner = (double)op->m_diag[last];
    for (int64_t i = 0; i < last; i++) {
        const struct row m = row_at(op, i, last);
        v *= -m.a / p;
        z *= -above / p;
        if (i == 0) v += (double)op->m_lower[0], z += (double)op->m_upper[last];
        if (i == last - 1) v += (double)op->m_upper[i], z += (double)op->m_lower[last];
        p = m.b - m.a * above / p;
        above = m.c;
        TRY(check(p, i, name));
        keep(a, i, m, p);
        a->e[i] = (real)(-v / p);
        a->r[i] = (real)z;
        corner -= z * v / p;
    }
    TRY(check(corner, last, name));
    keep(a, last, (struct row){0}, corner);
    for (int64_t i = 0; i < last; i++) a->r[i] = (real)(-(double)a->r[i] / corner);
    return ST_OK;
}

/* What the neighbours leave of a row's sum, if it is more than the rounding of the diagonal. */
static double rest_of(double lower, double diag, double upper)
{
    const double sum = lower + diag + upper;
    return fabs(sum) > 2 * (double)REAL_EPS * fabs(diag) ? sum : 0;
}

static void take_differences(struct axis *a, const struct line_operator *op)
{
    a->rests = false;
    for (int64_t i = 0; i < a->n; i++) {
        a->lower[i] = i > 0 || a->cyclic ? op->l_lower[i] : 0;
        a->upper[i] = i < a->n - 1 || a->cyclic ? op->l_upper[i] : 0;
        a->rest[i] = (real)rest_of((double)a->lower[i], (double)op->l_diag[i], (double)a->upper[i]);
        a->rests |= a->rest[i] != 0;
    }
}

enum status axis_factor(struct axis *a, const struct line_operator *op, char name)
{
    if (a->skipped) {
        a->w[0] = 1;
        return ST_OK;
    }
    take_differences(a, op);
    return a->cyclic ? factor_cyclic(a, op, name) : factor(a, op, name);
}
