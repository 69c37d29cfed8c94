/* Wait and response of a cloud queue: percentiles and means against closed forms. */
#include "apps/cloudqueue/measures/uniformized.h"
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

static const double eps = (double)REAL_EPS;

/* P(W > t) = C exp(-(c mu - lambda) t) of M/M/c, with a buffer so large that none is lost, and T of M/M/1. The last two
 * wait for so long that e^-rt is below all numbers. */
static void percentiles_are_those_of_erlang(void **state)
{
    static const double share[] = {0.5, 0.9, 0.99, 0.999};
    static const char *const wait[] = {"wait_50", "wait_90", "wait_99", "wait_99.9"}, *const response[] = {
                                                                                          "response_50", "response_90",
                                                                                          "response_99",
                                                                                          "response_99.9"};
    (void)state;
    static const struct {
        int c;
        double load;
        const char *window;
    } halls[] = {{1, 0.8, "k = 300;"}, {3, 0.8, "k = 300;"}, {5, 0.8, "k = 300;"}, {1, 0.999, ""}, {400, 0.999, ""}};
    for (size_t h = 0; h < sizeof halls / sizeof *halls; h++) {
        const int c = halls[h].c;
        const double lambda = halls[h].load * c;
        char text[200];
        snprintf(text, sizeof text, "n = 1; %s kappa = %d; lambda = %.17g; percentiles = [0.5, 0.9, 0.99, 0.999];",
                 halls[h].window, c, lambda);
        struct trial t = trial_done("cloudqueue", text, NULL, "gth_band", 1);
        const double waiting = series_at(&t, "waiting_share", 0);
        for (int i = 0; i < 4; i++) {
            const double off = 1 - share[i], exact = waiting > off ? log(waiting / off) / (c - lambda) : 0;
            near(series_at(&t, wait[i], 0), exact, 1e-7 + 100 * eps, wait[i]);
            if (c == 1) near(series_at(&t, response[i], 0), -log(off) / (1 - lambda), 1e-7 + 100 * eps, response[i]);
            /* T = W + Exp(1): P(T > t) = (1 - C) e^-t + C ((r e^-t - e^-rt) / (r - 1) ...), r = c mu - lambda */
            const double r = c - lambda, at_t = series_at(&t, response[i], 0);
            if (r != 1)
                near(exp(-at_t) + waiting * (exp(-r * at_t) - exp(-at_t)) / (1 - r), off, 1e-7 + 100 * eps, "response");
        }
        trial_end(&t);
    }
}

/* C(c, a) / (c mu - lambda) of M/M/c, where almost no task waits. */
static void next_to_no_wait_has_its_digits(void **state)
{
    (void)state;
    for (double load = 1e-1; load > 1e-9; load *= 1e-2) {
        char text[200];
        const double a = 4 * load, last = a * a * a * a / 24 / (1 - load),
                     c = last / (1 + a + a * a / 2 + a * a * a / 6 + last);
        snprintf(text, sizeof text, "n = 1; kappa = 4; load = %.17g; percentiles = [0.5];", load);
        struct trial t = trial_done("cloudqueue", text, NULL, "gth_band", 1);
        near(series_at(&t, "wait", 0), c / (4 - a), 1e-9 + 100 * eps, "wait");
        near(series_at(&t, "wait_as_seen", 0), c / (4 - a), 1e-7 + 100 * eps, "wait_as_seen");
        trial_end(&t);
    }
}

/* A task followed through the line waits as long as Little's law says, with servers coming on meanwhile. */
static void a_followed_task_waits_as_little_says(void **state)
{
    static const char *const halls[] = {
        "n = 6; kappa = 3; load = 0.7; eta = 0.4; nu = 2.0;",
        "n = 6; kappa = 1; load = 0.9; eta = 3.0; nu = 0.2; buffer = 30;",
        "n = 3; kappa = 4; load = 1.4; eta = 0.5; nu = 5.0; buffer = 9; on_at = 6;",
    };
    (void)state;
    for (size_t q = 0; q < sizeof halls / sizeof *halls; q++) {
        struct trial t = trial_done("cloudqueue", halls[q], NULL, "gth_band", 1);
        assert_true(series_at(&t, "percentiles_exact", 0) == 1);
        near(series_at(&t, "wait_as_seen", 0), series_at(&t, "wait", 0), 1e-7 + 1e3 * eps, "wait_as_seen");
        assert_true(series_at(&t, "wait_50", 0) <= series_at(&t, "wait_95", 0) &&
                    series_at(&t, "wait_95", 0) < series_at(&t, "wait_99", 0));
        trial_end(&t);
    }
}

