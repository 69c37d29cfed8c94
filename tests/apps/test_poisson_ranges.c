/* Poisson's equation at the ends of what numbers hold: lengths and coefficients of any size, and boxes in which
 * rounding of the diagonal is larger than what makes a system regular. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/result/answers.h"

static const char *const methods[] = {"thomas_simd", "thomas", "transforms"};
enum { METHODS = sizeof methods / sizeof *methods };

/* Largest |u - exact| over the largest |exact|. */
static void is_exact(struct trial *t, double tolerance, const char *what)
{
    const double error = metrics_get(&t->sim.metrics, "error");
    if (!(error <= tolerance)) fail_msg("%s: the error is %g", what, error);
}

/* u = x / L between ends that prescribe it, times a wave along y. */
static void lengths_of_any_size(void **state)
{
    static const double lengths[] = {1e-24, 1e-9, 1, 1e9, 1e24};
    (void)state;
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
        for (int m = 0; m < METHODS; m++) {
            char text[512];
            snprintf(text, sizeof text,
                     "grid = { n = [8, 6]; upper = [%g, %g]; }; q = %g; f = %g; exact = -1.0;"
                     "boundary = { x_lower = { kind = \"dirichlet\"; value = -1.0; }; };",
                     lengths[l], 2 * lengths[l], 3 / lengths[l] / lengths[l], 3 / lengths[l] / lengths[l]);
            struct trial t = trial_done("poisson", text, NULL, methods[m], 1);
            is_exact(&t, 100 * (double)REAL_EPS, text);
            trial_end(&t);
        }
}

/* q times the square of a length is beyond what float holds. */
static void losses_of_any_size(void **state)
{
    (void)state;
    for (int m = 0; m < METHODS; m++) {
        struct trial t =
            trial_done("poisson", "grid = { n = [8, 4]; upper = [1.0, 1.0]; }; q = 1e39; f = 1e30; exact = -1e-9;",
                       NULL, methods[m], 1);
        is_exact(&t, 10 * (double)REAL_EPS, "q");
        trial_end(&t);
    }
}

/* u is a wave along x, constant along y, whose spacing is so small that the wave is lost beside it in float: ends of
 * every kind, the loss q, and one axis alone. */
static void long_waves_keep_their_digits(void **state)
{
    static const char *const cases[] = {
        "grid = { n = [16, 32]; upper = [1.0, 1e-5]; }; f = \"cos(pi*x)\";"
        "exact = \"-cos(pi*x) / (4 * (16 * sin(pi/32))^2)\";",
        "grid = { n = [16, 32]; upper = [1.0, 1e-5]; }; f = \"sin(2*pi*x)\";"
        "exact = \"-sin(2*pi*x) / (4 * (16 * sin(pi/16))^2)\"; boundary = { x_lower = { kind = \"periodic\"; };"
        "x_upper = { kind = \"periodic\"; }; y_lower = { kind = \"periodic\"; }; y_upper = { kind = \"periodic\"; }; "
        "};",
        "grid = { n = 3000; upper = [1.0]; }; q = 0.01; f = 1.0; exact = -100.0;",
        "grid = { n = 3000; upper = [1.0]; centering = \"node\"; }; f = 1.0; exact = \"x*(x-2)/2\";"
        "boundary = { x_lower = { kind = \"dirichlet\"; }; };",
        "grid = { n = [4, 2000]; upper = [1.0, 1.0]; nodes_along = [\"y\"]; }; f = 2.0; exact = \"y*(y-1)\";"
        "boundary = { y_lower = { kind = \"dirichlet\"; }; y_upper = { kind = \"dirichlet\"; }; };",
        "grid = { n = [8, 2]; upper = [1.0, 1e-6]; }; f = \"sin(2*pi*x)\";"
        "exact = \"-sin(2*pi*x) / (4 * (8 * sin(pi/8))^2)\"; boundary = { x_lower = { kind = \"periodic\"; };"
        "x_upper = { kind = \"periodic\"; }; y_lower = { kind = \"periodic\"; }; y_upper = { kind = \"periodic\"; }; "
        "};",
    };
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (int m = 0; m < 2; m++) {
            struct trial t = trial_done("poisson", cases[c], NULL, methods[m], 1);
            is_exact(&t, 1e-4 * sqrt((double)REAL_EPS / 1e-7) + 1e-9, cases[c]);
            trial_end(&t);
        }
}

/* The charge of a plate, and the energy, whose square would be none. */
static void energies_of_any_size(void **state)
{
    (void)state;
    for (int k = -1; k < 2; k += 2) {
        char text[512];
        snprintf(text, sizeof text,
                 "grid = { n = 4; upper = [1.0]; }; eps = 1e%d; boundary = { x_lower = { kind = \"dirichlet\"; };"
                 "x_upper = { kind = \"neumann\"; flux = 1e%d; }; };",
                 290 * k, 290 * k);
        struct trial t = trial_done("poisson", text, NULL, "thomas", 1);
        good(t.sim.app->report(&t.sim));
        near(answers_find(&t.sim.answers, NULL, "energy")->value / pow(10, 290 * k), 0.5, 1e-5, text);
        answers_free(&t.sim.answers);
        trial_end(&t);
    }
}

/* u is below the least number. */
static void what_numbers_do_not_hold_is_reported(void **state)
{
    char text[256];
    (void)state;
    snprintf(text, sizeof text,
             "grid = { n = 4; upper = [1.0]; }; f = %g; boundary = { x_lower = { kind ="
             "\"dirichlet\"; }; };",
             sizeof(real) == 4 ? 1e-46 : 1e-323);
    for (int m = 0; m < METHODS; m++) {
        struct trial t;
        const enum status s = trial_complete(&t, "poisson", text, NULL, methods[m], exec_host(1));
        assert_int_equal(s, ST_FAILED);
        assert_non_null(strstr(fail_text(), "the residual of the solution is"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(lengths_of_any_size, nothing_left),
        cmocka_unit_test_teardown(losses_of_any_size, nothing_left),
        cmocka_unit_test_teardown(long_waves_keep_their_digits, nothing_left),
        cmocka_unit_test_teardown(energies_of_any_size, nothing_left),
        cmocka_unit_test_teardown(what_numbers_do_not_hold_is_reported, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
