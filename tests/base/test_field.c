/* Shows that numbers, formulas and datasets become the right values on a grid, and that a wrong one is reported. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/field/field.h"
#include "base/memory.h"
#include "base/result/store.h"

#include <cmocka.h>

static char folder[] = "/tmp/test_field.XXXXXX", file[64];
/* A grid of other shape than any dataset, from (-1, 0, 10) to (3, 2, 11). */
static const struct field_axis domain[3] = {{.lower = -1, .upper = 3, .count = 50, .first = -1, .spacing = 4.0 / 49},
                                            {.lower = 0, .upper = 2, .count = 60, .first = 0, .spacing = 2.0 / 59},
                                            {.lower = 10, .upper = 11, .count = 70, .first = 10, .spacing = 1.0 / 69}};
/* Grids of the shape of `box`: middles of cells, nodes of a periodic axis and stretched cells; even nodes. */
static const double stretched[2] = {10.1, 10.6};
static const struct field_axis cells[3] = {
    {.lower = -1, .upper = 3, .count = 5, .first = -0.6, .spacing = 0.8},
    {.lower = 0, .upper = 2, .count = 3, .first = 0, .spacing = 2.0 / 3, .periodic = true},
    {.lower = 10, .upper = 11, .count = 2, .at = stretched},
};

static enum status write_datasets(struct store *s)
{
    double line[5], plane[3 * 5], box[2 * 3 * 5], broken[2] = {1, NAN};
    float small[3] = {0.5f, 1.5f, 2.5f};
    int64_t whole[2] = {10, 20};
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < 3; j++)
            for (int i = 0; i < 5; i++) {
                line[i] = i * i;
                plane[j * 5 + i] = i + 10 * j;
                box[(k * 3 + j) * 5 + i] = i + 10 * j + 100 * k;
            }
    const struct array arrays[] = {
        {.name = "line", .type = REAL64, .rank = 1, .dims = {5}, .data = line},
        {.name = "plane", .type = REAL64, .rank = 2, .dims = {3, 5}, .data = plane},
        {.name = "column", .type = REAL64, .rank = 2, .dims = {5, 1}, .data = line},
        {.name = "box", .type = REAL64, .rank = 3, .dims = {2, 3, 5}, .data = box},
        {.name = "four", .type = REAL64, .rank = 4, .dims = {1, 2, 3, 5}, .data = box},
        {.name = "scalar", .type = REAL64, .rank = 0, .data = &box[7]},
        {.name = "small", .type = REAL32, .rank = 1, .dims = {3}, .data = small},
        {.name = "whole", .type = INT64, .rank = 1, .dims = {2}, .data = whole},
        {.name = "broken", .type = REAL64, .rank = 1, .dims = {2}, .data = broken},
    };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) TRY(store_array(s, "/data", &arrays[i]));
    return store_commit(s);
}

static int make_file(void **state)
{
    struct store *s;
    (void)state;
    if (!mkdtemp(folder)) return -1;
    snprintf(file, sizeof file, "%s/u.h5", folder);
    return store_create(&s, file) == ST_OK && write_datasets(s) == ST_OK ? 0 : -1;
}

static int remove_file(void **state)
{
    (void)state;
    remove(file);
    return remove(folder);
}

/* Stretched over the domain. */
static struct field_spec dataset(const char *name, bool nearest)
{
    static char path[64];
    snprintf(path, sizeof path, "/data/%s", name);
    return (struct field_spec){
        .form = FIELD_DATASET, .file = file, .dataset = path, .nearest = nearest, .interpolate = !nearest};
}

static struct field_spec as_it_is(const char *name)
{
    struct field_spec spec = dataset(name, false);
    spec.interpolate = false;
    return spec;
}

static double value_at(struct field *f, double x, double y, double z, double t)
{
    const double at[3] = {x, y, z}, *const nowhere[3] = {NULL, NULL, NULL};
    double value = NAN;
    if (field_eval(f, 1, nowhere, at, t, 1, &value) != ST_OK) fail_msg("%s", fail_text());
    return value;
}

