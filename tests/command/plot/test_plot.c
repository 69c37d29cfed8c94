/* bandstand plot: the pictures, their agreement with the file, and the messages of faults. */
#include "tests/command/plot/plot_cases.h"

static void every_picture_is_drawn_and_named(void **state)
{
    (void)state;
    need_gnuplot();
    static const char *const what[] = {"runs", "series", "u", "v"};
    put_file();
    assert_int_equal(plot(""), 0);
    assert_int_equal(lines_captured(), 4);
    for (int i = 0; i < 4; i++) {
        char name[300];
        snprintf(name, sizeof name, "%s/heat_%s.png\n", folder, what[i]);
        assert_non_null(strstr(captured, name));
        snprintf(name, sizeof name, "heat_%s.png", what[i]);
        assert_memory_equal(picture(name), "\x89PNG", 4);
    }
    assert_int_equal(files_in_folder(false), 5); /* and the result */
}

static void pictures_say_what_the_file_holds(void **state)
{
    (void)state;
    need_gnuplot();
    put_file();
    assert_int_equal(plot("--format svg"), 0);
    shows("heat_runs.svg", "It's u'' 'hot' \\ `here`");
    shows("heat_runs.svg", "memory limit, measured: 40.2 GB/s");
    shows("heat_runs.svg", "ms per step");
    shows("heat_runs.svg", ">0.500   4.00×<");
    shows("heat_runs.svg", ">20.0, 49.7 %<");
    shows("heat_series.svg", ">thomas, and 1 more that looks the same<");
    shows("heat_series.svg", ">other<");
    shows("heat_series.svg", ">probe [K]<");
    shows("heat_series.svg", ">time [s]<");
    shows("heat_u.svg", "u by thomas, t = 250 ms, z = 3.00 m");
    shows("heat_u.svg", ">u [K]<");
    shows("heat_u.svg", ">x [mm]<");
    shows("heat_runs.svg", "30 × 20 × 3, 10 steps, 2 threads");
}

static void the_fields_of_other_runs_are_drawn_on_demand(void **state)
{
    (void)state;
    need_gnuplot();
    put_file();
    assert_int_equal(plot("--run 002_wrong_host_double -f svg"), 0);
    shows("heat_002_wrong_host_double_u.svg", "u by other");
    assert_int_equal(plot("--run all"), 0);
    assert_int_equal(lines_captured(), 2 + 3 * 2);
    static const char *const names[] = {"wrong", "other", "002_wrong_host", "002"};
    for (int i = 0; i < 4; i++) {
        char flags[64];
        snprintf(flags, sizeof flags, "--run %s -f svg", names[i]);
        assert_int_equal(plot(flags), 0);
        assert_non_null(strstr(captured, "heat_002_wrong_host_double_u.svg"));
        assert_int_equal(lines_captured(), 2 + 2);
    }
    static const char *const none[] = {"003_none", "00", "thom"};
    for (int i = 0; i < 3; i++) {
        char flags[64];
        snprintf(flags, sizeof flags, "--run %s", none[i]);
        assert_int_equal(plot(flags), 2);
        assert_non_null(
            strstr(captured, "the runs are 000_thomas_host_double, 001_pcr_host_double, 002_wrong_host_double\n"));
        assert_int_equal(lines_captured(), 1);
    }
}

static void one_run_is_drawn_like_many(void **state)
{
    (void)state;
    need_gnuplot();
    static const double seconds[] = {2e-3, 0.2}; /* its bandwidth is inside the bar, then after it */
    static const char *const rate[] = {">5.00, 12.4 %<", ">0.0500, 0.124 %<"};
    for (int i = 0; i < 2; i++) {
        struct store *const s = begin_file();
        put_run(s, "000_thomas_host_double", "thomas", seconds[i], 0.1);
        good(store_commit(s));
        assert_int_equal(plot("--format svg"), 0);
        assert_int_equal(lines_captured(), 4);
        shows("heat_runs.svg", rate[i]);
    }
}

static void assembly_outside_of_the_step_is_no_part_of_its_bar(void **state)
{
    (void)state;
    need_gnuplot();
    for (int i = 0; i < 2; i++) {
        struct store *const s = begin_file();
        put_run(s, "000_thomas_host_double", "thomas", 1e-3, 0.1);
        if (i) good(store_real(s, "/runs/000_thomas_host_double/metrics", "seconds_solve", 10e-3));
        good(store_commit(s));
        assert_int_equal(plot("--format svg"), 0);
        shows("heat_runs.svg", ">solve<");
        assert_true((strstr(picture("heat_runs.svg"), ">assemble<") == NULL) == i);
    }
}

