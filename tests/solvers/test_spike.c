/* Partitions that are singular: the SPIKE family finds them, cuts elsewhere, delegates, or reports that it has not
 * solved; and reports which of these it did. */
#include "solvers/method_spec.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config/config.h"
#include "solvers/tridiag/gallery/gallery.h"

enum { N = 512, FEW = 16 };

struct rows {
    real a[N], b[N], c[N], d[N], x[N];
};

static struct rows r;

/* Returns info. `text`: options. */
static int64_t solve(const char *method, const char *text, int64_t n, int threads)
{
    const struct solver *s;
    const struct exec exec = exec_host(threads);
    const struct shape shape = shape_contiguous(n, 1);
    struct config *config;
    struct plan *plan;
    int64_t info = -7;
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {r.a, r.b, r.c}, .x = r.x, .info = &info};
    memcpy(r.x, r.d, sizeof r.x);
    assert_int_equal(solver_find(KIND_TRIDIAG, method, HOST, &s), ST_OK);
    void *const values = calloc(1, solver_options_bytes(s));
    assert_int_equal(config_parse(&config, method, text), ST_OK);
    assert_int_equal(solver_options_read(s, config, config_root(config), values), ST_OK);
    assert_int_equal(plan_make(&plan, s, &shape, values, &exec), ST_OK);
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    plan_free(plan);
    config_free(config);
    free(values);
    return info;
}

/* |d - T x| / |d|, infinity where x is not finite. */
static double residual(int64_t n)
{
    double sum = 0, size = 0;
    for (int64_t i = 0; i < n; i++) {
        const double left = i ? (double)r.a[i] * (double)r.x[i - 1] : 0, d = (double)r.d[i];
        const double right = i < n - 1 ? (double)r.c[i] * (double)r.x[i + 1] : 0;
        const double rest = d - left - (double)r.b[i] * (double)r.x[i] - right;
        sum += rest * rest, size += d * d;
    }
    return isfinite(sum) ? sqrt(sum / size) : (double)INFINITY;
}

static void draw(int type, uint64_t seed)
{
    static double v[3][N];
    uint64_t right = seed + 1000;
    assert_int_equal(gallery_fill(type, N, seed, v[0], v[1], v[2]), ST_OK);
    for (int i = 0; i < N; i++) {
        r.a[i] = (real)v[0][i], r.b[i] = (real)v[1][i], r.c[i] = (real)v[2][i];
        r.d[i] = (real)gallery_random(&right);
    }
    r.a[0] = r.c[N - 1] = (real)NAN;
}

static void expect_nan(void)
{
    for (int i = 0; i < N; i++) assert_true(isnan(r.x[i]));
}

/* Table 6.2 of the thesis: 64 partitions of 8 rows, that are never repaired, fail only on the matrices 17 and 18. Here
 * this is reported, and x is NaN throughout; and with repair both are solved, by other cuts. Matrix 16 has no answer in
 * the range of numbers there, and types 8 to 11 take long to draw. In float more of them are singular to rounding. */
static void test_table(void **state)
{
    static const char *const options[] = {"partitions = 64; repair = false;", "partitions = 64;"};
    static const bool is_double = sizeof(real) == sizeof(double);
    (void)state;
    for (int k = 0; k < GALLERY * 5; k++) {
        const int type = k / 5 + 1, fails = type >= 17;
        if ((type >= 8 && type <= 11) || type == 16 || (!is_double && !fails)) continue;
        draw(type, (uint64_t)k % 5 + 1);
        const int64_t bare = solve("spike_dp", options[0], N, 1 + k % 2);
        if (fails != (bare > 0)) fail_msg("type %d, not repaired: info %lld", type, (long long)bare);
        if (fails) expect_nan();
        const int64_t info = solve("spike_dp", options[1], N, 1 + k % 2);
        const double rest = residual(N);
        if (info || (fails && !(rest <= 1e4 * (double)REAL_EPS)))
            fail_msg("type %d: info %lld, residual %g", type, (long long)info, rest);
    }
}

/* Zeros on the diagonal, in partitions with an odd number of rows: each is singular, wherever cuts are. */
static void zero_diagonal(int64_t n)
{
    for (int64_t i = 0; i < n; i++) r.a[i] = r.c[i] = 1, r.b[i] = 0, r.d[i] = (real)sin((double)i + 1);
    r.a[0] = r.c[n - 1] = (real)NAN;
}

/* Small systems of all sizes and cuts: of an even number of rows the matrix is regular, of an odd one singular. */
static void test_zero_diagonal(void **state)
{
    static const char *const reduced[] = {"block_lu", "block_cr", "arcr"};
    (void)state;
    for (int64_t n = 1; n <= 66; n++)
        for (int partitions = 1; partitions <= FEW; partitions++) {
            char text[80];
            zero_diagonal(n);
            snprintf(text, sizeof text, "partitions = %d; reduced = \"%s\";", partitions,
                     reduced[(n + partitions) % 3]);
            const int64_t info = solve("spike_dp", text, n, 1);
            const double rest = n % 2 ? 0 : residual(n);
            if ((n % 2 == 1) != (info > 0) || !(rest <= 100 * (double)REAL_EPS))
                fail_msg("n %lld, %d partitions: info %lld, residual %g", (long long)n, partitions, (long long)info,
                         rest);
        }
}

