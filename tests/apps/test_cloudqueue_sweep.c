/* Sweeps and days of a cloud queue: each point equals its chain by itself, and the fewest servers are those of each
 * hour. */
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

static void a_sweep_is_its_chains(void **state)
{
    static const char *const columns[] = {"mean_pending", "cost", "response_95", "worst_balance", "servers"};
    static const char text[] =
        "n = 11; k = 9; kappa = 4; price = { server = 1.0; wait = 0.5; };"
        "sweep = { key = \"lambda\"; from = 4.0; to = 40.0; points = 300; spacing = \"geometric\"; };";
    (void)state;
    struct trial one = trial_done("cloudqueue", text, NULL, "gth_band", 1),
                 many = trial_done("cloudqueue", text, NULL, "gth_band", 3);
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++)
        for (int64_t i = 0; i < 300; i++)
            assert_true(series_at(&one, columns[c], i) == series_at(&many, columns[c], i));
    for (int64_t i = 0; i < 300; i += 23) {
        char alone[200];
        snprintf(alone, sizeof alone,
                 "n = 11; k = 9; kappa = 4; lambda = %.17g; price = { server = 1.0; wait = 0.5; };",
                 series_at(&one, "lambda", i));
        struct trial t = trial_done("cloudqueue", alone, NULL, "gth_band", 1);
        for (size_t c = 0; c < sizeof columns / sizeof *columns; c++)
            assert_true(series_at(&one, columns[c], i) == series_at(&t, columns[c], 0));
        trial_end(&t);
    }
    assert_true(series_at(&one, "lambda", 0) == 4 && series_at(&one, "lambda", 299) == 40);
    assert_true(metrics_get(&one.sim.metrics, "chains_per_second") > 0);
    trial_end(&one);
    trial_end(&many);
}

static void sizes_and_thresholds_can_be_swept(void **state)
{
    (void)state;
    struct trial t =
        trial_done("cloudqueue",
                   "k = 9; kappa = 4; buffer = 4; lambda = 20.0; sweep = { key = \"n\"; values = [3.0, 9.0, 5.0]; };",
                   NULL, "gth_band", 2);
    assert_true(series_at(&t, "states", 0) == 27 && series_at(&t, "states", 1) == 81 &&
                series_at(&t, "states", 2) == 45);
    assert_true(series_at(&t, "lost", 0) > series_at(&t, "lost", 2) &&
                series_at(&t, "lost", 2) > series_at(&t, "lost", 1));
    trial_end(&t);
    t = trial_done("cloudqueue",
                   "n = 5; k = 9; kappa = 4; lambda = 12.0; sweep = { key = \"on_at\"; values = [4.0, 8.0]; };", NULL,
                   "gth_band", 2);
    assert_true(series_at(&t, "mean_on", 0) > series_at(&t, "mean_on", 1));
    trial_end(&t);
}

