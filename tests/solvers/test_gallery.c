/* The eighteen hard matrices of any size, their condition numbers against closed forms, and the verdict on a method
 * that solves some of them. */
#include "verify/gallery/judge.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "verify/gallery/condition.h"
#include "verify/gallery/wide.h"

enum { N = 400 };

static void every_size_has_every_type(void **state)
{
    enum { MOST = 33 };
    double v[2][3][MOST];
    (void)state;
    for (int type = 1; type <= GALLERY; type++)
        for (int64_t n = 1; n <= MOST; n++) {
            for (int k = 0; k < 2; k++) {
                memset(v[k], k ? 0xff : 0, sizeof v[k]);
                assert_int_equal(gallery_fill(type, n, 5, v[k][0], v[k][1], v[k][2]), ST_OK);
            }
            for (int d = 0; d < 3; d++) {
                assert_memory_equal(v[0][d], v[1][d], (size_t)n * sizeof(double));
                for (int64_t i = 0; i < n; i++) assert_true(isfinite(v[0][d][i]));
            }
            assert_true(v[0][0][0] == 0 && v[0][2][n - 1] == 0);
        }
}

/* The row and the columns that the thesis gives, numbered from 0. */
static void rows_are_where_they_are_published(void **state)
{
    enum { ROWS = 512 };
    static double a[ROWS], b[ROWS], c[ROWS], other[3][ROWS];
    (void)state;
    assert_int_equal(gallery_fill(1, ROWS, 3, a, b, c), ST_OK);
    assert_int_equal(gallery_fill(4, ROWS, 3, other[0], other[1], other[2]), ST_OK);
    for (int i = 0; i < ROWS; i++) assert_true(other[0][i] == a[i] * (i == 256 ? 1e-50 : 1));
    assert_int_equal(gallery_fill(18, ROWS, 3, a, b, c), ST_OK);
    assert_true(b[254] == 1e15 && b[255] == 0 && b[256] == 0 && b[257] != 0);
    assert_true(a[255] == 1 && c[255] == 1 && a[256] == 1 && c[256] == 1);
    assert_int_equal(gallery_fill(17, ROWS, 3, a, b, c), ST_OK);
    assert_true(b[0] == 1 && c[0] == 0 && b[1] == 0 && a[1] == 1 && c[510] == 1 && a[511] == 0 && b[511] == 1);
}

static void wide_numbers_keep_what_double_drops(void **state)
{
    uint64_t seed = 11;
    const struct wide one = wide_of(1);
    struct wide tiny = wide_of(-0.75), up = one, down = one;
    double factor[100];
    (void)state;
    for (int k = 0; k < 14; k++) tiny = wide_times(tiny, 0x1p-100);
    const struct wide sum = wide_minus(&one, &tiny), back = wide_minus(&sum, &one), zero = wide_minus(&sum, &sum);
    const struct ranged r = wide_round(&back);
    assert_true(r.m == 0.75L && r.e == -1400 && zero.sign == 0);
    for (int k = 0; k < 100; k++) factor[k] = gallery_random(&seed);
    for (int k = 0; k < 100; k++) up = wide_times(up, factor[k]), down = wide_times(down, factor[99 - k]);
    const struct wide apart = wide_minus(&up, &down);
    assert_true(up.sign == down.sign && (apart.sign == 0 || apart.exponent < up.exponent - 1500));
}

static long double condition(int64_t n, const double *a, const double *b, const double *c)
{
    long double x = 0;
    assert_int_equal(gallery_condition(n, a, b, c, &x), ST_OK);
    return x;
}

static void near(long double x, long double wanted)
{
    if (!(fabsl(x / wanted - 1) <= 1e-3L)) fail_msg("%Lg, not %Lg", x, wanted);
}

static void condition_numbers_are_those_of_closed_forms(void **state)
{
    static double a[N], b[N], c[N];
    (void)state;
    for (int64_t n = 1; n <= N; n = 2 * n + 1) { /* Laplace's equation: cot^2 (pi / (2 n + 2)) */
        for (int i = 0; i < n; i++) a[i] = c[i] = -1, b[i] = 2;
        const long double h = acosl(-1) / (2 * (n + 1));
        near(condition(n, a, b, c), cosl(h) * cosl(h) / (sinl(h) * sinl(h)));
    }
    for (int i = 0; i < 60; i++) a[i] = c[i] = 0, b[i] = ldexp(i % 2 ? 1 : -1, -17 * i);
    near(condition(60, a, b, c), ldexpl(1, 17 * 59));
    for (int i = 0; i < 2; i++) a[i] = b[i] = c[i] = 1;
    assert_true(isinf(condition(2, a, b, c)));
    b[1] = 1 + 0x1p-52;
    near(condition(2, a, b, c), 0x1p54L);
}

static void the_worst_word_is_said_of_each_type(void **state)
{
    static const struct solver solver = {.method = "own"};
    struct gallery_method m = {.solver = &solver};
    struct gallery_verdicts v = {.methods = 1, .method = &m};
    char text[100], brief[12];
    (void)state;
    for (int t = 0; t < GALLERY; t++) v.judged[t] = t != 1, m.result[t].count[VERDICT_SOLVED] = 3;
    gallery_describe(&v, &m, text, sizeof text);
    assert_string_equal(text, "solves 1, 3-18");
    m.result[0].count[VERDICT_DEGRADED] = m.result[4].count[VERDICT_DEGRADED] = 1;
    m.result[4].count[VERDICT_FLAGGED] = m.result[16].count[VERDICT_WRONG] = 2;
    m.result[17].count[VERDICT_WRONG] = m.result[17].count[VERDICT_FLAGGED] = 2;
    gallery_describe(&v, &m, text, sizeof text);
    assert_string_equal(text, "solves 3-4, 6-16; degraded 1; flagged 5; wrong 17-18");
    gallery_describe(&v, &m, brief, sizeof brief);
    assert_int_equal(strlen(brief), sizeof brief - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_has_every_type),
        cmocka_unit_test(rows_are_where_they_are_published),
        cmocka_unit_test(wide_numbers_keep_what_double_drops),
        cmocka_unit_test(condition_numbers_are_those_of_closed_forms),
        cmocka_unit_test(the_worst_word_is_said_of_each_type),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
