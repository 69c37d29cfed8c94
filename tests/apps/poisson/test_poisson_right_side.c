/* The right side that a result holds on request: f as it was given, with charges, at every point. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/real.h"

static double value_of(const struct array *a, int64_t i)
{
    return a->type == REAL32 ? (double)((const float *)a->data)[i] : ((const double *)a->data)[i];
}

/* The right side of each step, also where several are solved together. Nodes lie on the faces z = 0 and z = 1, where u
 * is prescribed and f is not used; nodes on other faces have it. */
static void it_is_the_formula(void **state)
{
    static const char *const sets[2][2] = {{"together=1", NULL}, {"together=3", NULL}};
    static const char text[] =
        "grid = { n = [5, 4, 6]; upper = [1.0, 1.0, 1.0]; centering = \"node\"; };"
        "f = \"x + 10*y + 100*z + 1000*t\"; times = [1.0, 2.0, 5.0, 7.0]; right_side = true;"
        "boundary = { z_lower = { kind = \"dirichlet\"; value = 3.0; };"
        " z_upper = { kind = \"dirichlet\"; }; x_lower = { kind = \"neumann\"; flux = 5.0; }; };";
    static const double times[] = {1, 2, 5, 7};
    (void)state;
    for (int c = 0; c < 2; c++) {
        struct trial t;
        good(trial_begin(&t, "poisson", text, sets[c], "thomas", exec_host(2)));
        for (int step = 0; step < 4; step++) {
            good(t.sim.app->step(&t.sim));
            const struct array f = field_of(&t, "right_side");
            assert_true(f.rank == 3 && f.dims[0] == 6 && f.dims[1] == 4 && f.dims[2] == 5);
            for (int q = 0; q < 120; q++) {
                const int k = q / 20, j = q / 5 % 4, i = q % 5;
                const double should = k % 5 ? i / 4.0 + 10 * j / 3.0 + 100 * k / 5.0 + 1000 * times[step] : 0;
                if (fabs(value_of(&f, q) - should) > 1e-3)
                    fail_msg("at %d, %d, %d, t = %g f is %g, not %g", i, j, k, times[step], value_of(&f, q), should);
            }
        }
        trial_end(&t);
    }
}

/* The integral of f over the box is minus the charge in it. */
static void charges_are_in_it(void **state)
{
    (void)state;
    char *const table = temporary("charges.csv", "x, y, z, charge\n0.31, 0.52, 0.5, 2\n0.7, 0.45, 0.4, -0.5\n");
    char text[600];
    double sum = 0;
    snprintf(text, sizeof text,
             "grid = { n = [10, 12, 8]; upper = [1.0, 1.0, 1.0]; }; charges = \"%s\"; right_side = true;"
             "boundary = { z_lower = { kind = \"dirichlet\"; }; z_upper = { kind = \"dirichlet\"; }; };",
             table);
    struct trial t = trial_done("poisson", text, NULL, "thomas", 2);
    const struct array f = field_of(&t, "right_side");
    for (int64_t i = 0; i < 10 * 12 * 8; i++) sum += value_of(&f, i) / (10 * 12 * 8);
    near(sum, -1.5, sizeof(real) == 4 ? 1e-5 : 1e-12, "the charge");
    struct array points[ARRAYS_MAX];
    assert_int_equal(t.sim.app->geometry(&t.sim, points), 4);
    assert_string_equal(points[0].name, "charge");
    assert_true(points[0].dims[0] == 2 && ((double *)points[0].data)[1] == -0.5);
    assert_true(((double *)points[2].data)[0] == 0.52 && ((double *)points[3].data)[1] == 0.4);
    trial_end(&t);
    remove(table);
    free(table);
}

static void a_projection_has_none(void **state)
{
    (void)state;
    trial_refused("poisson", ST_CONFIG, "right_side",
                  "grid = { n = [4, 4]; upper = [1.0, 1.0]; }; right_side = true;"
                  "projection = { velocity = \"configs/poisson/channel_velocity.h5\"; };",
                  "thomas");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_formula),
        cmocka_unit_test(charges_are_in_it),
        cmocka_unit_test(a_projection_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
