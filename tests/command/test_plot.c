/* bandstand plot: which pictures there are, and that they say what the file holds. */
#include "base/result/store.h"
#include "command/command.h"
#include "command/plot/axis.h"
#include "command/plot/plane.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <dirent.h>
#include <math.h>
#include <sys/stat.h>

#include "tests/support/capture.h"

static char folder[64], result[128];

static int files_in_folder(bool removed)
{
    int count = 0;
    DIR *const d = opendir(folder);
    for (struct dirent *e; (e = readdir(d));) {
        char path[400];
        if (e->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        count++;
        if (removed) unlink(path);
    }
    closedir(d);
    return count;
}

static int enter(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_plot.XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(result, sizeof result, "%s/heat.h5", folder);
    return 0;
}

static int leave(void **state)
{
    (void)state;
    files_in_folder(true);
    return rmdir(folder);
}

static void good(enum status st)
{
    if (st != ST_OK) fail_msg("%s", fail_text());
}

static void put_column(struct store *s, const char *group, const char *name, const char *units, double slope)
{
    double value[50];
    for (int i = 0; i < 50; i++) value[i] = 1 + slope * i;
    const struct array a = {.name = name, .type = REAL64, .rank = 1, .dims = {50}, .data = value, .units = units};
    good(store_array(s, group, &a));
}

/* A run whose probe rises by `slope`. */
static void put_run(struct store *s, const char *name, const char *method, double seconds, double slope)
{
    char run[64], group[96];
    static double u[3 * 20 * 30];
    for (int i = 0; i < 3 * 20 * 30; i++) u[i] = i / 600; /* the middle plane is all 1 */
    snprintf(run, sizeof run, "/runs/%s", name);
    good(store_text(s, run, "method", method));
    good(store_text(s, run, "space", "host"));
    good(store_text(s, run, "precision", "double"));
    good(store_text(s, run, "status", "ok"));
    good(store_real(s, run, "time", 0.25));
    good(store_int(s, run, "steps", 10));
    good(store_int(s, run, "threads", 2));
    snprintf(group, sizeof group, "%s/metrics", run);
    good(store_real(s, group, "steps", 10));
    good(store_real(s, group, "seconds_assemble", 2.5 * seconds));
    good(store_real(s, group, "seconds_solve", 7.5 * seconds));
    good(store_real(s, group, "seconds_step", seconds));
    good(store_real(s, group, "gb_s", 0.01 / seconds));
    good(store_real(s, group, "share_of_limit", 0.01 / seconds / 40.25));
    snprintf(group, sizeof group, "%s/series", run);
    put_column(s, group, "time", "s", 0.01);
    put_column(s, group, "energy", "J", 0);
    put_column(s, group, "probe", "K", slope);
    snprintf(group, sizeof group, "%s/fields", run);
    const struct array flat = {.name = "v", .type = REAL64, .rank = 2, .dims = {20, 30}, .data = u};
    const struct array cube = {.name = "u", .type = REAL64, .rank = 3, .dims = {3, 20, 30}, .data = u, .units = "K"};
    const struct array line = {.name = "w", .type = REAL64, .rank = 1, .dims = {30}, .data = u};
    good(store_array(s, group, &flat));
    good(store_array(s, group, &cube));
    good(store_array(s, group, &line));
    good(store_real(s, group, "mesh_origin_z", 2));
    good(store_real(s, group, "mesh_spacing_z", 0.5));
    good(store_real(s, group, "mesh_spacing_x", 1e-3));
    good(store_real(s, group, "mesh_spacing_y", 1e-3));
}

static struct store *begin_file(void)
{
    struct store *s;
    good(store_create(&s, result));
    good(store_text(s, "/", "app", "adi"));
    good(store_text(s, "/", "title", "It's u'' 'hot' \\ `here`"));
    good(store_real(s, "/provenance", "bandwidth_copy_gb_s", 40.25));
    return s;
}

static void put_file(void)
{
    struct store *const s = begin_file();
    put_run(s, "000_thomas_host_double", "thomas", 2e-3, 0.1);
    put_run(s, "001_pcr_host_double", "pcr", 0.5e-3, 0.1);
    put_run(s, "002_wrong_host_double", "wrong", 1e-3, 0.3);
    good(store_text(s, "/runs/002_wrong_host_double", "label", "other"));
    good(store_commit(s));
}

static int plot(const char *flags)
{
    char line[400];
    snprintf(line, sizeof line, "%s %s", result, flags);
    return run_command(command_plot, line);
}

static void need_gnuplot(void)
{
    if (system("gnuplot --version >/dev/null 2>&1") == 0) return;
    print_message("skipped: no gnuplot\n");
    skip();
}

static const char *picture(const char *name)
{
    static char text[1000000];
    char path[400];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const f = fopen(path, "rb");
    if (!f) fail_msg("no %s", path);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    return text;
}

static void shows(const char *name, const char *part)
{
    if (!strstr(picture(name), part)) fail_msg("%s does not show '%s'", name, part);
}

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
    shows("heat_series.svg", "000_thomas_host_double, and 1 more that looks the same");
    shows("heat_series.svg", "002_wrong_host_double");
    shows("heat_series.svg", "probe, K");
    shows("heat_series.svg", "time, s");
    shows("heat_u.svg", "u of 000_thomas_host_double, t = 250 ms, z = 2.50 m");
    shows("heat_u.svg", "u, K");
    shows("heat_u.svg", ">x, mm<");
    shows("heat_runs.svg", "30 × 20 × 3, 10 steps, 2 threads");
}

