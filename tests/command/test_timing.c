/* The times from rounds: one statistic, and the values that replace those of the first round. */
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

#include "base/timing/step_time.h"

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

/* A round of two steps, points of a sweep, the second of which takes `seconds`, the first half of that. */
static void add(struct timing *t, double seconds, double speed)
{
    struct series s = {0};
    struct clock c = {.seconds = {[PHASE_SOLVE] = seconds}};
    good(series_put_axis(&s, "n", "", 7));
    good(series_put(&s, "residual", "", 1e-16));
    good(series_put_measured(&s, "seconds", "s", seconds));
    good(series_put_measured(&s, "gb_s", "GB/s", 1 / seconds));
    good(series_put_measured(&s, "of_method", "", seconds));
    good(timing_begin(t, 2));
    t->ok = true;
    timing_step(t, 0, seconds / 2);
    timing_step(t, 1, seconds);
    timing_end(t, &c, speed, &s);
    assert_int_equal(s.count, 0); /* taken over */
}

/* As a run leaves it that was timed once. */
static void record(const struct timing *t)
{
    struct store *s;
    struct metrics m = {0};
    good(store_create(&s, file));
    metrics_put(&m, "bytes_estimated", 3e9);
    metrics_put(&m, "seconds_step", 99);
    good(metrics_store(&m, s, "/runs/one/metrics"));
    good(series_store(&t->round[0].series, s, "/runs/one/series"));
    good(timing_record(t, s, "/runs/one"));
    good(store_commit(s));
}

static double metric(const char *name)
{
    struct store *s;
    double value;
    good(store_open(&s, file));
    good(store_get_real(s, "/runs/one/metrics", name, &value));
    store_close(s);
    return value;
}

static double first_of(const char *path)
{
    struct store *s;
    double value[64];
    good(store_open(&s, file));
    good(store_array_read(s, path, REAL64, value));
    store_close(s);
    return value[0];
}

static void points_are_compared_by_the_least_of_all_rounds(void **state)
{
    (void)state;
    struct timing t = {0};
    add(&t, 50, 1);
    for (int i = 0; i < 5; i++) add(&t, 2 + 0.001 * i, 1);
    assert_false(timing_settled(&t) || timing_alike(&t));
    record(&t);
    for (int i = 0; i < 8; i++) add(&t, 2.002, 1);
    assert_false(timing_settled(&t)); /* within microseconds */
    t.spent = 0.2;
    assert_true(timing_settled(&t));
    assert_true(fabs(metric("seconds_step") - 0.75 * 2) < 1e-12);
    assert_true(fabs(metric("seconds_step_min") - 0.75 * 2) < 1e-12);
    assert_true(fabs(metric("seconds_step_spread") - 0.00025) < 1e-9); /* half of the rounds have 2, half 2.001 */
    assert_true(fabs(metric("gb_s") - 1) < 1e-12);
    assert_true(metric("rounds") == 6 && metric("disturbed") == 0);
    assert_true(first_of("/runs/one/series/seconds") == 2);
    assert_true(first_of("/runs/one/series/gb_s") == 0.5);
    assert_true(fabs(first_of("/runs/one/series/of_method") - 2.002) < 1e-12); /* a median */
    assert_true(first_of("/runs/one/series/residual") == 1e-16);
    assert_true(first_of("/runs/one/timing/seconds") == 25);
    timing_free(&t);
}

/* A bar, which is drawn of them, is thus as long as the step that factors are made of, however much rounds differ. */
static void phases_sum_up_to_the_step(void **state)
{
    (void)state;
    struct timing t = {0};
    for (int i = 0; i < 8; i++) add(&t, 3.0 * (1 << (7 - i)), 1);
    record(&t);
    assert_true(metric("seconds_step") == 0.75 * 3 && metric("seconds_steps") == 1.5 * 3);
    assert_true(fabs(metric("seconds_solve") - 3) < 1e-12); /* two thirds of the steps, as in each round */
    assert_false(timing_settled(&t));
    timing_free(&t);
}

