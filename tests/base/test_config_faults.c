/* Every wrong configuration and assignment gets its own sentence, with file, line and key. */
#include "tests/support/config_values.h"

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

static void wrong_texts_are_refused(void **state)
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
         "source: expected number, formula of x y t or dataset { file; dataset; interpolate; nearest; }, got an array"},
        {"grid = { n = 3; };\nsource = {\n file = \"/proc/version\"; };",
         "heat.cfg:2: source.dataset: required: text, path in the file"},
        {"grid = { n = 3; }; source = { file = \"/proc/version\"; dataset = \"/u\";\n nearst = true; };",
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
        /* keys that apply only with others */
        {"grid = { n = 3; scheme = \"douglas\"; };\nturns = 2;",
         "heat.cfg:2: turns: applies only to grid.scheme peaceman, not to douglas"},
        {"grid = { n = 3; };\nrest = 0.5;", "heat.cfg:2: rest: applies only with share"},
        {"grid = { n = 3; }; share = -1.0;", "heat.cfg:1: share: -1.0 is below the minimum 0"},
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
        {"a = .;", "heat.cfg:1: a: '.' is not a number"},
        {"a = -.e5;", "is not a number"},
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

static void wrong_assignments_are_refused(void **state)
{
    static const char *const cases[][2] = {
        {"grid.n", "--set grid.n: expected key=value"},
        {"", "--set : expected key=value"},
        {"=5", "--set =5: expected key=value"},
        {"grid..n=5", "--set grid..n: expected key=value, but a part of the key is empty"},
        {".n=5", "--set .n: expected key=value, but a part of the key is empty"},
        {"grid.=5", "--set grid.: expected key=value, but a part of the key is empty"},
        {"9n=5", "--set 9n: '9n' is not a key"},
        {"a b=5", "--set a b=5: expected key=value"},
        {"a$=5", "--set a$: 'a$' is not a key"},
        {"grid]=5", "--set grid]=5: expected key=value"},
        {"[grid=5", "--set [grid: no ']' after the '['"},
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
    assert_string_equal(fail_text(), "--set a[1: no ']' after the '['");
    config_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_texts_are_refused),
        cmocka_unit_test(wrong_assignments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
