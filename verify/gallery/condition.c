/* |A|_2 and |A^-1|_2 by Lanczos iteration on A^T A and on its inverse. The inverse of a tridiagonal matrix has the
 * elements, with the determinants t_k of its first k rows and f_k of its rows from k on,
 *
 *     i <= j:  (-1)^(i+j) c_i ... c_{j-1} t_i f_{j+1} / t_n        i > j:  (-1)^(i+j) a_{j+1} ... a_i t_j f_{i+1} / t_n
 *
 * (R. A. Usmani, Inversion of Jacobi's tridiagonal matrix, Comput. Math. Appl. 27, 1994), so that A^-1 x is two sums,
 * one from the last row up and one from the first row down. Digits are lost in the determinants, so these are computed
 * with 460 digits. Everything after that errs by the rounding of long double, relative to |A^-1|. */
#include "verify/gallery/condition.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/either_precision.h"
#include "base/memory.h"
#include "verify/gallery/wide.h"

enum { STEPS = 250, BETWEEN = 10 /* steps from one check of the result to the next */ };

struct problem {
    int64_t n;
    const double *a, *b, *c;
    struct ranged *first, *last; /* [n + 1] t and f */
    struct ranged *sum;          /* [n] */
    int64_t shift;               /* A^-1 x is given times 2^shift */
    bool inverse;
};

/* Determinants of k = 0 ... n rows at the beginning, or of the rows from k on. */
static void determinants(const struct problem *p)
{
    const int64_t n = p->n;
    struct wide before = {0}, now = wide_of(1);
    p->first[0] = wide_round(&now);
    for (int64_t i = 0; i < n; i++) {
        const struct wide diag = wide_times(now, p->b[i]);
        const struct wide off = i ? wide_times(wide_times(before, p->a[i]), p->c[i - 1]) : (struct wide){0};
        before = now, now = wide_minus(&diag, &off);
        p->first[i + 1] = wide_round(&now);
    }
    before = (struct wide){0}, now = wide_of(1);
    p->last[n] = wide_round(&now);
    for (int64_t i = n - 1; i >= 0; i--) {
        const struct wide diag = wide_times(now, p->b[i]);
        const struct wide off = i < n - 1 ? wide_times(wide_times(before, p->a[i + 1]), p->c[i]) : (struct wide){0};
        before = now, now = wide_minus(&diag, &off);
        p->last[i] = wide_round(&now);
    }
}

/* Element (i, i - 1), or (i, i + 1) if `up`, of A or of its transpose. */
static double beside(const struct problem *p, bool transposed, int64_t i, bool up)
{
    if (up) return i == p->n - 1 ? 0 : transposed ? p->a[i + 1] : p->c[i];
    return i == 0 ? 0 : transposed ? p->c[i - 1] : p->a[i];
}

static void multiply(const struct problem *p, bool transposed, const long double *x, long double *y)
{
    for (int64_t i = 0; i < p->n; i++) {
        y[i] = p->b[i] * x[i];
        if (i > 0) y[i] += beside(p, transposed, i, false) * x[i - 1];
        if (i < p->n - 1) y[i] += beside(p, transposed, i, true) * x[i + 1];
    }
}

/* Before the division by t_n, into p->sum. */
static void multiply_adjugate(const struct problem *p, bool transposed, const long double *x)
{
    struct ranged sum = {0};
    for (int64_t i = p->n - 1; i >= 0; i--) {
        const struct ranged minus = ranged_times(ranged_of(beside(p, transposed, i, true)), sum);
        sum = ranged_minus(ranged_times(p->last[i + 1], ranged_of(x[i])), minus);
        p->sum[i] = ranged_times(p->first[i], sum);
    }
    sum = (struct ranged){0};
    for (int64_t i = 0; i < p->n; i++) {
        const struct ranged minus = ranged_times(ranged_of(beside(p, transposed, i, false)), sum);
        p->sum[i] = ranged_minus(p->sum[i], ranged_times(p->last[i + 1], minus));
        sum = ranged_minus(ranged_times(p->first[i], ranged_of(x[i])), minus);
    }
}

static void apply(const struct problem *p, bool transposed, const long double *x, long double *y)
{
    if (!p->inverse) {
        multiply(p, transposed, x, y);
        return;
    }
    multiply_adjugate(p, transposed, x);
    for (int64_t i = 0; i < p->n; i++) {
        const struct ranged t = p->first[p->n];
        y[i] = ranged_value((struct ranged){p->sum[i].m / t.m, p->sum[i].e - t.e}, p->shift);
    }
}

