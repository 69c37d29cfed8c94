/* Charts of bandstand plot: curves along an axis, bars in named groups, tables, and published values next to them. */
#include "tests/command/plot/chart_cases.h"

/* Publishes numbers of the two points; NaN is "no". */
static void publish(struct store *s, int number, const char *quantity, const char *run, double first, double second)
{
    char group[64];
    double value[2] = {first, second};
    const struct array a = {.name = "values", .type = REAL64, .rank = 1, .dims = {2}, .data = value};
    snprintf(group, sizeof group, "/published/%03d", number);
    good(store_text(s, group, "quantity", quantity));
    good(store_text(s, group, "run", run));
    good(store_text(s, group, "source", "table 9"));
    good(store_array(s, group, &a));
}

/* Two runs, of which the second did not converge, and one that did not take place. */
static struct store *begin_chart(void)
{
    struct store *const s = begin_file();
    put_swept(s, 1, "ours", 2e-3, true);
    put_swept(s, 2, "theirs", 4e-3, false);
    publish(s, 1, "iterations", "ours", 120, 0);
    publish(s, 2, "iterations", "theirs", (double)NAN, 77);
    publish(s, 3, "seconds", "on a GPU", 1e-3, 3e-3);
    publish(s, 4, "iterations", "on a GPU", 31, 32);
    return s;
}

static int hollow_marks(const char *name)
{
    int count = 0;
    for (const char *at = picture(name); (at = strstr(at, "href='#gpPt5' transform")); at++) count++;
    return count;
}

static void curves_have_published_marks(void **state)
{
    (void)state;
    need_gnuplot();
    good(store_commit(begin_chart()));
    assert_int_equal(plot("-c seconds -k curves -f svg"), 0);
    static const char *const shown[] = {">rows<",
                                        ">64<",
                                        ">128<",
                                        ">ours<",
                                        ">time [ms]<",
                                        ">on a GPU (not run here)<",
                                        ">hollow: published, table 9<"};
    for (int i = 0; i < 7; i++) shows("heat_seconds.svg", shown[i]);
    assert_int_equal(hollow_marks("heat_seconds.svg"), 2 + 2); /* and in the key: of the run, and of all */
    assert_int_equal(plot("-c seconds -k curves --across columns"), 2);
    assert_non_null(strstr(captured, "no axis 'columns'"));
}

static void bars_stand_in_named_groups(void **state)
{
    (void)state;
    need_gnuplot();
    struct store *const s = begin_chart();
    good(store_text(s, "/runs/001_thomas_host_double", "points", "Cloud16-100\nCloud64-500"));
    good(store_commit(s));
    assert_int_equal(plot("-c iterations -k bars -f svg"), 0);
    static const char *const shown[] = {">Cloud16-100<", ">Cloud64-500<", ">iterations<", ">no (no)<", ">no<"};
    for (int i = 0; i < 5; i++) shows("heat_iterations.svg", shown[i]);
    assert_int_equal(hollow_marks("heat_iterations.svg"), 4 + 2);
}

static void tables_have_published_values_in_brackets(void **state)
{
    (void)state;
    need_gnuplot();
    good(store_commit(begin_chart()));
    assert_int_equal(plot("-c iterations,seconds -k table -f svg"), 0);
    static const char *const shown[] = {">64 rows<",
                                        ">110<",
                                        ">(120)<",
                                        ">(no)<",
                                        ">no<",
                                        ">(77)<",
                                        ">(31)<",
                                        ">4<",
                                        ">time [ms]<",
                                        ">iterations<",
                                        ">in brackets: published, table 9<"};
    for (int i = 0; i < 11; i++) shows("heat_table.svg", shown[i]);
    assert_null(strstr(picture("heat_table.svg"), ">220<")); /* of a run that did not converge */
}

/* The first numbers of `width="1040"` of a picture. */
static int width_of(const char *name)
{
    int width = 0;
    const char *const at = strstr(picture(name), "width=\"");
    assert_non_null(at);
    assert_int_equal(sscanf(at, "width=\"%d", &width), 1);
    return width;
}

static void a_table_is_as_wide_as_what_stands_below_it(void **state)
{
    (void)state;
    need_gnuplot();
    static const char source[] =
        "a table of a paper whose name alone is longer than all of the columns that it has here";
    struct store *const s = begin_file();
    put_swept(s, 1, "ours", 2e-3, true);
    publish(s, 1, "iterations", "ours", 120, 130);
    good(store_text(s, "/published/001", "source", source));
    good(store_commit(s));
    assert_int_equal(plot("-c seconds,iterations -k table -f svg"), 0);
    shows("heat_table.svg", source); /* though nothing was published of the first quantity */
    assert_true(width_of("heat_table.svg") > 7 * (int)strlen(source));
}

static void a_table_has_powers_of_ten_in_all_of_its_numbers_or_none(void **state)
{
    (void)state;
    need_gnuplot();
    struct store *const s = begin_file();
    put_swept(s, 1, "ours", 2e-3, true);
    put_swept(s, 2, "fast", 2e-15, true);
    good(store_commit(s));
    assert_int_equal(plot("-c seconds,iterations -k table -f svg"), 0);
    static const char *const shown[] = {">2.00e+00<", ">4.00e+00<", ">2.00e-12<", ">4.00e-12<", ">110<"};
    for (int i = 0; i < 5; i++) shows("heat_table.svg", shown[i]);
}

