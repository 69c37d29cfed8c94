/* Shows that a configuration is read strictly: right ones give their values, every wrong one its own sentence
 * with file, line and key, and what was read prints as a text that reads back to the same bits. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/config/config.h"
#include "base/memory.h"
#include "base/spelling.h"

#include <cmocka.h>

struct probe {
    char *name;
    struct reals at;
    bool loud;
};

struct values {
    int64_t n, maybe, steps;
    double dt, negative;
    bool on;
    int scheme;
    char *title, *path;
    struct ints sizes, precision;
    struct reals radii;
    struct field_spec source, exact;
    struct groups probes;
};

static const char *const schemes[] = {"douglas", "peaceman", NULL};
static const char *const stead[] = {"auto", "none", NULL};
static const char *const precisions[] = {"double", "float", NULL};

static const struct option probe_table[] = {
    {"name", "column of the series", OPT_TEXT, .offset = offsetof(struct probe, name)},
    {"at", "where", OPT_REALS, .offset = offsetof(struct probe, at), .count_min = 2, .count_max = 3},
    {"loud", "speak", OPT_BOOL, .offset = offsetof(struct probe, loud), .fallback = "false"},
    {0},
};

#define AT(field) .offset = offsetof(struct values, field)
static const struct option table[] = {
    {"grid.n", "points", OPT_INT, AT(n), .min = 1, .max = 1e6},
    {"time.dt", "step", OPT_REAL, AT(dt), .max = 10, .fallback = "0.5"},
    {"time.negative", "any sign", OPT_REAL, AT(negative), .fallback = "-0.0"},
    {"grid.scheme", "how", OPT_WORD, AT(scheme), .fallback = "\"peaceman\"", .words = schemes},
    {"grid.deep.maybe", "if given", OPT_INT, AT(maybe), .min = 5, .max = 9, .optional = true},
    {"steps", "how many", OPT_COUNT, AT(steps), .max = 62, .fallback = "none", .words = stead},
    {"on", "switch", OPT_BOOL, AT(on), .fallback = "true"},
    {"title", "a line", OPT_TEXT, AT(title), .optional = true},
    {"path", "a file", OPT_PATH, AT(path), .optional = true},
    {"sizes", "some", OPT_INTS, AT(sizes), .min = -1e19, .max = 1e19, .fallback = "[1, 2]", .count_max = 4},
    {"radii", "some", OPT_REALS, AT(radii), .optional = true},
    {"precision", "which", OPT_WORDS, AT(precision), .fallback = "double", .words = precisions, .count_min = 1,
     .count_max = 2},
    {"source", "heat", OPT_FIELD, AT(source), .variables = "x y t", .optional = true},
    {"exact", "solution", OPT_FIELD, AT(exact), .variables = "x y t", .fallback = "\"sin(x)\""},
    {"probes", "places", OPT_GROUPS, AT(probes), .sub = probe_table, .sub_bytes = sizeof(struct probe), .count_max = 2,
     .optional = true},
    {0},
};
#undef AT

static char folder[] = "/tmp/test_config.XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static const char *in_folder(const char *name)
{
    static char path[4][128];
    static int turn;
    char *const out = path[turn++ % 4];
    snprintf(out, sizeof path[0], "%s/%s", folder, name);
    return out;
}

static void write_file(const char *name, const char *bytes, size_t length)
{
    FILE *const f = fopen(in_folder(name), "w");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, length, f), length);
    fclose(f);
}

static void write_text(const char *name, const char *text)
{
    write_file(name, text, strlen(text));
}

/* Everything a program does with a configuration. */
static enum status read_all(struct config **c, const char *text, const char *assignment, struct values *v)
{
    enum status s = config_parse(c, "heat.cfg", text);
    if (s == ST_OK && assignment) s = config_set(*c, assignment);
    if (s == ST_OK) s = section_read(*c, config_root(*c), table, v);
    if (s == ST_OK) s = config_finish(*c);
    return s;
}

static void read_well(struct config **c, const char *text, const char *assignment, struct values *v)
{
    const enum status s = read_all(c, text, assignment, v);
    if (s != ST_OK) fail_msg("%s: %s", text, fail_text());
}

