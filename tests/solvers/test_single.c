/* The methods of our own for one large system, `partition` and `windows`: their cuts, their fallback and its report,
 * and that they then solve systems that only pivoting solves. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include "base/memory.h"
#include "solvers/tridiag/gallery/gallery.h"
#include "tests/support/single_cases.h"
#include "tests/support/tridiag_cases.h"

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Residuals in units of eps, by rows: relative to the row's sum |a| + |b| + |c| times max |x|, and |f|. */
enum { RESIDUAL_MAX = 8, BESIDE_THOMAS = 4 };

static const char *const methods[] = {"partition", "windows"};
static uint64_t seed;

static real *values(int64_t n)
{
    real *const v = malloc(((size_t)n + 2 * GUARD) * sizeof *v);
    assert_non_null(v);
    for (int64_t i = 0; i < n + 2 * GUARD; i++) v[i] = (real)NAN;
    return v + GUARD;
}

static struct single_rows rows_make(int64_t n, single_row_maker *make, double eps)
{
    struct single_rows r = {n, values(n), values(n), values(n), values(n), values(n)};
    for (int64_t i = 0; i < n; i++) make(&r, i, eps, &seed);
    r.a[0] = r.c[n - 1] = (real)NAN;
    return r;
}

static void rows_free(struct single_rows r)
{
    real *const all[] = {r.a, r.b, r.c, r.f, r.x};
    for (int k = 0; k < 5; k++) free(all[k] - GUARD);
}

/* Returns info. */
static int64_t solve(const char *method, struct single_rows *r, int threads)
{
    const struct solver *s;
    const struct exec exec = exec_host(threads);
    const struct shape shape = shape_contiguous(r->n, 1);
    struct plan *plan;
    int64_t info = -7;
    assert_int_equal(solver_find(KIND_TRIDIAG, method, HOST, &s), ST_OK);
    assert_int_equal(plan_make(&plan, s, &shape, NULL, &exec), ST_OK);
    memcpy(r->x, r->f, (size_t)r->n * sizeof *r->x);
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {r->a, r->b, r->c}, .x = r->x, .info = &info};
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    assert_true(isnan(r->x[-1]) && isnan(r->x[r->n]));
    plan_free(plan);
    return info;
}

static double largest(const struct single_rows *r)
{
    double size = 0;
    for (int64_t i = 0; i < r->n; i++) size = fmax(size, fabs((double)r->x[i]));
    return size;
}

/* Each x is taken for no smaller than `size`. */
static double residual(const struct single_rows *r, double size)
{
    double worst = 0;
    for (int64_t i = 0; i < r->n; i++) {
        const double a = i ? (double)r->a[i] : 0, b = (double)r->b[i], c = i < r->n - 1 ? (double)r->c[i] : 0;
        const double left = i ? (double)r->x[i - 1] : 0, x = (double)r->x[i],
                     right = i < r->n - 1 ? (double)r->x[i + 1] : 0;
        const double rest = (double)r->f[i] - a * left - b * x - c * right, f = fabs((double)r->f[i]);
        const double scale =
            fabs(a) * fmax(fabs(left), size) + fabs(b) * fmax(fabs(x), size) + fabs(c) * fmax(fabs(right), size) + f;
        if (!isfinite(rest)) return INFINITY;
        if (rest != 0) worst = fmax(worst, fabs(rest) / scale / (double)REAL_EPS);
    }
    return worst;
}

/* Numbers of rows next to those where another cut is made: lanes, steps, windows, groups. */
static void test_cuts(void **state)
{
    static const int64_t at[] = {64,   256,     496,      504,  512,      1024,     2048,
                                 4096, 4 * 504, 4 * 1536, 8192, 3 * 8192, 6 * 8192, 12 * 8192};
    (void)state;
    for (size_t k = 0; k < sizeof at / sizeof *at; k++)
        for (int64_t n = at[k] - 2; n <= at[k] + (at[k] < 9999 ? 9 : 2); n++) {
            if (!cell_wanted((int64_t)k, n, 2)) continue;
            struct single_rows r = rows_make(n, single_dominant, 0.3);
            for (int m = 0; m < 2; m++) {
                const int64_t info = solve(methods[m], &r, 1 + (int)(n % 3));
                const double rest = residual(&r, largest(&r));
                if (info != 0 || !(rest <= RESIDUAL_MAX))
                    fail_msg("%s, n %lld: info %lld, residual %.3g eps", methods[m], (long long)n, (long long)info,
                             rest);
            }
            rows_free(r);
        }
}

static bool as_said(enum said said, int64_t info, int64_t thomas)
{
    if (said == FAILS) return info > 0 && thomas > 0;
    if (said == EITHER) return info == 0 || info == SOLVED_BY_FALLBACK;
    return info == (said == DONE ? 0 : SOLVED_BY_FALLBACK);
}