/* So long a line as that of the second value is not followed: its row has a gap, and the third value has its own. */
static void unknown_percentiles_leave_a_gap(void **state)
{
    (void)state;
    struct trial t =
        trial_done("cloudqueue", "n = 1; kappa = 1; sweep = { key = \"load\"; values = [0.5, 0.9999999, 0.6]; };", NULL,
                   "gth_band", 2);
    assert_true(isnan(series_at(&t, "wait_95", 1)) && isnan(series_at(&t, "wait_as_seen", 1)));
    near(series_at(&t, "wait_as_seen", 2), 1.5, 1e-7 + 1e3 * eps, "wait_as_seen");
    near(series_at(&t, "wait_95", 2), log(0.6 / 0.05) / 0.4, 1e-7 + 1e3 * eps, "wait_95");
    trial_end(&t);
}

/* If each step leaves the same share of tasks, the number left after any time is exponential. */
static void any_number_of_steps_is_summed_in_time(void **state)
{
    double all = 1;
    (void)state;
    for (double time = 1; time < 3e8; time *= 7) {
        const struct uniformized t = {.known = true, .rate = 1, .steps = 1, .line = &all, .line_ratio = 1 - 0.5 / time};
        near(uniformized_waits(&t, time), exp(-(1 - t.line_ratio) * time), 1e-10, "waits");
    }
}

/* Servers that come on a million times as fast as they serve take a step each time: bounds are taken. */
static void what_takes_too_many_steps_is_not_followed(void **state)
{
    (void)state;
    mem_peak_reset();
    struct trial t = trial_done("cloudqueue", "n = 4; kappa = 2; load = 0.5; eta = 1e6;", NULL, "gth_band", 1);
    assert_true(series_at(&t, "percentiles_exact", 0) == 0 && mem_peak(HOST) < 100000000);
    assert_true(series_at(&t, "wait_as_seen", 0) > series_at(&t, "wait", 0));
    assert_true(isnan(series_at(&t, "percentiles_error", 0)));
    assert_non_null(strstr(t.sim.caveats, "percentiles are bounds from above, which"));
    assert_int_equal(t.sim.app->report(&t.sim), ST_OK);
    assert_string_equal(answers_find(&t.sim.answers, NULL, "wait_99")->place, "or less: a bound from above");
    assert_string_equal(answers_find(&t.sim.answers, NULL, "wait")->place, "");
    answers_free(&t.sim.answers);
    trial_end(&t);
}

/* Servers of M/M/c are never switched off: percentiles of shares that signed sums do not reach are exact. */
static void rare_percentiles_have_their_digits(void **state)
{
    static const char text[] = "n = 3; kappa = 2; load = 0.7; eta = 2.0; off_at = -1; "
                               "percentiles = [0.9, 0.99999995, 0.999999999];";
    static const double left[] = {0.1, 5e-8, 1e-9};
    static const char *const names[] = {"wait_90", "wait_99.999995", "wait_99.9999999"};
    (void)state;
    struct trial t = trial_done("cloudqueue", text, NULL, "gth_band", 1);
    const double a = 4.2, leaves = 6 - a, waits = series_at(&t, "waiting_share", 0);
    assert_true(series_at(&t, "percentiles_exact", 0) == 1 && series_at(&t, "percentiles_error", 0) <= 1e-8);
    for (int i = 0; i < 3; i++)
        near(series_at(&t, names[i], 0), log(waits / left[i]) / leaves, 1e-7 + 1e3 * eps, names[i]);
    assert_true(!strstr(t.sim.caveats, "has a relative error"));
    trial_end(&t);
}

/* Targets that bounds refuse: more servers than are needed may be found, or none, and this is reported. */
static void targets_of_bounds_are_said(void **state)
{
    static const char text[] = "n = 4; kappa = 2; load = 0.5; eta = 1e6; target = { wait_99 = 1e-4; };";
    static const char exact[] = "n = 4; kappa = 2; load = 0.5; eta = 1.0; target = { wait_99 = 4.0; };";
    (void)state;
    struct trial t = trial_done("cloudqueue", text, NULL, "gth_band", 1);
    assert_true(series_at(&t, "percentiles_exact_enough", 0) == 0);
    assert_non_null(strstr(t.sim.caveats, "fewer servers may meet the targets"));
    trial_end(&t);
    t = trial_done("cloudqueue", exact, NULL, "gth_band", 1);
    assert_true(series_at(&t, "percentiles_exact_enough", 0) == 1 && !strstr(t.sim.caveats, "bounds"));
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(percentiles_are_those_of_erlang, nothing_left),
        cmocka_unit_test_teardown(next_to_no_wait_has_its_digits, nothing_left),
        cmocka_unit_test_teardown(a_followed_task_waits_as_little_says, nothing_left),
        cmocka_unit_test_teardown(unknown_percentiles_leave_a_gap, nothing_left),
        cmocka_unit_test_teardown(any_number_of_steps_is_summed_in_time, nothing_left),
        cmocka_unit_test_teardown(what_takes_too_many_steps_is_not_followed, nothing_left),
        cmocka_unit_test_teardown(rare_percentiles_have_their_digits, nothing_left),
        cmocka_unit_test_teardown(targets_of_bounds_are_said, nothing_left),
    };
    return cmocka_run_group_tests_name("cloudqueue waiting " REAL_NAME, tests, NULL, NULL);
}
