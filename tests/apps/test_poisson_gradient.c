/* The gradient on a face that prescribes u at nodes: along a periodic axis of the face, central differences go around.
 */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>

static void differences_go_around(void **state)
{
    enum { N = 16 };
    static const char text[] =
        "grid = { n = [16, 9]; upper = [1.0, 1.0]; nodes_along = [\"y\"]; }; gradient = true; boundary = {"
        "x_lower = { kind = \"periodic\"; }; x_upper = { kind = \"periodic\"; };"
        "y_lower = { kind = \"dirichlet\"; value = \"sin(2*pi*x)\"; }; y_upper = { kind = \"dirichlet\"; }; };";
    const double wave = 2 * acos(-1.0), h = 1.0 / N;
    (void)state;
    struct trial t = trial_done("poisson", text, NULL, "thomas", 1);
    const struct array field = field_of(&t, "gradient_x");
    const real *const slope = field.data;
    for (int i = 0; i < N; i++) {
        const double should = cos(wave * (i + 0.5) * h) * sin(wave * h) / h;
        if (!(fabs((double)slope[i] - should) <= 100 * (double)REAL_EPS))
            fail_msg("at node %d the gradient is %g, not %g", i, (double)slope[i], should);
    }
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(differences_go_around)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
