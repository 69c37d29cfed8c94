/* bandstand plot: which pictures there are, and that they say what the file holds. */
#include "base/store.h"
#include "command/command.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <dirent.h>

#include "tests/said.h"

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
}

static void put_file(void)
{
    struct store *s;
    good(store_create(&s, result));
    good(store_text(s, "/", "app", "adi"));
    good(store_text(s, "/", "title", "It's 'hot' \\ `here`"));
    good(store_real(s, "/provenance", "bandwidth_copy_gb_s", 40.25));
    put_run(s, "000_thomas_host_double", "thomas", 2e-3, 0.1);
    put_run(s, "001_pcr_host_double", "pcr", 0.5e-3, 0.1);
    put_run(s, "002_wrong_host_double", "wrong", 1e-3, 0.3);
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
    assert_int_equal(lines_said(), 4);
    for (int i = 0; i < 4; i++) {
        char name[300];
        snprintf(name, sizeof name, "%s/heat_%s.png\n", folder, what[i]);
        assert_non_null(strstr(said, name));
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
    shows("heat_runs.svg", "It's 'hot' \\ `here`");
    shows("heat_runs.svg", "memory limit, measured: 40.2 GB/s");
    shows("heat_runs.svg", "milliseconds per step");
    shows("heat_runs.svg", ">0.5   4.00×<");
    shows("heat_runs.svg", ">20, 50 %<");
    shows("heat_series.svg", "000_thomas_host_double, and 1 more that looks the same");
    shows("heat_series.svg", "002_wrong_host_double");
    shows("heat_series.svg", "probe, K");
    shows("heat_series.svg", "time, s");
    shows("heat_u.svg", "u of 000_thomas_host_double, t = 0.25, z = 2.5");
    shows("heat_u.svg", "u, K");
}

static void the_fields_of_other_runs_are_drawn_on_demand(void **state)
{
    (void)state;
    need_gnuplot();
    put_file();
    assert_int_equal(plot("--run 002_wrong_host_double -f svg"), 0);
    shows("heat_002_wrong_host_double_u.svg", "u of 002_wrong_host_double");
    assert_int_equal(plot("--run all"), 0);
    assert_int_equal(lines_said(), 2 + 3 * 2);
    assert_int_equal(plot("--run 003_none"), 2);
    assert_int_equal(lines_said(), 1);
}

static void faults_are_told_in_one_line(void **state)
{
    (void)state;
    put_file();
    assert_int_equal(plot("--output /nowhere"), 1);
    assert_non_null(strstr(said, "cannot write /nowhere/heat_runs.png: No such file or directory"));
    assert_int_equal(plot("--format gif"), 2);
    assert_int_equal(run_command(command_plot, ""), 2);
    assert_int_equal(run_command(command_plot, "/nowhere/x.h5"), 1);
    char *const path = strdup(getenv("PATH"));
    setenv("PATH", "/nowhere", 1);
    assert_int_equal(plot(""), 1);
    setenv("PATH", path, 1);
    free(path);
    assert_non_null(strstr(said, "gnuplot, which is not installed"));
    assert_int_equal(lines_said(), 1);
    assert_int_equal(files_in_folder(false), 1); /* the result */
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_picture_is_drawn_and_named),
        TEST(pictures_say_what_the_file_holds),
        TEST(the_fields_of_other_runs_are_drawn_on_demand),
        TEST(faults_are_told_in_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