static void check_sentences(const char *const (*cases)[2], const char *what)
{
    int wrong = 0;
    for (; (*cases)[0]; cases++) {
        struct config *c;
        struct values v;
        const bool set = !strcmp(what, "set");
        const enum status s = read_all(&c, set ? "grid = { n = 3; };" : (*cases)[0], set ? (*cases)[0] : NULL, &v);
        const bool good = s == ST_CONFIG && strstr(fail_text(), (*cases)[1]) && !strchr(fail_text(), '\n');
        if (!good)
            print_error("%s\n  said:   %s\n  wanted: %s\n", (*cases)[0], s == ST_OK ? "(nothing)" : fail_text(),
                        (*cases)[1]);
        wrong += !good;
        config_free(c);
    }
    assert_int_equal(wrong, 0);
}

static void wrong_texts_are_told(void **state)
{
    static const char *const cases[][2] = {
        /* values */
        {"grid = { n = 0; };", "heat.cfg:1: grid.n: 0 is below the minimum 1"},
        {"\n\ngrid =\n{ n = 1000001; };", "heat.cfg:4: grid.n: 1000001 is above the maximum 1000000"},
        {"grid = { n = 1.0; };", "heat.cfg:1: grid.n: expected integer from 1 to 1000000, got 1.0"},
        {"grid = { n = \"3\"; };", "heat.cfg:1: grid.n: expected integer from 1 to 1000000, got '3'"},
        {"grid = { n = true; };", "heat.cfg:1: grid.n: expected integer from 1 to 1000000, got true"},
        {"grid = { n = [3]; };", "heat.cfg:1: grid.n: expected integer from 1 to 1000000, got an array"},
        {"grid = { n = {}; };", "heat.cfg:1: grid.n: expected integer from 1 to 1000000, got a group"},
        {"grid = { n = \"3\n4\"; };", "got '3 4'"},
        {"grid = { n = 3; }; time = { dt = 10.5; };", "heat.cfg:1: time.dt: 10.5 is above the maximum 10"},
        {"grid = { n = 3; }; time = { dt = \"1\"; };", "time.dt: expected number from 0 to 10, got '1'"},
        {"grid = { n = 3; }; on = 1;", "on: expected true or false, got 1"},
        {"grid = { n = 3; }; title = 1;", "title: expected text, got 1"},
        {"grid = { n = 3; }; path = \"\";", "path: the path is empty"},
        {"grid = { n = 3; }; path = ();", "path: expected path, got a list"},
        {"grid = { n = 3;\n scheme = \"duglas\"; };",
         "heat.cfg:2: grid.scheme: 'duglas' is not one of douglas, peaceman; did you mean 'douglas'?"},
        {"grid = { n = 3; scheme = \"euler\"; };", "grid.scheme: 'euler' is not one of douglas, peaceman"},
        {"grid = { n = 3; };\nprecision = [\"double\", \"doubel\"];",
         "heat.cfg:2: precision: 'doubel' is not one of double, float; did you mean 'double'?"},
        {"grid = { n = 3; };\nprecision = [\"float\", \"float\"];", "heat.cfg:2: precision: 'float' is given twice"},
        {"grid = { n = 3; };\nsteps = 63;", "heat.cfg:2: steps: 63 is above the maximum 62"},
        {"grid = { n = 3; }; steps = -1;", "steps: -1 is below the minimum 0"},
        {"grid = { n = 3; }; steps = 1.5;", "steps: expected auto or none or integer from 0 to 62, got 1.5"},
        {"grid = { n = 3; }; steps = \"atuo\";",
         "steps: 'atuo' is not auto or none or integer from 0 to 62; did you mean 'auto'?"},
        {"grid = { n = 3; }; precision = [];", "precision: expected 1 to 2 words of double, float, got 0 values"},
        {"grid = { n = 3; }; sizes = [1,2,3,4,5];", "sizes: expected at most 4 integers"},
        {"grid = { n = 3; };\nsizes = (1,\n2.5);",
         "heat.cfg:3: sizes: expected at most 4 integers from -1e+19 to 1e+19, got 2.5"},
        {"grid = { n = 3; }; sizes = {};", "sizes: expected at most 4 integers from -1e+19 to 1e+19, got a group"},
        {"grid = { n = 3; }; sizes = ((1, 2), 3);",
         "sizes: expected at most 4 integers from -1e+19 to 1e+19, got a list"},
        {"grid = { n = 3; }; radii = (1.0, \"two\");", "radii: expected numbers, got 'two'"},
        {"grid = { n = 3; deep = { maybe = 4; }; };", "heat.cfg:1: grid.deep.maybe: 4 is below the minimum 5"},
        /* fields */
        {"grid = { n = 3; };\nsource = \"sin(x\";", "heat.cfg:2: source: a parenthesis is not closed at position 6"},
        {"grid = { n = 3; }; source = \"x + z\";", "source: unexpected 'z' at position 5; the variables are x y t"},
        {"grid = { n = 3; }; source = [1.0];",
         "source: expected number, formula of x y t or dataset { file; dataset; nearest; }, got an array"},
        {"grid = { n = 3; };\nsource = {\n file = \"a.h5\"; };",
         "heat.cfg:2: source.dataset: required: text, path in the file"},
        {"grid = { n = 3; }; source = { file = \"a\"; dataset = \"/u\";\n nearst = true; };",
         "heat.cfg:2: source.nearst: unknown key; did you mean 'source.nearest'?"},
        /* groups */
        {"grid = 3;", "heat.cfg:1: grid: expected a group { ... }, got 3"},
        {"grid = ({ n = 3; });", "heat.cfg:1: grid: expected a group { ... }, got a list"},
        {"grid = { n = 3; deep = \"x\"; };", "grid.deep: expected a group { ... }, got 'x'"},
        {"grid = { n = 3; }; probes = 3;", "probes: expected at most 2 groups { ... }, got 3"},
        {"grid = { n = 3; };\nprobes = ({ name = \"a\"; at = [0.0, 1.0]; },\n 5);",
         "heat.cfg:3: probes: expected at most 2 groups"},
        {"grid = { n = 3; };\nprobes = ({ name = \"a\"; at = [0.0, 1.0]; },\n{ at = [0.0, 1.0]; });",
         "heat.cfg:3: probes.1.name: required: text, column of the series"},
        {"grid = { n = 3; };\nprobes = { name = \"a\"; at = 1.0; };",
         "heat.cfg:2: probes.at: expected 2 to 3 numbers, got 1 value"},
        {"grid = { n = 3; }; probes = ({}, {}, {});", "probes: expected at most 2 groups { ... }, got 3"},
        /* keys */
        {"", "heat.cfg: grid.n: required: integer from 1 to 1000000, points"},
        {"on = true;\ngrid = { scheme = \"douglas\"; };", "heat.cfg:2: grid.n: required"},
        {"grid = { n = 3;\n sheme = \"douglas\"; };",
         "heat.cfg:2: grid.sheme: unknown key; did you mean 'grid.scheme'?"},
        {"on = true;\ngird = { n = 3; };", "heat.cfg:2: gird: unknown key; did you mean 'grid'?"},
        {"grid = {\n m = 3; };", "heat.cfg:2: grid.m: unknown key; one of n, scheme, deep"},
        {"grid = { n = 3;\n titel = \"\"; };", "heat.cfg:2: grid.titel: unknown key; did you mean 'title'?"},
        {"grid = { n = 3; };\nmaybe = 7;", "heat.cfg:2: maybe: unknown key; did you mean 'grid.deep.maybe'?"},
        {"grid = { n = 3; };\ntiem = { dt = 1; };", "heat.cfg:2: tiem: unknown key; did you mean 'time'?"},
        {"grid = { n = 3; };\nsolver = { method = 1; };", "heat.cfg:2: solver: unknown key"},
        {"grid = { n = 3; };\nprobes = ({ name = \"a\"; at = [0.0, 1.0];\n luod = true; });",
         "heat.cfg:3: probes.0.luod: unknown key; did you mean 'probes.0.loud'?"},
        {"grid = { n = 3; q = 1; };\nzzz = 1;", "heat.cfg:1: grid.q: unknown key"},
        {"grid = { n = 3; };\ngrid = { n = 4; };", "heat.cfg:2: this key is given twice: grid = {"},
        {"grid = { n = 3;\nn = 4; };", "heat.cfg:2: this key is given twice: n = 4"},
        {"grid.n = 4;", "heat.cfg:1: a key has no '.'; write grid = { ... }"},
        /* numbers that libconfig takes silently */
        {"grid = { n = 3000000000; };", "heat.cfg:1: grid.n: 3000000000 is above the maximum 1000000"},
        {"grid = { n = 3000000000L; };", "heat.cfg:1: grid.n: 3000000000 is above"},
        {"grid = { n = 0xFFFFFFFF; };", "heat.cfg:1: grid.n: 4294967295 is above"},
        {"grid = {\n n = 99999999999999999999; };",
         "heat.cfg:2: grid.n: 99999999999999999999 is beyond the range of a 64-bit integer"},
        {"grid = { n = -9223372036854775809L; };", "heat.cfg:1: grid.n: -9223372036854775809 is beyond"},
        {"grid = { n = 0x8000000000000000; };", "heat.cfg:1: grid.n: 0x8000000000000000 is beyond"},
        {"a = ({ b = 3; },\n{ b = 1e400; });", "heat.cfg:2: a.b: 1e400 is beyond the range of double"},
        {"a = -1.5e+999;", "heat.cfg:1: a: -1.5e+999 is beyond the range of double"},
        {"a = 1e-400;", "heat.cfg:1: a: 1e-400 is beyond the range of double"},
        {"a = .;", "heat.cfg:1: a: '.' is no number"},
        {"a = -.e5;", "is no number"},
        {"a = nan;", "heat.cfg:1: syntax error: a = nan"},
        /* syntax */
        {"a = 1;\nb = = 2;\nc = 3;", "heat.cfg:2: syntax error: b = = 2;"},
        {"a = [1, 2.5];", "heat.cfg:1: an array [ ] holds values of one type"},
        {"a = (1, 2", "syntax error: a = (1, 2"},
        {"a = 1;\nb = {\tn = 256 5 };  // why\n", "heat.cfg:2: syntax error: b = { n = 256 5 };  // why"},
        {"a = 5 5; # a line that is longer than what is shown of it ends with three dots, ......................",
         "syntax error: a = 5 5; # a line that is longer than what is shown of it ends with three dots, ..."},
        {"a = (1, 2\n# the end", "heat.cfg:2: syntax error: a value or a closing bracket is missing"},
        {"a = 1;\n}", "heat.cfg:2: syntax error: }"},
        {"a = 1;\n\nb =\n\n", "heat.cfg:5: syntax error: a value or a closing bracket is missing"},
        {"a = 1;\nb = \"text;\nc = 1;", "heat.cfg:2: b: the text that begins here has no closing quote"},
        {"a = 1; /* text\nc = 1;", "heat.cfg:1: the comment that begins here has no end"},
        {"a = 1;\nb = @;", "heat.cfg:2: b: unexpected '@'"},
        {"a = \"x\\x00y\";", "heat.cfg:1: a: a text cannot hold \\x00"},
        {"a = \xff;", "heat.cfg:1: a: unexpected byte 0xff"},
        {"@include absent.cfg", "heat.cfg:1: expected @include \"file\""},
        {"\n@include \"absent.cfg\"", "heat.cfg:2: cannot read absent.cfg: No such file or directory"},
        {"\n@include \"/tmp\"", "heat.cfg:2: cannot read /tmp: it is a directory, not a file"},
        {NULL, NULL},
    };
    (void)state;
    check_sentences(cases, "text");
}

