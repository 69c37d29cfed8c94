/* The wait of a tagged task: both methods agree on every kind of hall, the share that is not followed is within its
 * bound, and added servers shorten the wait. */
#include "apps/cloudqueue/measures/erlang.h"
#include "apps/cloudqueue/measures/tagged.h"
#include "tests/support/trials.h"
#include "verify/queue/queue_hall.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

static struct queue_hall hall_of(const char *text)
{
    struct queue_hall h;
    good(queue_hall_make(&h, text, exec_host(1)));
    return h;
}

/* Few and many levels, one slot and many, lines that are short, long or end, thresholds by level, rates far apart. */
static void both_methods_agree(void **state)
{
    static const char *const halls[] = {
        "n = 2; kappa = 1; load = 0.5;",
        "n = 2; kappa = 3; load = 0.9; eta = 0.3;",
        "n = 7; kappa = 2; load = 0.8; eta = 0.2; setups = \"available\";",
        "n = 30; kappa = 1; load = 0.7; eta = 2.0; nu = 5.0;",
        "n = 3; kappa = 20; load = 0.6; eta = 1.0; nu = 9.0; setups = \"available\";",
        "n = 4; kappa = 2; load = 0.6; buffer = 0; on_at = 2;",
        "n = 4; kappa = 2; load = 0.6; buffer = 1; on_at = 2;",
        "n = 4; kappa = 2; load = 0.6; on_at = 2;",
        "n = 4; kappa = 2; load = 1e-3; on_at = 2;",
        "n = 4; kappa = 2; load = 1e-5;",
        "n = 3; kappa = 4; load = 1.4; eta = 0.5; nu = 5.0; buffer = 9; on_at = 6;",
        "n = 3; kappa = 2; load = 3.0; eta = 0.1; buffer = 25;",
        "n = 5; kappa = 2; load = 1.0; eta = 1.0; buffer = 12;",
        "n = 5; kappa = 3; load = 0.7; on_at = [4, 9, 3, 6, 5];",
        "n = 5; kappa = 3; load = 0.7; on_at = [12, 3, 3, 12, 4]; buffer = 14;",
        "n = 5; kappa = 3; load = 0.7; off_at = [-1, 0, -1, -1, 0];",
        "n = 3; kappa = 2; load = 0.5; eta = 0.02; nu = 0.01;",
        "n = 3; kappa = 2; load = 0.5; eta = 200.0; nu = 1e3;",
        "n = 9; k = 10; preset = \"eq8-open\"; load = 0.6;",
        "n = 9; k = 10; preset = \"eq8-closed\"; load = 0.6;",
        "n = 2; k = 16; below = 3; kappa = 5; load = 0.6;",
    };
    (void)state;
    for (size_t i = 0; i < sizeof halls / sizeof *halls; i++) {
        double apart;
        struct queue_hall h = hall_of(halls[i]);
        good(queue_hall_apart(&h, 1e-3, &apart));
        if (!(apart <= 1e-8)) fail_msg("%s: apart by %g", halls[i], apart);
        queue_hall_free(&h);
    }
}

/* The time that no more than `left` wait longer than. */
static double end_of(const struct tagged *t, double left)
{
    double end = t->mean;
    while (tagged_waits(t, end) > left) end *= 1.1;
    return end;
}

/* The tasks that are given up at states which few meet: they are missing in P(W > t), and `killed` bounds them. */
static void no_more_is_missing_than_was_killed(void **state)
{
    static const char *const halls[] = {
        "n = 20; kappa = 4; load = 0.6; eta = 0.4; nu = 20.0; setups = \"available\";",
        "n = 6; kappa = 2; load = 1.2; eta = 0.3; buffer = 20;",
        "n = 9; k = 10; preset = \"eq8-open\"; load = 0.6;",
    };
    (void)state;
    for (size_t i = 0; i < sizeof halls / sizeof *halls; i++) {
        struct queue_hall h = hall_of(halls[i]);
        struct tagged all;
        good(tagged_make(&all, h.model, h.x, h.exponent, 1e-3, 0));
        assert_true(all.known && all.killed == 0);
        for (double cut = 1e-5; cut < 0.2; cut *= 10) {
            struct tagged few;
            double most = 0, least = 0;
            good(tagged_make(&few, h.model, h.x, h.exponent, 1, cut));
            assert_true(few.known && few.states < all.states && few.killed > 0 && few.killed <= cut);
            for (double time = 0.01 * all.mean; time < end_of(&all, 1e-3); time *= 1.1) {
                const double missing = tagged_waits(&all, time) - tagged_waits(&few, time);
                most = fmax(most, missing), least = fmin(least, missing);
            }
            if (!(most <= few.killed + 1e-7)) fail_msg("%s: %g missing, %g killed", halls[i], most, few.killed);
            assert_true(least >= -1e-7);
            if (cut > 1e-3) assert_true(most > 1e-3 * few.killed);
            tagged_free(&few);
        }
        tagged_free(&all);
        queue_hall_free(&h);
    }
}

