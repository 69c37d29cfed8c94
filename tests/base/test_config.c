/* A configuration gives its values and defaults, assignments replace them, and faults name file, line and key. */
#include "tests/support/config_values.h"

#include <math.h>

static void right_text_gives_its_values(void **state)
{
    struct config *c;
    struct values v;
    (void)state;
    read_well(&c, rich, NULL, &v);
    assert_int_equal(v.n, 7);
    assert_int_equal(v.scheme, 0);
    assert_int_equal(v.maybe, 6);
    assert_int_equal(v.steps, 5);
    assert_true(v.dt == 1 && v.negative == -1e-12 && !v.on);
    assert_string_equal(v.title, "a \"b\" \\ A // # /* and more");
    assert_int_equal(v.sizes.count, 4);
    assert_true(v.sizes.v[0] == 3000000000 && v.sizes.v[1] == INT64_MIN && v.sizes.v[2] == 16 &&
                v.sizes.v[3] == INT64_MAX);
    assert_int_equal(v.radii.count, 4);
    assert_true(v.radii.v[0] == 1 && v.radii.v[1] == 0.5 && v.radii.v[2] == 5 && v.radii.v[3] == 1e-300);
    assert_true(v.precision.count == 2 && v.precision.v[0] == 1 && v.precision.v[1] == 0);
    assert_int_equal(v.source.form, FIELD_DATASET);
    assert_string_equal(v.source.file, "/proc/version");
    assert_string_equal(v.source.dataset, "/u");
    assert_true(v.source.nearest);
    assert_true(v.exact.form == FIELD_NUMBER && v.exact.number == 2);
    assert_int_equal(v.probes.count, 2);
    const struct probe *const p = v.probes.v;
    assert_true(p[0].loud && !p[1].loud && p[0].at.count == 2 && p[1].at.count == 3 && p[0].at.v[1] == 1.5);
    assert_string_equal(p[0].name, "p");
    assert_string_equal(p[1].name, "");
    assert_string_equal(config_text(c), rich);
    assert_string_equal(config_name(c), "heat.cfg");
    config_free(c);
}

static void absent_keys_take_their_defaults(void **state)
{
    struct config *c;
    struct values v;
    memset(&v, 0x5a, sizeof v);
    (void)state;
    read_well(&c, "grid = { n = 7; };", NULL, &v);
    assert_true(v.dt == 0.5 && v.negative == 0 && signbit(v.negative) && v.on && v.scheme == 1 && v.maybe == 0);
    assert_int_equal(v.steps, -2);
    assert_null(v.title);
    assert_null(v.path);
    assert_true(v.sizes.count == 2 && v.sizes.v[1] == 2 && v.radii.count == 0);
    assert_true(v.precision.count == 1 && v.precision.v[0] == 0);
    assert_int_equal(v.source.form, FIELD_ABSENT);
    assert_int_equal(v.exact.form, FIELD_EXPRESSION);
    assert_string_equal(v.exact.expression, "sin(x)");
    assert_int_equal(v.probes.count, 0);
    config_free(c);
}

static void no_section_gives_every_default(void **state)
{
    struct config *c;
    struct probe p;
    (void)state;
    assert_int_equal(config_parse(&c, "heat.cfg", "loud = 5;"), ST_OK);
    assert_int_equal(section_read(c, NULL, probe_table + 2, &p), ST_OK);
    assert_false(p.loud);
    assert_int_equal(section_read(c, NULL, probe_table, &p), ST_CONFIG);
    assert_string_equal(fail_text(), "heat.cfg: name: required: text, column of the series");
    config_free(c);
}

