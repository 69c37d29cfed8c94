/* Runs along axes: the tables of bandstand compare, its JSON, its gate, and the picture. */
#include "base/result/metrics.h"
#include "command/commands.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/capture.h"

static char folder[64], one[128], two[128];

static int enter(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_sweep.XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(one, sizeof one, "%s/one.h5", folder);
    snprintf(two, sizeof two, "%s/two.h5", folder);
    return 0;
}

static int leave(void **state)
{
    char line[128];
    (void)state;
    snprintf(line, sizeof line, "rm -r %s", folder);
    return system(line);
}

static void good(enum status st)
{
    if (st != ST_OK) fail_msg("%s", fail_text());
}

static void says(const char *part)
{
    if (!strstr(captured, part)) fail_msg("'%s' is not in:\n%s", part, captured);
}

/* One run: `seconds` at the points (10, 4), (10, 8), (20, 4), (20, 8); those from `first` on are there. */
static void put_run(struct store *s, int k, const char *precision, const char *label, const double *seconds, int first)
{
    char run[64], group[96];
    struct series series = {0};
    snprintf(run, sizeof run, "/runs/%03d_thomas_host_%s", k, precision);
    good(store_text(s, run, "method", "thomas"));
    good(store_text(s, run, "space", "host"));
    good(store_text(s, run, "precision", precision));
    good(store_text(s, run, "status", seconds ? "ok" : "refused: no GPU here"));
    if (label) good(store_text(s, run, "label", label));
    if (!seconds) return;
    snprintf(group, sizeof group, "%s/metrics", run);
    good(store_real(s, group, "seconds_step", seconds[0]));
    for (int i = first; i < 4; i++) {
        good(series_put_axis(&series, "systems", "", i / 2 ? 20 : 10));
        good(series_put_axis(&series, "rows", "", i % 2 ? 8 : 4));
        good(series_put_measured(&series, "seconds", "s", seconds[i]));
        good(series_put(&series, "bytes", "B", 100 * i));
    }
    snprintf(group, sizeof group, "%s/series", run);
    good(series_store(&series, s, group));
    series_free(&series);
}

static void put_file(const char *path, double second)
{
    static const double first[] = {1, 2, 4, 8};
    const double times[] = {0.5, 0.25, 8, second};
    struct store *s;
    good(store_create(&s, path));
    good(store_text(s, "/", "app", "batch"));
    good(store_text(s, "/", "title", ""));
    put_run(s, 0, "double", "one thread", first, 0);
    put_run(s, 1, "double", NULL, times, 1);
    put_run(s, 2, "double", NULL, NULL, 0);
    put_run(s, 3, "float", "fast", times, 0);
    put_run(s, 4, "float", "slow", first, 0);
    good(store_commit(s));
}

static void every_point_is_compared_within_its_precision(void **state)
{
    (void)state;
    put_file(one, 2);
    assert_int_equal(run_command(command_compare, one), 0);
    says("   one thread  double");
    says("*  fast        float");
    says("\ndouble: times as fast as one thread, whose time in seconds is shown\n"
         "systems  rows  seconds  thomas        best\n"
         "     10     4        1       -  one thread\n"
         "     10     8        2       8      thomas\n"
         "     20     4        4     0.5  one thread\n"
         "     20     8        8       4      thomas\n"
         "\nfloat: times as fast as fast, whose time in seconds is shown\n"
         "systems  rows  seconds   slow  best\n"
         "     10     4      0.5    0.5  fast\n"
         "     10     8     0.25  0.125  fast\n");
}

static void a_column_alone(void **state)
{
    char line[300];
    (void)state;
    put_file(one, 2);
    snprintf(line, sizeof line, "%s --column bytes", one);
    assert_int_equal(run_command(command_compare, line), 0);
    says("double: bytes, B\n"
         "systems  rows  one thread  thomas\n"
         "     10     4           0       -\n"
         "     10     8         100     100\n"
         "     20     4         200     200\n"
         "     20     8         300     300\n"
         "\nfloat: bytes, B\n");
    assert_true(captured[0] == 'd');
    snprintf(line, sizeof line, "%s --column byte", one);
    assert_int_equal(run_command(command_compare, line), 2);
    says("--column: no column 'byte'; did you mean 'bytes'?");
    assert_int_equal(lines_captured(), 1);
}

/* Only points that have a value on every axis. */
static void axes_of_other_lengths_end_with_the_shortest(void **state)
{
    struct store *s;
    struct series series = {0};
    (void)state;
    good(store_create(&s, one));
    good(store_text(s, "/", "app", "batch"));
    good(store_text(s, "/", "title", ""));
    good(store_text(s, "/runs/000_a", "method", "thomas"));
    good(store_text(s, "/runs/000_a", "space", "host"));
    good(store_text(s, "/runs/000_a", "precision", "double"));
    good(store_text(s, "/runs/000_a", "status", "ok"));
    good(store_real(s, "/runs/000_a/metrics", "seconds_step", 1));
    for (int i = 0; i < 40; i++) good(series_put_axis(&series, "systems", "", 10 + i));
    good(series_put_axis(&series, "rows", "", 4));
    good(series_put_measured(&series, "seconds", "s", 3));
    good(series_store(&series, s, "/runs/000_a/series"));
    series_free(&series);
    good(store_commit(s));
    assert_int_equal(run_command(command_compare, one), 0);
    says("systems  rows  seconds\n     10     4        3\n");
    assert_null(strstr(captured, "     11"));
}

