/* Adaptive R-cyclic reduction on matrices that need both kinds of blocks: where blocks are nearly singular, where
 * nothing can be eliminated, by any number of threads. */
#include "solvers/method_spec.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/tridiag/gallery/gallery.h"
#include "tests/support/tridiag_cases.h"

enum { MOST = 1 << 18, LARGE = 3000 };

static struct {
    real a[MOST], b[MOST], c[MOST], d[MOST], x[MOST];
} r;

static uint64_t seed;

/* Returns info. `text`: options. */
static int64_t solve(const char *text, int64_t n, int threads)
{
    const struct exec exec = exec_host(threads);
    const struct shape shape = shape_contiguous(n, 1);
    struct method_spec spec = {.options = text};
    struct plan *plan;
    int64_t info = -7;
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {r.a, r.b, r.c}, .x = r.x, .info = &info};
    memcpy(r.x, r.d, (size_t)n * sizeof *r.x);
    assert_int_equal(solver_find(KIND_TRIDIAG, "arcr", HOST, &spec.solver), ST_OK);
    assert_int_equal(method_spec_plan(&plan, &spec, &shape, &exec), ST_OK);
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    plan_free(plan);
    return info;
}

/* max |d - T x| over max |T| |x| + |d| in units of eps; infinity where x is not finite. */
static double residual(int64_t n)
{
    long double worst = 0, rows = 0, x = 0, right = 0;
    for (int64_t i = 0; i < n; i++) {
        const long double a = i ? (long double)r.a[i] : 0, b = (long double)r.b[i];
        const long double c = i < n - 1 ? (long double)r.c[i] : 0;
        const long double rest = (long double)r.d[i] - (i ? a * (long double)r.x[i - 1] : 0) - b * (long double)r.x[i] -
                                 (i < n - 1 ? c * (long double)r.x[i + 1] : 0);
        if (!isfinite(r.x[i])) return (double)INFINITY;
        worst = fmaxl(worst, fabsl(rest)), rows = fmaxl(rows, fabsl(a) + fabsl(b) + fabsl(c));
        x = fmaxl(x, fabsl((long double)r.x[i])), right = fmaxl(right, fabsl((long double)r.d[i]));
    }
    return (double)(worst / (rows * x + right) / (long double)REAL_EPS);
}

static void draw(int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        r.a[i] = (real)gallery_random(&seed), r.b[i] = (real)gallery_random(&seed);
        r.c[i] = (real)gallery_random(&seed), r.d[i] = (real)gallery_random(&seed);
    }
    r.a[0] = r.c[n - 1] = (real)NAN;
}

/* Elimination in order divides by 1, -1, 1.02; the second row as it is has no diagonal to divide by, which the blocks
 * of that elimination do not avoid. */
static void test_rows_as_they_are(void **state)
{
    static const struct {
        const char *options;
        int64_t info;
    } trials[] = {
        {"", 0}, {"repair = false;", 0}, {"structure = \"dp\";", 0}, {"structure = \"dp\"; repair = false;", 2}};
    (void)state;
    for (int k = 0; k < 4; k++) {
        r.a[1] = 1, r.a[2] = RC(0.125), r.c[0] = 1, r.c[1] = RC(0.125);
        r.b[0] = 1, r.b[1] = 0, r.b[2] = 1;
        r.d[0] = 3, r.d[1] = RC(1.375), r.d[2] = RC(3.25); /* x = 1, 2, 3 */
        assert_int_equal(solve(trials[k].options, 3, 1), trials[k].info);
        for (int i = 0; !trials[k].info && i < 3; i++)
            assert_true(fabs((double)r.x[i] - (i + 1)) <= 8 * (double)REAL_EPS);
    }
}

/* All operations, of blocks of one and two rows between others of one and two, in every order of five blocks, on a
 * dominant matrix; the same with the blocks of elimination in order. By two threads as by one. */
