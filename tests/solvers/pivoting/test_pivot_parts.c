/* Errors that elimination by parts with pivoting once made without a report, one test for each: equations of parts that
 * are not of one size; a row that seems to hold because its terms overflow as its residual does; lanes after the last
 * part; scales that leave the range within four rows and come back; right sides so small that they are lost next to
 * scales that are in range. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include "solvers/tridiag/partition/pivot_chain.h"
#include "tests/conformance/pivot_cases.h"
#include "tests/support/tridiag_cases.h"

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef BANDSTAND_FLOAT
enum { LARGE = 7, DIP = 62, SMALL = -20, TINY = -100, WITHIN = 20 };
#else
enum { LARGE = 15, DIP = 505, SMALL = -60, TINY = -900, WITHIN = 70 };
#endif
enum { MOST = 1100, ROWS_CUT = 5 * PART };

struct rows {
    int64_t n;
    real a[MOST], b[MOST], c[MOST], d[MOST], x[MOST];
};

static struct rows r;
static uint64_t seed;

static void draw(enum pivot_kind kind, int64_t n)
{
    r.n = n;
    pivot_draw(kind, n, &seed, r.a, r.b, r.c, r.d);
}

/* Returns info. Every byte of the workspace is `garbage` before. */
static int64_t solve(const char *method, unsigned char garbage)
{
    const struct solver *s;
    const struct exec exec = exec_host(1);
    const struct shape shape = shape_contiguous(r.n, 1);
    struct plan *plan;
    int64_t info = -7;
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {r.a, r.b, r.c}, .x = r.x, .info = &info};
    memcpy(r.x, r.d, sizeof r.x);
    assert_int_equal(solver_find(KIND_TRIDIAG, method, HOST, &s), ST_OK);
    assert_int_equal(plan_make(&plan, s, &shape, NULL, &exec), ST_OK);
    memset(plan->workspace, garbage, (size_t)plan->workspace_bytes);
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    plan_free(plan);
    return info;
}

static double residual(void)
{
    return pivot_residual(r.n, r.a, r.b, r.c, r.d, r.x);
}

/* A large element and two following rows without a diagonal, at every place near a cut, as in type 18 of the gallery.
 * With equations of the size of such a pivot those of other parts lost their digits in the join: residuals were 1e13
 * times those of pivoting in order, and are up to 120 times those. */
static void test_equations_of_one_size(void **state)
{
    enum { BESIDE = 10000 };
    (void)state;
    for (int k = 0; k < 2400; k++) {
        const int64_t at = PART * (1 + k / 12 % 4) - 6 + k % 12;
        draw(PIVOT_UNIFORM, ROWS_CUT);
        r.b[at] = (real)pow(10, LARGE);
        for (int64_t i = at + 1; i < at + 3; i++) r.b[i] = 0, r.a[i] = r.c[i] = 1;
        assert_int_equal(solve("thomas_pivot", 0), 0);
        const double in_order = residual();
        const int64_t info = solve("partition_pivot", 0);
        if (info > 0 || !(residual() <= BESIDE * in_order))
            fail_msg("row %lld: info %lld, residual %g, %g in order", (long long)at, (long long)info, residual(),
                     in_order);
    }
}

static real inner_right(int i)
{
    return i % PART == 0 || i % PART == PART - 1 ? 0 : (real)i;
}

/* Rows of the identity but for row 0 of part `lane`, in which the large x_1 makes residual and terms overflow. */
static void test_infinite_terms(void **state)
{
    static real a[2 * PARTS_ROWS], b[2 * PARTS_ROWS], c[2 * PARTS_ROWS],
        x[2 * PARTS_ROWS]; /* with what is prefetched */
    static vec kept[3 * PART], right[PART];
    const struct parts parts = {a, b, c, x};
    const struct part_ends ends = {{0}};
    (void)state;
    for (int lane = 0; lane < LANES; lane++) {
        for (int i = 0; i < PARTS_ROWS; i++) a[i] = c[i] = 0, b[i] = 1, x[i] = inner_right(i);
        x[lane * PART + 1] = RC(0.25) * REAL_MAX, c[lane * PART] = 16;
        const vec_bits fails = pivot_chain_substitute(&parts, &ends, kept, right);
        for (int q = 0; q < LANES; q++) assert_int_equal(fails[q] != 0, q == lane);
        for (int i = 0; i < PARTS_ROWS; i++) /* x is the right side again */
            if (i != lane * PART + 1) assert_true(x[i] == inner_right(i));
    }
}

/* Few parts: no system falls back, and bits do not depend on what the workspace held before. */
static void test_lanes_behind(void **state)
{
    static real x[MOST];
    (void)state;
    for (int k = 0; k < 400; k++) {
        draw(PIVOT_UNIFORM, 256 + 2 * k);
        assert_int_equal(solve("partition_pivot", 0), 0);
        memcpy(x, r.x, sizeof x);
        for (int g = 1; g < 4; g++) {
            assert_int_equal(solve("partition_pivot", (unsigned char)(85 * g)), 0);
            if (memcmp(x, r.x, (size_t)r.n * sizeof *x)) fail_msg("%lld rows: other bits", (long long)r.n);
        }
    }
}

/* Rows by themselves, two of them small and the next two large by as much, with right sides times 2^right: x, which is
 * of the size 2^right, has all its digits. */
static void try_dip(int64_t at, int power, int right)
{
    double worst = 0;
    draw(PIVOT_UNIFORM, ROWS_CUT);
    for (int64_t i = 0; i < r.n; i++) {
        const int of_row = i < at || i >= at + 4 ? 0 : i < at + 2 ? -power : power;
        r.a[i] = r.c[i] = 0;
        r.b[i] = (real)ldexp(1 + (double)(r.b[i] * r.b[i]), of_row);
        r.d[i] = (real)ldexp((double)r.d[i], of_row + right);
    }
    const int64_t info = solve("partition_pivot", 0);
    for (int64_t i = 0; i < r.n; i++) worst = fmax(worst, fabs((double)(r.x[i] - r.d[i] / r.b[i])));
    worst = ldexp(worst, -right) / (double)REAL_EPS;
    if (info > 0 || !(worst <= 4))
        fail_msg("2^%d from row %lld on: info %lld, off by %.3g eps", -power, (long long)at, (long long)info, worst);
}

/* Between two scalings of the recurrence, and across one. */
static void test_dip_of_scale(void **state)
{
    (void)state;
    for (int64_t at = 1; at < ROWS_CUT - 4; at++) try_dip(at, DIP, SMALL);
}

static void test_tiny_right_sides(void **state)
{
    (void)state;
    for (int64_t at = 1; at < ROWS_CUT - 4; at++) try_dip(at, WITHIN, TINY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equations_of_one_size), cmocka_unit_test(test_infinite_terms),
        cmocka_unit_test(test_lanes_behind),          cmocka_unit_test(test_dip_of_scale),
        cmocka_unit_test(test_tiny_right_sides),
    };
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
