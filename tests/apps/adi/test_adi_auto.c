/* The steps that `auto` leaves to fused and to sweep, on the host. */
#include "apps/adi/stepper/choice.h"
#include "apps/adi/stepper/state.h"
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
#define WIDE "grid = { n = [32, 96]; upper = [1.0, 1.0]; };"
#define BOX "grid = { n = [17, 9, 96]; upper = [1.0, 1.0, 3.0]; };"
#define LONGER "initial = \"sin(3*x)*cos(2*y)\"; time = { dt = 0.001; steps = 40; };"

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
    {PLANE HEAT VARIED "scheme = \"peaceman_rachford\";", "thomas_simd", NULL},
    {"grid = { n = [15, 40]; upper = [1.0, 1.0]; };" HEAT VARIED, "thomas_simd", NULL},
    /* coefficients that lines share */
    {WIDE LONGER, "sweep", "sweep"},
    {BOX LONGER, "sweep", "sweep"},
    {BOX LONGER "startup_steps = 2;", "sweep", "sweep"},
    {BOX HEAT, "fused", "fused"}, /* few steps */
    {"grid = { n = [17, 9, 20]; upper = [1.0, 1.0, 3.0]; };" LONGER, "sweep", "sweep"},
    {"grid = { n = [35, 40, 90]; upper = [1.0, 1.0, 3.0]; };" LONGER, "fused", "fused"}, /* one block of many nodes */
    {"grid = { n = [31, 96]; upper = [1.0, 1.0]; };" LONGER, "fused", "fused"},
    {BOX LONGER "boundary = { x_lower = { kind = \"periodic\"; }; x_upper = { kind = \"periodic\"; }; };", "fused",
     "fused"},
    {"grid = { n = [15, 96]; upper = [1.0, 1.0]; };" LONGER, "thomas_simd", "thomas_simd"},
    {WIDE LONGER "scheme = \"peaceman_rachford\";", "thomas_simd", NULL},
};

static void steps_are_left_to_the_fastest(void **state)
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

/* 40 steps in a box have a gain with up to 21 reads between them, at 0.55 steps of fused each: reads for snapshots and
 * for checkpoints together; where both are due, it is one read. */
static void reads_of_the_field_are_counted(void **state)
{
    static const struct {
        int64_t every[2];
        bool sweeps;
    } reads[] = {{{0, 0}, true}, {{2, 0}, true}, {{0, 2}, true}, {{1, 0}, false},    {{0, 1}, false},  {{2, 3}, false},
                 {{3, 4}, true}, {{3, 3}, true}, {{2, 4}, true}, {{1000, 1}, false}, {{1000, 2}, true}};
    struct trial t;
    (void)state;
    good(trial_begin(&t, "adi", BOX LONGER, NULL, "auto", exec_host(1)));
    for (size_t k = 0; k < sizeof reads / sizeof *reads; k++) {
        struct sim sim = t.sim;
        memcpy(sim.read_every, reads[k].every, sizeof sim.read_every);
        const struct stepper_choice c = choice_of_solver(sim.state, &sim);
        if (!c.why || (c.stepper == &stepper_sweep) != reads[k].sweeps)
            fail_msg("reads every %d and %d steps", (int)reads[k].every[0], (int)reads[k].every[1]);
    }
    trial_end(&t);
}

/* By own methods or by a solver, as on several ranks. */
static void a_run_that_goes_on_takes_what_it_took(void **state)
{
    static const char *const problems[] = {WIDE LONGER, BOX LONGER, PLANE HEAT VARIED};
    (void)state;
    for (size_t k = 0; k < sizeof problems / sizeof *problems; k++) {
        struct trial t;
        good(trial_begin(&t, "adi", problems[k], NULL, "auto", exec_host(1)));
        struct sim sim = t.sim;
        const struct stepper *const before = choice_of_solver(sim.state, &sim).stepper;
        sim.resumes = t.sim.chosen;
        assert_ptr_equal(choice_of_solver(sim.state, &sim).stepper, before);
        for (int solver = 0; solver < 2; solver++) {
            sim.resumes = solver ? "thomas_simd" : "";
            assert_ptr_equal(choice_of_solver(sim.state, &sim).stepper, &stepper_split);
        }
        trial_end(&t);
    }
}

/* A run that names a method gets it. */
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
        cmocka_unit_test_teardown(steps_are_left_to_the_fastest, nothing_left),
        cmocka_unit_test_teardown(reads_of_the_field_are_counted, nothing_left),
        cmocka_unit_test_teardown(a_run_that_goes_on_takes_what_it_took, nothing_left),
        cmocka_unit_test_teardown(no_other_method_is_replaced, nothing_left),
    };
    return cmocka_run_group_tests_name("adi, auto, " REAL_NAME, tests, NULL, NULL);
}
