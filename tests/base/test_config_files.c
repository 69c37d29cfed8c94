/* Configurations from files: bad files, deep nesting, files that include others or themselves. */
#include "tests/support/config_values.h"

#include <sys/stat.h>
#include <unistd.h>

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

static void bad_files_are_refused(void **state)
{
    char *const large = malloc(3 << 20);
    (void)state;
    assert_non_null(large);
    memset(large, '\n', 3 << 20);
    write_file("large.cfg", large, 3 << 20);
    check_load("large.cfg", "/large.cfg is larger than 1 MiB");
    free(large);
    write_file("zero.cfg", "a = 1;\0b = 2;", 13);
    check_load("zero.cfg", "/zero.cfg contains bytes 0");
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
    write_text("p.csv", "");
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

static void cyclic_includes_are_refused(void **state)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_files_are_refused),
        cmocka_unit_test(nesting_has_an_end),
        cmocka_unit_test(includes_resolve_beside_their_file),
        cmocka_unit_test(cyclic_includes_are_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
