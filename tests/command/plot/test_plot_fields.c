/* Pictures of fields: gaps, curves against x, and slices. */
#include "tests/command/plot/plot_cases.h"

static void values_that_are_not_finite_are_drawn_as_gaps(void **state)
{
    (void)state;
    need_gnuplot();
    double nothing[4] = {NAN, NAN, INFINITY, -INFINITY}, gaps[4] = {NAN, 1, INFINITY, 2};
    const struct array empty = {.name = "e", .type = REAL64, .rank = 2, .dims = {2, 2}, .data = nothing};
    const struct array field = {.name = "n", .type = REAL64, .rank = 2, .dims = {2, 2}, .data = gaps};
    const struct array column = {.name = "none", .type = REAL64, .rank = 1, .dims = {4}, .data = nothing};
    struct store *const s = begin_file();
    put_run(s, "000_thomas_host_double", "thomas", 1e-3, 0.1);
    good(store_array(s, "/runs/000_thomas_host_double/fields", &empty));
    good(store_array(s, "/runs/000_thomas_host_double/fields", &field));
    good(store_array(s, "/runs/000_thomas_host_double/series", &column));
    good(store_commit(s));
    assert_int_equal(plot(""), 0);
    assert_int_equal(lines_captured(), 5 + 1);
    assert_non_null(strstr(captured, "heat: 2 pictures are left out; --verbose names them\n"));
    assert_int_equal(plot("--verbose"), 0);
    assert_int_equal(lines_captured(), 5 + 2);
    assert_non_null(strstr(captured, "no picture of e: it has no finite value\n"));
    assert_non_null(strstr(captured, "no picture of none: it has no finite value\n"));
}

/* One of 900 values stands 30 deviations out: all others would have one colour. */
static void a_peak_leaves_colours_to_the_rest(void **state)
{
    (void)state;
    need_gnuplot();
    double peaked[900], wavy[900];
    for (int i = 0; i < 900; i++) peaked[i] = i == 465 ? 1000 : 0, wavy[i] = i % 30;
    const struct array peak = {.name = "e", .type = REAL64, .rank = 2, .dims = {30, 30}, .data = peaked, .units = "V"};
    const struct array wave = {.name = "n", .type = REAL64, .rank = 2, .dims = {30, 30}, .data = wavy, .units = "V"};
    struct store *const s = begin_file();
    put_run(s, "000_thomas_host_double", "thomas", 1e-3, 0.1);
    good(store_array(s, "/runs/000_thomas_host_double/fields", &peak));
    good(store_array(s, "/runs/000_thomas_host_double/fields", &wave));
    good(store_commit(s));
    assert_int_equal(plot("--format svg"), 0);
    shows("heat_e.svg", "e (from 0.00 to 1000) [V]");
    shows("heat_e.svg", ">100<");
    shows("heat_n.svg", ">n [V]<");
}

/* A constant, a constant up to rounding, and 0: each has one colour, and the pictures after it are drawn. */
static void a_constant_field_is_drawn(void **state)
{
    (void)state;
    need_gnuplot();
    double flat[6] = {1, 1, 1, 1, 1, 1}, near[6] = {1, 1 + 1e-12, 1 - 1e-11, 1, 1, 1}, zero[6] = {0};
    const struct {
        const char *name, *shown;
        double *data;
    } fields[] = {{"e", "e (1.00 everywhere) [V]", flat},
                  {"f", "f (1.00 everywhere) [V]", near},
                  {"g", "g (0.00 everywhere) [V]", zero}};
    struct store *const s = begin_file();
    put_run(s, "000_thomas_host_double", "thomas", 1e-3, 0.1);
    for (int i = 0; i < 3; i++) {
        const struct array a = {
            .name = fields[i].name, .type = REAL64, .rank = 2, .dims = {2, 3}, .data = fields[i].data, .units = "V"};
        good(store_array(s, "/runs/000_thomas_host_double/fields", &a));
    }
    good(store_commit(s));
    assert_int_equal(plot("--format svg"), 0);
    for (int i = 0; i < 3; i++) {
        char name[32];
        snprintf(name, sizeof name, "heat_%s.svg", fields[i].name);
        shows(name, fields[i].shown);
    }
    shows("heat_runs.svg", "Time of a step, and bandwidth");
    char flags[300];
    snprintf(flags, sizeof flags, "--gallery %s/page.html", folder);
    assert_int_equal(plot(flags), 0);
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
    shows("heat_t.svg", "t by thomas, 5 nodes");
    shows("heat_t.svg", ">x [mm]<");
    shows("heat_t.svg", ">t [K]<");
}

