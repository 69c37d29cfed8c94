/* Down to the last row, keeping all pivot rows, and up again. */
#include "solvers/tridiag/auto/careful.h"

#include <math.h>

/* Row i of the matrix and its right side, its diagonal in q. */
static struct careful_row row_of(const struct check_system *k, int64_t i)
{
    const struct line *const l = &k->line;
    const real diagonal = l->b[i * l->step] + l->shift;
    struct careful_row row = {.q = diagonal, .e = k->right[i * k->right_step]};
    if (i > 0) row.p = l->a[i * l->step];
    if (i < l->n - 1) row.r = l->c[i * l->step];
    return row;
}

/* Returns i + 1 of the first row without a pivot, or 0. */
static int64_t down(const struct check_system *k, struct careful_row *row)
{
    const struct careful_row first = row_of(k, 0);
    struct careful_row own = {.p = first.q, .q = first.r, .e = first.e}; /* what is left over from the rows above */
    for (int64_t i = 0; i < k->line.n - 1; i++) {
        const struct careful_row next = row_of(k, i + 1);
        const bool swap = fabsl(next.p) > fabsl(own.p);
        const struct careful_row pivot = swap ? next : own, other = swap ? own : next;
        if (!careful_usable(pivot.p)) return i + 1;
        const long double m = other.p / pivot.p;
        row[i] = pivot;
        own.p = careful_difference(other.q, m * pivot.q);
        own.q = careful_difference(other.r, m * pivot.r);
        own.e = other.e - m * pivot.e;
    }
    row[k->line.n - 1] = own;
    return careful_usable(own.p) ? 0 : k->line.n;
}

int64_t careful_solve(const struct check_system *k, struct careful_row *row)
{
    const int64_t info = down(k, row);
    long double x1 = 0, x2 = 0;
    for (int64_t i = k->line.n - 1; !info && i >= 0; i--) {
        const long double x = (row[i].e - row[i].q * x1 - row[i].r * x2) / row[i].p;
        k->line.x[i * k->line.x_step] = (real)x;
        x2 = x1, x1 = x;
    }
    return careful_end(k, info);
}
