/* Charts of more than a picture can show: they report what they leave out. */
#include "tests/command/plot/chart_cases.h"

static void of_too_many_values_every_second_is_drawn(void **state)
{
    (void)state;
    need_gnuplot();
    struct store *const s = begin_file();
    put_points(s, 1, "ours", 1e-3, true, 300);
    good(store_commit(s));
    assert_int_equal(plot("-c seconds -k curves -f svg"), 0);
    shows("heat_seconds.svg", ">rows: 150 of 300 values<");
}

/* A run of two rows for each of `panels` numbers of systems, with a column for each of `columns` names. */
static void put_panels(struct store *s, int panels, int columns)
{
    struct series c = {0};
    put_points(s, 1, "ours", 1e-3, true, 0);
    for (int i = 0; i < 2 * panels; i++) {
        good(series_put_axis(&c, "systems", "", i / 2 + 1));
        good(series_put_axis(&c, "rows", "", 64 * (i % 2 + 1)));
        for (int k = 0; k < columns; k++) {
            char name[16];
            snprintf(name, sizeof name, "c%d", k);
            good(series_put_measured(&c, name, "s", (k + 1) * (i + 1)));
        }
    }
    good(series_store(&c, s, "/runs/001_thomas_host_double/series"));
    series_free(&c);
}

static void pictures_say_what_they_leave_out(void **state)
{
    (void)state;
    need_gnuplot();
    struct store *const s = begin_file();
    put_panels(s, 320, 1);
    good(store_commit(s));
    assert_int_equal(plot("-c c0 -k curves -x rows -f svg"), 0);
    shows("heat_c0.svg", ">16 of 320 panels; double<");
    shows("heat_c0.svg", ">16 systems<");
    assert_non_null(strstr(captured, "the picture of c0 shows 16 of 320 panels"));
    assert_int_equal(plot("-c c0 -k bars -x systems -f svg"), 0);
    assert_non_null(strstr(captured, "the picture of c0 shows 160 of 320 places"));
    assert_int_equal(plot("-c c0 -k table -f svg"), 0);
    shows("heat_table.svg", ">600 of 640 rows; double<");
}

static void all_columns_and_runs_are_drawn(void **state)
{
    (void)state;
    need_gnuplot();
    struct store *s = begin_file();
    char columns[200] = "-f svg -k table -c c0";
    put_panels(s, 2, 18);
    good(store_commit(s));
    for (int k = 1; k < 18; k++) sprintf(columns + strlen(columns), ",c%d", k);
    assert_int_equal(plot(columns), 0);
    shows("heat_table.svg", ">c17 [s]<");
    s = begin_file();
    for (int i = 0; i < 300; i++) {
        char label[16];
        snprintf(label, sizeof label, "run %d", i);
        put_swept(s, i, label, 1e-3 * (1 + i % 7) * (1 + 0.1 * i), true);
    }
    good(store_commit(s));
    assert_int_equal(plot("-c seconds -k curves -f svg"), 0);
    for (int i = 0; i < 300; i += 23) {
        char label[16];
        snprintf(label, sizeof label, "run %d", i);
        shows("heat_seconds.svg", label);
    }
    assert_int_equal(plot("-c seconds -k bars -f svg"), 0);
    shows("heat_seconds.svg", ">400 of 602 lines; double<");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(of_too_many_values_every_second_is_drawn),
        TEST(pictures_say_what_they_leave_out),
        TEST(all_columns_and_runs_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