/* As a simulation of neurons writes its spikes: a dot for each, in whatever order; none where the other field is
 * missing or of another length, or where there are none. */
static void dots_are_drawn_over_another_field(void **state)
{
    (void)state;
    need_gnuplot();
    double time[4] = {0.5, 1.5, 1.5, 2.5};
    int64_t cell[4] = {3, 0, 7, 3}, one[4] = {2, 2, 2, 2};
    const struct array fields[] = {
        {.name = "at", .type = REAL64, .rank = 1, .dims = {4}, .data = time, .units = "ms", .about = "time"},
        {.name = "who", .type = INT64, .rank = 1, .dims = {4}, .data = cell, .about = "cell", .over = "at"},
        {.name = "even", .type = INT64, .rank = 1, .dims = {4}, .data = one, .over = "at"},
        {.name = "short", .type = INT64, .rank = 1, .dims = {3}, .data = cell, .over = "at"},
        {.name = "lost", .type = INT64, .rank = 1, .dims = {4}, .data = cell, .over = "nothing"},
        {.name = "none", .type = INT64, .rank = 1, .dims = {0}, .data = cell, .over = "at"},
    };
    struct store *const s = begin_file();
    put_run(s, "000_thomas_host_double", "thomas", 1e-3, 0.1);
    for (int i = 0; i < 6; i++) good(store_array(s, "/runs/000_thomas_host_double/fields", &fields[i]));
    good(store_commit(s));
    assert_int_equal(plot("--format svg"), 0);
    assert_int_equal(lines_captured(), 6);
    assert_non_null(strstr(captured, "no picture of even: all dots would lie in one line"));
    shows("heat_who.svg", "cell over time by thomas, 4 dots");
    shows("heat_who.svg", ">time [ms]<");
    shows("heat_who.svg", ">cell<");
    assert_int_equal(plot("--format svg --column who"), 0);
    shows("heat_who.svg", "cell over time by thomas, 4 dots");
    assert_int_equal(plot("--format svg --column lost"), 0);
    assert_non_null(strstr(captured, "no picture of lost: the file has no places of its values"));
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
        good(plane_put(f, &p, s));
        fclose(f);
        snprintf(whole, sizeof whole, "$field << EOD\n%sEOD\n", cases[i].lines);
        assert_string_equal(text, whole);
        free(text);
        assert_int_equal(plane_cut(&p, &(struct cut){cases[i].cut.axis, -0.6}), ST_CONFIG);
        assert_int_equal(plane_cut(&p, &(struct cut){cases[i].cut.axis, 4.6}), ST_CONFIG);
    }
    store_close(s);
}

