/* Which steps `auto` leaves to fused: those with coefficients per point, on the host. */
#include "apps/adi/state.h"
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#define HEAT "initial = \"sin(3*x)*cos(2*y)\"; time = { dt = 0.01; steps = 5; };"
#define VARIED "material = { density = 1.0; heat_capacity = 1.0; conductivity = \"1+x*y\"; };"
#define PLANE "grid = { n = [20, 7]; upper = [1.0, 1.0]; };"

static const struct {
    const char *text, *chosen, *same_as;
} cases[] = {
    {PLANE HEAT VARIED, "fused", "fused"},
    {PLANE HEAT VARIED "factor_once = true;", "fused", "fused"},
    {PLANE HEAT "coefficients = \"per_point\";", "fused", "fused"},
    {"grid = { n = [16, 5, 9]; upper = [1.0, 1.0, 1.0]; };" HEAT VARIED, "fused", "fused"},
    {"grid = { n = [16, 5, 9]; upper = [1.0, 1.0, 1.0]; };" HEAT VARIED
     "boundary = { x_lower = { kind = \"periodic\"; }; x_upper = { kind = \"periodic\"; }; };",
     "fused", "fused"},
    {PLANE HEAT, "thomas_simd", "thomas_simd"},
    {PLANE HEAT VARIED "scheme = \"peaceman_rachford\";", "thomas_simd", NULL},
    {"grid = { n = [15, 40]; upper = [1.0, 1.0]; };" HEAT VARIED, "thomas_simd", NULL},
};

static void coefficients_per_point_are_left_to_fused(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct trial t = trial_done("adi", cases[k].text, NULL, "auto", 2);
        if (!t.sim.chosen || strcmp(t.sim.chosen, cases[k].chosen) || !t.sim.why)
            fail_msg("%s: auto chose %s", cases[k].text, t.sim.chosen ? t.sim.chosen : "nothing");
        assert_true(t.sim.solver && !t.sim.method);
        if (cases[k].same_as) {
            struct trial same = trial_done("adi", cases[k].text, NULL, cases[k].same_as, 1);
            if (trial_difference(&t, &same) != 0) fail_msg("%s: not the bits of %s", cases[k].text, cases[k].same_as);
            trial_end(&same);
        }
        trial_end(&t);
    }
}

/* Those who name a method get it. */
static void no_other_method_is_replaced(void **state)
{
    static const char *const methods[] = {"thomas", "thomas_simd", "cr", "fused"};
    (void)state;
    for (int m = 0; m < 4; m++) {
        struct trial t = trial_done("adi", PLANE HEAT VARIED, NULL, methods[m], 1);
        assert_null(t.sim.chosen);
        assert_true((((const struct state *)t.sim.state)->stepper == &stepper_split) == (m < 3));
        trial_end(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(coefficients_per_point_are_left_to_fused, nothing_left),
        cmocka_unit_test_teardown(no_other_method_is_replaced, nothing_left),
    };
    return cmocka_run_group_tests_name("adi, auto, " REAL_NAME, tests, NULL, NULL);
}
