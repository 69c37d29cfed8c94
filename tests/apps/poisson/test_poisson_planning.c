/* The plans of FFTW that a run reports: their source by its `effort`, and a warning where slow ones were learned again.
 */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/poisson/report.h"

static const char box[] = "grid = { n = [12, 10, 20]; upper = [1.0, 1.0, 1.0]; }; f = \"x-0.5\"; transform = \"fftw\";";
static char folder[64];

static void plans_are_counted(void **state)
{
    static const char *const estimate[] = {"effort=\"estimate\"", NULL}, *const measure[] = {"effort=\"measure\"",
                                                                                             NULL};
    (void)state;
    if (fftw_ready() != ST_OK) skip();
    struct trial t = trial_done("poisson", box, estimate, "thomas", 1);
    good(t.sim.app->report(&t.sim));
    assert_true(metrics_get(&t.sim.metrics, "plans_known") == 0);
    assert_true(metrics_get(&t.sim.metrics, "plans_learned") == 0);
    assert_true(metrics_get(&t.sim.metrics, "plans_estimated") == 4);
    assert_null(answers_find(&t.sim.answers, NULL, "planning"));
    answers_free(&t.sim.answers);
    trial_end(&t);
    for (int again = 0; again < 2; again++) {
        t = trial_done("poisson", box, measure, "thomas", 1);
        good(t.sim.app->report(&t.sim));
        assert_true(metrics_get(&t.sim.metrics, again ? "plans_known" : "plans_learned") == 4);
        assert_true(metrics_get(&t.sim.metrics, again ? "plans_learned" : "plans_known") == 0);
        answers_free(&t.sim.answers);
        trial_end(&t);
    }
}

static void slow_plans_are_a_warning(void **state)
{
    struct instance x = {.planning = {.known = 4, .renewed = 2, .slowness = 3.5}};
    struct sim sim = {0};
    char said[512] = "";
    (void)state;
    caveats_forget();
    planning_doubt(&x);
    caveats_take(said, sizeof said);
    assert_non_null(strstr(said, "plans for 2 kinds of lines were learned again, since one took 3.5 times"));
    report_planning(&x, &sim);
    assert_true(metrics_get(&sim.metrics, "plans_known") == 4 && metrics_get(&sim.metrics, "plans_renewed") == 2);
    x.planning.renewed = 0, *said = '\0';
    planning_doubt(&x);
    caveats_take(said, sizeof said);
    assert_string_equal(said, "");
}

static int enter(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/planning-XXXXXX");
    return mkdtemp(folder) && setenv("XDG_CACHE_HOME", folder, 1) == 0 ? 0 : -1;
}

/* The file of wisdom is the only one in the folder. */
static int leave(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(plans_are_counted, nothing_left),
        cmocka_unit_test_teardown(slow_plans_are_a_warning, nothing_left),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