static void json_has_the_series(void **state)
{
    char line[300];
    (void)state;
    put_file(one, 2);
    snprintf(line, sizeof line, "%s --json", one);
    assert_int_equal(run_command(command_compare, line), 0);
    says("\"label\": \"one thread\"");
    says("\"systems\": [10, 10, 20, 20]");
    says("\"seconds\": [1, 2, 4, 8]");
}

static void what_is_measured_is_no_difference(void **state)
{
    char line[300];
    (void)state;
    put_file(one, 2);
    put_file(two, 3);
    snprintf(line, sizeof line, "%s %s --rtol 0", one, two);
    assert_int_equal(run_command(command_compare, line), 0);
    says("12 comparisons"); /* two axes and the bytes of four runs */
}

/* A first run that is left out leaves its part to the next. */
static void the_first_that_ran_is_the_reference(void **state)
{
    static const double slow[] = {2, 2, 2, 2}, fast[] = {1, 1, 1, 1};
    struct store *s;
    (void)state;
    good(store_create(&s, one));
    good(store_text(s, "/", "app", "batch"));
    good(store_text(s, "/", "title", ""));
    put_run(s, 0, "double", NULL, NULL, 0);
    put_run(s, 1, "double", "slow", slow, 0);
    put_run(s, 2, "double", "fast", fast, 0);
    good(store_commit(s));
    assert_int_equal(run_command(command_compare, one), 0);
    says("Best: fast, 2.00 times as fast as slow.\n");
    says("times as fast as slow, whose time in seconds is shown\n"
         "systems  rows  seconds  fast  best\n     10     4        2     2  fast\n");
}

/* The text of a file. */
static const char *text_of(const char *name)
{
    static char text[200000];
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const f = fopen(path, "r");
    if (!f) fail_msg("%s is missing", path);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    return text;
}

static void a_panel_for_each_value_of_the_second_axis(void **state)
{
    char line[300];
    (void)state;
    put_file(one, 2);
    snprintf(line, sizeof line, "%s --format svg", one);
    assert_int_equal(run_command(command_plot, line), 0);
    const char *const picture = text_of("one_speedup_double.svg");
    assert_non_null(strstr(picture, ">times as fast as 'one thread'<"));
    assert_non_null(strstr(picture, "4 rows"));
    assert_non_null(strstr(picture, "8 rows"));
    assert_non_null(strstr(picture, ">thomas<"));
    assert_non_null(strstr(text_of("one_speedup_float.svg"), ">slow<"));
    assert_null(strstr(captured, "gb_s")); /* no such column */
    assert_null(strstr(captured, "series"));
}

static void one_value_of_the_first_axis_gives_way_to_the_second(void **state)
{
    static const double seconds[] = {1, 2, 4, 8};
    char line[300];
    struct store *s;
    (void)state;
    good(store_create(&s, one));
    good(store_text(s, "/", "app", "batch"));
    good(store_text(s, "/", "title", "u''"));
    put_run(s, 0, "double", NULL, seconds, 2);
    put_run(s, 1, "double", "twin", seconds, 2);
    put_run(s, 2, "float", NULL, seconds, 2);
    good(store_commit(s));
    snprintf(line, sizeof line, "%s --format svg", one);
    assert_int_equal(run_command(command_plot, line), 0);
    const char *const picture = text_of("one_speedup_double.svg");
    assert_non_null(strstr(picture, ">u''; double<"));
    assert_non_null(strstr(picture, ">20 systems<"));
    assert_non_null(strstr(picture, ">rows<"));
    assert_null(strstr(captured, "speedup_float")); /* one run is as fast as itself */
}

static void runs_that_one_table_cannot_hold_are_in_the_next(void **state)
{
    static const double seconds[] = {1, 2, 4, 8};
    struct store *s;
    (void)state;
    good(store_create(&s, one));
    good(store_text(s, "/", "app", "batch"));
    good(store_text(s, "/", "title", ""));
    for (int k = 0; k < 30; k++) {
        char label[16];
        snprintf(label, sizeof label, "r%d", k);
        put_run(s, k, "double", label, seconds, 3);
    }
    good(store_commit(s));
    assert_int_equal(run_command(command_compare, one), 0);
    says("systems  rows  seconds  r1  r2");
    says("systems  rows  seconds  r21  r22  r23  r24  r25  r26  r27  r28  r29  best\n"
         "     20     8        8    1");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_point_is_compared_within_its_precision),
        TEST(a_column_alone),
        TEST(axes_of_other_lengths_end_with_the_shortest),
        TEST(json_has_the_series),
        TEST(what_is_measured_is_no_difference),
        TEST(the_first_that_ran_is_the_reference),
        TEST(a_panel_for_each_value_of_the_second_axis),
        TEST(one_value_of_the_first_axis_gives_way_to_the_second),
        TEST(runs_that_one_table_cannot_hold_are_in_the_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