/* The row without a pivot is reported where nothing is repaired. */
static void test_row(void **state)
{
    (void)state;
    for (int row = 0; row < N; row++) {
        for (int i = 0; i < N; i++) r.a[i] = r.c[i] = 1, r.b[i] = 3, r.d[i] = 1;
        r.a[row] = r.b[row] = r.c[row] = 0;
        const int64_t info = solve("spike_dp", "partitions = 16; repair = false;", N, 1);
        if (info != row + 1) fail_msg("row %d: info %lld", row, (long long)info);
        expect_nan();
    }
}

/* The first row of one partition after the other has no diagonal: elimination in order of that partition fails, that of
 * the system does not. It is solved by pivots, or not at all. By two threads as by one. */
static void test_without_pivots(void **state)
{
    static const char *const methods[] = {"spike_thomas", "spike_cr"};
    static real first[N];
    (void)state;
    for (int k = 0; k < 2 * FEW; k++) {
        const char *const method = methods[k / FEW];
        for (int i = 0; i < N; i++) r.a[i] = r.c[i] = 1, r.b[i] = 3, r.d[i] = (real)sin(i + 1.0);
        r.b[k % FEW * (N / FEW)] = 0;
        const int64_t info = solve(method, "partitions = 16;", N, 1);
        const double rest = residual(N);
        if (info || !(rest <= 100 * (double)REAL_EPS))
            fail_msg("%s, partition %d: info %lld, residual %g", method, k % FEW, (long long)info, rest);
        memcpy(first, r.x, sizeof first);
        assert_int_equal(solve(method, "partitions = 16;", N, 2), 0);
        assert_memory_equal(first, r.x, sizeof first);
        const int64_t bare = solve(method, "partitions = 16; repair = false;", N, 1);
        if (bare <= 0) fail_msg("%s, partition %d, not repaired: info %lld", method, k % FEW, (long long)bare);
        expect_nan();
    }
}

/* Every method, one and many partitions, all solvers of the reduced system: the same x but for rounding. */
static void test_options(void **state)
{
    static const char *const methods[] = {"spike_dp", "spike_thomas", "spike_cr"};
    static const char *const options[] = {"reduced = \"block_lu\";",
                                          "reduced = \"block_cr\";",
                                          "partitions = 1;",
                                          "partitions = 3;",
                                          "partitions = 128; reduced = \"block_cr\";",
                                          "reduced = \"arcr\";",
                                          "partitions = 1; reduced = \"arcr\";",
                                          "partitions = 2; reduced = \"arcr\";",
                                          "partitions = 128; reduced = \"arcr\";"};
    enum { OPTIONS = sizeof options / sizeof *options };
    static real first[N];
    (void)state;
    for (int i = 0; i < N; i++) r.a[i] = -1, r.b[i] = RC(2.5), r.c[i] = RC(-0.5), r.d[i] = (real)sin(i + 1.0);
    for (int k = 0; k < 3 * OPTIONS; k++) {
        assert_int_equal(solve(methods[k / OPTIONS], options[k % OPTIONS], N, 2), 0);
        if (k == 0) memcpy(first, r.x, sizeof first);
        for (int i = 0; i < N; i++)
            if (!(fabs((double)first[i] - (double)r.x[i]) <= 20 * (double)REAL_EPS))
                fail_msg("%s, %s, row %d: off by %g", methods[k / OPTIONS], options[k % OPTIONS], i,
                         (double)first[i] - (double)r.x[i]);
    }
}

/* A right side without influence far away: there x is among the smallest numbers, and ends of partitions are as good as
 * that allows. */
static void test_decay(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        static const char *const methods[] = {"spike_dp", "spike_thomas", "spike_cr"};
        for (int i = 0; i < N; i++) r.a[i] = r.c[i] = 1, r.b[i] = RC(-5.2), r.d[i] = i == 0;
        const int64_t info = solve(methods[k], "partitions = 64;", N, 1);
        if (info || !(residual(N) <= 10 * (double)REAL_EPS))
            fail_msg("%s: info %lld, residual %g", methods[k], (long long)info, residual(N));
    }
}

/* Random matrices, the reduced system by adaptive R-cyclic reduction, by three threads as by one; and where the rows
 * inside a partition are singular, so that it is not tridiagonal. */
static void test_adaptive(void **state)
{
    static real first[N];
    (void)state;
    exec_small_work(0);
    for (int k = 0; k < 40; k++) {
        draw(1, (uint64_t)k + 1);
        if (k % 4 == 3) r.b[17] = 0, r.a[17] = r.c[17] = 1, r.b[16] = r.b[18] = 0, r.c[16] = r.a[18] = 1;
        const char *const text =
            k % 2 ? "partitions = 64; reduced = \"arcr\";" : "partitions = 37; reduced = \"arcr\";";
        const int64_t info = solve("spike_dp", text, N, 1);
        const double rest = residual(N);
        if (info || !(rest <= 1e4 * (double)REAL_EPS))
            fail_msg("matrix %d: info %lld, residual %g", k, (long long)info, rest);
        memcpy(first, r.x, sizeof first);
        assert_int_equal(solve("spike_dp", text, N, 3), 0);
        assert_memory_equal(first, r.x, sizeof first);
    }
    exec_small_work(SMALL_WORK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_table),   cmocka_unit_test(test_zero_diagonal),
                                       cmocka_unit_test(test_row),     cmocka_unit_test(test_without_pivots),
                                       cmocka_unit_test(test_options), cmocka_unit_test(test_decay),
                                       cmocka_unit_test(test_adaptive)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
