/* The methods of our own for one large system, `partition` and `windows`: where they cut, when they fall back, and that
 * they say so. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include "base/memory.h"
#include "tests/support/tridiag_cases.h"

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Residuals in units of eps, by rows: relative to the row's sum |a| + |b| + |c| times max |x|, and |f|. */
enum { RESIDUAL_MAX = 8, BESIDE_THOMAS = 4 };

struct rows {
    int64_t n;
    real *a, *b, *c, *f, *x;
};

/* Fills row i of n; `eps` is what the entry of the gallery says. */
typedef void row_maker(struct rows *r, int64_t i, double eps, uint64_t *seed);

static const char *const methods[] = {"partition", "windows"};
static uint64_t seed;

static double either(double size, uint64_t *s)
{
    return random_unit(s) < 0.5 ? -size : size;
}

static void set(struct rows *r, int64_t i, double a, double b, double c, double f)
{
    r->a[i] = (real)a, r->b[i] = (real)b, r->c[i] = (real)c, r->f[i] = (real)f;
}

static void dominant(struct rows *r, int64_t i, double eps, uint64_t *s)
{
    const double a = either(random_unit(s), s), c = either(random_unit(s), s);
    set(r, i, a, either(fabs(a) + fabs(c) + eps + random_unit(s), s), c, either(random_unit(s), s));
}

static void toeplitz(struct rows *r, int64_t i, double eps, uint64_t *s)
{
    set(r, i, -1, 2 + eps, -1, either(random_unit(s), s));
}

static void column_dominant(struct rows *r, int64_t i, double eps, uint64_t *s)
{
    const double above = i ? fabs((double)r->c[i - 1]) : 0, a = either(random_unit(s), s);
    r->c[i] = (real)either(random_unit(s), s);
    if (i) r->b[i - 1] += (real)copysign(fabs(a), (double)r->b[i - 1]);
    set(r, i, a, either(above + eps, s), (double)r->c[i], either(random_unit(s), s));
}

/* Convection without a limit to its step: no row is dominant, and elimination in order is fine. */
static void convection(struct rows *r, int64_t i, double eps, uint64_t *s)
{
    set(r, i, -1 - eps, 2, -1 + eps, either(random_unit(s), s));
}

/* The equation u'' + k^2 u = f: pivots of elimination change their sign again and again. */
static void indefinite(struct rows *r, int64_t i, double eps, uint64_t *s)
{
    set(r, i, -1, 2 - eps, -1, either(random_unit(s), s));
}

static void anything(struct rows *r, int64_t i, double eps, uint64_t *s)
{
    set(r, i, either(random_unit(s), s), eps * either(random_unit(s), s), either(random_unit(s), s),
        either(random_unit(s), s));
}

/* Rows that are scaled by 10^-eps to 10^eps. */
static void graded(struct rows *r, int64_t i, double eps, uint64_t *s)
{
    const double scale = pow(10, eps * (2 * (double)i / (double)r->n - 1));
    toeplitz(r, i, 0.5, s);
    set(r, i, (double)r->a[i] * scale, (double)r->b[i] * scale, (double)r->c[i] * scale, (double)r->f[i] * scale);
}

/* Unknowns that are. */
static void graded_columns(struct rows *r, int64_t i, double eps, uint64_t *s)
{
    const double step = pow(10, eps * 2 / (double)r->n), scale = pow(10, eps * (2 * (double)i / (double)r->n - 1));
    set(r, i, -scale / step, 2.5 * scale, -scale * step, either(random_unit(s), s));
}

/* Dominance fades out in the middle of what one vector lane has to itself. */
static void fading(struct rows *r, int64_t i, double eps, uint64_t *s)
{
    const int64_t run = r->n / 4, at = i - 2 * run;
    toeplitz(r, i, at > run / 3 && at < run * 3 / 4 ? eps : 0.5, s);
}

/* Here and there a right side so large that it is felt where the inverse has decayed beyond eps. */
static void spikes(struct rows *r, int64_t i, double eps, uint64_t *s)
{
    toeplitz(r, i, 0.5, s);
    r->f[i] = i % 577 == 300 ? (real)eps : (real)(1e-3 * random_unit(s));
}

/* The influence of a single value, and nothing else. */
static void lone(struct rows *r, int64_t i, double eps, uint64_t *s)
{
    toeplitz(r, i, 0.5, s);
    r->f[i] = i == (int64_t)(eps * (double)r->n) ? 1 : 0;
}

/* A row by itself, of numbers so small that products of pivots would leave the range. */
static void small_row(struct rows *r, int64_t i, double eps, uint64_t *s)
{
    dominant(r, i, 0.5, s);
    if (i == r->n * 3 / 5) set(r, i, 0, eps, 0, eps);
}

