/* Numbers and series of a run, and facts of its provenance, in memory and in a file. */
#include "base/result/metrics.h"
#include "base/result/provenance.h"
#include "base/result/residual.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void good(enum status st)
{
    if (st != ST_OK) fail_msg("%s", fail_text());
}

static char file[] = "/tmp/test_metrics.XXXXXX";

static int enter(void **state)
{
    (void)state;
    strcpy(file, "/tmp/test_metrics.XXXXXX");
    const int fd = mkstemp(file);
    return fd < 0 ? -1 : close(fd);
}

static int leave(void **state)
{
    (void)state;
    return unlink(file);
}

static void metrics_are_put_and_added(void **state)
{
    (void)state;
    struct metrics m = {0};
    metrics_add(&m, "solves", 2);
    metrics_add(&m, "solves", 3);
    metrics_put(&m, "error", 7);
    metrics_put(&m, "error", 1e-9);
    assert_int_equal(m.count, 2);
    assert_true(metrics_get(&m, "solves") == 5);
    assert_true(metrics_get(&m, "error") == 1e-9);
    assert_true(isnan(metrics_get(&m, "absent")));
}

static enum status judged(double residual, double bound, double eps)
{
    struct metrics m = {0};
    metrics_put(&m, "residual", residual);
    if (bound > 0) metrics_put(&m, "residual_bound", bound);
    const enum status s = residual_judge(&m, eps, "thomas");
    assert_true(metrics_get(&m, "residual_bound") == (bound > 0 ? bound : RESIDUAL_ROUNDINGS * eps));
    return s;
}

/* 999 roundings are a solution, 1001 and non-finite values are not; an iteration that gave up does not promise any
 * accuracy. */
static void residuals_are_held_to_their_bound(void **state)
{
    static const double eps[] = {DBL_EPSILON, (double)FLT_EPSILON};
    struct metrics none = {0};
    (void)state;
    for (int p = 0; p < 2; p++) {
        assert_int_equal(judged(0, 0, eps[p]), ST_OK);
        assert_int_equal(judged(999 * eps[p], 0, eps[p]), ST_OK);
        assert_int_equal(judged(1001 * eps[p], 0, eps[p]), ST_FAILED);
        assert_non_null(strstr(fail_text(), "thomas: the residual is "));
        assert_int_equal(judged(1001 * eps[p], 1e-2, eps[p]), ST_OK);
        assert_int_equal(judged((double)NAN, 0, eps[p]), ST_FAILED);
        assert_int_equal(judged((double)NAN, HUGE_VAL, eps[p]), ST_FAILED);
        assert_int_equal(judged(HUGE_VAL, HUGE_VAL, eps[p]), ST_FAILED);
        assert_int_equal(judged(3, HUGE_VAL, eps[p]), ST_OK);
    }
    assert_int_equal(residual_judge(&none, DBL_EPSILON, "thomas"), ST_OK);
    assert_int_equal(none.count, 0);
}

/* An overflow of the size must not make a residual of 0. */
static void overflow_is_no_small_residual(void **state)
{
    (void)state;
    assert_true(residual_relative(1, 4) == 0.25 && residual_relative(0, 0) == 0 && residual_relative(0, 2) == 0);
    assert_true(residual_relative(1, HUGE_VAL) == HUGE_VAL && residual_relative(0, HUGE_VAL) == HUGE_VAL);
    assert_true(residual_relative((double)NAN, 1) == HUGE_VAL && residual_relative(1, 0) == HUGE_VAL);
}

static void metrics_and_series_survive_a_file(void **state)
{
    (void)state;
    struct metrics m = {0};
    struct series s = {0}, back = {0};
    struct store *f;
    double value;
    metrics_put(&m, "residual", 1e-17);
    for (int i = 0; i < 1000; i++) {
        good(series_put(&s, "time", "s", 0.1 * i));
        good(series_put(&s, "energy", NULL, 1.0 / (i + 1)));
    }
    good(store_create(&f, file));
    good(metrics_store(&m, f, "/runs/0/metrics"));
    good(series_store(&s, f, "/runs/0/series"));
    good(store_commit(f));
    good(store_open(&f, file));
    good(store_get_real(f, "/runs/0/metrics", "residual", &value));
    assert_true(value == 1e-17);
    good(series_load(&back, f, "/runs/0/series"));
    good(series_load(&back, f, "/runs/0/series"));
    assert_int_equal(series_load(&s, f, "/none"), ST_IO);
    store_close(f);

    assert_int_equal(s.count, 0);
    assert_int_equal(back.count, 2);
    assert_string_equal(back.column[0].name, "time"); /* in their order */
    assert_string_equal(back.column[0].units, "s");
    assert_string_equal(back.column[1].units, "");
    for (int c = 0; c < 2; c++) assert_int_equal(back.column[c].count, 1000);
    for (int i = 0; i < 1000; i++) {
        assert_true(back.column[0].value[i] == 0.1 * i);
        assert_true(back.column[1].value[i] == 1.0 / (i + 1));
    }
    good(series_put(&back, "time", "s", 100));
    assert_int_equal(back.column[0].count, 1001);
    series_free(&back);
    assert_int_equal(back.count, 0);
}

static void columns_keep_what_they_are(void **state)
{
    (void)state;
    struct series s = {0}, back = {0};
    struct store *f;
    good(series_put_axis(&s, "systems", "", 10));
    good(series_put_axis(&s, "rows", "", 20));
    good(series_put_measured(&s, "seconds", "s", 0.5));
    good(series_put(&s, "bytes", "B", 7));
    good(store_create(&f, file));
    good(series_store(&s, f, "/series"));
    good(store_commit(f));
    good(store_open(&f, file));
    good(series_load(&back, f, "/series"));
    store_close(f);
    assert_string_equal(series_axis(&back, 1)->name, "systems");
    assert_string_equal(series_axis(&back, 2)->name, "rows");
    assert_null(series_axis(&back, 3));
    assert_true(series_column(&back, "seconds")->measured);
    assert_false(series_column(&back, "bytes")->measured || series_column(&back, "bytes")->axis);
    assert_null(series_column(&back, "none"));
    good(series_put_axis(&back, "rows", "", 40));
    assert_int_equal(series_axis(&back, 2)->count, 2);
    series_free(&back);
    series_free(&s);
}

static void count_fact(void *context, const char *key, const char *value)
{
    assert_true(*key && *value);
    ++*(int *)context;
}

static void provenance_is_complete(void **state)
{
    (void)state;
    int count = 0;
    int64_t stored;
    char **names, *cores;
    struct store *s;
    provenance_each(count_fact, &count);
    assert_int_equal(count, 20);
    good(store_create(&s, file));
    good(provenance_store(s));
    good(store_attributes(s, "/provenance", &names, &stored));
    good(store_get_text(s, "/provenance", "cores", &cores));
    store_close(s);
    assert_int_equal(stored, count);
    assert_int_equal(atol(cores), sysconf(_SC_NPROCESSORS_ONLN));
    store_names_free(names, stored);
    free(cores);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(metrics_are_put_and_added),
        cmocka_unit_test(residuals_are_held_to_their_bound),
        cmocka_unit_test(overflow_is_no_small_residual),
        cmocka_unit_test_setup_teardown(metrics_and_series_survive_a_file, enter, leave),
        cmocka_unit_test_setup_teardown(columns_keep_what_they_are, enter, leave),
        cmocka_unit_test_setup_teardown(provenance_is_complete, enter, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