static void assignments_replace_and_add(void **state)
{
    struct config *c;
    struct values v;
    (void)state;
    assert_int_equal(config_parse(&c, "heat.cfg", rich), ST_OK);
    const char *const set[] = {
        "grid.n = 12",         "time.dt=2",           "grid.scheme=peaceman", "title=2024",
        "sizes=[1,2,3]",       "sizes.1=-7",          "radii=[1, 0.25]",      "on=true",
        "probes.1.name=right", "probes[0].at=(7,8)",  "source=x > 0 ? t : 1", "probes.[1].loud=true",
        "path=/a/b c",         "precision=\"float\"", "exact=\"x*y\"",        "steps=auto"};
    for (size_t i = 0; i < sizeof set / sizeof *set; i++)
        if (config_set(c, set[i]) != ST_OK) fail_msg("%s", fail_text());
    assert_int_equal(section_read(c, config_root(c), table, &v), ST_OK);
    assert_int_equal(config_finish(c), ST_OK);
    assert_true(v.n == 12 && v.steps == -1 && v.dt == 2 && v.scheme == 1 && v.on);
    assert_string_equal(v.title, "2024");
    assert_true(v.sizes.count == 3 && v.sizes.v[1] == -7 && v.radii.count == 2 && v.radii.v[0] == 1 &&
                v.radii.v[1] == 0.25);
    const struct probe *const p = v.probes.v;
    assert_string_equal(p[1].name, "right");
    assert_true(p[0].at.v[0] == 7 && p[1].loud);
    assert_string_equal(v.source.expression, "x > 0 ? t : 1");
    assert_string_equal(v.exact.expression, "x*y");
    assert_string_equal(v.path, "/a/b c");
    assert_true(v.precision.count == 1 && v.precision.v[0] == 1);
    config_free(c);
}

static void assignments_make_what_is_missing(void **state)
{
    struct config *c;
    struct values v;
    (void)state;
    read_well(&c, "", "grid={n=3; deep={maybe=7;};}", &v);
    assert_true(v.n == 3 && v.maybe == 7);
    config_free(c);
    read_well(&c, "", "grid.n=3", &v);
    assert_int_equal(v.n, 3);
    config_free(c);
    read_well(&c, "grid = { n = 3; };", "probes=({name=\"a\"; at=[1,2];})", &v);
    assert_int_equal(v.probes.count, 1);
    config_free(c);
    assert_int_equal(read_all(&c, "", "grid.scheme=douglas", &v), ST_CONFIG);
    assert_string_equal(fail_text(), "--set grid.n: required: integer from 1 to 1000000, points");
    config_free(c);
}

static void sections_are_found(void **state)
{
    struct config *c;
    (void)state;
    assert_int_equal(
        config_parse(&c, "heat.cfg", "solvers = ({ a = 1; }, 5, { a = 2; });\none = { two = { a = 3; }; };\nsix = 6;"),
        ST_OK);
    const struct section *const root = config_root(c);
    assert_true(section_has(root, "solvers") && section_has(root, "one.two.a"));
    assert_false(section_has(root, "one.three") || section_has(root, "six.a") || section_has(root, "seven"));
    assert_int_equal(section_count(root, "solvers"), 3);
    assert_int_equal(section_count(root, "one.two"), 1);
    assert_int_equal(section_count(root, "six"), 0);
    assert_int_equal(section_count(root, "seven"), 0);
    assert_non_null(section_item(root, "solvers", 2));
    assert_null(section_item(root, "solvers", 1));
    assert_null(section_item(root, "solvers", 3));
    assert_null(section_item(root, "solvers", -1));
    assert_ptr_equal(section_item(root, "one.two", 0), section_group(root, "one.two"));
    assert_null(section_group(root, "six"));
    assert_null(section_group(root, "solvers"));
    config_free(c);
}