static void zero_row(struct rows *r, int64_t i, double eps, uint64_t *s)
{
    dominant(r, i, 0.5, s);
    if (i == (int64_t)(eps * (double)r->n)) set(r, i, 0, 0, 0, 1);
}

static void not_a_number(struct rows *r, int64_t i, double eps, uint64_t *s)
{
    dominant(r, i, 0.5, s);
    if (i == (int64_t)(eps * (double)r->n)) r->b[i] = (real)NAN;
}

static void infinite_right(struct rows *r, int64_t i, double eps, uint64_t *s)
{
    dominant(r, i, 0.5, s);
    if (i == (int64_t)(eps * (double)r->n)) r->f[i] = (real)INFINITY;
}

/* Through some rows x grows, from the last of them to the first, beyond the range of numbers. */
static void overflowing(struct rows *r, int64_t i, double eps, uint64_t *s)
{
    const int64_t from = (int64_t)(eps * (double)r->n);
    dominant(r, i, 0.5, s);
    if (i >= from && i < from + 99) set(r, i, 0, 1, sizeof(real) == 8 ? 1e10 : 10, 0);
}

/* info of each method: solved, solved otherwise, either of them, or a row. */
enum said { DONE, FELL_BACK, EITHER, FAILS };
static const struct {
    const char *name;
    row_maker *make;
    double eps;
    enum said partition, windows;
} gallery[] = {
    {"dominant", dominant, 0.1, DONE, DONE},
    {"dominant by columns", column_dominant, 0.1, DONE, DONE},
    {"Toeplitz 2.1", toeplitz, 0.1, DONE, DONE},
    {"Toeplitz 2 + 1e-2", toeplitz, 1e-2, DONE, DONE},
    {"Toeplitz 2 + 1e-3", toeplitz, 1e-3, DONE, EITHER},
    {"Toeplitz 2 + 1e-5", toeplitz, 1e-5, DONE, FELL_BACK},
    {"Toeplitz 2", toeplitz, 0, DONE, FELL_BACK},
    {"convection", convection, 4, EITHER, EITHER},
    {"indefinite 1.9", indefinite, 0.1, EITHER, FELL_BACK},
    {"indefinite 1", indefinite, 1.234567, EITHER, FELL_BACK},
    {"anything", anything, 1, EITHER, EITHER},
    {"anything, small diagonal", anything, 1e-3, EITHER, EITHER},
    {"anything, large diagonal", anything, 30, EITHER, EITHER},
    {"graded rows", graded, sizeof(real) == 8 ? 300 : 36, FELL_BACK, FELL_BACK},
    {"rows graded a little", graded, 5, DONE, DONE},
    {"graded columns", graded_columns, sizeof(real) == 8 ? 100 : 15, EITHER, EITHER},
    {"dominance fades out", fading, 0, DONE, FELL_BACK},
    {"dominance nearly fades out", fading, 1e-4, DONE, FELL_BACK},
    {"spikes of 1e30", spikes, 1e30, DONE, FELL_BACK},
    {"a lone value first", lone, 0, DONE, DONE},
    {"a lone value inside", lone, 0.37, DONE, EITHER},
    {"a small row", small_row, sizeof(real) == 8 ? 1e-60 : 1e-20, FELL_BACK, FELL_BACK},
    {"a row of zeros", zero_row, 0.55, FAILS, FAILS},
    {"a last row of zeros", zero_row, 0.99999, FAILS, FAILS},
    {"not a number", not_a_number, 0.3, FAILS, FAILS},
    {"an infinite right side", infinite_right, 0.6, FAILS, FAILS},
    {"overflow in the first rows", overflowing, 0, FAILS, FAILS},
    {"overflow inside", overflowing, 0.4, FAILS, FAILS},
    {"overflow near the end", overflowing, 0.99, FAILS, FAILS},
};
enum { GALLERY = sizeof gallery / sizeof *gallery };

static real *values(int64_t n)
{
    real *const v = malloc(((size_t)n + 2 * GUARD) * sizeof *v);
    assert_non_null(v);
    for (int64_t i = 0; i < n + 2 * GUARD; i++) v[i] = (real)NAN;
    return v + GUARD;
}

static struct rows rows_make(int64_t n, row_maker *make, double eps)
{
    struct rows r = {n, values(n), values(n), values(n), values(n), values(n)};
    for (int64_t i = 0; i < n; i++) make(&r, i, eps, &seed);
    r.a[0] = r.c[n - 1] = (real)NAN;
    return r;
}