/* Each matrix is solved about as accurately as by elimination in order, or reported as not solved. */
static void test_gallery(void **state)
{
    static const int64_t rows[] = {24501, 100003};
    (void)state;
    for (int k = 0; k < 2 * SINGLE_CASES; k++) {
        if (!cell_wanted(k / SINGLE_CASES, k % SINGLE_CASES, 2)) continue;
        struct single_rows r =
            rows_make(rows[k / SINGLE_CASES], single_cases[k % SINGLE_CASES].make, single_cases[k % SINGLE_CASES].eps);
        const int64_t thomas = solve("thomas", &r, 1);
        const double bound = fmax(RESIDUAL_MAX, BESIDE_THOMAS * residual(&r, largest(&r)));
        for (int m = 0; m < 2; m++) {
            const int64_t info = solve(methods[m], &r, 2);
            const enum said said =
                m ? single_cases[k % SINGLE_CASES].windows : single_cases[k % SINGLE_CASES].partition;
            const double rest = info > 0 ? 0 : residual(&r, largest(&r)), most = m == 0 || info ? 4 * bound : bound;
            if (!as_said(said, info, thomas) || !(rest <= most))
                fail_msg("%s, %s, n %lld: info %lld, thomas says %lld, residual %.3g eps, not %.3g", methods[m],
                         single_cases[k % SINGLE_CASES].name, (long long)r.n, (long long)info, (long long)thomas, rest,
                         most);
        }
        rows_free(r);
    }
}

static void random_diagonal(struct single_rows *r, int64_t i, double eps, uint64_t *s)
{
    r->a[i] = (real)(2 * random_unit(s) - 1), r->b[i] = (real)(eps * (2 * random_unit(s) - 1));
    r->c[i] = (real)(2 * random_unit(s) - 1), r->f[i] = (real)(2 * random_unit(s) - 1);
}

/* A type of the gallery in place of the random rows. */
static void put_gallery(struct single_rows *r, int type)
{
    double *const v = malloc((size_t)(3 * r->n) * sizeof *v), *const b = v + r->n, *const c = b + r->n;
    assert_non_null(v);
    assert_int_equal(gallery_fill(type, r->n, seed++, v, b, c), ST_OK);
    for (int64_t i = 0; i < r->n; i++) r->a[i] = (real)v[i], r->b[i] = (real)b[i], r->c[i] = (real)c[i];
    r->a[0] = r->c[r->n - 1] = (real)NAN;
    free(v);
}

/* Pivots in order are zero, or tiny and the next ones huge: every system that elimination with pivoting solves is
 * solved. */
static void test_needs_pivoting(void **state)
{
    enum { OWN = 4, KINDS = 6, PIVOTING_MAX = 128 };
    static const double diagonal[OWN] = {0, 1e-30, 1e-9, 1};
    static const int types[KINDS - OWN] = {17, 18};
    static const int64_t rows[] = {2, 3, 4, 31, 32, 254, 255, 256, 257, 512, 1000, 2050, 24502};
    int64_t pivoted = 0, otherwise = 0;
    (void)state;
    for (size_t k = 0; k < KINDS * sizeof rows / sizeof *rows; k++) {
        const int kind = (int)(k % KINDS);
        struct single_rows r = rows_make(rows[k / KINDS], random_diagonal, kind < OWN ? diagonal[kind] : 1);
        if (kind >= OWN) put_gallery(&r, types[kind - OWN]);
        const bool solved = solve("thomas_pivot", &r, 1) == 0;
        pivoted += solved;
        for (int m = 0; m < 2; m++) {
            const int64_t info = solve(methods[m], &r, 1 + (int)(k % 3));
            const double rest = residual(&r, largest(&r));
            otherwise += info == SOLVED_BY_FALLBACK;
            if (info > 0 ? solved : !(rest <= PIVOTING_MAX) || (info != 0 && info != SOLVED_BY_FALLBACK))
                fail_msg("%s, kind %d, n %lld: info %lld, residual %.3g eps", methods[m], kind, (long long)r.n,
                         (long long)info, rest);
        }
        rows_free(r);
    }
    assert_true(pivoted >= 40 && otherwise >= 60);
}

/* Runs that begin with rows that elimination in order would handle: a leading block that is nearly singular, and a
 * value that affects the run before, however far that run looks ahead. The beginnings of runs are not known here, so
 * all rows near a quarter of them are tried. */
static void test_starts(void **state)
{
    enum { N = 24501, LOCAL_MAX = 1000000 };
    (void)state;
    for (int64_t p = N / 4 / 8 * 8 - 64; p < N / 4 + 256; p += 8)
        for (int k = 0; k < 4; k++) {
            struct single_rows r = rows_make(N, single_toeplitz, 0.5);
            if (k / 2) r.f[p + 4] = (real)1e30;
            else r.b[p] = 2, r.b[p + 1] = (real)0.5 + 8 * REAL_EPS;
            const int64_t info = solve(methods[k % 2], &r, 2);
            const double rest = residual(&r, 0);
            if (info > 0 || !(rest <= LOCAL_MAX))
                fail_msg("%s, row %lld: info %lld, residual %.3g eps", methods[k % 2], (long long)p, (long long)info,
                         rest);
            rows_free(r);
        }
}