static void disturbed_rounds_are_counted(void **state)
{
    (void)state;
    struct timing t = {0};
    add(&t, 5, 1);
    for (int i = 0; i < 4; i++) add(&t, 9, 0.5), add(&t, 2, 1);
    record(&t);
    assert_true(fabs(metric("seconds_step") - 1.5) < 1e-12 && metric("disturbed") == 4);
    timing_free(&t);
}

/* Steps of 1 s, of which nine tenths last up to ten times as long, in bursts; the first always does. */
static void a_tenth_of_equal_steps_is_enough(void **state)
{
    double seconds[100];
    unsigned seed = 7;
    (void)state;
    for (int i = 0; i < 100; i++) seconds[i] = i % 50 > 40 && i % 50 < 48 ? 1 : 2 + (seed = seed * 5 % 97) / 12.0;
    const struct step_time t = step_time_of(seconds, 1, 100, true), other = step_time_of(seconds, 1, 100, false);
    assert_true(t.seconds == 1 && t.spread < 1e-12);
    assert_true(other.seconds > 4 && isnan(other.spread)); /* the mean, which one round does not give */
}

/* One that is fast by chance changes nothing, and neither does a round that took only some of the steps. */
static void partial_rounds_count(void **state)
{
    double seconds[60];
    (void)state;
    for (int i = 0; i < 60; i++) seconds[i] = i < 20 ? 3 : i % 20 < 5 ? 2 : (double)NAN;
    seconds[7] = 0.1;
    const struct step_time t = step_time_of(seconds, 3, 20, true);
    assert_true(t.seconds == 2 && t.spread == 0); /* each half of the rounds has a tenth of them */
}

/* If one half of the rounds never saw a quiet machine, the time has a spread. */
static void rounds_that_disagree_have_a_spread(void **state)
{
    double seconds[40];
    (void)state;
    for (int i = 0; i < 40; i++) seconds[i] = i / 10 % 2 ? 1 : 1.7; /* slower where threads are bound */
    assert_true(step_time_of(seconds, 4, 10, true).spread == 0 && step_time_of(seconds, 4, 10, false).spread == 0);
    for (int i = 0; i < 40; i++) seconds[i] = i < 20 ? 1 : 1.7;
    assert_true(fabs(step_time_of(seconds, 4, 10, true).spread - 0.35) < 1e-12);
    assert_true(fabs(step_time_of(seconds, 4, 10, false).spread - 0.35) < 1e-12);
    assert_true(isnan(step_time_of(seconds, 1, 5, true).spread)); /* too few */
    assert_true(isnan(step_time_of(seconds, 0, 5, true).seconds));
    for (int i = 10; i < 20; i++) seconds[i] = (double)NAN;
    assert_true(isnan(step_time_of(seconds, 2, 10, true).spread)); /* one half is empty */
}

static void one_round_counts(void **state)
{
    (void)state;
    struct timing t = {0}, none = {0};
    add(&t, 2, 1);
    record(&t);
    assert_true(metric("seconds_step") == 1.5 && metric("rounds") == 1);
    timing_free(&t);
    add(&none, 2, 1);
    none.ok = false; /* resumed: its steps are not all there */
    record(&none);
    assert_true(metric("seconds_step") == 99);
    timing_free(&none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(points_are_compared_by_the_least_of_all_rounds, enter, leave),
        cmocka_unit_test_setup_teardown(phases_sum_up_to_the_step, enter, leave),
        cmocka_unit_test_setup_teardown(disturbed_rounds_are_counted, enter, leave),
        cmocka_unit_test_setup_teardown(one_round_counts, enter, leave),
        cmocka_unit_test(a_tenth_of_equal_steps_is_enough),
        cmocka_unit_test(partial_rounds_count),
        cmocka_unit_test(rounds_that_disagree_have_a_spread),
    };
    return cmocka_run_group_tests_name("timing", tests, NULL, NULL);
}