static void the_fields_of_other_runs_are_drawn_on_demand(void **state)
{
    (void)state;
    need_gnuplot();
    put_file();
    assert_int_equal(plot("--run 002_wrong_host_double -f svg"), 0);
    shows("heat_002_wrong_host_double_u.svg", "u of 002_wrong_host_double");
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
            strstr(captured, "there are 000_thomas_host_double, 001_pcr_host_double, 002_wrong_host_double\n"));
        assert_int_equal(lines_captured(), 1);
    }
}

static void one_run_is_drawn_like_many(void **state)
{
    (void)state;
    need_gnuplot();
    static const double seconds[] = {2e-3, 0.2}; /* its bandwidth stands inside of the bar, then behind it */
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

static void samples_are_in_the_order_of_the_configuration(void **state)
{
    (void)state;
    need_gnuplot();
    static const char *const added[] = {"lower", "max", "min", "upper"};
    static const char *const order[] = {">min, K<",   ">max, K<",   ">energy, J<",
                                        ">upper, K<", ">lower, K<", ">probe, K<"};
    struct store *const s = begin_file();
    put_run(s, "000_thomas_host_double", "thomas", 1e-3, 0.1);
    good(store_text(s, "/config", "effective", "probes = ({ name = \"upper\"; }, { name = \"lower\"; });"));
    for (int i = 0; i < 4; i++) put_column(s, "/runs/000_thomas_host_double/series", added[i], "K", 1);
    good(store_commit(s));
    assert_int_equal(plot("--format svg"), 0);
    const char *after = picture("heat_series.svg");
    for (int i = 0; i < 6; i++)
        if (!(after = strstr(after, order[i]))) fail_msg("no %s after those before it", order[i]);
}

static void values_that_are_not_finite_are_drawn_as_gaps(void **state)
{
    (void)state;
    need_gnuplot();
    double nothing[4] = {NAN, NAN, INFINITY, -INFINITY};
    const struct array field = {.name = "n", .type = REAL64, .rank = 2, .dims = {2, 2}, .data = nothing};
    const struct array column = {.name = "none", .type = REAL64, .rank = 1, .dims = {4}, .data = nothing};
    struct store *const s = begin_file();
    put_run(s, "000_thomas_host_double", "thomas", 1e-3, 0.1);
    good(store_array(s, "/runs/000_thomas_host_double/fields", &field));
    good(store_array(s, "/runs/000_thomas_host_double/series", &column));
    good(store_commit(s));
    assert_int_equal(plot(""), 0);
    assert_int_equal(lines_captured(), 5);
}

/* As a boundary value problem writes it: u against x; w has another length. */
static void a_field_of_one_axis_is_drawn_against_x(void **state)
{
    (void)state;
    need_gnuplot();
    double x[5] = {0, 0.001, 0.002, 0.004, 0.008}, u[5] = {300, 310, NAN, 330, 340};
    const struct array places = {.name = "x", .type = REAL64, .rank = 1, .dims = {5}, .data = x, .units = "m"};
    const struct array field = {.name = "t", .type = REAL64, .rank = 1, .dims = {5}, .data = u, .units = "K"};
    struct store *const s = begin_file();
    put_run(s, "000_thomas_host_double", "thomas", 1e-3, 0.1);
    good(store_array(s, "/runs/000_thomas_host_double/fields", &places));
    good(store_array(s, "/runs/000_thomas_host_double/fields", &field));
    good(store_commit(s));
    assert_int_equal(plot("--format svg"), 0);
    assert_int_equal(lines_captured(), 5);
    shows("heat_t.svg", "It's u'' 'hot' \\ `here`");
    shows("heat_t.svg", "t of 000_thomas_host_double, 5 nodes");
    shows("heat_t.svg", ">x, mm<");
    shows("heat_t.svg", ">t, K<");
}

/* Node 1 of each axis of the field 100 z + 10 y + x. */
static void a_slice_is_the_plane_that_was_asked_for(void **state)
{
    (void)state;
    static const struct {
        struct cut cut;
        const char *lines;
    } cases[] = {
        {{'x', 1.4}, "0 0 1\n1 0 11\n2 0 21\n0 1 101\n1 1 111\n2 1 121\n"},
        {{'y', 0.6}, "0 0 10\n1 0 11\n2 0 12\n3 0 13\n0 1 110\n1 1 111\n2 1 112\n3 1 113\n"},
        {{'z', 1.0},
         "0 0 100\n1 0 101\n2 0 102\n3 0 103\n0 1 110\n1 1 111\n2 1 112\n3 1 113\n"
         "0 2 120\n1 2 121\n2 2 122\n3 2 123\n"},
    };
    double u[2][3][4];
    struct store *s;
    for (int i = 0; i < 24; i++) u[i / 12][i / 4 % 3][i % 4] = 100 * (i / 12) + 10 * (i / 4 % 3) + i % 4;
    const struct array cube = {.name = "u", .type = REAL64, .rank = 3, .dims = {2, 3, 4}, .data = u};
    good(store_create(&s, result));
    good(store_array(s, "/fields", &cube));
    good(store_commit(s));
    good(store_open(&s, result));
    for (int i = 0; i < 3; i++) {
        struct plane p;
        char *text, whole[400];
        size_t size;
        FILE *const f = open_memstream(&text, &size);
        good(plane_open(&p, s, "/fields", "u"));
        good(plane_cut(&p, &cases[i].cut));
        good(plane_put(f, &p, s, 1));
        fclose(f);
        snprintf(whole, sizeof whole, "$field << EOD\n%sEOD\n", cases[i].lines);
        assert_string_equal(text, whole);
        free(text);
        assert_int_equal(plane_cut(&p, &(struct cut){cases[i].cut.axis, -0.6}), ST_CONFIG);
        assert_int_equal(plane_cut(&p, &(struct cut){cases[i].cut.axis, 4.6}), ST_CONFIG);
    }
    store_discard(s);
}

static void slices_are_named_and_checked(void **state)
{
    (void)state;
    need_gnuplot();
    put_file();
    assert_int_equal(plot("--slice z=2.9 -f svg"), 0);
    shows("heat_u_z2.9.svg", "z = 3.00 m");
    static const char *const wrong[] = {"z", "z=", "w=1", "z=1mm", "z=inf", "=1"};
    for (int i = 0; i < 6; i++) {
        char flags[32];
        snprintf(flags, sizeof flags, "--slice %s", wrong[i]);
        assert_int_equal(plot(flags), 2);
        assert_int_equal(lines_captured(), 1);
    }
    assert_int_equal(plot("--slice z=7"), 2);
    assert_non_null(strstr(captured, "z = 7 is outside of u, which reaches from 2 to 3\n"));
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
        TEST(samples_are_in_the_order_of_the_configuration),
        TEST(values_that_are_not_finite_are_drawn_as_gaps),
        TEST(a_field_of_one_axis_is_drawn_against_x),
        TEST(a_slice_is_the_plane_that_was_asked_for),
        TEST(slices_are_named_and_checked),
        TEST(numbers_have_three_digits_and_units_a_prefix),
        TEST(a_missing_folder_is_made),
        TEST(a_picture_that_fails_does_not_stop_the_others),
        TEST(faults_are_reported_in_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
