/* Eliminates down to the last row, and substitutes back block by block. */
#include "solvers/tridiag/auto/careful.h"

#include <math.h>

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Row i of the matrix and its right side, its diagonal in q. */
static struct careful_row row_of(const struct check_system *k, int64_t i)
{
    const struct line *const l = &k->line;
    const real diagonal = l->b[i * l->stride] + l->shift;
    struct careful_row row = {.q = diagonal, .e = k->right[i * k->right_stride]};
    if (i > 0) row.p = l->a[i * l->stride];
    if (i < l->n - 1) row.r = l->c[i * l->stride];
    return row;
}

/* From row `from` to row to - 1, where `own` is what is left over from the rows above. Returns i + 1 of the first row
 * without a pivot, or 0. */
static int64_t down(const struct check_system *k, int64_t from, int64_t to, struct careful_row *own,
                    struct careful_row *row)
{
    const int64_t last = k->line.n - 1;
    for (int64_t i = from; i < to; i++) {
        const struct careful_row next = i < last ? row_of(k, i + 1) : (struct careful_row){.p = 0};
        const bool swap = fabsl(next.p) > fabsl(own->p);
        const struct careful_row pivot = swap ? next : *own, other = swap ? *own : next;
        if (!careful_usable(pivot.p)) return i + 1;
        const long double m = other.p / pivot.p;
        row[i - from] = pivot;
        own->p = careful_difference(other.q, m * pivot.q);
        own->q = careful_difference(other.r, m * pivot.r);
        own->e = other.e - m * pivot.e;
    }
    return 0;
}

int64_t careful_solve(const struct check_system *k, struct careful_row *row)
{
    const int64_t n = k->line.n, blocks = (n + CAREFUL_BLOCK - 1) / CAREFUL_BLOCK;
    const struct careful_row first = row_of(k, 0);
    struct careful_row *const before = row + (n < CAREFUL_BLOCK ? n : CAREFUL_BLOCK);
    struct careful_row own = {.p = first.q, .q = first.r, .e = first.e};
    long double x1 = 0, x2 = 0;
    int64_t info = 0;
    for (int64_t b = 0; !info && b < blocks; b++) {
        before[b] = own;
        info = down(k, b * CAREFUL_BLOCK, least(n, (b + 1) * CAREFUL_BLOCK), &own, row);
    }
    for (int64_t b = blocks - 1; !info && b >= 0; b--) {
        const int64_t from = b * CAREFUL_BLOCK, to = least(n, from + CAREFUL_BLOCK);
        if (b < blocks - 1) down(k, from, to, &before[b], row);
        for (int64_t i = to - 1; i >= from; i--) {
            const struct careful_row *const r = &row[i - from];
            const long double x = (r->e - r->q * x1 - r->r * x2) / r->p;
            k->line.x[i * k->line.x_stride] = (real)x;
            x2 = x1, x1 = x;
        }
    }
    return careful_end(k, info);
}
