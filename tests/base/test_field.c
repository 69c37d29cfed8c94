/* Shows that numbers and formulas become the right values on a grid, and that a wrong one is reported. */
#include "tests/base/field_cases.h"

#include "base/memory.h"

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

/* The axes along which a field changes, and the places where a dataset jumps or bends. */
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
        cmocka_unit_test(what_cannot_be_made_is_refused),
        cmocka_unit_test(failing_memory_is_reported_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
