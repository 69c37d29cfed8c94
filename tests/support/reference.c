/* Banded elimination with partial pivoting in long double. Rows are taken in the order 0, m-1, 1, m-2, ...: then
 * neighbours, the first and the last row too, are at most two places apart, and plain and cyclic systems are one band
 * of two diagonals on either side. */
#include "tests/support/reference.h"

#include <math.h>
#include <stdlib.h>

enum { BAND = 7 }; /* two below, the diagonal, two above and two of fill-in */

static int64_t place(int64_t m, int64_t i)
{
    return 2 * i < m ? 2 * i : 2 * (m - 1 - i) + 1;
}

static long double *entry(long double *band, int64_t row, int64_t column)
{
    return &band[row * BAND + column - row + 2];
}

static int64_t least(int64_t i, int64_t j)
{
    return i < j ? i : j;
}

static void exchange(long double *u, long double *v)
{
    const long double w = *u;
    *u = *v;
    *v = w;
}

static bool eliminate(long double *band, long double *d, int64_t m)
{
    for (int64_t k = 0; k < m; k++) {
        int64_t pivot = k;
        for (int64_t r = k + 1; r < least(k + 3, m); r++)
            if (fabsl(*entry(band, r, k)) > fabsl(*entry(band, pivot, k))) pivot = r;
        if (*entry(band, pivot, k) == 0) return false;
        for (int64_t c = k; pivot != k && c < least(k + 5, m); c++) exchange(entry(band, k, c), entry(band, pivot, c));
        if (pivot != k) exchange(&d[k], &d[pivot]);
        for (int64_t r = k + 1; r < least(k + 3, m); r++) {
            const long double f = *entry(band, r, k) / *entry(band, k, k);
            for (int64_t c = k; c < least(k + 5, m); c++) *entry(band, r, c) -= f * *entry(band, k, c);
            d[r] -= f * d[k];
        }
    }
    return true;
}

static void substitute(long double *band, long double *d, int64_t m)
{
    for (int64_t k = m - 1; k >= 0; k--) {
        for (int64_t c = k + 1; c < least(k + 5, m); c++) d[k] -= *entry(band, k, c) * d[c];
        d[k] /= *entry(band, k, k);
    }
}

bool reference_solve(int64_t m, const struct row *row, const double *f, double *x)
{
    long double *const band = calloc((size_t)m * BAND, sizeof *band), *const d = calloc((size_t)m, sizeof *d);
    if (!band || !d) abort();
    for (int64_t i = 0; i < m; i++) {
        const int64_t k = place(m, i);
        *entry(band, k, k) += row[i].b;
        if (row[i].a != 0) *entry(band, k, place(m, (i + m - 1) % m)) += row[i].a;
        if (row[i].c != 0) *entry(band, k, place(m, (i + 1) % m)) += row[i].c;
        d[k] = f[i];
    }
    const bool regular = eliminate(band, d, m);
    if (regular) substitute(band, d, m);
    for (int64_t i = 0; i < m && regular; i++) x[i] = (double)d[place(m, i)];
    free(band);
    free(d);
    return regular;
}
