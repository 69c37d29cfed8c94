/* Windows of a cloud queue: chosen ones are wide enough, and the share that they cut off is reported. */
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

/* A chain that is too steep for plain numbers is so in every window: the window is not too narrow. */
static void few_arrivals_need_few_phases(void **state)
{
    (void)state;
    struct trial t = trial_done("cloudqueue", "n = 3; kappa = 2; lambda = 1e-300;", NULL, "gth_wide", 1);
    assert_true(series_at(&t, "window", 0) <= 8 && series_at(&t, "cut_above", 0) < 1e-9 &&
                series_at(&t, "cut_below", 0) < 1e-9);
    near(series_at(&t, "mean_pending", 0), 1e-300, 10 * eps, "mean_pending");
    trial_end(&t);
}

/* The tasks that a window leaves unserved are few compared with all tasks, which are few, and those that it turns away
 * compared with those of slow servers: mean_on is that of all states up to 70 tasks, by elimination. */
static void a_window_fits_rates_that_are_far_apart(void **state)
{
    (void)state;
    struct trial t =
        trial_done("cloudqueue", "n = 2; kappa = 1; load = 1e-6; mu = 4.6; eta = 9159.0; nu = 0.02; buffer = 5;", NULL,
                   "gth_band", 1);
    near(series_at(&t, "response", 0), 1 / 4.6, 1e-7 + 100 * eps, "response");
    trial_end(&t);
    t = trial_done("cloudqueue", "n = 6; kappa = 1; lambda = 0.06; nu = 1e-6; on_at = [5, 1, 6, 1, 6, 3];", NULL,
                   "gth_band", 1);
    near(series_at(&t, "mean_on", 0), 2.9700162361248434, 1e-9 + 100 * eps, "mean_on");
    trial_end(&t);
}

/* Arrivals of 0 mean no arrivals, not the default. */
static void no_arrivals_are_none(void **state)
{
    (void)state;
    struct trial t =
        trial_done("cloudqueue", "n = 3; kappa = 2; lambda = 0.0; sweep = { key = \"mu\"; values = [1.0, 2.0]; };",
                   NULL, "gth_band", 1);
    assert_true(series_at(&t, "arrivals", 0) == 0 && series_at(&t, "mean_pending", 1) == 0 &&
                series_at(&t, "response", 1) == 0.5);
    trial_end(&t);
}

static void what_a_window_cuts_is_reported_with_where(void **state)
{
    static const char load[] = "k is too small, most of all at load = 0.9";
    (void)state;
    struct trial t =
        trial_done("cloudqueue", "n = 5; k = 9; kappa = 4; sweep = { key = \"load\"; values = [0.1, 0.9, 0.5]; };",
                   NULL, "gth_band", 1);
    if (!strstr(t.sim.caveats, load)) fail_msg("said: %s", t.sim.caveats);
    trial_end(&t);
}

/* Erlang, 1917: B(c) = a B(c - 1) / (c + a B(c - 1)). */
static void servers_that_stay_lose_what_erlang_says(void **state)
{
    double lost = 1;
    (void)state;
    struct trial t = trial_done("cloudqueue", "n = 6; kappa = 2; buffer = 0; on_at = 2; off_at = -1; load = 0.8;", NULL,
                                "gth_band", 1);
    for (int c = 1; c <= 12; c++) lost = 9.6 * lost / (c + 9.6 * lost);
    near(series_at(&t, "lost", 0), lost, 100 * eps, "lost");
    assert_true(series_at(&t, "mean_on", 0) > 6 - 10 * eps);
    trial_end(&t);
}

/* Every number of tasks with every number of servers, as a matrix written state by state: P(i) and P(j) are those of
 * the window, all of whose states are among these. */