static struct field *make(struct field_spec spec, int dim)
{
    struct field *f;
    if (field_make(&f, &spec, dim == 2 ? "x y t" : "x y z t", dim, domain) != ST_OK) fail_msg("%s", fail_text());
    return f;
}

static void check(double got, double right)
{
    if (!(fabs(got - right) <= 1e-13 * fmax(1, fabs(right)))) fail_msg("%.17g is not %.17g", got, right);
}

static void absence_and_numbers(void **state)
{
    double value = 0;
    (void)state;
    struct field *f = make((struct field_spec){.form = FIELD_ABSENT}, 3);
    assert_true(field_absent(f) && field_absent(NULL));
    assert_false(field_constant(f, &value) || field_uses_time(f));
    f = field_free(f);
    assert_null(f);
    f = make((struct field_spec){.form = FIELD_NUMBER, .number = 2.5}, 3);
    assert_true(!field_absent(f) && field_constant(f, &value) && !field_uses_time(f));
    assert_true(value == 2.5 && value_at(f, 1, 2, 3, 4) == 2.5);
    field_free(f);
    assert_null(field_free(NULL));
}

/* Along which axes a field changes, and where a dataset jumps or bends. */
static void changes_and_breaks(void **state)
{
    double at[8];
    (void)state;
    struct field *f = make((struct field_spec){.form = FIELD_EXPRESSION, .expression = (char[]){"exp(y) + t"}}, 3);
    assert_true(!field_changes(f, 0) && field_changes(f, 1) && !field_changes(f, 2));
    assert_int_equal(field_breaks(f, 1, at), 0);
    field_free(f);
    f = make((struct field_spec){.form = FIELD_NUMBER, .number = 2.5}, 3);
    assert_false(field_changes(f, 0));
    field_free(f);
    for (int nearest = 0; nearest < 2; nearest++) {
        f = make(dataset("plane", nearest), 3); /* 5 along x, 3 along y */
        const int64_t count = field_breaks(f, 0, at);
        assert_true(field_changes(f, 0) && field_changes(f, 1) && !field_changes(f, 2));
        assert_int_equal(count, nearest ? 4 : 3);
        for (int64_t i = 0; i < count; i++) check(at[i], (double)i + (nearest ? 0.5 : 1) - 1);
        assert_int_equal(field_breaks(f, 2, NULL), 0);
        field_free(f);
    }
}

static void formulas_of_space_and_time(void **state)
{
    double value;
    (void)state;
    struct field *f =
        make((struct field_spec){.form = FIELD_EXPRESSION, .expression = (char[]){"x + 10*y + 100*z + 1000*t"}}, 3);
    assert_true(field_uses_time(f) && !field_constant(f, &value));
    check(value_at(f, 1, 2, 3, 4), 4321);
    const double x[] = {0, 1, 2}, z[] = {5, 6, 7}, at[3] = {0, 8, 0}, *const xyz[3] = {x, NULL, z};
    double out[3];
    assert_int_equal(field_eval(f, 3, xyz, at, 9, 2, out), ST_OK);
    for (int i = 0; i < 3; i++) check(out[i], x[i] + 80 + 100 * z[i] + 9000);
    field_free(f);
    f = make((struct field_spec){.form = FIELD_EXPRESSION, .expression = (char[]){"x*y"}}, 2);
    assert_false(field_uses_time(f));
    assert_int_equal(field_eval(f, 3, (const double *const[]){x, z}, NULL, 0, 1, out), ST_OK);
    check(out[2], 14);
    field_free(f);
}

