/* Poisson's equation at the ends of the range of numbers: lengths and coefficients of any size, and boxes in which
 * rounding of the diagonal exceeds the terms that make a system regular. */
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

/* q times the square of a length is beyond the range of float. */
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

/* u is a wave along x, constant along y, whose spacing is so small that the wave is lost compared with it in float:
 * ends of every kind, the loss q, and a single axis. */
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

/* u is a number, though eps / h^2 times it is not: the residual is that of rounding. In float there is no such f. */
static void right_sides_near_the_largest_number(void **state)
{
    (void)state;
    if (sizeof(real) < sizeof(double)) return;
    for (int m = 0; m < METHODS; m++) {
        struct trial t = trial_done("poisson",
                                    "grid = { n = 64; upper = [1.0]; centering = \"node\"; }; f = 1e308;"
                                    "exact = \"1e308*(x*(x-1)/2)\"; boundary = { x_lower = { kind = \"dirichlet\"; };"
                                    "x_upper = { kind = \"dirichlet\"; }; };",
                                    NULL, methods[m], 1);
        const double residual = metrics_get(&t.sim.metrics, "residual");
        assert_true(residual > 0 && residual <= 50 * (double)REAL_EPS);
        is_exact(&t, 1000 * (double)REAL_EPS, "f = 1e308");
        trial_end(&t);
    }
}

/* Without a face that prescribes u, a weak q divides rounding of f: u is either right, or its run fails or gives a
 * warning. With a mean of its own, f is known to all digits. */
static void a_weak_loss_fixes_no_level(void **state)
{
    static const double losses[] = {1, 1e-3, 1e-6, 1e-9, 1e-12, 1e-14, 1e-16, 1e-18, 1e-30, 1e-300};
    int failed = 0, warned = 0;
    (void)state;
    for (size_t l = 0; l < sizeof losses / sizeof *losses; l++)
        for (int m = 0; m < METHODS; m++)
            for (int mean = 0; mean < 2; mean++) {
                char text[512];
                if (sizeof(real) == 4 && losses[l] < 1e-20) continue;
                snprintf(text, sizeof text,
                         "grid = { n = [32, 8]; upper = [1.0, 1.0]; centering = \"cell\"; }; q = %g;"
                         "f = \"cos(pi*x)%s\"; exact = \"-cos(pi*x)/(%.17g+(64*sin(pi/64))^2)%s%.17g\";",
                         losses[l], mean ? "+1" : "", losses[l], mean ? "-1/" : "+0*", losses[l]);
                struct trial t;
                const enum status s = trial_complete(&t, "poisson", text, NULL, methods[m], exec_host(1));
                if (s != ST_OK) {
                    assert_int_equal(s, ST_FAILED);
                    assert_false(mean);
                    assert_non_null(strstr(fail_text(), "fixes the level of u, but the mean of f, "));
                    failed++;
                    continue;
                }
                const bool doubt = *t.sim.caveats;
                if (doubt)
                    assert_non_null(strstr(t.sim.caveats, "fixes the level of u: rounding of f changes u by up"));
                warned += doubt;
                is_exact(&t, doubt ? 0.01 : 10 * sqrt((double)REAL_EPS), text);
                trial_end(&t);
            }
    assert_true(failed >= 2 * METHODS && warned >= METHODS);
}

/* The mean of f that is removed is reported; small ones, as of a sum of points, are not. */
static void a_mean_that_is_removed_is_said(void **state)
{
    static const struct {
        const char *f, *words;
    } cases[] = {{"1.0", "but has 1: u solves the equation without this mean"},
                 {"\"cos(pi*x)+0.001\"", ""},
                 {"\"cos(pi*x)-0.1*t\"", "at t = 1: nothing fixes the level of u"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[256];
        snprintf(text, sizeof text, "grid = { n = [8, 8]; upper = [1.0, 1.0]; }; f = %s; times = [%s];", cases[i].f,
                 i == 2 ? "0.0, 1.0" : "0.0");
        struct trial t = trial_done("poisson", text, NULL, "thomas", 1);
        if (!*cases[i].words) assert_string_equal(t.sim.caveats, "");
        else if (!strstr(t.sim.caveats, cases[i].words)) fail_msg("said '%s'", t.sim.caveats);
        trial_end(&t);
    }
}

/* The charge of a plate, and the energy, whose square would underflow. */
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
        assert_non_null(strstr(fail_text(), "the residual is "));
    }
}