static void wrong_assignments_are_told(void **state)
{
    static const char *const cases[][2] = {
        {"grid.n", "--set grid.n: expected key=value"},
        {"", "--set : expected key=value"},
        {"=5", "--set =5: expected key=value"},
        {"grid..n=5", "--set grid..n: expected key=value, but a part of the key is empty"},
        {".n=5", "--set .n: expected key=value, but a part of the key is empty"},
        {"grid.=5", "--set grid.: expected key=value, but a part of the key is empty"},
        {"9n=5", "--set 9n: '9n' is no key"},
        {"a b=5", "--set a b=5: expected key=value"},
        {"a$=5", "--set a$: 'a$' is no key"},
        {"grid]=5", "--set grid]=5: expected key=value"},
        {"[grid=5", "--set [grid: no ']' behind the '['"},
        {"gird.n=4", "--set gird: unknown key; did you mean 'grid'?"},
        {"grid.n=0", "--set grid.n: 0 is below the minimum 1"},
        {"grid.n=99999999999999999999", "--set grid.n: expected integer from 1 to 1000000, got '99999999999999999999'"},
        {"grid.n=four", "--set grid.n: expected integer from 1 to 1000000, got 'four'"},
        {"grid.n=", "--set grid.n: expected integer from 1 to 1000000, got ''"},
        {"grid.n=3; x = 4", "--set grid.n: expected integer from 1 to 1000000, got '3; x = 4'"},
        {"grid.n.x=1", "--set grid.n.x: the parent of 'x' is not a group"},
        {"grid.0=1", "--set grid.0: the parent of '0' is not a list"},
        {"grid.m=4", "--set grid.m: unknown key"},
        {"grid={n=3;m=4;}", "--set grid.m: unknown key"},
        {"grid=4", "--set grid: expected a group { ... }, got 4"},
        {"grid.scheme=peacman",
         "--set grid.scheme: 'peacman' is not one of douglas, peaceman; did you mean 'peaceman'?"},
        {"steps=manual", "--set steps: 'manual' is not auto or none or integer from 0 to 62"},
        {"sizes=(1,x)", "--set sizes: expected at most 4 integers from -1e+19 to 1e+19, got '(1,x)'"},
        {"probes=({name=\"a\";})", "--set probes.0.at: required"},
        {"source=@include \"/etc/passwd\"", "--set source: unexpected '\"' at position 10"},
        {NULL, NULL},
    };
    char long_key[600];
    struct config *c;
    (void)state;
    check_sentences(cases, "set");
    memset(long_key, 'a', sizeof long_key);
    strcpy(long_key + sizeof long_key - 3, "=1");
    assert_int_equal(config_parse(&c, "heat.cfg", ""), ST_OK);
    assert_int_equal(config_set(c, long_key), ST_CONFIG);
    assert_int_equal(config_set(c, "a=(1,2)"), ST_OK);
    assert_int_equal(config_set(c, "a.2=3"), ST_CONFIG);
    assert_string_equal(fail_text(), "--set a.2: no item 2: the list has 2");
    assert_int_equal(config_set(c, "a[1=3"), ST_CONFIG);
    assert_string_equal(fail_text(), "--set a[1: no ']' behind the '['");
    config_free(c);
}