static void test_operations(void **state)
{
    static real first[MOST];
    (void)state;
    exec_small_work(0);
    for (int k = 0; k <= 32; k++) {
        char text[80] = "structure = \"dp\"; repair = false;";
        const int64_t n = k % 4 ? 1 + k * 5 : 1000 + k;
        char blocks[6] = "";
        for (int q = 0; q < 5; q++) blocks[q] = k >> q & 1 ? '2' : '1';
        if (k < 32) snprintf(text, sizeof text, "structure = \"given\"; blocks = %s; repair = false;", blocks);
        draw(n);
        for (int64_t i = 0; i < n; i++) r.b[i] += (real)copysign(2, (double)r.b[i]);
        assert_int_equal(solve(text, n, 1), 0);
        if (!(residual(n) <= 4)) fail_msg("%s, %lld rows: residual %g eps", text, (long long)n, residual(n));
        memcpy(first, r.x, (size_t)n * sizeof *first);
        assert_int_equal(solve(text, n, 2), 0);
        assert_memory_equal(first, r.x, (size_t)n * sizeof *first);
    }
    exec_small_work(SMALL_WORK);
}

/* Blocks of three rows are refused, and of none. */
static void test_refused_blocks(void **state)
{
    static const char *const wrong[] = {"13", "3", "201", "1112110"};
    struct method_spec spec = {0};
    const struct exec exec = exec_host(1);
    const struct shape shape = shape_contiguous(4, 1);
    (void)state;
    assert_int_equal(solver_find(KIND_TRIDIAG, "arcr", HOST, &spec.solver), ST_OK);
    for (int k = 0; k < 4; k++) {
        char text[80];
        struct plan *plan;
        snprintf(text, sizeof text, "structure = \"given\"; blocks = %s;", wrong[k]);
        spec.options = text;
        assert_int_equal(method_spec_plan(&plan, &spec, &shape, &exec), ST_REFUSED);
        assert_null(plan);
    }
}

/* Every size, with blocks of one and two rows in any order, by one to four threads with the same bits. */
static void test_random(void **state)
{
    static real first[MOST];
    (void)state;
    exec_small_work(0);
    for (int64_t n = 1; n <= LARGE; n += 1 + n / 16) {
        draw(n);
        const int64_t info = solve("", n, 1);
        if (!(info == 0 || info == SOLVED_BY_FALLBACK) || !(residual(n) <= 16))
            fail_msg("%lld rows: info %lld, residual %g eps", (long long)n, (long long)info, residual(n));
        memcpy(first, r.x, (size_t)n * sizeof *first);
        for (int threads = 2; threads <= 4; threads++) {
            assert_int_equal(solve("", n, threads), info);
            assert_memory_equal(first, r.x, (size_t)n * sizeof *first);
        }
    }
    exec_small_work(SMALL_WORK);
}

/* Some of many rows miss by more than rounding: they are refined, not passed to elimination in order, by two threads as
 * by one. */
static void test_large(void **state)
{
    static real first[MOST];
    (void)state;
    draw(MOST);
    assert_int_equal(solve("", MOST, 1), 0);
    if (!(residual(MOST) <= 4)) fail_msg("residual %g eps", residual(MOST));
    memcpy(first, r.x, sizeof first);
    assert_int_equal(solve("", MOST, 2), 0);
    assert_memory_equal(first, r.x, sizeof first);
}

/* Odd row i only has its coupling to the row before, so no block that begins with it can be eliminated, but the matrix
 * is regular. Without repair its row is reported, on the first level and on others. */
static void test_block_that_stays(void **state)
{
    enum { N = 64 };
    (void)state;
    for (int i = 1; i < N; i++) {
        for (int k = 0; k < N; k++) r.a[k] = r.c[k] = RC(0.25), r.b[k] = 2, r.d[k] = (real)sin(k + 1.0);
        r.b[i] = r.c[i] = 0, r.a[i] = 1;
        const int64_t info = solve("", N, 1);
        if (info || !(residual(N) <= 16)) fail_msg("row %d: info %lld, residual %g", i, (long long)info, residual(N));
        const int64_t bare = solve("repair = false;", N, 1);
        if (bare > 0 ? bare != i + 1 || !isnan(r.x[0]) || !isnan(r.x[N - 1]) : bare || !(residual(N) <= 16))
            fail_msg("row %d, not repaired: info %lld", i, (long long)bare);
        if (i % 2) assert_int_equal(bare, i + 1);
    }
}

/* A row of zeros: there is no solution. */
static void test_singular(void **state)
{
    enum { N = 40 };
    (void)state;
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < N; k++) r.a[k] = r.c[k] = 1, r.b[k] = 3, r.d[k] = 1;
        r.a[i] = r.b[i] = r.c[i] = 0;
        assert_true(solve("", N, 1) > 0);
        assert_true(solve("repair = false;", N, 1) > 0);
        for (int k = 0; k < N; k++) assert_true(isnan(r.x[k]));
    }
}