/* The place of the name of the upward axis: gnuplot puts it at the left end of the margin. */
static double place_of_name(const char *name, const char *text)
{
    double x = -1;
    const char *at = strstr(picture(name), text), *group = at;
    assert_non_null(at);
    while (group > picture(name) && strncmp(group, "translate(", 10)) group--;
    assert_int_equal(sscanf(group, "translate(%lf", &x), 1);
    return x;
}

static void long_numbers_leave_a_place_for_the_name_of_their_axis(void **state)
{
    (void)state;
    need_gnuplot();
    struct store *const s = begin_file();
    put_swept(s, 1, "ours", 2e-3, true);
    good(store_commit(s));
    assert_int_equal(plot("-c error -k curves -f svg"), 0);
    shows("heat_error.svg", ">1.5e-15<");
    assert_true(place_of_name("heat_error.svg", ">error<") > 20);
}

static void many_runs_are_named_where_they_end(void **state)
{
    (void)state;
    need_gnuplot();
    struct store *const s = begin_file();
    for (int i = 0; i < 12; i++) {
        char label[16];
        snprintf(label, sizeof label, "run %c", 'a' + i);
        put_swept(s, i, label, 1e-3 * (1 + i), true);
    }
    good(store_commit(s));
    static const char *const kind[] = {"-c seconds -k curves -f svg", "-c seconds -k bars -f svg"};
    for (int k = 0; k < 2; k++) {
        assert_int_equal(plot(kind[k]), 0);
        for (int i = 0; i < 12; i++) {
            char label[16];
            snprintf(label, sizeof label, ">run %c<", 'a' + i);
            shows("heat_seconds.svg", label);
        }
        assert_null(strstr(picture("heat_seconds.svg"), "hollow"));
    }
}

static void curves_that_lie_on_each_other_are_one(void **state)
{
    (void)state;
    need_gnuplot();
    struct store *const s = begin_chart();
    put_swept(s, 3, "ours again", 2e-3, true);
    put_swept(s, 4, "slower", 2.1e-3, true);
    good(store_commit(s));
    assert_int_equal(plot("-c seconds -k curves -f svg"), 0);
    shows("heat_seconds.svg", ">ours, ours again<");
    shows("heat_seconds.svg", ">slower<");
}

static const char configuration[] =
    "figure = { id = \"paper.fig1\"; about = \"seconds of both\"; };\n"
    "pictures = ( { kind = \"bars\"; column = \"speedup\"; only = [\"rows = 64\"]; name = \"fast\"; },\n"
    "             { kind = \"table\"; column = \"iterations\"; title = \"Table 9\"; without = [\"theirs\"];\n"
    "               note = \"The paper says of no single point that it is fast, and that is more than a line.\"; } );";

static void a_configuration_says_which_pictures_its_figure_has(void **state)
{
    (void)state;
    need_gnuplot();
    struct store *const s = begin_chart();
    good(store_text(s, "/config", "effective", configuration));
    good(store_commit(s));
    assert_int_equal(plot("--figure -f svg"), 0);
    assert_int_equal(files_in_folder(false), 3); /* with the result */
    shows("heat_fast.svg", "paper.fig1: seconds of both");
    shows("heat_fast.svg", ">times as fast as 'ours'<");
    shows("heat_table.svg", ">Table 9<");
    assert_null(strstr(picture("heat_table.svg"), "theirs"));
    shows("heat_table.svg", ">The paper says of no single point that it is fast, and that<");
    shows("heat_table.svg", ">is more than a line.<");
}

static void a_run_that_is_compared_with_itself_is_not_drawn(void **state)
{
    (void)state;
    need_gnuplot();
    struct store *const s = begin_file();
    put_swept(s, 1, "ours", 2e-3, true);
    good(store_commit(s));
    assert_int_equal(plot("-c speedup -k bars"), 0);
    assert_non_null(strstr(captured, "no picture of speedup: no run has a value except the first"));
    assert_int_equal(files_in_folder(false), 1); /* the result */
}

static void what_does_not_go_together_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *flags, *sentence;
    } cases[] = {{"-k pie -c seconds", "'pie' is not curves, bars or table"},
                 {"-k bars", "--kind needs --column"},
                 {"-x rows", "give --kind"},
                 {"-k bars -c seconds -l z", "'z' is not no, x, y or xy"}};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(plot(cases[i].flags), 2);
        assert_non_null(strstr(captured, cases[i].sentence));
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(curves_have_published_marks),
        TEST(bars_stand_in_named_groups),
        TEST(tables_have_published_values_in_brackets),
        TEST(a_table_is_as_wide_as_what_stands_below_it),
        TEST(a_table_has_powers_of_ten_in_all_of_its_numbers_or_none),
        TEST(long_numbers_leave_a_place_for_the_name_of_their_axis),
        TEST(many_runs_are_named_where_they_end),
        TEST(curves_that_lie_on_each_other_are_one),
        TEST(a_configuration_says_which_pictures_its_figure_has),
        TEST(a_run_that_is_compared_with_itself_is_not_drawn),
        TEST(what_does_not_go_together_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