/* A sweep whose arrivals change reports it; load_servers and lambda hold them, to the same bits. */
static void a_load_may_refer_to_a_number_of_servers(void **state)
{
    static const char hall[] = "k = 9; kappa = 4; mu = 0.5; buffer = 4;";
    static const struct {
        const char *text, *said;
        double first, last;
    } cases[] = {
        {"load = 0.5; sweep = { key = \"n\"; values = [3.0, 9.0, 5.0]; };",
         "arrivals change with n, from 3 to 9 1/s, as load refers to the service rate of all servers: load_servers or",
         3, 5},
        {"sweep = { key = \"n\"; values = [3.0, 9.0, 5.0]; };", "arrivals change with n, from 3 to 9 1/s", 3, 5},
        {"n = 5; load = 0.5; sweep = { key = \"mu\"; values = [1.0, 2.0, 3.0]; };",
         "arrivals change with mu, from 10 to 30 1/s, as load refers to the service rate of all servers: lambda keeps",
         10, 30},
        {"load = 0.5; load_servers = 5; sweep = { key = \"n\"; values = [3.0, 9.0, 5.0]; };", NULL, 5, 5},
        {"lambda = 5.0; sweep = { key = \"n\"; values = [3.0, 9.0, 5.0]; };", NULL, 5, 5},
        {"n = 3; load_servers = 5; sweep = { key = \"load\"; values = [0.1, 0.2, 0.5]; };", NULL, 1, 5},
    };
    double wait[6];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        snprintf(text, sizeof text, "%s %s", hall, cases[i].text);
        struct trial t = trial_done("cloudqueue", text, NULL, "gth_band", 2);
        if (!strstr(t.sim.caveats, "arrivals change") != !cases[i].said ||
            !strstr(t.sim.caveats, cases[i].said ? cases[i].said : ""))
            fail_msg("said of %s: %s", cases[i].text, t.sim.caveats);
        near(series_at(&t, "arrivals", 0), cases[i].first, 1e-15, "arrivals of the first point");
        near(series_at(&t, "arrivals", 2), cases[i].last, 1e-15, "arrivals of the last point");
        wait[i] = series_at(&t, "wait", 1);
        trial_end(&t);
    }
    assert_true(wait[3] == wait[4] && wait[0] != wait[3]);
}

static void a_day_gives_servers_by_hour(void **state)
{
    char *const path = temporary("day.csv", "\xef\xbb\xbftime, lambda\n# night\n0, 6\n\n8.5, 25\n12, 31.5\n23, 0\n");
    char text[300];
    (void)state;
    snprintf(text, sizeof text,
             "n = 20; k = 9; kappa = 4; buffer = 30; profile = { file = \"%s\"; }; target = { blocking = 1e-3; };",
             path);
    struct trial t = trial_done("cloudqueue", text, NULL, "gth_band", 2);
    assert_true(series_at(&t, "time", 1) == 8.5 && series_at(&t, "arrivals", 2) == 31.5);
    for (int64_t i = 0; i < 3; i++) {
        const int enough = (int)series_at(&t, "servers_enough", i);
        for (int n = enough - 1; n <= enough; n++) {
            snprintf(text, sizeof text, "n = %d; kappa = 4; buffer = 30; lambda = %g;", n,
                     series_at(&t, "arrivals", i));
            struct trial alone = trial_done("cloudqueue", text, NULL, "gth_band", 1);
            assert_true((series_at(&alone, "lost", 0) <= 1e-3) == (n == enough));
            trial_end(&alone);
        }
    }
    for (size_t c = 0; c < (size_t)t.sim.series.count; c++) assert_true(isfinite(t.sim.series.column[c].value[3]));
    static const char *const none[] = {"arrivals", "mean_pending", "lost", "wait", "wait_95", "mean_setup", "accepted"};
    for (size_t c = 0; c < sizeof none / sizeof *none; c++) assert_true(series_at(&t, none[c], 3) == 0);
    assert_true(series_at(&t, "wait_95_enough", 3) == 0 && series_at(&t, "mean_on_enough", 3) == 1);
    assert_true(series_at(&t, "mean_on", 3) == 1 && series_at(&t, "servers_enough", 3) == 1 &&
                series_at(&t, "response", 3) == 1);
    near(series_at(&t, "response_99", 3), log(100), 1e-12, "response_99");
    assert_true(series_at(&t, "certain", 3) == 1 && metrics_get(&t.sim.metrics, "certain") == 1);
    trial_end(&t);
    unlink(path);
    free(path);
}

/* Tasks that a window cuts off are not lost: in phases 0 ... 8 no server is ever switched on, and the search takes
 * wider windows. */
