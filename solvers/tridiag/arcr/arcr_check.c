/* Residuals of rows that are divided by powers of two, against their elements, their right sides, and the largest |x|
 * of a window of rows: rows are coupled by elimination to others than their neighbours. */
#include "solvers/tridiag/arcr/arcr_check.h"

enum { WINDOW = 64 };

/* Does row i miss its right side? `largest`: |x| near it. */
static inline int missed_row(const struct arcr_level *l, int64_t i, real largest, real trust, bool inside)
{
    const struct diagonal_pivot_row r = arcr_row(l, i, inside);
    const real left = inside || i > 0 ? l->x[i - 1] : 0, right = inside || i < l->n - 1 ? l->x[i + 1] : 0;
    const real rest = pivot_magnitude(r.d - r.a * left - r.b * l->x[i] - r.c * right);
    return !(rest - trust * (r.most * largest + pivot_magnitude(r.d)) <= 0);
}

static int window_misses(const struct arcr_level *l, int64_t from, int64_t to, real trust)
{
    const int64_t first = from > 1 ? from : 1, last = to < l->n - 1 ? to : l->n - 1;
    real largest = REAL_MIN; /* smaller x are rounded as it is */
    int missed = 0;
    for (int64_t i = from > 0 ? from - 1 : 0; i < to + (to < l->n); i++)
        largest = pivot_larger(pivot_magnitude(l->x[i]), largest);
    if (from == 0) missed |= missed_row(l, 0, largest, trust, false);
    if (to == l->n) missed |= missed_row(l, to - 1, largest, trust, false);
#pragma omp simd reduction(| : missed)
    for (int64_t i = first; i < last; i++) missed |= missed_row(l, i, largest, trust, true);
    return missed;
}

bool arcr_misses(const struct arcr_level *l, int64_t from, int64_t to, real trust)
{
    int missed = 0;
    for (int64_t i = from; i < to; i += WINDOW) missed |= window_misses(l, i, i + WINDOW < to ? i + WINDOW : to, trust);
    return missed;
}
