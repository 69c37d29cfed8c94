/* The fewest servers that meet targets: those of Erlang's formulas where the hall is M/M/c, those of trying every
 * number, and the columns with as many. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Share of tasks lost with c slots and no line, for a load of `a` slots (A. K. Erlang, 1917). */
static double erlang_b(int c, double a)
{
    double b = 1;
    for (int i = 1; i <= c; i++) b = a * b / (i + a * b);
    return b;
}

/* Share of tasks that wait in M/M/c. */
static double erlang_c(int c, double a)
{
    const double b = erlang_b(c, a);
    return b / (1 - a / c * (1 - b));
}

/* The waits of M/M/c with n servers of `kappa` slots; P(W > t) = C exp(-(c mu - lambda) t). */
struct waits {
    double mean, p[3]; /* of 50, 95 and 99 % */
};
static struct waits of_erlang(int n, int kappa, double lambda, double mu)
{
    static const double share[] = {0.5, 0.95, 0.99};
    const int c = n * kappa;
    const double waits = erlang_c(c, lambda / mu), leaves = c * mu - lambda;
    struct waits w = {.mean = waits / leaves};
    for (int i = 0; i < 3; i++) w.p[i] = fmax(log(waits / (1 - share[i])) / leaves, 0);
    return w;
}

/* Servers that are never switched off are all on in the long run. */
static const char always_on[] = "n = 30; kappa = 3; mu = 0.5; eta = 2.0; off_at = -1; lambda = 17.0; ";

static struct trial enough_for(const char *chain, const char *targets)
{
    char text[500];
    snprintf(text, sizeof text, "%s target = { %s };", chain, targets);
    return trial_done("cloudqueue", text, NULL, "gth_band", 1);
}