static void enough_servers_do_not_depend_on_the_window(void **state)
{
    char *const path = temporary("noon.csv", "time, lambda\n12, 60\n"), text[300];
    double enough[2];
    (void)state;
    for (int given = 0; given < 2; given++) {
        snprintf(text, sizeof text,
                 "n = 50; %s kappa = 8; mu = 0.2; eta = 0.5; nu = 60.0; buffer = 40; percentiles = [];"
                 "profile = { file = \"%s\"; }; target = { blocking = 1e-3; };",
                 given ? "k = 9;" : "", path);
        struct trial t = trial_done("cloudqueue", text, NULL, "gth_band", 1);
        enough[given] = series_at(&t, "servers_enough", 0);
        assert_true((series_at(&t, "cut_above", 0) > 0.1) == given && (series_at(&t, "lost", 0) <= 1e-3));
        trial_end(&t);
    }
    assert_true(enough[0] == enough[1] && enough[0] >= 38);
    unlink(path);
    free(path);
}

/* 12 of 400 tasks are served at a time: no number of servers is enough, and there is nothing to draw. */
static void where_none_is_enough_the_picture_has_a_gap(void **state)
{
    char *const path = temporary("rush.csv", "time, lambda\n0, 1\n1, 400\n"), text[300];
    (void)state;
    snprintf(text, sizeof text,
             "n = 6; kappa = 2; buffer = 8; profile = { file = \"%s\"; }; target = { blocking = 0.01; };", path);
    struct trial t = trial_done("cloudqueue", text, NULL, "gth_band", 1);
    const double *const drawn = field_of(&t, "servers_enough").data;
    assert_true(series_at(&t, "servers_enough", 0) == drawn[0] && drawn[0] >= 1);
    assert_true(series_at(&t, "servers_enough", 1) == 0 && isnan(drawn[1]));
    trial_end(&t);
    unlink(path);
    free(path);
}

/* A hall of fewer servers has the thresholds of the levels that are left. */
static void enough_servers_keep_their_thresholds(void **state)
{
    static const char *const on[] = {"3", "3, 6", "3, 6, 4", "3, 6, 4, 9", "3, 6, 4, 9, 5", "3, 6, 4, 9, 5, 3"};
    char *const path = temporary("noon.csv", "time, lambda\n12, 6\n"), text[300];
    (void)state;
    snprintf(text, sizeof text,
             "n = 6; kappa = 2; buffer = 8; on_at = [%s]; off_at = [0, 0, -1, 0, 0, 0];"
             "profile = { file = \"%s\"; }; target = { blocking = 0.03; };",
             on[5], path);
    struct trial t = trial_done("cloudqueue", text, NULL, "gth_band", 1);
    const int enough = (int)series_at(&t, "servers_enough", 0);
    assert_true(enough > 3 && enough < 6);
    for (int n = enough - 1; n <= enough; n++) {
        snprintf(text, sizeof text, "n = %d; kappa = 2; buffer = 8; lambda = 6.0; on_at = [%s]; off_at = [0, 0, -1%s];",
                 n, on[n - 1],
                 n > 4   ? ", 0, 0"
                 : n > 3 ? ", 0"
                         : "");
        struct trial alone = trial_done("cloudqueue", text, NULL, "gth_band", 1);
        assert_true((series_at(&alone, "lost", 0) <= 0.03) == (n == enough));
        trial_end(&alone);
    }
    trial_end(&t);
    unlink(path);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_sweep_is_its_chains, nothing_left),
        cmocka_unit_test_teardown(sizes_and_thresholds_can_be_swept, nothing_left),
        cmocka_unit_test_teardown(a_load_may_refer_to_a_number_of_servers, nothing_left),
        cmocka_unit_test_teardown(a_day_gives_servers_by_hour, nothing_left),
        cmocka_unit_test_teardown(enough_servers_do_not_depend_on_the_window, nothing_left),
        cmocka_unit_test_teardown(where_none_is_enough_the_picture_has_a_gap, nothing_left),
        cmocka_unit_test_teardown(enough_servers_keep_their_thresholds, nothing_left),
    };
    return cmocka_run_group_tests_name("cloudqueue sweep " REAL_NAME, tests, NULL, NULL);
}
