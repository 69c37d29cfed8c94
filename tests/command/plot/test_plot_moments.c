/* Pictures of several times of a run, and of the sources of a field: charges and the right side. */
#include "tests/command/plot/plot_cases.h"

#include "command/plot/map/moments.h"
#include "command/plot/map/sources.h"

static const char run[] = "/runs/000_thomas_host_double";

/* A run without fields, of so many steps of 50 ms. */
static void put_empty(struct store *s, int steps)
{
    static const char *const texts[4][2] = {
        {"method", "thomas"}, {"space", "host"}, {"precision", "double"}, {"status", "ok"}};
    char group[64];
    for (int i = 0; i < 4; i++) good(store_text(s, run, texts[i][0], texts[i][1]));
    good(store_int(s, run, "steps", steps));
    good(store_real(s, run, "time", 0.05 * steps));
    snprintf(group, sizeof group, "%s/series", run);
    put_column(s, group, "time", "s", 1);
    snprintf(group, sizeof group, "%s/fields", run);
    good(store_group(s, group));
    for (int d = 0; d < 3; d++) {
        char name[32];
        snprintf(name, sizeof name, "mesh_spacing_%c", "xyz"[d]);
        good(store_real(s, group, name, 0.1));
    }
}

/* u of 20 by 30 nodes at steps 0, 10, ..., from 0 s by half a second. */
static void put_snapshots(struct store *s, int count)
{
    static double u[600];
    char group[64], name[40];
    put_empty(s, 10 * count);
    snprintf(group, sizeof group, "%s/snapshots", run);
    good(store_group(s, group));
    for (int k = 0; k < count; k++) {
        for (int i = 0; i < 600; i++) u[i] = i + k;
        snprintf(name, sizeof name, "w_%09d", 10 * k);
        good(store_array(s, group,
                         &(struct array){.name = name, .type = REAL64, .rank = 2, .dims = {20, 30}, .data = u}));
        snprintf(name, sizeof name, "time_%09d", 10 * k);
        good(store_real(s, group, name, 0.5 * k));
    }
    snprintf(group, sizeof group, "%s/fields", run);
    good(store_array(s, group, &(struct array){.name = "w", .type = REAL64, .rank = 2, .dims = {20, 30}, .data = u}));
}

static void moments_are_evenly_spread(void **state)
{
    (void)state;
    for (int64_t there = 1; there < 60; there++)
        for (int count = 1; count <= MOMENTS_MAX && count <= there; count++) {
            assert_int_equal(moments_spread(there, count, count - 1), there - 1);
            if (count > 1) assert_int_equal(moments_spread(there, count, 0), 0);
            for (int i = 1; i < count; i++) {
                const int64_t step = moments_spread(there, count, i) - moments_spread(there, count, i - 1);
                const int64_t even = (there - 1) / (count - 1);
                assert_true(step == even || step == even + 1);
            }
        }
}

static void each_time_has_a_panel(void **state)
{
    (void)state;
    need_gnuplot();
    struct store *const s = begin_file();
    put_snapshots(s, 3);
    good(store_commit(s));
    assert_int_equal(plot("--format svg --column w"), 0);
    assert_int_equal(lines_captured(), 1);
    shows("heat_w.svg", ">t = 0.00 s<");
    shows("heat_w.svg", ">t = 500 ms<");
    shows("heat_w.svg", ">t = 1.00 s<");
    shows("heat_w.svg", ">t = 1.50 s<"); /* the end, which is not a snapshot */
    assert_int_equal(plot("--format svg --column w --time 0.6"), 0);
    shows("heat_w_t0.6.svg", "w by thomas, t = 500 ms<");
    assert_int_equal(plot("--format svg --column w --time 1.4"), 0);
    shows("heat_w_t1.4.svg", "w by thomas, t = 1.50 s<");
    assert_int_equal(plot("--column w --time 1.8"), 2);
    assert_non_null(strstr(captured, "--time: 1.8 is outside of the times of the run, which reach from 0 to 1.5\n"));
    assert_int_equal(lines_captured(), 1);
    assert_int_equal(plot("--time soon"), 2);
    assert_non_null(strstr(captured, "--time: 'soon' is not a number"));
}

static void of_many_times_a_part_is_shown(void **state)
{
    (void)state;
    need_gnuplot();
    struct store *const s = begin_file();
    put_snapshots(s, 30);
    good(store_commit(s));
    assert_int_equal(plot("--format svg --column w"), 0);
    assert_non_null(strstr(captured, "the picture of w shows 12 of 31 times\n"));
    shows("heat_w.svg", ">t = 0.00 s<");
    shows("heat_w.svg", ">t = 15.0 s<");
}

/* Two charges in the plane z = 0.1, one far above it, and a right side that is negative in its middle.
 */
static void charges_are_marked_with_their_sign(void **state)
{
    (void)state;
    need_gnuplot();
    double f[4][10][10] = {{{0}}}, u[4][10][10] = {{{0}}};
    double x[3] = {0.2, 0.7, 0.5}, y[3] = {0.5, 0.5, 0.1}, z[3] = {0.1, 0.11, 0.3}, q[3] = {1e-9, -2e-9, 1e-9};
    const char *const names[4] = {"charge", "charge_x", "charge_y", "charge_z"};
    double *const values[4] = {q, x, y, z};
    char group[64];
    struct store *s = begin_file();
    f[1][5][5] = f[1][5][6] = -3, u[1][5][5] = 1;
    put_empty(s, 1);
    snprintf(group, sizeof group, "%s/fields", run);
    for (int i = 0; i < 2; i++)
        good(store_array(s, group,
                         &(struct array){.name = i ? "right_side" : "p",
                                         .type = REAL64,
                                         .rank = 3,
                                         .dims = {4, 10, 10},
                                         .data = i ? (void *)f : (void *)u}));
    snprintf(group, sizeof group, "%s/geometry", run);
    for (int i = 0; i < 4; i++)
        good(store_array(
            s, group,
            &(struct array){
                .name = names[i], .type = REAL64, .rank = 1, .dims = {3}, .data = values[i], .units = i ? "m" : "C"}));
    good(store_commit(s));
    assert_int_equal(plot("--format svg --column p"), 0);
    shows("heat_p.svg", "3 charges, red +, blue −, -2.00 nC to 1.00 nC; grey: 1 outside the plane<");
    shows("heat_p.svg", "lines: right side f, 10 and 50 % of its largest value, dashed below 0<");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(moments_are_evenly_spread),
        TEST(each_time_has_a_panel),
        TEST(of_many_times_a_part_is_shown),
        TEST(charges_are_marked_with_their_sign),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