/* Rows at 0, 1 and 4 are drawn at thirds, each as the nearest of them; also those of v, which has places of its own. */
static void uneven_nodes_are_drawn_where_they_are(void **state)
{
    (void)state;
    double u[3][2] = {{0, 1}, {10, 11}, {40, 41}}, places[3] = {0, 1, 4}, own[3] = {0, 2, 3};
    const struct array flat = {.name = "u", .type = REAL64, .rank = 2, .dims = {3, 2}, .data = u};
    const struct array y = {.name = "y", .type = REAL64, .rank = 1, .dims = {3}, .data = places};
    struct plane p;
    struct store *s;
    char *text;
    size_t size;
    good(store_create(&s, result));
    good(store_array(s, "/fields", &flat));
    good(store_array(s, "/fields", &y));
    good(store_array(s, "/fields", &(struct array){.name = "v", .type = REAL64, .rank = 2, .dims = {3, 2}, .data = u}));
    good(
        store_array(s, "/fields", &(struct array){.name = "y_v", .type = REAL64, .rank = 1, .dims = {3}, .data = own}));
    good(store_real(s, "/fields", "mesh_origin_x", 0));
    good(store_real(s, "/fields", "mesh_spacing_x", 1));
    good(store_real(s, "/fields", "mesh_spacing_y", 0));
    good(store_text(s, "/fields", "mesh_units", "nm"));
    good(store_commit(s));
    good(store_open(&s, result));
    for (int which = 0; which < 2; which++) {
        static const char *const shown[2][4] = {
            {"\n0 1 10\n", "\n0 2.33333333 10\n", "\n0 2.66666667 40\n", "\n1 4 41\n"},
            {"\n1 0.666666667 1\n", "\n1 2 11\n", "\n1 2.66666667 41\n", "\n1 3 41\n"}};
        FILE *const f = open_memstream(&text, &size);
        good(plane_open(&p, s, "/fields", which ? "v" : "u"));
        assert_string_equal(p.lengths, "nm");
        assert_int_equal(p.places[1], which ? 10 : 13);
        good(plane_put(f, &p, s));
        fclose(f);
        for (int i = 0; i < 4; i++)
            if (!strstr(text, shown[which][i])) fail_msg("%s is not in %s", shown[which][i], text);
        free(text);
        plane_close(&p);
    }
    store_close(s);
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

/* The plane z of the largest value has one colour: that of layers along z is drawn across them. */
static void layers_are_drawn_across(void **state)
{
    (void)state;
    double u[5][3][4];
    struct plane p;
    struct store *s;
    for (int i = 0; i < 60; i++) u[i / 12][i / 4 % 3][i % 4] = i / 12;
    const struct array layers = {.name = "u", .type = REAL64, .rank = 3, .dims = {5, 3, 4}, .data = u};
    u[4][1][2] += 1e-9;
    good(store_create(&s, result));
    good(store_array(s, "/fields", &layers));
    u[4][1][2] += 0.1;
    good(store_array(s, "/fields",
                     &(struct array){.name = "v", .type = REAL64, .rank = 3, .dims = {5, 3, 4}, .data = u}));
    good(store_commit(s));
    good(store_open(&s, result));
    for (int varies = 0; varies < 2; varies++) {
        good(plane_open(&p, s, "/fields", varies ? "v" : "u"));
        good(plane_matter(&p, s, false, 0, 0));
        assert_int_equal(p.normal, varies ? 2 : 1);
        assert_int_equal(p.k, varies ? 4 : 1);
        plane_close(&p);
    }
    store_close(s);
}

/* A film of 2 mm by 4 um is drawn nearly as high as wide, and each axis has its unit; a plate of 2 mm by 0.3 mm has its
 * true shape and one unit. */
static void axes_have_the_units_that_suit(void **state)
{
    (void)state;
    need_gnuplot();
    static double u[300 * 2000];
    for (int i = 0; i < 300 * 2000; i++) u[i] = i;
    static const char fields[] = "/runs/000_thomas_host_double/fields";
    struct array film = {.name = "e", .type = REAL64, .rank = 2, .dims = {5, 2000}, .data = u}, plate = film;
    plate.name = "n", plate.dims[0] = 300;
    struct store *const s = begin_file();
    put_run(s, "000_thomas_host_double", "thomas", 1e-3, 0.1); /* 1e-3 from node to node */
    good(store_array(s, fields, &film));
    good(store_array(s, fields, &plate));
    good(store_text(s, fields, "mesh_units", "mm"));
    good(store_commit(s));
    assert_int_equal(plot("--format svg"), 0);
    shows("heat_e.svg", "x [mm]");
    shows("heat_e.svg", "y [µm]");
    shows("heat_n.svg", "x [mm]");
    shows("heat_n.svg", "y [mm]");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(values_that_are_not_finite_are_drawn_as_gaps),
        TEST(a_peak_leaves_colours_to_the_rest),
        TEST(a_constant_field_is_drawn),
        TEST(a_field_of_one_axis_is_drawn_against_x),
        TEST(dots_are_drawn_over_another_field),
        TEST(a_slice_is_the_plane_that_was_asked_for),
        TEST(uneven_nodes_are_drawn_where_they_are),
        TEST(slices_are_named_and_checked),
        TEST(layers_are_drawn_across),
        TEST(axes_have_the_units_that_suit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