/* The same bits for 1 ... 8 threads, for systems solved by the method and for those that fall back, be it before
 * anything is written or after. */
static void test_threads(void **state)
{
    static const struct {
        single_row_maker *make;
        double eps;
    } kinds[] = {{single_dominant, 0.3}, {single_toeplitz, 0},  {single_indefinite, 1},
                 {single_fading, 0},     {single_spikes, 1e30}, {single_small_row, 1e-25}};
    (void)state;
    for (int k = 0; k < 12; k++) {
        struct single_rows r = rows_make(70001, kinds[k / 2].make, kinds[k / 2].eps);
        const int64_t info = solve(methods[k % 2], &r, 1);
        real *const first = values(r.n);
        memcpy(first, r.x, (size_t)r.n * sizeof *first);
        for (int threads = 2; threads <= 8; threads++) {
            assert_int_equal(solve(methods[k % 2], &r, threads), info);
            if (memcmp(first, r.x, (size_t)r.n * sizeof *first))
                fail_msg("%s, case %d: other bits with %d threads", methods[k % 2], k / 2, threads);
        }
        free(first - GUARD);
        rows_free(r);
    }
}

/* Many systems at once, shorter and longer than is worth all threads, with one among them that falls back. */
static void test_batches(void **state)
{
    static const int64_t sizes[][2] = {{700, 9}, {5000, 3}, {66000, 3}, {66000, 1}};
    (void)state;
    for (size_t k = 0; k < 2 * sizeof sizes / sizeof *sizes; k++) {
        const int64_t n = sizes[k / 2][0], batch = sizes[k / 2][1], odd = batch / 2;
        struct single_rows all = rows_make(n * batch, single_dominant, 0.3);
        all.a[0] = all.c[n * batch - 1] = 0;
        for (int64_t i = 0; i < n; i++) {
            struct single_rows r = {n * batch, all.a, all.b, all.c, all.f, all.x};
            single_toeplitz(&r, odd * n + i, 0, &seed);
        }
        const struct solver *s;
        const struct exec exec = exec_host(2);
        const struct shape shape = shape_contiguous(n, batch);
        struct plan *plan;
        int64_t info[9];
        assert_int_equal(solver_find(KIND_TRIDIAG, methods[k % 2], HOST, &s), ST_OK);
        assert_int_equal(plan_make(&plan, s, &shape, NULL, &exec), ST_OK);
        memcpy(all.x, all.f, (size_t)(n * batch) * sizeof *all.x);
        const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {all.a, all.b, all.c}, .x = all.x, .info = info};
        assert_int_equal(plan_solve(plan, &system), ST_OK);
        plan_free(plan);
        for (int64_t q = 0; q < batch; q++) {
            const struct single_rows one = {
                n, all.a + q * n, all.b + q * n, all.c + q * n, all.f + q * n, all.x + q * n};
            assert_true(info[q] == 0 || (q == odd && k % 2 && info[q] == SOLVED_BY_FALLBACK));
            assert_true(residual(&one, largest(&one)) <= RESIDUAL_MAX);
        }
        rows_free(all);
    }
}

/* Little memory in addition to the four arrays of a large system, also where a method falls back. */
static void test_memory(void **state)
{
    (void)state;
    for (int64_t n = 1 << 20; n <= 1 << 26; n *= 8)
        for (int k = 0; k < 10; k++) {
            const struct solver *s;
            const struct exec exec = exec_host(k / 2 + 1);
            const struct shape shape = shape_contiguous(n, 1);
            int64_t bytes;
            assert_int_equal(solver_find(KIND_TRIDIAG, methods[k % 2], HOST, &s), ST_OK);
            assert_int_equal(solver_bytes(s, &shape, NULL, &exec, &bytes), ST_OK);
            assert_true((double)bytes <= 0.1 * 4 * (double)n * sizeof(real));
        }
}

/* Systems that are not contiguous do not fill vector lanes. */
static void test_strides(void **state)
{
    (void)state;
    for (int m = 0; m < 2; m++) {
        const struct solver *s;
        const struct shape shape = shape_interleaved(1000, 3);
        assert_int_equal(solver_find(KIND_TRIDIAG, methods[m], HOST, &s), ST_OK);
        assert_int_equal(solver_accepts(s, &shape, NULL), ST_REFUSED);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cuts),           cmocka_unit_test(test_gallery),
                                       cmocka_unit_test(test_needs_pivoting), cmocka_unit_test(test_starts),
                                       cmocka_unit_test(test_threads),        cmocka_unit_test(test_batches),
                                       cmocka_unit_test(test_memory),         cmocka_unit_test(test_strides)};
    seed = test_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
