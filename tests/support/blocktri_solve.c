/* The answer by dense elimination in long double. */
#include "tests/support/blocktri_cases.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static double entry(const struct blocktri_case *s, int64_t row, int64_t column)
{
    for (int64_t e = s->start[row]; e < s->start[row + 1]; e++)
        if (s->column[e] == column) return (double)s->value[e];
    return 0;
}

/* a [m][m] becomes its inverse: Gauss and Jordan, with the largest pivot of a column; returns the determinant. */
static long double invert(int64_t m, long double *a)
{
    long double determinant = 1;
    int64_t *const from = calloc((size_t)m, sizeof *from);
    assert_non_null(from);
    for (int64_t k = 0; k < m; k++) {
        int64_t best = k;
        for (int64_t i = k; i < m; i++)
            if (fabsl(a[i * m + k]) > fabsl(a[best * m + k])) best = i;
        from[k] = best;
        for (int64_t j = 0; j < m && best != k; j++) {
            const long double v = a[k * m + j];
            a[k * m + j] = a[best * m + j], a[best * m + j] = v;
        }
        const long double pivot = a[k * m + k];
        determinant *= best == k ? pivot : -pivot;
        a[k * m + k] = 1;
        for (int64_t j = 0; j < m; j++) a[k * m + j] /= pivot;
        for (int64_t i = 0; i < m; i++) {
            const long double f = a[i * m + k];
            if (i == k || f == 0) continue;
            a[i * m + k] = 0;
            for (int64_t j = 0; j < m; j++) a[i * m + j] -= f * a[k * m + j];
        }
    }
    for (int64_t k = m; k-- > 0;)
        for (int64_t i = 0; i < m && from[k] != k; i++) {
            const long double v = a[i * m + k];
            a[i * m + k] = a[i * m + from[k]], a[i * m + from[k]] = v;
        }
    free(from);
    return determinant;
}

/* Grassmann, Taksar, Heyman 1985, on a dense matrix of rates: no subtraction, and the diagonal is not looked at. */
static void eliminate_states(const struct blocktri_case *s, long double *q)
{
    const int64_t n = s->n;
    long double sum = 1;
    for (int64_t k = n - 1; k > 0; k--) {
        long double out = 0;
        for (int64_t j = 0; j < k; j++) out += q[k * n + j];
        for (int64_t i = 0; i < k; i++) q[i * n + k] /= out;
        for (int64_t i = 0; i < k; i++)
            for (int64_t j = 0; j < k; j++) q[i * n + j] += q[i * n + k] * q[k * n + j];
    }
    q[0] = 1;
    for (int64_t k = 1; k < n; k++) {
        q[k * n + k] = 0;
        for (int64_t i = 0; i < k; i++) q[k * n + k] += q[i * n + i] * q[i * n + k];
        sum += q[k * n + k];
    }
    for (int64_t k = 0; k < n; k++) s->exact[k] = (double)(q[k * n + k] / sum);
}

/* The diagonal of a chain as it would be if nothing were rounded. */
static long double diagonal(const struct blocktri_case *s, int64_t i)
{
    long double sum = (long double)s->shift;
    if (s->question == LINEAR) return (long double)entry(s, i, i);
    for (int64_t j = 0; j < s->n; j++) sum -= j == i ? 0 : (long double)entry(s, j, i);
    return sum;
}

void blocktri_case_solve(struct blocktri_case *s)
{
    const int64_t n = s->n, m = n + (s->question == STATIONARY);
    long double *const a = calloc((size_t)(m * m), sizeof *a), *const q = calloc((size_t)(n * n), sizeof *q);
    s->exact = calloc((size_t)n, sizeof *s->exact);
    assert_true(a && q && s->exact);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < n; j++) a[i * m + j] = i == j ? diagonal(s, i) : (long double)entry(s, i, j);
        for (int64_t j = 0; j < n; j++) q[j * n + i] = -(long double)entry(s, i, j);
        if (m > n) a[i * m + n] = a[n * m + i] = 1;
    }
    s->determinant = (double)invert(m, a);
    for (int64_t j = 0; j < n; j++) {
        long double sum = 0;
        for (int64_t i = 0; i < n; i++) sum += fabsl(a[i * m + j]);
        s->inverse = fmax(s->inverse, (double)sum);
    }
    for (int64_t i = 0; i < n; i++) {
        long double sum = 0;
        for (int64_t j = 0; j < n; j++) sum += a[i * m + j] * (long double)s->b[j];
        s->exact[i] = (double)sum;
    }
    if (m > n) eliminate_states(s, q);
    free(a);
    free(q);
}