static void faults_are_placed(void **state)
{
    struct config *c;
    (void)state;
    assert_int_equal(config_parse(&c, "heat.cfg", "\nsolvers = ({ a = 1; },\n{ a = 2; });\none = { two = 3; };"),
                     ST_OK);
    assert_int_equal(config_set(c, "one.four=4"), ST_OK);
    const struct section *const root = config_root(c), *const item = section_item(root, "solvers", 1);
    static const char *const sentences[] = {
        "heat.cfg:3: solvers.1.a: is 2", "heat.cfg:3: solvers.1.b: is absent",
        "heat.cfg:4: one.two: x",        "heat.cfg:4: one.three: y",
        "heat.cfg: five.six: z",         "--set one.four: w",
        "heat.cfg: method: v",
    };
    int i = 0;
    assert_int_equal(section_fault(c, item, "a", "is %d", 2), ST_CONFIG);
    assert_string_equal(fail_text(), sentences[i++]);
    section_fault(c, item, "b", "is absent");
    assert_string_equal(fail_text(), sentences[i++]);
    section_fault(c, root, "one.two", "x");
    assert_string_equal(fail_text(), sentences[i++]);
    section_fault(c, root, "one.three", "y");
    assert_string_equal(fail_text(), sentences[i++]);
    section_fault(c, root, "five.six", "z");
    assert_string_equal(fail_text(), sentences[i++]);
    section_fault(c, root, "one.four", "w");
    assert_string_equal(fail_text(), sentences[i++]);
    section_fault(c, NULL, "method", "v");
    assert_string_equal(fail_text(), sentences[i++]);
    config_free(c);
}

/* A setting that was taken out has never been there; one of several is separate from the others. */
static void settings_are_dropped(void **state)
{
    static const char *const keys[] = {"a", "b", "c.d", "c"};
    struct config *c;
    (void)state;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(config_parse(&c, "heat.cfg", "a = 1; b = 2; c = { d = 3; };"), ST_OK);
        const struct section *const root = config_root(c);
        section_remove(root, keys[i]);
        section_remove(root, "absent");
        for (int k = 0; k < 4; k++) assert_int_equal(section_has(root, keys[k]), k != i && !(i == 3 && k == 2));
        assert_int_equal(config_set(c, "e=5"), ST_OK);
        assert_true(section_has(root, "e") && section_assigned(root, "e"));
        assert_false(section_assigned(root, keys[i]) || section_assigned(root, "a"));
        config_free(c);
    }
}

/* Keys that section_group and section_item looked up are known; the rest of the file is not. */
static void unread_keys_are_unknown(void **state)
{
    static const struct option omega_table[] = {{"omega", "number", OPT_INT, .offset = 0, .default_value = "1"}, {0}};
    static const char *const cases[][2] = {
        {"solver = { omega = 1; };", NULL},
        {"solver = 5;", "heat.cfg:1: solver: expected a group { ... }, got 5"},
        {"solvr = { omega = 1; };", "heat.cfg:1: solvr: unknown key; did you mean 'solver'?"},
        {"solver = { b = 1; };", "heat.cfg:1: solver.b: unknown key; one of omega"},
        {"solvers = ({ omega = 1; },\n5);", "heat.cfg:2: solvers: expected a group { ... }, got 5"},
        {"solvers = ({ omega = 1; },\n{ omga = 5; });",
         "heat.cfg:2: solvers.1.omga: unknown key; did you mean 'solvers.1.omega'?"},
        {NULL, NULL},
    };
    (void)state;
    for (int i = 0; cases[i][0]; i++) {
        struct config *c;
        int64_t omega;
        assert_int_equal(config_parse(&c, "heat.cfg", cases[i][0]), ST_OK);
        const struct section *const root = config_root(c), *const group = section_group(root, "solver");
        if (group) assert_int_equal(section_read(c, group, omega_table, &omega), ST_OK);
        for (int64_t k = 0; k < section_count(root, "solvers"); k++) {
            const struct section *const item = section_item(root, "solvers", k);
            if (item) assert_int_equal(section_read(c, item, omega_table, &omega), ST_OK);
        }
        assert_int_equal(config_finish(c), cases[i][1] ? ST_CONFIG : ST_OK);
        if (cases[i][1]) assert_string_equal(fail_text(), cases[i][1]);
        config_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_text_gives_its_values),
        cmocka_unit_test(absent_keys_take_their_defaults),
        cmocka_unit_test(no_section_gives_every_default),
        cmocka_unit_test(assignments_replace_and_add),
        cmocka_unit_test(assignments_make_what_is_missing),
        cmocka_unit_test(sections_are_found),
        cmocka_unit_test(faults_are_placed),
        cmocka_unit_test(settings_are_dropped),
        cmocka_unit_test(unread_keys_are_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
