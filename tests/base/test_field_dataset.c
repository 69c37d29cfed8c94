/* Shows that datasets become the right values on a grid, stretched over it or place by place. */
#include "tests/base/field_cases.h"

/* Grids of the shape of `box`: middles of cells, nodes of a periodic axis and stretched cells; even nodes. */
static const double stretched[2] = {10.1, 10.6};
static const struct field_axis cells[3] = {
    {.lower = -1, .upper = 3, .count = 5, .first = -0.6, .spacing = 0.8},
    {.lower = 0, .upper = 2, .count = 3, .first = 0, .spacing = 2.0 / 3, .periodic = true},
    {.lower = 10, .upper = 11, .count = 2, .coordinates = stretched},
};

static struct field_spec as_it_is(const char *name)
{
    struct field_spec spec = dataset(name, false);
    spec.interpolate = false;
    return spec;
}

/* A multilinear function is reproduced; beyond the corners its value there holds. */
static void datasets_are_stretched_over_the_domain(void **state)
{
    (void)state;
    struct field *f = make(dataset("box", false), 3);
    for (double x = -1; x <= 3; x += 0.37)
        for (double y = 0; y <= 2; y += 0.41)
            for (double z = 10; z <= 11; z += 0.23) check(value_at(f, x, y, z, 0), (x + 1) + 10 * y + 100 * (z - 10));
    check(value_at(f, -7, 5, 10.5, 0), 20 + 50);
    check(value_at(f, 3, 2, 11, 0), 124);
    assert_false(field_uses_time(f));
    field_free(f);
    f = make(dataset("line", false), 1 + 1);
    check(value_at(f, 0.5, 1, 0, 0), 2.5); /* between 1 and 4; constant along y */
    check(value_at(f, 0.5, 2, 0, 0), 2.5);
    field_free(f);
    f = make(dataset("plane", false), 3);
    check(value_at(f, 0.25, 0.5, 10, 0), 1.25 + 5);
    check(value_at(f, 0.25, 0.5, 11, 0), 1.25 + 5);
    field_free(f);
    f = make(dataset("column", false), 2); /* one sample along x, five along y */
    check(value_at(f, 0, 0.75, 0, 0), 2.5);
    check(value_at(f, 3, 0.75, 0, 0), 2.5);
    field_free(f);
    f = make(dataset("scalar", false), 3);
    check(value_at(f, 0, 0.75, 10.1, 0), 12);
    field_free(f);
}

/* Each place has its own number, whether interpolation is asked for or not, and the number holds up to the middle
 * between places. */
static void places_have_numbers_of_their_own(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        struct field *f;
        struct field_spec spec = dataset("box", k == 2);
        spec.interpolate = k == 1;
        assert_int_equal(field_make(&f, &spec, "x y z t", 3, cells), ST_OK);
        for (int i = 0; i < 30; i++) {
            const int at[3] = {i % 5, i / 5 % 3, i / 15};
            const double x = -0.6 + 0.8 * at[0], y = 2.0 / 3 * at[1], is = at[0] + 10 * at[1] + 100 * at[2];
            check(value_at(f, x, y, stretched[at[2]], 0), is);
            check(value_at(f, x - 0.39, y + 0.33, at[2] ? 10.36 : 10.34, 0), is);
        }
        check(value_at(f, -1, 1.7, 10, 0), 0); /* nearer to y = 2, which is y = 0 again */
        check(value_at(f, 3, 1.6, 11, 0), 124);
        field_free(f);
    }
}

static void breaks_lie_between_places(void **state)
{
    double at[8];
    struct field *f;
    const struct field_spec spec = as_it_is("box");
    (void)state;
    assert_int_equal(field_make(&f, &spec, "x y z t", 3, cells), ST_OK);
    assert_int_equal(field_breaks(f, 0, at), 4);
    for (int i = 0; i < 4; i++) check(at[i], -0.2 + 0.8 * i);
    assert_int_equal(field_breaks(f, 2, at), 1);
    check(at[0], 10.35);
    assert_true(field_changes(f, 0) && field_changes(f, 2) && !field_changes(f, 3));
    field_free(f);
    f = make(dataset("line", false), 2); /* straight lines between 5 numbers, none along y */
    assert_int_equal(field_breaks(f, 0, at), 3);
    check(at[0], 0);
    assert_true(field_breaks(f, 1, NULL) == 0 && !field_changes(f, 1));
    field_free(f);
    f = make(dataset("line", true), 2);
    assert_int_equal(field_breaks(f, 0, at), 4);
    check(at[0], -0.5);
    field_free(f);
}