/* In the order of the configuration; blocks apart. */
static void samples_of_one_unit_share_a_panel(void **state)
{
    (void)state;
    need_gnuplot();
    static const char *const added[] = {"lower", "max", "min", "upper", "a_max", "b_max"};
    static const char *const order[] = {">temperature [K]<",     ">min<",   ">max<",  ">upper<", ">lower<", ">probe<",
                                        ">max temperature [K]<", ">a max<", ">b max<"};
    struct store *const s = begin_file();
    put_run(s, "000_thomas_host_double", "thomas", 1e-3, 0.1);
    good(store_text(s, "/config", "effective", "probes = ({ name = \"upper\"; }, { name = \"lower\"; });"));
    for (int i = 0; i < 6; i++) put_column(s, "/runs/000_thomas_host_double/series", added[i], "K", 1);
    for (int i = 0; i < 2; i++) put_column(s, "/runs/000_thomas_host_double/series", i ? "tip" : "soma", "mV", 1);
    good(store_commit(s));
    assert_int_equal(plot("--format svg"), 0);
    shows("heat_series.svg", ">energy [J]<");
    shows("heat_series.svg", ">potential [mV]<");
    const char *after = picture("heat_series.svg");
    for (int i = 0; i < 9; i++)
        if (!(after = strstr(after, order[i]))) fail_msg("no %s after those before it", order[i]);
}

static void numbers_have_three_digits_and_units_a_prefix(void **state)
{
    (void)state;
    static const struct {
        double x;
        const char *units, *text;
    } cases[] = {{4, "", "4.00"},
                 {41.95, "", "42.0"},
                 {9.996, "", "10.0"},
                 {136.38, "", "136"},
                 {0, "", "0.00"},
                 {0.0913, "", "0.0913"},
                 {1234, "", "1230"},
                 {2e-4, "s", "200 µs"},
                 {90, "s", "90.0 s"},
                 {7200, "s", "7200 s"},
                 {1.03488e6, "J", "1.03 MJ"},
                 {0.0015, "m", "1.50 mm"},
                 {-2.5e4, "J/m", "-25.0 kJ/m"},
                 {300, "K", "300 K"},
                 {3e6, "K", "3.00 1e6 K"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[100];
        quantity_print(text, sizeof text, cases[i].x, cases[i].units);
        assert_string_equal(text, cases[i].text);
    }
}

static void a_missing_folder_is_made(void **state)
{
    (void)state;
    need_gnuplot();
    char flags[200], parent[64];
    put_file();
    snprintf(parent, sizeof parent, "%s", folder);
    snprintf(flags, sizeof flags, "--output %s/a/b", parent);
    strcat(folder, "/a/b");
    assert_int_equal(plot(flags), 0);
    assert_int_equal(plot(flags), 0);
    assert_int_equal(files_in_folder(true), 4);
    rmdir(folder);
    *strrchr(folder, '/') = '\0';
    rmdir(folder);
    strcpy(folder, parent);
}

/* A gnuplot that dies of the picture of runs. */
static void a_picture_that_fails_does_not_stop_the_others(void **state)
{
    (void)state;
    need_gnuplot();
    char script[200], path[4000], line[400];
    put_file();
    snprintf(script, sizeof script, "%s/gnuplot", folder);
    FILE *const f = fopen(script, "w");
    fputs("#!/bin/sh\nif grep -q heat_runs /dev/stdin; then kill -SEGV $$; fi\nPATH=${PATH#*:} exec gnuplot \"$@\"\n",
          f);
    fclose(f);
    chmod(script, 0755);
    char *const before = strdup(getenv("PATH"));
    snprintf(path, sizeof path, "%s:%s", folder, before);
    setenv("PATH", path, 1);
    snprintf(line, sizeof line, "/nowhere/x.h5 %s", result);
    const int code = run_command(command_plot, line);
    setenv("PATH", before, 1);
    free(before);
    assert_int_equal(code, 2); /* of the file that is not there */
    assert_int_equal(lines_captured(), 1 + 1 + 3);
    assert_non_null(strstr(captured, "gnuplot died of signal 11"));
    assert_int_equal(files_in_folder(false), 2 + 3); /* the result and this gnuplot */
}

static void faults_are_reported_in_one_line(void **state)
{
    (void)state;
    char flags[200];
    put_file();
    snprintf(flags, sizeof flags, "--output %s/x", result);
    assert_int_equal(plot(flags), 1);
    assert_non_null(strstr(captured, "heat.h5/x: Not a directory"));
    assert_int_equal(lines_captured(), 1);
    assert_int_equal(plot("--format gif"), 2);
    assert_int_equal(run_command(command_plot, ""), 2);
    assert_int_equal(run_command(command_plot, "/nowhere/x.h5"), 2);
    char *const path = strdup(getenv("PATH"));
    setenv("PATH", "/nowhere", 1);
    assert_int_equal(plot(""), 1);
    setenv("PATH", path, 1);
    free(path);
    assert_non_null(strstr(captured, "gnuplot, which is not installed"));
    assert_int_equal(lines_captured(), 1);
    assert_int_equal(files_in_folder(false), 1); /* the result */
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_picture_is_drawn_and_named),
        TEST(pictures_say_what_the_file_holds),
        TEST(the_fields_of_other_runs_are_drawn_on_demand),
        TEST(one_run_is_drawn_like_many),
        TEST(assembly_outside_of_the_step_is_no_part_of_its_bar),
        TEST(samples_of_one_unit_share_a_panel),
        TEST(numbers_have_three_digits_and_units_a_prefix),
        TEST(a_missing_folder_is_made),
        TEST(a_picture_that_fails_does_not_stop_the_others),
        TEST(faults_are_reported_in_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