static void rows_free(struct rows r)
{
    real *const all[] = {r.a, r.b, r.c, r.f, r.x};
    for (int k = 0; k < 5; k++) free(all[k] - GUARD);
}

/* Returns info. */
static int64_t solve(const char *method, struct rows *r, int threads)
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

static double largest(const struct rows *r)
{
    double size = 0;
    for (int64_t i = 0; i < r->n; i++) size = fmax(size, fabs((double)r->x[i]));
    return size;
}

/* Each x is taken for no smaller than `size`. */
static double residual(const struct rows *r, double size)
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

/* Numbers of rows beside those where another cut is made: lanes, steps, windows, groups. */
static void test_cuts(void **state)
{
    static const int64_t at[] = {64,   256,     496,      504,  512,      1024,     2048,
                                 4096, 4 * 504, 4 * 1536, 8192, 3 * 8192, 6 * 8192, 12 * 8192};
    (void)state;
    for (size_t k = 0; k < sizeof at / sizeof *at; k++)
        for (int64_t n = at[k] - 2; n <= at[k] + (at[k] < 9999 ? 9 : 2); n++) {
            struct rows r = rows_make(n, dominant, 0.3);
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
    if (said == EITHER) return info == 0 || info == SOLVED_OTHERWISE;
    return info == (said == DONE ? 0 : SOLVED_OTHERWISE);
}

/* Each matrix is solved about as well as elimination in order does, or said not to be. */
static void test_gallery(void **state)
{
    static const int64_t rows[] = {24501, 100003};
    (void)state;
    for (int k = 0; k < 2 * GALLERY; k++) {
        struct rows r = rows_make(rows[k / GALLERY], gallery[k % GALLERY].make, gallery[k % GALLERY].eps);
        const int64_t thomas = solve("thomas", &r, 1);
        const double bound = fmax(RESIDUAL_MAX, BESIDE_THOMAS * residual(&r, largest(&r)));
        for (int m = 0; m < 2; m++) {
            const int64_t info = solve(methods[m], &r, 2);
            const enum said said = m ? gallery[k % GALLERY].windows : gallery[k % GALLERY].partition;
            const double rest = info > 0 ? 0 : residual(&r, largest(&r)), most = m == 0 || info ? 4 * bound : bound;
            if (!as_said(said, info, thomas) || !(rest <= most))
                fail_msg("%s, %s, n %lld: info %lld, thomas says %lld, residual %.3g eps, not %.3g", methods[m],
                         gallery[k % GALLERY].name, (long long)r.n, (long long)info, (long long)thomas, rest, most);
        }
        rows_free(r);
    }
}

/* Where a run begins with what elimination in order would pass over: a leading block that is nearly singular, and a
 * value that is felt in the run before, however far its own first rows look. Where runs begin is not known here, so all
 * rows near a quarter of them are tried. */
static void test_starts(void **state)
{
    enum { N = 24501, LOCAL_MAX = 1000000 };
    (void)state;
    for (int64_t p = N / 4 / 8 * 8 - 64; p < N / 4 + 256; p += 8)
        for (int k = 0; k < 4; k++) {
            struct rows r = rows_make(N, toeplitz, 0.5);
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
        row_maker *make;
        double eps;
    } kinds[] = {{dominant, 0.3}, {toeplitz, 0}, {indefinite, 1}, {fading, 0}, {spikes, 1e30}, {small_row, 1e-25}};
    (void)state;
    for (int k = 0; k < 12; k++) {
        struct rows r = rows_make(70001, kinds[k / 2].make, kinds[k / 2].eps);
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
        struct rows all = rows_make(n * batch, dominant, 0.3);
        all.a[0] = all.c[n * batch - 1] = 0;
        for (int64_t i = 0; i < n; i++) {
            struct rows r = {n * batch, all.a, all.b, all.c, all.f, all.x};
            toeplitz(&r, odd * n + i, 0, &seed);
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
            const struct rows one = {n, all.a + q * n, all.b + q * n, all.c + q * n, all.f + q * n, all.x + q * n};
            assert_true(info[q] == 0 || (q == odd && k % 2 && info[q] == SOLVED_OTHERWISE));
            assert_true(residual(&one, largest(&one)) <= RESIDUAL_MAX);
        }
        rows_free(all);
    }
}

/* Little memory beside the four arrays of a large system, also where a method falls back. */
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

/* Of systems that are not contiguous there is no vector lane to be made. */
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cuts),    cmocka_unit_test(test_gallery),
                                       cmocka_unit_test(test_starts),  cmocka_unit_test(test_threads),
                                       cmocka_unit_test(test_batches), cmocka_unit_test(test_memory),
                                       cmocka_unit_test(test_strides)};
    seed = test_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
