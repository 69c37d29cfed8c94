/* `only` of pictures: points by an axis and a number, and nothing else. */
#include "tests/command/plot/chart_cases.h"

/* Draws the figure of a result whose points have 64 and 128 rows. */
static int draw_only(const char *only)
{
    char configuration[300];
    struct store *const s = begin_file();
    put_swept(s, 1, "ours", 1e-3, true);
    put_swept(s, 2, "theirs", 2e-3, true);
    snprintf(configuration, sizeof configuration,
             "figure = { id = \"paper.fig1\"; };\n"
             "pictures = ( { kind = \"table\"; column = \"iterations\"; only = [\"%s\"]; } );",
             only);
    good(store_text(s, "/config", "effective", configuration));
    good(store_commit(s));
    return plot("--figure -f svg");
}

static void other_points_are_not_drawn(void **state)
{
    (void)state;
    need_gnuplot();
    static const char *const same[] = {"rows = 64", "rows=64", "rows = 64 ", "rows = 6.4e1"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        assert_int_equal(draw_only(same[i]), 0);
        shows("heat_table.svg", ">110<");
        assert_null(strstr(picture("heat_table.svg"), ">120<"));
    }
}

static void what_is_no_axis_and_number_is_refused(void **state)
{
    (void)state;
    need_gnuplot();
    static const char *const wrong[] = {"rows = 64x", "rows = 64 128", "rows = 64,", "rows = ", "rows = x", "rows"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char sentence[120];
        snprintf(sentence, sizeof sentence, "only: '%s' must be an axis and a number, such as rows = 64", wrong[i]);
        assert_int_equal(draw_only(wrong[i]), 2);
        assert_non_null(strstr(captured, "pictures.0.only"));
        assert_non_null(strstr(captured, sentence));
    }
    assert_int_equal(draw_only("columns = 64"), 2);
    assert_non_null(strstr(captured, "the runs have no axis 'columns'"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(other_points_are_not_drawn), TEST(what_is_no_axis_and_number_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
