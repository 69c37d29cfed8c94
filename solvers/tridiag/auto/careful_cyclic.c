/* careful.h for a cyclic system. A row that was not eliminated yet has elements at three consecutive unknowns,
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
    struct careful_row row = {.e = k->right[(n - 1) * k->right_stride], .g = r.b};
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

/* The row after elimination of x_i: it begins at x_{i+1}. */
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

/* Eliminates x_from ... x_{to-1}, to < n; left[2]: what is left of the rows met so far. Returns i + 1 of the first row
 * without a pivot, or 0. */
static int64_t down(const struct check_system *k, int64_t from, int64_t to, struct careful_row *left,
                    struct careful_row *row)
{
    const int64_t n = k->line.n;
    for (int64_t i = from; i < to; i++) {
        struct careful_row active[3] = {left[0], left[1]};
        const int rows = i < n - 2 ? 3 : 2;
        if (rows == 3) active[2] = row_at(k, i + 1, i);
        int best = 0, count = 0;
        for (int r = 0; r < rows; r++) {
            align(&active[r], n, i);
            if (fabsl(active[r].p) > fabsl(active[best].p)) best = r;
        }
        row[i - from] = active[best];
        if (!careful_usable(active[best].p)) return i + 1;
        for (int r = 0; r < rows; r++)
            if (r != best) left[count++] = without(&active[r], &active[best]);
    }
    return 0;
}

/* x of the rows below: the next two, and the last two. */
struct below {
    long double x1, x2, far, last;
};

static void up(const struct check_system *k, int64_t from, int64_t to, const struct careful_row *row, struct below *x)
{
    const int64_t n = k->line.n;
    for (int64_t i = to - 1; i >= from; i--) {
        const struct careful_row *const r = &row[i - from];
        const long double rest = r->e - r->q * x->x1 - r->r * x->x2 - r->f * x->far - r->g * x->last;
        x->x2 = x->x1, x->x1 = rest / r->p;
        if (i == n - 2) x->far = x->x1;
        k->line.x[i * k->line.x_stride] = (real)x->x1;
    }
}

int64_t careful_solve_cyclic(const struct check_system *k, struct careful_row *row)
{
    const int64_t n = k->line.n, inner = n - 1, blocks = (inner + CAREFUL_BLOCK - 1) / CAREFUL_BLOCK;
    struct careful_row *const before = row + (n < CAREFUL_BLOCK ? n : CAREFUL_BLOCK);
    struct careful_row left[2] = {last_row(k)};
    struct below x = {0, 0, 0, 0};
    int64_t info = 0;
    if (n > 1) left[1] = row_at(k, 0, 0);
    for (int64_t b = 0; !info && b < blocks; b++) {
        const int64_t from = b * CAREFUL_BLOCK, to = from + CAREFUL_BLOCK < inner ? from + CAREFUL_BLOCK : inner;
        before[2 * b] = left[0], before[2 * b + 1] = left[1];
        info = down(k, from, to, left, row);
    }
    if (!info && !careful_usable(left[0].g)) info = n;
    if (info) return careful_end(k, info);
    x.last = left[0].e / left[0].g;
    k->line.x[inner * k->line.x_stride] = (real)x.last;
    for (int64_t b = blocks - 1; b >= 0; b--) {
        const int64_t from = b * CAREFUL_BLOCK, to = from + CAREFUL_BLOCK < inner ? from + CAREFUL_BLOCK : inner;
        if (b < blocks - 1) down(k, from, to, before + 2 * b, row);
        up(k, from, to, row, &x);
    }
    return careful_end(k, 0);
}