#define TO_A_FACE "boundary = { x_lower = { kind = \"dirichlet\"; value = 1.0; }; };"

/* Solves with a method: 1 if it keeps the bound of all applications, 0 if it refuses the problem or is not installed,
 * -1 if its run fails, because the residual is above the bound. */
static int keeps_the_bound(const char *method, const char *problem)
{
    struct trial t;
    const enum status st = trial_complete(&t, "poisson", problem, NULL, method, exec_host(2));
    if (st == ST_REFUSED || (st != ST_OK && strstr(fail_text(), "is not on this machine"))) return 0;
    if (st == ST_FAILED && strstr(fail_text(), "but that of a solution is at most")) return -1;
    if (st != ST_OK) fail_msg("%s, %s: %s", method, problem, fail_text());
    const double residual = metrics_get(&t.sim.metrics, "residual") / (double)REAL_EPS;
    if (!(residual <= RESIDUAL_ROUNDINGS)) fail_msg("%s, %s: residual %g eps", method, problem, residual);
    trial_end(&t);
    return 1;
}

/* Every method for tridiagonal systems, on long axes too. The rounding of a few grows with the number of rows in
 * double; that of no run that ends well is above the bound. */
static void every_method_keeps_the_bound(void **state)
{
    static const char *const problems[] = {
        "grid = { n = 1000; upper = [1.0]; }; f = \"sin(20*x)\"; " TO_A_FACE,
        "grid = { n = 1000; upper = [1.0]; }; f = \"cos(pi*x)\";",
        "grid = { n = 1000; upper = [1.0]; places = \"s*s\"; }; f = \"sin(20*x)\"; q = 0.5;",
        "grid = { n = 777; upper = [1.0]; }; f = \"sin(2*pi*x)\"; q = 1.0;"
        "boundary = { x_lower = { kind = \"periodic\"; }; x_upper = { kind = \"periodic\"; }; };",
        "grid = { n = [33, 300]; upper = [1.0, 1.0]; }; f = \"exp(x)*y\"; eps = \"y < 0.5 ? 1 : 100\"; " TO_A_FACE,
    };
    static const char *const growing = " pcr recursive_doubling ";
    int kept = 0;
    (void)state;
    for (size_t i = 0; i < solver_count(); i++)
        for (size_t p = 0; p < sizeof problems / sizeof *problems; p++) {
            const struct solver *const s = solver_at(i);
            char name[64];
            if (s->kind != KIND_TRIDIAG || s->space != HOST) continue;
            const int keeps = keeps_the_bound(s->method, problems[p]);
            snprintf(name, sizeof name, " %s ", s->method);
            if (keeps < 0 && !strstr(growing, name)) fail_msg("%s: %s", problems[p], fail_text());
            kept += keeps > 0;
        }
    assert_true(kept >= 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(lengths_of_any_size, nothing_left),
        cmocka_unit_test_teardown(losses_of_any_size, nothing_left),
        cmocka_unit_test_teardown(long_waves_keep_their_digits, nothing_left),
        cmocka_unit_test_teardown(right_sides_near_the_largest_number, nothing_left),
        cmocka_unit_test_teardown(a_weak_loss_fixes_no_level, nothing_left),
        cmocka_unit_test_teardown(a_mean_that_is_removed_is_said, nothing_left),
        cmocka_unit_test_teardown(every_method_keeps_the_bound, nothing_left),
        cmocka_unit_test_teardown(energies_of_any_size, nothing_left),
        cmocka_unit_test_teardown(what_numbers_do_not_hold_is_reported, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
