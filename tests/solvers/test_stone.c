/* The recurrence of unknowns: right where it does not grow, reported as inaccurate where it does, and where there is no
 * recurrence. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

enum { N = 200 };

static real a[N], b[N], c[N], d[N], x[N];

static void constant(real diagonal)
{
    for (int i = 0; i < N; i++) a[i] = c[i] = 1, b[i] = diagonal, d[i] = (real)sin(i + 1.0);
    a[0] = c[N - 1] = (real)NAN;
}

/* Returns info of the first n rows. */
static int64_t solve(int64_t n)
{
    const struct solver *s;
    const struct exec exec = exec_host(1);
    const struct shape shape = shape_contiguous(n, 1);
    struct plan *plan;
    int64_t info = -7;
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {a, b, c}, .x = x, .info = &info};
    memcpy(x, d, sizeof x);
    assert_int_equal(solver_find(KIND_TRIDIAG, "stone", HOST, &s), ST_OK);
    assert_int_equal(plan_make(&plan, s, &shape, NULL, &exec), ST_OK);
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    plan_free(plan);
    return info;
}

/* In units of eps, and of the terms of each row. */
static double residual(int64_t n)
{
    double worst = 0;
    for (int64_t i = 0; i < n; i++) {
        const double left = i > 0 ? (double)a[i] * (double)x[i - 1] : 0, here = (double)b[i] * (double)x[i];
        const double right = i < n - 1 ? (double)c[i] * (double)x[i + 1] : 0, rest = (double)d[i] - left - here - right;
        worst = fmax(worst, fabs(rest) / (fabs(left) + fabs(here) + fabs(right) + fabs((double)d[i])));
    }
    return worst / (double)REAL_EPS;
}

/* |b| < |a| + |c| by so much that the solutions of the recurrence oscillate. */
static void test_oscillating(void **state)
{
    (void)state;
    constant(RC(0.7));
    for (int64_t n = 1; n <= N; n++) {
        const int64_t info = solve(n);
        if (info || !(residual(n) <= 256))
            fail_msg("%lld rows: info %lld, residual %g eps", (long long)n, (long long)info, residual(n));
    }
}

/* b = 4: they grow by 3.7 per row. */
static void test_dominant(void **state)
{
    (void)state;
    constant(4);
    assert_int_equal(solve(3), 0);
    assert_true(residual(3) <= 256);
    for (int64_t n = 40; n <= N; n++) {
        const int64_t info = solve(n);
        if (!(info == INACCURATE || info > 0)) fail_msg("%lld rows: info %lld", (long long)n, (long long)info);
        if (info == INACCURATE && !(residual(n) > 200)) fail_msg("%lld rows: %g eps", (long long)n, residual(n));
    }
}

/* Its row is reported, and no value looks like an answer. */
static void test_no_upper(void **state)
{
    (void)state;
    for (int row = 0; row < N - 1; row++) {
        constant(RC(0.7));
        c[row] = 0;
        assert_int_equal(solve(N), row + 1);
        for (int i = 0; i < N; i++) assert_true(isnan(x[i]));
    }
}

/* It is listed, after all methods that are compared. */
static void test_listed(void **state)
{
    size_t i = 0;
    (void)state;
    for (; i < solver_count(); i++) assert_string_not_equal(solver_at(i)->method, "stone");
    while (solver_at(i) && strcmp(solver_at(i)->method, "stone")) i++;
    assert_non_null(solver_at(i));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_oscillating), cmocka_unit_test(test_dominant),
                                       cmocka_unit_test(test_no_upper), cmocka_unit_test(test_listed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