static long double norm(int64_t n, const long double *x)
{
    long double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += x[i] * x[i];
    return sqrtl(sum);
}

/* Any vector unrelated to the matrices of the gallery. */
static void begin(int64_t n, long double *x)
{
    for (int64_t i = 0; i < n; i++) x[i] = sinl(1.0L + (long double)i * i);
    const long double size = norm(n, x);
    for (int64_t i = 0; i < n; i++) x[i] /= size;
}

/* The number of eigenvalues below x of the symmetric tridiagonal matrix of m rows. */
static int below(int m, const long double *diag, const long double *off, long double x)
{
    long double pivot = 1;
    int count = 0;
    for (int k = 0; k < m; k++) {
        pivot = diag[k] - x - (k ? off[k - 1] * off[k - 1] / pivot : 0);
        if (pivot == 0) pivot = -LDBL_MIN;
        count += pivot < 0;
    }
    return count;
}

static long double largest(int m, const long double *diag, const long double *off)
{
    long double low = 0, high = 0;
    for (int k = 0; k < m; k++) high = fmaxl(high, diag[k] + (k ? off[k - 1] : 0) + (k < m - 1 ? off[k] : 0));
    for (int k = 0; k < 80; k++) {
        const long double middle = (low + high) / 2;
        if (below(m, diag, off, middle) < m) low = middle;
        else high = middle;
    }
    return high;
}

/* The largest singular value of A, or 2^shift times that of A^-1; v holds 4 n values. */
static long double singular_value(const struct problem *p, long double *v)
{
    const int64_t n = p->n;
    long double *now = v, *before = v + n, *const half = v + 2 * n, *const next = v + 3 * n;
    long double diag[STEPS], off[STEPS], most = 0, found = 0;
    int m = 0;
    begin(n, now);
    for (int64_t i = 0; i < n; i++) before[i] = 0;
    while (m < STEPS) {
        apply(p, false, now, half);
        apply(p, true, half, next);
        diag[m] = 0;
        for (int64_t i = 0; i < n; i++) diag[m] += half[i] * half[i];
        for (int64_t i = 0; i < n; i++) next[i] -= diag[m] * now[i] + (m ? off[m - 1] : 0) * before[i];
        off[m] = norm(n, next);
        most = fmaxl(most, diag[m]);
        m++;
        if (m == n || off[m - 1] <= LDBL_EPSILON * most) break;
        if (m % BETWEEN == 0) {
            const long double before_that = found;
            found = largest(m, diag, off);
            if (found - before_that <= 1e-7L * found) break;
        }
        for (int64_t i = 0; i < n; i++) before[i] = now[i], now[i] = next[i] / off[m - 1];
    }
    return sqrtl(largest(m, diag, off));
}

/* Chooses the shift with which the largest element of A^-1 times the first vector is near 1. */
static void choose_shift(struct problem *p, long double *x)
{
    const int64_t det = p->first[p->n].e;
    begin(p->n, x);
    multiply_adjugate(p, false, x);
    int64_t most = INT64_MIN / 2;
    for (int64_t i = 0; i < p->n; i++)
        if (p->sum[i].m != 0 && p->sum[i].e > most) most = p->sum[i].e;
    p->shift = det - most;
}

static long double condition(struct problem *p, long double *v)
{
    const long double size = singular_value(p, v);
    determinants(p);
    if (p->first[p->n].m == 0) return HUGE_VALL;
    choose_shift(p, v);
    p->inverse = true;
    return ldexpl(size * singular_value(p, v), (int)-p->shift);
}

enum status gallery_condition(int64_t n, const double *a, const double *b, const double *c, long double *out)
{
    struct problem p = {.n = n, .a = a, .b = b, .c = c};
    long double *v = NULL;
    enum status s = mem_array(&p.first, HOST, n + 1, sizeof *p.first);
    if (s == ST_OK) s = mem_array(&p.last, HOST, n + 1, sizeof *p.last);
    if (s == ST_OK) s = mem_array(&p.sum, HOST, n, sizeof *p.sum);
    if (s == ST_OK) s = mem_array(&v, HOST, n, 4 * sizeof *v);
    if (s == ST_OK) *out = condition(&p, v);
    mem_free(p.first);
    mem_free(p.last);
    mem_free(p.sum);
    mem_free(v);
    return s;
}