static const char rich[] =
    "\xef\xbb\xbf# a comment with { and \"\n"
    "grid : { n = 7, scheme = \"douglas\" /* { */ ; deep = { maybe = 6; }; };\r\n"
    "time = { dt = 1; negative = -1e-12; } // };\n"
    "on = FALSE\n"
    "title = \"a \\\"b\\\" \\\\ \\x41 // # /* \"\n"
    "        \"and more\";\n"
    "path = \"data/plan.csv\";\n"
    "sizes = [3000000000, -9223372036854775808, 0x10, 9223372036854775807L];\n"
    "radii = (1, .5, 5., 1e-300);\n"
    "precision = [\"float\", \"double\"];\n"
    "steps = 5;\n"
    "source = { file = \"/abs/u.h5\"; dataset = \"/u\"; nearest = true; };\n"
    "exact = 2;\n"
    "probes = ({ name = \"p\"; at = [0.5, 1.5]; loud = true; }, { name = \"\"; at = (0, 0, 0); });\n";

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
    assert_string_equal(v.source.file, "/abs/u.h5");
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
        "sizes=[1,2,3]",       "sizes.1=-7",          "radii=0.25",           "on=true",
        "probes.1.name=right", "probes[0].at=(7,8)",  "source=x > 0 ? t : 1", "probes.[1].loud=true",
        "path=/a/b c",         "precision=\"float\"", "exact=\"x*y\"",        "steps=auto"};
    for (size_t i = 0; i < sizeof set / sizeof *set; i++)
        if (config_set(c, set[i]) != ST_OK) fail_msg("%s", fail_text());
    assert_int_equal(section_read(c, config_root(c), table, &v), ST_OK);
    assert_int_equal(config_finish(c), ST_OK);
    assert_true(v.n == 12 && v.steps == -1 && v.dt == 2 && v.scheme == 1 && v.on);
    assert_string_equal(v.title, "2024");
    assert_true(v.sizes.count == 3 && v.sizes.v[1] == -7 && v.radii.count == 1 && v.radii.v[0] == 0.25);
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