/* Off-diagonals of one, no diagonal: all blocks have two rows, the spikes neither grow nor shrink. A system with an odd
 * number of rows is singular. */
static void test_no_diagonal(void **state)
{
    (void)state;
    for (int64_t n = 1; n <= 200; n++) {
        for (int64_t i = 0; i < n; i++) r.a[i] = r.c[i] = 1, r.b[i] = 0, r.d[i] = (real)sin((double)i + 1);
        const int64_t info = solve(n % 3 ? "" : "repair = false;", n, 1);
        if (n % 2 ? info <= 0 : info || !(residual(n) <= 16))
            fail_msg("%lld rows: info %lld, residual %g", (long long)n, (long long)info, n % 2 ? 0 : residual(n));
    }
}

/* A matrix whose spikes grow by a factor in every block: not reduced, solved in order and reported; without repair it
 * is reduced. */
static void test_growing(void **state)
{
    enum { N = 300 };
    (void)state;
    for (int i = 0; i < N; i++) r.a[i] = 1, r.b[i] = RC(0.0625), r.c[i] = RC(1e-6), r.d[i] = (real)cos(i);
    for (int i = 20; i < N; i += 20) r.a[i] = 0;
    assert_int_equal(solve("", N, 2), SOLVED_BY_FALLBACK);
    assert_true(residual(N) <= 16);
    const int64_t bare = solve("repair = false;", N, 2);
    assert_true(bare == 0 || bare == INACCURATE);
}

/* x falls below the range of numbers, and is as good there as that allows. */
static void test_decay(void **state)
{
    enum { N = 512 };
    (void)state;
    for (int i = 0; i < N; i++) r.a[i] = r.c[i] = 1, r.b[i] = RC(-5.2), r.d[i] = i == 0;
    assert_int_equal(solve("", N, 1), 0);
    assert_true(residual(N) <= 4);
}

/* One factorization and several right sides, each with the bits of a solve of its own: random rows, of which some are
 * refined; and a matrix that is not reduced, and one that is singular. */
static void test_reuse(void **state)
{
    enum { N = 20000, RIGHT_SIDES = 3 };
    static const char *const options[] = {"", "structure = \"dp\";", "", "repair = false;"};
    static real alone[N];
    (void)state;
    exec_small_work(0);
    for (int k = 0; k < 8; k++) {
        struct method_spec spec = {.options = options[k % 4]};
        struct shape shape = shape_contiguous(N, 1);
        struct plan *plan;
        const struct exec exec = exec_host(1 + k / 4 * 2);
        int64_t info = -7;
        const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {r.a, r.b, r.c}, .x = r.x, .info = &info};
        draw(N);
        for (int i = 0; k % 4 == 2 && i < N; i++) r.a[i] = i % 20 > 0, r.b[i] = RC(0.0625), r.c[i] = RC(1e-6);
        if (k % 4 == 3) r.a[N / 2] = r.b[N / 2] = r.c[N / 2] = 0;
        shape.reuse = true;
        assert_int_equal(solver_find(KIND_TRIDIAG, "arcr", HOST, &spec.solver), ST_OK);
        assert_int_equal(method_spec_plan(&plan, &spec, &shape, &exec), ST_OK);
        assert_int_equal(plan_factor(plan, &system), ST_OK);
        for (int side = 0; side < RIGHT_SIDES; side++) {
            for (int i = 0; i < N; i++) r.d[i] = (real)gallery_random(&seed);
            const int64_t expected = solve(options[k % 4], N, 1);
            memcpy(alone, r.x, sizeof alone);
            memcpy(r.x, r.d, N * sizeof *r.x);
            assert_int_equal(plan_solve(plan, &system), ST_OK);
            assert_int_equal(info, expected);
            if (expected <= 0) assert_memory_equal(alone, r.x, sizeof alone);
            assert_true(k % 4 < 3 ? info == 0 || info == SOLVED_BY_FALLBACK : info > 0);
        }
        plan_free(plan);
    }
    exec_small_work(SMALL_WORK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_as_they_are),
        cmocka_unit_test(test_operations),
        cmocka_unit_test(test_refused_blocks),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_block_that_stays),
        cmocka_unit_test(test_singular),
        cmocka_unit_test(test_no_diagonal),
        cmocka_unit_test(test_growing),
        cmocka_unit_test(test_reuse),
        cmocka_unit_test(test_decay),
    };
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
