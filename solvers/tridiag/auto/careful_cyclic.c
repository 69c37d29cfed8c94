/* The same of a cyclic system. A row that was not eliminated yet has elements at three unknowns one behind the other,
 * at the last two unknowns, and nowhere else; and an unknown is met by three such rows: what is left over from those
 * above, the next one, and what is left of the last row, whose two ends couple everything. The largest of the three is
 * the pivot. J. H. Wilkinson, The Algebraic Eigenvalue Problem, 1965, chapter 4, on growth: at most 4 a row, and
 * hardly any in practice. */
#include "solvers/tridiag/auto/careful.h"

#include <math.h>
#include <stdbool.h>

/* c_{n-1} x_0 + a_{n-1} x_{n-2} + b_{n-1} x_{n-1}: x_0 is the first of the three unknowns. Of one row and of two both
 * couplings meet the same unknown. */
static struct careful_row last_row(const struct check_system *k)
{
    const int64_t n = k->line.n;
    const struct check_row r = check_row_of(k, n - 1);
    struct careful_row row = {.e = k->right[(n - 1) * k->right_step], .g = r.b};
    if (n == 1) row.g += (long double)r.a + r.c;
    else row.p = r.c, row.f = r.a;
    return row;
}

/* Row i < n - 1 where x_first is the first of the three unknowns; first is i, or i - 1. */
static struct careful_row row_at(const struct check_system *k, int64_t i, int64_t first)
{
    const int64_t n = k->line.n;
    const struct check_row r = check_row_of(k, i);
    struct careful_row row = {.e = r.right};
    long double *const own = first == i ? &row.p : &row.q, *const behind = first == i ? &row.q : &row.r;
    *own = r.b;
    *(i == 0 ? &row.g : &row.p) += r.a;
    *(i == n - 2 ? &row.g : behind) += r.c;
    return row;
}

/* x_{n-2} may be one of the three unknowns from x_i on. */
static void align(struct careful_row *row, int64_t n, int64_t i)
{
    const int64_t at = n - 2 - i;
    if (at > 2) return;
    *(at == 2 ? &row->r : at == 1 ? &row->q : &row->p) += row->f;
    row->f = 0;
}

/* What is left of a row without x_i: the next three unknowns. */
static struct careful_row without(const struct careful_row *row, const struct careful_row *pivot)
{
    const long double m = row->p / pivot->p;
    const struct careful_row left = {
        .p = careful_difference(row->q, m * pivot->q),
        .q = careful_difference(row->r, m * pivot->r),
        .f = careful_difference(row->f, m * pivot->f),
        .g = careful_difference(row->g, m * pivot->g),
        .e = row->e - m * pivot->e,
    };
    return left;
}

/* Returns i + 1 of the first row without a pivot, or 0; row[n - 1] has x_{n-1} alone. */
static int64_t down(const struct check_system *k, struct careful_row *row)
{
    const int64_t n = k->line.n;
    struct careful_row active[3] = {last_row(k)};
    if (n > 1) active[1] = row_at(k, 0, 0);
    for (int64_t i = 0; i < n - 1; i++) {
        const int rows = i < n - 2 ? 3 : 2;
        if (rows == 3) active[2] = row_at(k, i + 1, i);
        int best = 0, left = 0;
        for (int r = 0; r < rows; r++) {
            align(&active[r], n, i);
            if (fabsl(active[r].p) > fabsl(active[best].p)) best = r;
        }
        row[i] = active[best];
        if (!careful_usable(row[i].p)) return i + 1;
        for (int r = 0; r < rows; r++)
            if (r != best) active[left++] = without(&active[r], &row[i]);
    }
    row[n - 1] = active[0];
    return careful_usable(row[n - 1].g) ? 0 : n;
}

int64_t careful_solve_cyclic(const struct check_system *k, struct careful_row *row)
{
    const int64_t n = k->line.n, info = down(k, row);
    long double x1 = 0, x2 = 0, far = 0;
    const long double last = info ? 0 : row[n - 1].e / row[n - 1].g;
    if (!info) k->line.x[(n - 1) * k->line.x_step] = (real)last;
    for (int64_t i = n - 2; !info && i >= 0; i--) {
        const long double rest = row[i].e - row[i].q * x1 - row[i].r * x2 - row[i].f * far - row[i].g * last;
        x2 = x1, x1 = rest / row[i].p;
        if (i == n - 2) far = x1;
        k->line.x[i * k->line.x_step] = (real)x1;
    }
    return careful_end(k, info);
}