static void waits_are_met_by_the_servers_of_erlang_c(void **state)
{
    static const struct {
        const char *targets;
        double mean, p[3];
    } cases[] = {
        {"wait = 0.05;", 0.05, {HUGE_VAL, HUGE_VAL, HUGE_VAL}},
        {"wait_50 = 0.01;", HUGE_VAL, {0.01, HUGE_VAL, HUGE_VAL}},
        {"wait_95 = 0.4;", HUGE_VAL, {HUGE_VAL, 0.4, HUGE_VAL}},
        {"wait_99 = 0.2;", HUGE_VAL, {HUGE_VAL, HUGE_VAL, 0.2}},
        {"wait = 0.3; wait_50 = 0.3; wait_95 = 0.35; wait_99 = 0.9;", 0.3, {0.3, 0.35, 0.9}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct waits w;
        int n = 12; /* 17 / (3 * 0.5) = 11.3 */
        for (;; n++) {
            w = of_erlang(n, 3, 17, 0.5);
            if (w.mean <= cases[i].mean && w.p[0] <= cases[i].p[0] && w.p[1] <= cases[i].p[1] &&
                w.p[2] <= cases[i].p[2])
                break;
        }
        struct trial t = enough_for(always_on, cases[i].targets);
        assert_true(n < 20 && series_at(&t, "servers_enough", 0) == n);
        near(series_at(&t, "wait_enough", 0), w.mean, 1e-7, "wait_enough");
        near(series_at(&t, "wait_95_enough", 0), w.p[1], 1e-6, "wait_95_enough");
        near(series_at(&t, "wait_99_enough", 0), w.p[2], 1e-6, "wait_99_enough");
        near(series_at(&t, "mean_on_enough", 0), n, 1e-9, "mean_on_enough");
        trial_end(&t);
    }
}

static void losses_are_met_by_the_servers_of_erlang_b(void **state)
{
    int n = 1;
    (void)state;
    while (erlang_b(2 * n, 9) > 0.01) n++;
    struct trial t = enough_for(
        "n = 20; kappa = 2; buffer = 0; on_at = 2; off_at = -1; lambda = 9.0; percentiles = [];", "blocking = 0.01;");
    assert_true(series_at(&t, "servers_enough", 0) == n);
    near(series_at(&t, "lost_enough", 0), erlang_b(2 * n, 9), 1e-7, "lost_enough");
    trial_end(&t);
}

/* The hall of so many servers, in a separate run. */
static struct trial alone_with(const char *keys, int n, double lambda)
{
    char text[500];
    snprintf(text, sizeof text, "%s n = %d; lambda = %g;", keys, n, lambda);
    return trial_done("cloudqueue", text, NULL, "gth_band", 1);
}

/* Servers switched on and off, with prices: every number is tried at every value of a sweep. */
static void fewer_servers_miss_a_target(void **state)
{
    static const char keys[] = "kappa = 2; buffer = 9; mu = 1.0; eta = 0.8; nu = 5.0; "
                               "price = { installed = 0.1; server = 1.0; energy = 2.0; wait = 3.0; loss = 0.1; };";
    static const char *const same[] = {"wait", "wait_95", "wait_99", "response_95", "lost",
                                       "cost", "power",   "mean_on", "mean_pending"};
    enum { ALL = 9 };
    char text[600];
    bool some = false, none = false;
    (void)state;
    snprintf(text, sizeof text,
             "%s n = %d; target = { blocking = 0.02; wait = 0.6; wait_95 = 2.0; };"
             "sweep = { key = \"lambda\"; values = [0.5, 3.0, 5.0, 9.0, 16.0]; };",
             keys, ALL);
    struct trial t = trial_done("cloudqueue", text, NULL, "gth_band", 2);
    for (int64_t i = 0; i < 5; i++) {
        int n = 1, fits = 0;
        for (; n <= ALL && !fits; n += !fits) {
            struct trial a = alone_with(keys, n, series_at(&t, "lambda", i));
            fits =
                series_at(&a, "lost", 0) <= 0.02 && series_at(&a, "wait", 0) <= 0.6 && series_at(&a, "wait_95", 0) <= 2;
            trial_end(&a);
        }
        assert_true(series_at(&t, "servers_enough", i) == (fits ? n : 0));
        some |= fits, none |= !fits;
        struct trial a = alone_with(keys, fits ? n : ALL, series_at(&t, "lambda", i));
        for (size_t c = 0; c < sizeof same / sizeof *same; c++) {
            char name[40];
            snprintf(name, sizeof name, "%s_enough", same[c]);
            near(series_at(&t, name, i), series_at(&a, same[c], 0), 1e-7, name);
        }
        trial_end(&a);
    }
    assert_true(some && none && strstr(t.sim.caveats, "no number of servers up to 9 meets the targets at "));
    trial_end(&t);
}

/* With an unlimited line, waits have a mean only if there are servers for all tasks. */
static void a_line_without_end_needs_servers_for_all_tasks(void **state)
{
    (void)state;
    struct trial t = enough_for("n = 9; kappa = 2; lambda = 8.0; eta = 3.0;", "wait = 1e6;");
    assert_true(series_at(&t, "servers_enough", 0) == 5);
    trial_end(&t);
}

static void losses_that_dominate_are_said(void **state)
{
    (void)state;
    struct trial t = alone_with("kappa = 2; buffer = 9;", 3, 20);
    assert_non_null(strstr(t.sim.caveats, "of the tasks are lost"));
    trial_end(&t);
    t = alone_with("kappa = 2; buffer = 9;", 3, 4);
    assert_true(!*t.sim.caveats);
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(waits_are_met_by_the_servers_of_erlang_c, nothing_left),
        cmocka_unit_test_teardown(losses_are_met_by_the_servers_of_erlang_b, nothing_left),
        cmocka_unit_test_teardown(fewer_servers_miss_a_target, nothing_left),
        cmocka_unit_test_teardown(a_line_without_end_needs_servers_for_all_tasks, nothing_left),
        cmocka_unit_test_teardown(losses_that_dominate_are_said, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