static void a_window_is_part_of_all_states(void **state)
{
    enum { N = 4, KAPPA = 2, MAX = 80 };
    static const double lambda = 5, mu = 1, eta = 0.8, nu = 0.05;
    static const char *const methods[] = {"gth_band", "gth_wide", "gth_block", "hbisa_redblack", "sparse_lu"};
    char *const path = temporary("all.tra", NULL), text[300];
    FILE *const out = fopen(path, "w");
    int64_t entries = 0;
    (void)state;
    assert_non_null(out);
    for (int pass = 0; pass < 2; pass++) {
        if (pass) fprintf(out, "%d %lld\n", N * (MAX + 1), (long long)entries);
        for (int i = 0; i <= MAX; i++)
            for (int j = 1; j <= N; j++) {
                const int s = i * N + j - 1, waiting = i - j * KAPPA, idle = (j * KAPPA - i) / KAPPA;
                const struct {
                    int to;
                    double rate;
                } move[] = {{i < MAX ? s + N : -1, lambda},
                            {i > 0 ? s - N : -1, (i < j * KAPPA ? i : j * KAPPA) * mu},
                            {waiting > 0 && j < N ? s + 1 : -1, (waiting + KAPPA - 1) / KAPPA * eta},
                            {waiting < 0 && idle > 0 && j > 1 ? s - 1 : -1, idle * nu}};
                for (int m = 0; m < 4; m++)
                    if (move[m].to >= 0 && pass) fprintf(out, "%d %d %.17g\n", s, move[m].to, move[m].rate);
                    else entries += move[m].to >= 0;
            }
    }
    assert_int_equal(fclose(out), 0);
    snprintf(text, sizeof text, "import = { file = \"%s\"; };", path);
    struct trial all = trial_done("cloudqueue", text, NULL, "gth_band", 1);
    const struct array x = field_of(&all, "pi");
    for (int m = 0; m < 5; m++) {
        struct trial t =
            trial_done("cloudqueue", "n = 4; kappa = 2; lambda = 5.0; eta = 0.8; nu = 0.05;", NULL, methods[m], 1);
        const struct array on = field_of(&t, "level"), tasks = field_of(&t, "pending");
        const double tolerance =
            m == 3 ? sizeof(real) == 4 ? 1e-4 : 1e-7 : 1e-8 + 1000 * eps; /* sweeps stop at a residual */
        double mean = 0;
        assert_true(series_at(&t, "cut_above", 0) < 1e-9 && series_at(&t, "cut_below", 0) < 1e-9);
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int i = 0; i <= MAX; i++) sum += (double)((const real *)x.data)[i * N + j];
            assert_true(fabs(((const double *)on.data)[j] - sum) <= tolerance);
        }
        for (int i = 0; i < tasks.dims[0] && i <= MAX; i++) {
            double sum = 0;
            for (int j = 0; j < N; j++) sum += (double)((const real *)x.data)[i * N + j];
            mean += i * sum;
            assert_true(fabs(((const double *)tasks.data)[i] - sum) <= tolerance);
        }
        if (tasks.dims[0] > MAX) near(series_at(&t, "mean_pending", 0), mean, 10 * tolerance, "mean_pending");
        trial_end(&t);
    }
    trial_end(&all);
    unlink(path);
    free(path);
}

/* M/M/c, and M/M/c with a buffer, whatever the load: one state stands for all beyond the window. */
static void the_rest_of_the_last_level_is_geometric(void **state)
{
    static const struct {
        int c, buffer; /* -1: unlimited */
        double load;
    } queues[] = {{4, -1, 0.5}, {4, -1, 0.999},  {1, -1, 0.9}, {3, 2000, 0.9995},
                  {3, 2000, 1}, {3, 2000, 1.02}, {2, 700, 2}};
    (void)state;
    for (size_t q = 0; q < sizeof queues / sizeof *queues; q++) {
        const int c = queues[q].c, max = queues[q].buffer < 0 ? 60000 : c + queues[q].buffer;
        const double a = queues[q].load * c;
        double *const pi = calloc((size_t)max + 1, sizeof *pi), sum = pi[0] = 1, line = 0;
        for (int i = 1; i <= max; i++) {
            pi[i] = pi[i - 1] * a / (i < c ? i : c);
            sum += pi[i];
            if (pi[i] > 1e200) {
                for (int k = 0; k <= i; k++) pi[k] *= 1e-200;
                sum *= 1e-200;
            }
        }
        for (int i = c; i <= max; i++) line += (i - c) * (pi[i] / sum);
        char text[200], buffer[40] = "";
        if (queues[q].buffer >= 0) snprintf(buffer, sizeof buffer, "buffer = %d;", queues[q].buffer);
        snprintf(text, sizeof text, "n = 1; kappa = %d; load = %.17g; %s", c, queues[q].load, buffer);
        struct trial t = trial_done("cloudqueue", text, NULL, "gth_band", 1);
        const double lost = queues[q].buffer < 0 ? 0 : pi[max] / sum, tolerance = 1e-9 + 1e4 * eps;
        near(series_at(&t, "lost", 0), lost, tolerance, "lost");
        near(series_at(&t, "wait", 0), line / (a * (1 - lost)), tolerance, "wait");
        near(series_at(&t, "wait_as_seen", 0), line / (a * (1 - lost)), 1e-7 + 1e4 * eps, "wait_as_seen");
        near(series_at(&t, "accepted", 0), series_at(&t, "served", 0), tolerance, "served");
        if (queues[q].load > 1) assert_true(series_at(&t, "pending_mode", 0) == max);
        assert_true(series_at(&t, "cut_above", 0) == 0 && series_at(&t, "cut_below", 0) == 0);
        trial_end(&t);
        free(pi);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(few_arrivals_need_few_phases, nothing_left),
        cmocka_unit_test_teardown(a_window_fits_rates_that_are_far_apart, nothing_left),
        cmocka_unit_test_teardown(no_arrivals_are_none, nothing_left),
        cmocka_unit_test_teardown(what_a_window_cuts_is_reported_with_where, nothing_left),
        cmocka_unit_test_teardown(servers_that_stay_lose_what_erlang_says, nothing_left),
        cmocka_unit_test_teardown(a_window_is_part_of_all_states, nothing_left),
        cmocka_unit_test_teardown(the_rest_of_the_last_level_is_geometric, nothing_left),
    };
    return cmocka_run_group_tests_name("cloudqueue window " REAL_NAME, tests, NULL, NULL);
}