/* Also if another place had the number, as in an array whose axes are exchanged. */
static void another_shape_is_refused(void **state)
{
    static const struct {
        const char *name;
        int64_t n[3]; /* of the grid */
        const char *sentence;
    } cases[] = {
        {"box", {5, 3, 2}, NULL},
        {"plane", {5, 3, 9}, NULL},
        {"line", {5, 8, 9}, NULL},
        {"column", {7, 5, 9}, NULL},
        {"scalar", {7, 8, 9}, NULL},
        {"box",
         {5, 3, 4},
         "its shape is [2][3][5], but that of the grid [4][3][5] in the order [z][y][x]: an axis has "},
        {"box",
         {6, 3, 2},
         "its shape is [2][3][5], but that of the grid [2][3][6] in the order [z][y][x]: an axis has "},
        {"box", {2, 3, 5}, "its shape is [2][3][5], but that of the grid [5][3][2] in the order [z][y][x]: transpose"},
        {"plane", {3, 5, 1}, "its shape is [3][5], but that of the grid [1][5][3] in the order [z][y][x]: an axis has"},
        {"line", {4, 5, 6}, "its shape is [5], but that of the grid [6][5][4] in the order [z][y][x]: an axis has"},
        {"column", {5, 7, 9}, "as many numbers as the grid, or one, unless interpolate = true or nearest = true"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct field *f;
        struct field_axis grid[3];
        struct field_spec spec = as_it_is(cases[i].name);
        for (int d = 0; d < 3; d++) grid[d] = field_axis_nodes(0, 1, cases[i].n[d]);
        const enum status s = field_make(&f, &spec, "x y z t", 3, grid);
        field_free(f);
        assert_int_equal(s, cases[i].sentence ? ST_CONFIG : ST_OK);
        if (s != ST_OK && !strstr(fail_text(), cases[i].sentence)) fail_msg("said '%s'", fail_text());
        if (s != ST_OK) assert_non_null(strstr(fail_text(), file));
        spec.interpolate = true;
        assert_int_equal(field_make(&f, &spec, "x y z t", 3, grid), ST_OK);
        field_free(f);
        spec.nearest = true;
        assert_int_equal(field_make(&f, &spec, "x y z t", 3, grid), ST_CONFIG);
        assert_non_null(strstr(fail_text(), "interpolate and nearest exclude each other"));
    }
}

static void datasets_of_other_types(void **state)
{
    (void)state;
    struct field *f = make(dataset("small", false), 2);
    check(value_at(f, 0, 0, 0, 0), 1);
    field_free(f);
    f = make(dataset("whole", false), 2);
    check(value_at(f, 1, 0, 0, 0), 15);
    field_free(f);
}

static void the_nearest_sample(void **state)
{
    (void)state;
    struct field *f = make(dataset("plane", true), 2);
    check(value_at(f, -0.51, 0.49, 0, 0), 0);
    check(value_at(f, -0.49, 0.51, 0, 0), 11);
    check(value_at(f, 2.6, 1.6, 0, 0), 24);
    check(value_at(f, 99, 99, 0, 0), 24);
    field_free(f);
}

static void threads_do_not_change_a_bit(void **state)
{
    enum { COUNT = 3000 };
    double x[COUNT], y[COUNT], one[COUNT], many[COUNT];
    const double *const xy[2] = {x, y};
    (void)state;
    for (int i = 0; i < COUNT; i++) x[i] = sin(i) * 3, y[i] = cos(i) * 2;
    struct field *const f = make(dataset("plane", false), 2);
    assert_int_equal(field_eval(f, COUNT, xy, NULL, 0, 1, one), ST_OK);
    assert_int_equal(field_eval(f, COUNT, xy, NULL, 0, 3, many), ST_OK);
    assert_memory_equal(one, many, sizeof one);
    field_free(f);
}

int main(void)
{
    exec_small_work(0); /* threads meet on few nodes */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(datasets_are_stretched_over_the_domain),
        cmocka_unit_test(places_have_numbers_of_their_own),
        cmocka_unit_test(breaks_lie_between_places),
        cmocka_unit_test(another_shape_is_refused),
        cmocka_unit_test(datasets_of_other_types),
        cmocka_unit_test(the_nearest_sample),
        cmocka_unit_test(threads_do_not_change_a_bit),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
