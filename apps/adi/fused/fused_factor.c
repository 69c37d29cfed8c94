/* L as differences, and the factors of M, along one axis: LU without pivoting of a tridiagonal matrix or, of
 * a cyclic one, of n - 1 rows and, eliminated last, the last row and column (Golub and Van Loan, Matrix Computations,
 * 4.3: banded elimination with fill in the border).
 *
 *     p_i = b_i - a_i c_{i-1} / p_{i-1}          pivots
 *     v_i = v_i - a_i v_{i-1} / p_{i-1}          column n-1 of the rows above the last
 *     z_i = z_i - c_{i-1} z_{i-1} / p_{i-1}      the last row
 *     p_{n-1} = b_{n-1} - sum z_i v_i / p_i
 *
 * In double; stable for the diagonally dominant M of a diffusion step. */
#include <math.h>

#include "apps/adi/fused/fused.h"

enum { TABLES = 3 + 2 * 6 };

int64_t axis_table_size(int64_t n)
{
    return TABLES * whole_lines(n);
}

struct fused_axis axis_at(const struct grid *g, int d, real *table)
{
    const int64_t n = g->n[d], length = whole_lines(n);
    struct fused_axis a = {.n = n, .skipped = n == 1, .cyclic = n > 1 && g->face[d][0] == FACE_PERIODIC};
    struct direction *const w = a.direction;
    real **const at[TABLES] = {&a.lower, &a.upper, &a.rest,                            /* */
                               &w[0].l,  &w[0].r,  &w[0].h, &w[0].e, &w[0].p, &w[0].w, /* */
                               &w[1].l,  &w[1].r,  &w[1].h, &w[1].e, &w[1].p, &w[1].w};
    for (int t = 0; t < TABLES; t++) *at[t] = table + t * length;
    for (int side = 0; side < 2; side++) a.fixed[side] = n > 1 && g->face[d][side] == FACE_DIRICHLET;
    return a;
}

/* A matrix as eliminated from one end: in each row the value before the diagonal, on it, and after it. */
struct matrix {
    int64_t n;
    const real *before, *diag, *after;
    bool reversed;
};

struct stencil_row {
    double a, b, c;
};

static int64_t place(const struct matrix *m, int64_t i)
{
    return m->reversed ? m->n - 1 - i : i;
}

static struct stencil_row row_at(const struct matrix *m, int64_t i)
{
    const int64_t at = place(m, i);
    return (struct stencil_row){(double)m->before[at], (double)m->diag[at], (double)m->after[at]};
}

static enum status check(double pivot, int64_t i, char name)
{
    if (isnormal(pivot) && isnormal((real)(1 / pivot))) return ST_OK;
    return fail(ST_REFUSED, "the fused step cannot eliminate along %c: the pivot of row %lld is %g", name, (long long)i,
                pivot);
}

static void keep(const struct direction *w, int64_t at, double l, double pivot)
{
    w->l[at] = (real)l;
    w->p[at] = (real)pivot;
    w->w[at] = (real)(1 / pivot);
    w->h[at] = w->r[at] = w->e[at] = 0;
}

static enum status factor(const struct matrix *m, const struct direction *w, char name)
{
    double p = 1, above = 0;
    for (int64_t i = 0; i < m->n; i++) {
        const struct stencil_row row = row_at(m, i);
        const double l = i > 0 ? -row.a / p : 0;
        p = row.b + l * above;
        TRY(check(p, place(m, i), name));
        keep(w, place(m, i), l, p);
        if (i > 0) w->h[place(m, i - 1)] = (real)(-above / p);
        above = row.c;
    }
    return ST_OK;
}

static enum status factor_cyclic(const struct matrix *m, const struct direction *w, char name)
{
    const int64_t last = m->n - 1;
    const struct stencil_row border = row_at(m, last);
    double p = 1, above = 0, v = 0, z = 0, corner = border.b;
    for (int64_t i = 0; i < last; i++) {
        const struct stencil_row row = row_at(m, i);
        const double l = i > 0 ? -row.a / p : 0;
        v *= l;
        z *= -above / p;
        if (i == 0) v += row.a, z += border.c;
        if (i == last - 1) v += row.c, z += border.a;
        p = row.b + l * above;
        TRY(check(p, place(m, i), name));
        keep(w, place(m, i), l, p);
        if (i > 0) w->h[place(m, i - 1)] = (real)(-above / p);
        above = row.c;
        w->e[place(m, i)] = (real)-v;
        w->r[place(m, i)] = (real)(-z / p);
        corner -= z * v / p;
    }
    TRY(check(corner, place(m, last), name));
    keep(w, place(m, last), 0, corner);
    for (int64_t i = 0; i < last; i++) w->e[place(m, i)] = (real)((double)w->e[place(m, i)] / corner);
    return ST_OK;
}

/* The sum of a row, or 0 if it does not exceed the rounding of the diagonal. */
static double rest_of(double lower, double diag, double upper)
{
    const double sum = lower + diag + upper;
    return fabs(sum) > 2 * (double)REAL_EPS * fabs(diag) ? sum : 0;
}

static void take_differences(struct fused_axis *a, const struct line_operator *op)
{
    a->inner = op->l_lower[a->n / 2];
    a->uneven = false;
    for (int64_t i = 0; i < a->n; i++) {
        a->lower[i] = i > 0 || a->cyclic ? op->l_lower[i] : 0;
        a->upper[i] = i < a->n - 1 || a->cyclic ? op->l_upper[i] : 0;
        a->rest[i] = (real)rest_of((double)a->lower[i], (double)op->l_diag[i], (double)a->upper[i]);
        const bool even = a->lower[i] == a->inner && a->upper[i] == a->inner && a->rest[i] == 0;
        a->uneven |= !even && i > 0 && i < a->n - 1;
    }
}

enum status axis_factor(struct fused_axis *a, const struct line_operator *op, char name)
{
    if (!a->skipped) take_differences(a, op);
    for (int w = 0; w < 2; w++) {
        const struct matrix m = w ? (struct matrix){a->n, op->m_upper, op->m_diag, op->m_lower, true}
                                  : (struct matrix){a->n, op->m_lower, op->m_diag, op->m_upper, false};
        if (a->skipped) a->direction[w].p[0] = a->direction[w].w[0] = 1;
        else TRY(a->cyclic ? factor_cyclic(&m, &a->direction[w], name) : factor(&m, &a->direction[w], name));
    }
    return ST_OK;
}
