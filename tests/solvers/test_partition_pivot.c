/* Where one large system that is cut into parts has no answer worth the name, or one that parts alone do not find:
 * `partition_pivot` solves it or says that it has not. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>

enum { N = 512, SECOND = 128 /* the first row of a part */ };

struct rows {
    real a[N], b[N], c[N], d[N], x[N];
};

/* Returns info. */
static int64_t solve(struct rows *r, int threads)
{
    const struct solver *s;
    const struct exec exec = exec_host(threads);
    const struct shape shape = shape_contiguous(N, 1);
    struct plan *plan;
    int64_t info = -7;
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {r->a, r->b, r->c}, .x = r->x, .info = &info};
    for (int i = 0; i < N; i++) r->x[i] = r->d[i];
    assert_int_equal(solver_find(KIND_TRIDIAG, "partition_pivot", HOST, &s), ST_OK);
    assert_int_equal(plan_make(&plan, s, &shape, NULL, &exec), ST_OK);
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    plan_free(plan);
    return info;
}

/* Largest residual beside max |x| and |d|, or infinity. */
static double residual(const struct rows *r)
{
    double worst = 0, size = 0;
    for (int i = 0; i < N; i++) size = fmax(size, fabs((double)r->x[i]));
    for (int i = 0; i < N; i++) {
        const double left = i ? (double)r->a[i] * (double)r->x[i - 1] : 0, here = (double)r->b[i] * (double)r->x[i];
        const double right = i < N - 1 ? (double)r->c[i] * (double)r->x[i + 1] : 0, d = (double)r->d[i];
        const double sum = fabs((double)r->a[i]) + fabs((double)r->b[i]) + fabs((double)r->c[i]);
        if (!isfinite(r->x[i])) return HUGE_VAL;
        worst = fmax(worst, fabs(d - left - here - right) / (sum * size + fabs(d)));
    }
    return worst;
}

static void constant(struct rows *r, double off, double diagonal)
{
    for (int i = 0; i < N; i++) {
        r->a[i] = r->c[i] = (real)off, r->b[i] = (real)diagonal;
        r->d[i] = (real)sin(i + 1.0);
    }
}

/* A part whose inner rows have one solution that is felt nowhere else, so that one of its two equations is all
 * rounding. Its last row was missed by 0.33 of its size in double. */
static void test_local_solution(void **state)
{
    static const double bound = sizeof(real) == sizeof(double) ? 1e-7 : 4e-3;
    static struct rows r;
    (void)state;
    for (int p = 0; p < 24 * 24; p++) {
        constant(&r, 1, 2.5);
        r.b[SECOND + 20 + p / 24] = (real)0.5, r.b[SECOND + 50 + p % 24] = 1;
        const int64_t info = solve(&r, 1 + p % 2);
        if (info <= 0 && !(residual(&r) <= bound))
            fail_msg("p %d: info %lld, residual %g", p, (long long)info, residual(&r));
    }
}

/* x above the largest number: in all rows, or in one: the row of the first that is not finite is said. */
static void test_overflow(void **state)
{
    static struct rows r;
    (void)state;
    for (int k = -1; k < N; k++) {
        constant(&r, 0, 0.25);
        for (int i = 0; i < N; i++)
            if (k < 0 || i == k) r.d[i] = REAL_MAX / 2;
        const int64_t info = solve(&r, 1);
        if (info < 1 || info > k + 1 + (k < 0)) fail_msg("row %d: info %lld", k, (long long)info);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_local_solution), cmocka_unit_test(test_overflow)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