static void infinite_values_are_reported_with_their_place(void **state)
{
    double x[3000], out[3000];
    const double at[2] = {0, 0.5}, *const xy[2] = {x, NULL};
    (void)state;
    for (int i = 0; i < 3000; i++) x[i] = i < 2000 ? 1 : i - 2000;
    struct field *f = make((struct field_spec){.form = FIELD_EXPRESSION, .expression = (char[]){"y/x + t"}}, 2);
    assert_int_equal(field_eval(f, 2000, xy, at, 0.25, 2, out), ST_OK);
    assert_int_equal(field_eval(f, 3000, xy, at, 0.25, 2, out), ST_CONFIG);
    assert_string_equal(fail_text(), "the formula y/x + t is inf at x = 0, y = 0.5, t = 0.25");
    field_free(f);
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

static void what_cannot_be_made_is_refused(void **state)
{
    char absent[128], group[128];
    snprintf(absent, sizeof absent, "dataset /data/absent of %s: the file does not have it", file);
    snprintf(group, sizeof group, "dataset /data of %s: cannot read it: not a dataset", file);
    const struct {
        struct field_spec spec;
        const char *sentence;
    } cases[] = {
        {{.form = FIELD_EXPRESSION, .expression = (char[]){"x + z"}},
         "unexpected 'z' at position 5; the variables are x y t"},
        {{.form = FIELD_DATASET, .file = (char[]){"/absent.h5"}, .dataset = (char[]){"/u"}},
         "dataset /u of /absent.h5: "},
        {{.form = FIELD_DATASET, .file = file, .dataset = (char[]){"/data/absent"}}, absent},
        {{.form = FIELD_DATASET, .file = file, .dataset = (char[]){"/data"}}, group},
        {{.form = FIELD_DATASET, .file = file, .dataset = (char[]){"/data/box"}}, "3 axes, but the problem has 2"},
        {{.form = FIELD_DATASET, .file = file, .dataset = (char[]){"/data/four"}}, "4 axes, but the problem has 2"},
        {{.form = FIELD_DATASET, .file = file, .nearest = true, .dataset = (char[]){"/data/broken"}},
         "number 1 is nan"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct field *f;
        assert_int_equal(field_make(&f, &cases[i].spec, "x y t", 2, domain), ST_CONFIG);
        assert_null(f);
        if (!strstr(fail_text(), cases[i].sentence)) fail_msg("said '%s', wanted '%s'", fail_text(), cases[i].sentence);
    }
    struct field *f;
    const struct field_spec spec = {.form = FIELD_EXPRESSION, .expression = (char[]){"x + z"}};
    assert_int_equal(field_make(&f, &spec, "x y z t", 2, domain), ST_CONFIG);
    assert_string_equal(fail_text(), "the formula x + z depends on z, but the problem has 2 dimensions");
}

static void failing_memory_is_reported_and_leaks_nothing(void **state)
{
    const int64_t held = mem_held(HOST);
    const struct field_spec specs[] = {dataset("plane", false),
                                       {.form = FIELD_EXPRESSION, .expression = (char[]){"x"}}};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        enum status s = ST_NOMEM;
        for (int64_t k = 1; s != ST_OK && k < 100; k++) {
            struct field *f;
            mem_fail_at(k);
            s = field_make(&f, &specs[i], "x y t", 2, domain);
            mem_fail_at(0);
            if (s != ST_OK) assert_int_equal(s, ST_NOMEM);
            field_free(f);
            assert_int_equal(mem_held(HOST), held);
        }
        assert_int_equal(s, ST_OK);
    }
}

int main(void)
{
    exec_small_work(0); /* threads meet on few nodes */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(absence_and_numbers),
        cmocka_unit_test(changes_and_breaks),
        cmocka_unit_test(formulas_of_space_and_time),
        cmocka_unit_test(infinite_values_are_reported_with_their_place),
        cmocka_unit_test(datasets_are_stretched_over_the_domain),
        cmocka_unit_test(places_have_numbers_of_their_own),
        cmocka_unit_test(breaks_lie_between_places),
        cmocka_unit_test(another_shape_is_refused),
        cmocka_unit_test(datasets_of_other_types),
        cmocka_unit_test(the_nearest_sample),
        cmocka_unit_test(threads_do_not_change_a_bit),
        cmocka_unit_test(what_cannot_be_made_is_refused),
        cmocka_unit_test(failing_memory_is_reported_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
