/* Lines through times: exact ones, how points weigh, and lines that would fall. */
#include "base/timing/fit.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void assert_near(double a, double b)
{
    assert_true(fabs(a - b) <= 1e-9 * fabs(b));
}

static void test_exact(void **state)
{
    const double x[] = {8, 512, 32768, 16777216};
    double t[4];
    (void)state;
    for (int i = 0; i < 4; i++) t[i] = 2e-6 + 3e-10 * x[i];
    const struct fit f = fit_line(4, x, t);
    assert_near(f.alpha, 2e-6);
    assert_near(f.beta, 3e-10);
    assert_true(f.worst < 1e-9);
}

/* No line nearby has a smaller sum of squares of relative deviations. */
static void test_least_squares(void **state)
{
    const double x[] = {1, 10, 100, 1000}, t[] = {1.2, 1.9, 13, 90};
    const struct fit f = fit_line(4, x, t);
    double sums[3][3], worst = 0;
    (void)state;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            sums[a][b] = 0;
            for (int i = 0; i < 4; i++) {
                const double off = (f.alpha * (0.99 + a * 0.01) + f.beta * (0.99 + b * 0.01) * x[i]) / t[i] - 1;
                sums[a][b] += off * off;
                if (a == 1 && b == 1) worst = fmax(worst, fabs(off));
            }
        }
    for (int k = 0; k < 9; k++) assert_true(sums[1][1] <= sums[k / 3][k % 3]);
    assert_near(f.worst, worst);
}

static void test_bounds(void **state)
{
    const double x[] = {1, 2, 3}, steep[] = {1, 3, 5}, falling[] = {3, 2, 1};
    const struct fit through = fit_line(3, x, steep), flat = fit_line(3, x, falling);
    (void)state;
    assert_true(through.alpha == 0 && through.beta > 1 && through.beta < 5. / 3);
    assert_true(flat.beta == 0 && flat.alpha > 1 && flat.alpha < 3);
    assert_true(isnan(fit_line(0, x, steep).alpha) && isnan(fit_line(1, x, steep).beta));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_exact), cmocka_unit_test(test_least_squares),
                                       cmocka_unit_test(test_bounds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