/* Tasks wait no longer if servers come on meanwhile than if none does. */
static void bounds_are_above(void **state)
{
    (void)state;
    struct queue_hall h = hall_of("n = 8; kappa = 3; load = 0.7; eta = 0.4; nu = 2.0;");
    struct tagged t;
    struct erlang l;
    double level[8], gap = 0;
    for (int j = 0; j < 8; j++) level[j] = 1;
    good(tagged_make(&t, h.model, h.x, h.exponent, 1e-4, 1e-7));
    good(erlang_make(&l, h.model, h.x, h.exponent, level, 1e-4));
    assert_true(t.known && l.known);
    near(l.share, t.share, 1e-7, "share");
    for (double time = 0.01 * t.mean; time < end_of(&t, 1e-4); time *= 1.1) {
        assert_true(erlang_waits(&l, time) >= tagged_waits(&t, time) * (1 - 1e-7));
        assert_true(erlang_stays(&l, time) >= tagged_stays(&t, time) * (1 - 1e-7));
        gap = fmax(gap, erlang_waits(&l, time) / tagged_waits(&t, time));
    }
    assert_true(gap > 1.5);
    erlang_free(&l);
    tagged_free(&t);
    queue_hall_free(&h);
}

static void without_memory_nothing_is_left(void **state)
{
    (void)state;
    struct queue_hall h = hall_of("n = 4; kappa = 2; load = 0.7;");
    const int64_t held = mem_held(HOST);
    enum status s = ST_NOMEM;
    struct tagged t;
    for (int64_t k = 1; s != ST_OK; k++) {
        mem_fail_at(k);
        s = tagged_make(&t, h.model, h.x, h.exponent, 1e-3, 1e-7);
        mem_fail_at(0);
        assert_true(s == ST_OK || (s == ST_NOMEM && mem_held(HOST) == held));
    }
    assert_true(t.known && mem_held(HOST) > held);
    tagged_free(&t);
    queue_hall_free(&h);
}

/* 320 servers, whose percentiles by uniformization take minutes. */
static void long_lines_are_followed_too(void **state)
{
    (void)state;
    struct trial t = trial_done("cloudqueue",
                                "n = 320; kappa = 8; k = 257; below = 32; load = 0.6; mu = 0.2; eta = 0.5; nu = 60.0; "
                                "setups = \"available\"; percentiles = [0.95, 0.99];",
                                NULL, "gth_wide", 1);
    assert_true(series_at(&t, "percentiles_exact", 0) == 1);
    near(series_at(&t, "wait_as_seen", 0), series_at(&t, "wait", 0), 1e-8 + 1e3 * (double)REAL_EPS, "wait_as_seen");
    near(series_at(&t, "wait_95", 0), 0.15501, 1e-4, "wait_95");
    near(series_at(&t, "wait_99", 0), 0.21329, 1e-4, "wait_99");
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(both_methods_agree, nothing_left),
        cmocka_unit_test_teardown(no_more_is_missing_than_was_killed, nothing_left),
        cmocka_unit_test_teardown(bounds_are_above, nothing_left),
        cmocka_unit_test_teardown(without_memory_nothing_is_left, nothing_left),
        cmocka_unit_test_teardown(long_lines_are_followed_too, nothing_left),
    };
    return cmocka_run_group_tests_name("cloudqueue tagged " REAL_NAME, tests, NULL, NULL);
}