/* A setting that was taken out has never been there; one of several stands for itself. */
static void settings_are_dropped(void **state)
{
    static const char *const keys[] = {"a", "b", "c.d", "c"};
    struct config *c;
    (void)state;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(config_parse(&c, "heat.cfg", "a = 1; b = 2; c = { d = 3; };"), ST_OK);
        const struct section *const root = config_root(c);
        section_drop(root, keys[i]);
        section_drop(root, "absent");
        for (int k = 0; k < 4; k++) assert_int_equal(section_has(root, keys[k]), k != i && !(i == 3 && k == 2));
        assert_int_equal(config_set(c, "e=5"), ST_OK);
        assert_true(section_has(root, "e") && section_assigned(root, "e"));
        assert_false(section_assigned(root, keys[i]) || section_assigned(root, "a"));
        config_free(c);
    }
}

/* What section_group and section_item were asked for is known; the rest of the file is not. */
static void unread_keys_are_unknown(void **state)
{
    static const struct option omega_table[] = {{"omega", "number", OPT_INT, .offset = 0, .fallback = "1"}, {0}};
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

static void check_load(const char *name, const char *sentence)
{
    struct config *c;
    struct values v;
    enum status s = config_load(&c, in_folder(name));
    if (s == ST_OK) s = section_read(c, config_root(c), table, &v);
    if (s == ST_OK) s = config_finish(c);
    assert_int_equal(s, ST_CONFIG);
    if (!strstr(fail_text(), sentence)) fail_msg("said '%s', wanted '%s'", fail_text(), sentence);
    config_free(c);
}

static void bad_files_are_told(void **state)
{
    char *const large = malloc(3 << 20);
    (void)state;
    assert_non_null(large);
    memset(large, '\n', 3 << 20);
    write_file("large.cfg", large, 3 << 20);
    check_load("large.cfg", "/large.cfg is larger than 1 MiB");
    free(large);
    write_file("zero.cfg", "a = 1;\0b = 2;", 13);
    check_load("zero.cfg", "/zero.cfg holds zero bytes");
    check_load("absent.cfg", "/absent.cfg: No such file or directory");
    check_load(".", "is a directory, not a file");
    write_text("secret.cfg", "a = 1;");
    chmod(in_folder("secret.cfg"), 0);
    if (geteuid()) check_load("secret.cfg", "/secret.cfg: Permission denied");
    write_text("empty.cfg", "");
    check_load("empty.cfg", "/empty.cfg: grid.n: required");
}

/* A text of 64 groups inside each other is read, one of 65 is not; nor are ten thousand. */
static void nesting_has_an_end(void **state)
{
    char text[20001];
    struct config *c;
    (void)state;
    for (int depth = 64; depth <= 10000; depth += depth == 64 ? 1 : 9935) {
        char *p = text;
        *p++ = 'a', *p++ = '=';
        for (int i = 0; i < depth; i++) *p++ = '(';
        for (int i = 0; i < depth && depth < 9999; i++) *p++ = ')';
        *p = 0;
        assert_int_equal(config_parse(&c, "heat.cfg", text), depth == 64 ? ST_OK : ST_CONFIG);
        if (depth > 64) assert_string_equal(fail_text(), "heat.cfg:1: a: nested deeper than 64");
        config_free(c);
    }
}

static void includes_resolve_beside_their_file(void **state)
{
    struct config *c;
    struct values v;
    (void)state;
    mkdir(in_folder("sub"), 0755);
    mkdir(in_folder("sub/deeper"), 0755);
    write_text("main.cfg", "on = true;\n  @include \"sub/grid.cfg\"\ntitle = \"t\";\npath = \"p.csv\";");
    write_text("sub/grid.cfg", "grid = { n = 3;\n @include \"deeper/time.cfg\" \n };\n@include \"../time.cfg\"");
    write_text("sub/deeper/time.cfg", "scheme = \"douglas\"; /* no newline at the end */");
    write_text("time.cfg", "time = { dt = 2; };");
    if (config_load(&c, in_folder("main.cfg")) != ST_OK) fail_msg("%s", fail_text());
    assert_int_equal(section_read(c, config_root(c), table, &v), ST_OK);
    assert_true(v.n == 3 && v.scheme == 0 && v.dt == 2);
    assert_string_equal(v.path, in_folder("p.csv"));
    config_free(c);

    write_text("sub/deeper/time.cfg", "\n# comment\nscheme = \"dougls\"");
    check_load("main.cfg", "/sub/deeper/time.cfg:3: grid.scheme: 'dougls' is not one of");
    write_text("sub/deeper/time.cfg", "scheme = \"douglas\";\ndt = = 2;");
    check_load("main.cfg", "/sub/deeper/time.cfg:2: syntax error: dt = = 2;");
    write_text("sub/deeper/time.cfg", "scheme = \"douglas\";");
    write_text("main.cfg", "on = true;\n  @include \"sub/grid.cfg\" title = \"t\";\nfoo = 1;");
    check_load("main.cfg", "/main.cfg:3: foo: unknown key");
    write_text("main.cfg", "\n@include \"sub/grid.cfg\" foo = 1;");
    check_load("main.cfg", "/main.cfg:2: foo: unknown key");
}

static void cyclic_includes_are_told(void **state)
{
    char text[64], name[32];
    (void)state;
    write_text("a.cfg", "\n@include \"a.cfg\"\n");
    check_load("a.cfg", "/a.cfg:2: ");
    check_load("a.cfg", "/a.cfg includes itself");
    write_text("a.cfg", "@include \"b.cfg\"\n");
    write_text("b.cfg", "\n\n@include \"./c.cfg\"\n");
    write_text("c.cfg", "grid = { @include \"a.cfg\"\n");
    check_load("a.cfg", "/c.cfg:1: grid: ");
    check_load("a.cfg", "/a.cfg includes itself");
    for (int i = 0; i < 20; i++) {
        snprintf(name, sizeof name, "chain%d.cfg", i);
        snprintf(text, sizeof text, "@include \"chain%d.cfg\"\n", i + 1);
        write_text(name, text);
    }
    check_load("chain0.cfg", "chain17.cfg is included through more than 16 files");
}

static char *print(const struct values *v)
{
    char *text;
    size_t size;
    FILE *const out = open_memstream(&text, &size);
    options_print(out, table, v, 0);
    fclose(out);
    return text;
}

static void print_is_well_formed(void **state)
{
    struct config *c;
    struct values v;
    (void)state;
    read_well(&c,
              "grid = { n = 7; }; title = \"\\x01 \\\"\";\nsource = { file = \"/u\"; dataset = \"d\"; };"
              "probes = { name = \"a\"; at = [1.0, 0.1]; };",
              NULL, &v);
    char *const text = print(&v);
    assert_string_equal(
        text, "grid = {\n  n = 7;\n  scheme = \"peaceman\";\n  deep = {\n  };\n};\n"
              "time = {\n  dt = 0.5;\n  negative = -0.0;\n};\n"
              "steps = \"none\";\non = true;\ntitle = \"\\x01 \\\"\";\nsizes = [1, 2];\nprecision = [\"double\"];\n"
              "source = {\n  file = \"/u\";\n  dataset = \"d\";\n  nearest = false;\n};\nexact = \"sin(x)\";\n"
              "probes = ({\n  name = \"a\";\n  at = [1.0, 0.10000000000000001];\n  loud = false;\n});\n");
    free(text);
    config_free(c);
}

static uint64_t next_random(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15;
    uint64_t z = *state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static double any_double(uint64_t *state)
{
    double d;
    do {
        const uint64_t bits = next_random(state);
        memcpy(&d, &bits, sizeof d);
    } while (!isfinite(d));
    return d;
}

static void printed_values_read_back_bit_for_bit(void **state)
{
    enum { SEED = 20240607 };
    uint64_t random = SEED;
    struct config *c, *again;
    struct values v, w;
    double radii[64] = {-0.0, 0.0, DBL_MAX, -DBL_MIN, DBL_TRUE_MIN, 1e300, 123456789.0, 0.1};
    char title[256];
    (void)state;
    print_message("seed %d\n", SEED);
    for (int i = 8; i < 64; i++) radii[i] = any_double(&random);
    for (int i = 0; i < 255; i++) title[i] = (char)(i + 1);
    title[255] = 0;
    read_well(&c, rich, NULL, &v);
    v.title = title;
    v.radii = (struct reals){64, radii};
    char *const text = print(&v);
    read_well(&again, text, NULL, &w);
    assert_memory_equal(radii, w.radii.v, sizeof radii);
    assert_string_equal(w.title, title);
    assert_string_equal(w.path, v.path);
    assert_memory_equal(w.sizes.v, v.sizes.v, 4 * sizeof(int64_t));
    char *const second = print(&w);
    assert_string_equal(text, second);
    free(text);
    free(second);
    config_free(c);
    config_free(again);
}

static void help_tells_each_row(void **state)
{
    char *text;
    size_t size;
    FILE *const out = open_memstream(&text, &size);
    (void)state;
    options_help(out, table);
    fclose(out);
    assert_non_null(
        strstr(text, "  grid.n           points\n                   integer from 1 to 1000000; required\n"));
    assert_non_null(strstr(text, "one of douglas, peaceman; default \"peaceman\"\n"));
    assert_non_null(strstr(text, "  probes.N.loud    speak\n                   true or false; default false\n"));
    assert_ptr_equal(option_find(table, "sizes"), &table[9]);
    assert_null(option_find(table, "size"));
    free(text);
}

static void failing_memory_is_told_and_leaks_nothing(void **state)
{
    const int64_t held = mem_held(HOST);
    int64_t k = 1;
    enum status s = ST_NOMEM;
    (void)state;
    for (; s != ST_OK && k < 1000; k++) {
        struct config *c;
        struct values v;
        mem_fail_at(k);
        s = read_all(&c, rich, "grid.n=5", &v);
        mem_fail_at(0);
        if (s != ST_OK) assert_int_equal(s, ST_NOMEM);
        config_free(c);
        assert_int_equal(mem_held(HOST), held);
    }
    assert_int_equal(s, ST_OK);
    assert_true(k > 3);
}

static void nearest_words_are_near(void **state)
{
    static const char *const words[] = {"thomas", "thomas_simd", "pcr", "spike", "cr_pcr", "run"};
    static const char *const cases[][2] = {
        {"tomas", "thomas"},
        {"thmoas", "thomas"},
        {"thomassimd", "thomas_simd"},
        {"prc", "pcr"},
        {"rnu", "run"},
        {"spikes", "spike"},
        {"crpcr", "cr_pcr"},
        {"lapack", NULL},
        {"", NULL},
        {"x", NULL},
        {"a_word_that_is_longer_than_anybody_would_type_by_hand_into_a_configuration_file", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const near = spelling_nearest(cases[i][0], words, 6);
        if (cases[i][1] ? !near || strcmp(near, cases[i][1]) : near != NULL) fail_msg("%s gave %s", cases[i][0], near);
    }
}

static void advice_guesses_or_lists(void **state)
{
    static const char *const words[] = {"thomas", "pcr"};
    char buffer[64], little[16];
    (void)state;
    assert_string_equal(spelling_advice("tomas", words, 2, buffer, sizeof buffer), "; did you mean 'thomas'?");
    assert_string_equal(spelling_advice("lapack", words, 2, buffer, sizeof buffer), "; one of thomas, pcr");
    assert_string_equal(spelling_advice("lapack", words, 0, buffer, sizeof buffer), "");
    assert_string_equal(spelling_advice("lapack", words, 2, little, sizeof little), "; one of thomas");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_texts_are_told),
        cmocka_unit_test(wrong_assignments_are_told),
        cmocka_unit_test(right_text_gives_its_values),
        cmocka_unit_test(absent_keys_take_their_defaults),
        cmocka_unit_test(no_section_gives_every_default),
        cmocka_unit_test(assignments_replace_and_add),
        cmocka_unit_test(assignments_make_what_is_missing),
        cmocka_unit_test(sections_are_found),
        cmocka_unit_test(faults_are_placed),
        cmocka_unit_test(settings_are_dropped),
        cmocka_unit_test(unread_keys_are_unknown),
        cmocka_unit_test(bad_files_are_told),
        cmocka_unit_test(nesting_has_an_end),
        cmocka_unit_test(includes_resolve_beside_their_file),
        cmocka_unit_test(cyclic_includes_are_told),
        cmocka_unit_test(print_is_well_formed),
        cmocka_unit_test(printed_values_read_back_bit_for_bit),
        cmocka_unit_test(help_tells_each_row),
        cmocka_unit_test(failing_memory_is_told_and_leaks_nothing),
        cmocka_unit_test(nearest_words_are_near),
        cmocka_unit_test(advice_guesses_or_lists),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
