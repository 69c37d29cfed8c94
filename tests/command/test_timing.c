/* What rounds of seconds give: medians, what is left out, and what is written over the first round. */
#include "command/run/timing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char file[] = "/tmp/test_timing.XXXXXX";

static void good(enum status s)
{
    if (s != ST_OK) fail_msg("%s", fail_text());
}

static int enter(void **state)
{
    (void)state;
    strcpy(file, "/tmp/test_timing.XXXXXX");
    const int fd = mkstemp(file);
    return fd < 0 ? -1 : close(fd);
}

static int leave(void **state)
{
    (void)state;
    return unlink(file);
}

/* A round of two steps, the second of which takes `seconds`, the first half of that. */
static void add(struct timing *t, double seconds, double speed)
{
    struct series s = {0};
    struct clock c = {.seconds = {[PHASE_SOLVE] = seconds}};
    good(series_put(&s, "residual", "", 1e-16));
    good(series_put_measured(&s, "seconds", "s", seconds));
    good(series_put_measured(&s, "seconds_min", "s", seconds));
    good(timing_begin(t, 2));
    t->ok = true;
    timing_step(t, 0, seconds / 2);
    timing_step(t, 1, seconds);
    timing_end(t, &c, speed, &s);
    assert_int_equal(s.count, 0); /* taken over */
}

/* As a run leaves it that was timed once. */
static void record(const struct timing *t, const struct timing *reference)
{
    struct store *s;
    struct metrics m = {0};
    good(store_create(&s, file));
    metrics_put(&m, "bytes_estimated", 3e9);
    metrics_put(&m, "seconds_step", 99);
    good(metrics_store(&m, s, "/runs/one/metrics"));
    good(series_store(&t->round[0].series, s, "/runs/one/series"));
    good(timing_record(t, reference, s, "/runs/one"));
    good(store_commit(s));
}

static double metric(const char *name)
{
    struct store *s;
    double value;
    good(store_open(&s, file));
    good(store_get_real(s, "/runs/one/metrics", name, &value));
    store_discard(s);
    return value;
}

static double first_of(const char *path)
{
    struct store *s;
    double value[64];
    good(store_open(&s, file));
    good(store_array_read(s, path, REAL64, value));
    store_discard(s);
    return value[0];
}

static void the_first_of_many_rounds_warms_up(void **state)
{
    (void)state;
    struct timing t = {0};
    add(&t, 50, 1);
    for (int i = 0; i < 5; i++) add(&t, 2 + 0.001 * i, 1);
    assert_false(timing_settled(&t));
    record(&t, &t);
    for (int i = 0; i < 8; i++) add(&t, 2.002, 1);
    assert_true(timing_settled(&t));
    assert_true(fabs(metric("seconds_step") - 0.75 * 2.002) < 1e-12);
    assert_true(fabs(metric("seconds_step_min") - 0.75 * 2) < 1e-12);
    assert_true(fabs(metric("seconds_step_quiet") - 0.75 * 2) < 1e-12); /* between steps of 1 and 2 seconds */
    assert_true(fabs(metric("gb_s") - 3 / (1.5 * 2.002)) < 1e-12);
    assert_true(metric("relative_step") == 1 && metric("rounds") == 6 && metric("disturbed") == 0);
    assert_true(fabs(metric("seconds_solve") - 2.002) < 1e-12);
    assert_true(fabs(first_of("/runs/one/series/seconds") - 2.002) < 1e-12);
    assert_true(first_of("/runs/one/series/seconds_min") == 2);
    assert_true(first_of("/runs/one/series/residual") == 1e-16);
    assert_true(first_of("/runs/one/timing/seconds") == 25);
    timing_free(&t);
}

static void disturbed_rounds_are_left_out_where_others_are_enough(void **state)
{
    (void)state;
    struct timing t = {0};
    add(&t, 5, 1);
    for (int i = 0; i < 4; i++) add(&t, 9, 0.5), add(&t, 2, 1);
    record(&t, NULL);
    assert_true(fabs(metric("seconds_step") - 1.5) < 1e-12 && metric("disturbed") == 4);
    timing_free(&t);
    add(&t, 2, 1); /* all but the first were */
    for (int i = 0; i < 4; i++) add(&t, 9, 0.5);
    record(&t, NULL);
    assert_true(fabs(metric("seconds_step") - 0.75 * 9) < 1e-12);
    timing_free(&t);
}

/* By the least of each, however much the rounds differ. */
static void runs_are_compared_by_the_least_of_all_rounds(void **state)
{
    (void)state;
    struct timing a = {0}, b = {0};
    for (int i = 0; i < 8; i++) add(&a, 1 << i, 1), add(&b, 3.0 * (1 << (7 - i)), 1);
    record(&b, &a);
    assert_true(metric("relative_step") == 3);
    assert_false(timing_settled(&b));
    timing_free(&a), timing_free(&b);
}

static void one_round_counts(void **state)
{
    (void)state;
    struct timing t = {0}, none = {0};
    add(&t, 2, 1);
    record(&t, &t);
    assert_true(metric("seconds_step") == 1.5 && metric("rounds") == 1);
    timing_free(&t);
    add(&none, 2, 1);
    none.ok = false; /* resumed: its steps are not all there */
    record(&none, NULL);
    assert_true(metric("seconds_step") == 99);
    timing_free(&none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_first_of_many_rounds_warms_up, enter, leave),
        cmocka_unit_test_setup_teardown(disturbed_rounds_are_left_out_where_others_are_enough, enter, leave),
        cmocka_unit_test_setup_teardown(runs_are_compared_by_the_least_of_all_rounds, enter, leave),
        cmocka_unit_test_setup_teardown(one_round_counts, enter, leave),
    };
    return cmocka_run_group_tests_name("timing", tests, NULL, NULL);
}
