/* A configuration that was read prints as a text that reads back to the same bits; help; failing memory. */
#include "base/memory.h"
#include "tests/support/config_values.h"

#include <float.h>
#include <math.h>
#include <stdint.h>

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
              "grid = { n = 7; }; title = \"\\x01 \\\"\";\nsource = { file = \"/proc/version\"; dataset = \"d\"; };"
              "probes = { name = \"a\"; at = [1.0, 0.1]; };",
              NULL, &v);
    char *const text = print(&v);
    assert_string_equal(
        text, "grid = {\n  n = 7;\n  scheme = \"peaceman\";\n  deep = {\n  };\n};\n"
              "time = {\n  dt = 0.5;\n  negative = -0.0;\n};\n"
              "steps = \"none\";\non = true;\ntitle = \"\\x01 \\\"\";\nsizes = [1, 2];\nprecision = [\"double\"];\n"
              "source = {\n  file = \"/proc/version\";\n  dataset = \"d\";\n  interpolate = false;\n  nearest = "
              "false;\n};\nexact = \"sin(x)\";\n"
              "probes = ({\n  name = \"a\";\n  at = [1.0, 0.10000000000000001];\n  loud = false;\n});\nturns = 1;\n");
    free(text);
    config_free(c);
}

/* A row that does not apply is not printed, since it would be refused; 0 is not absent. */
static void print_leaves_out_what_does_not_apply(void **state)
{
    static const struct {
        const char *text, *printed, *not_printed;
    } cases[] = {
        {"grid = { n = 7; scheme = \"douglas\"; };", "scheme = \"douglas\";", "turns"},
        {"grid = { n = 7; }; turns = 3;", "\nturns = 3;\n", "rest"},
        {"grid = { n = 7; }; share = 0.0;", "\nshare = 0.0;\nrest = 0.5;\n", "nan"},
        {"grid = { n = 7; };", "\nturns = 1;\n", "share"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct config *c, *again;
        struct values v, w;
        read_well(&c, cases[i].text, NULL, &v);
        char *const text = print(&v);
        if (!strstr(text, cases[i].printed) || strstr(text, cases[i].not_printed)) fail_msg("printed: %s", text);
        read_well(&again, text, NULL, &w);
        assert_true(isnan(v.share) ? isnan(w.share) : v.share == w.share);
        free(text);
        config_free(c);
        config_free(again);
    }
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

static void help_lists_each_row(void **state)
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

static void failing_memory_is_reported_and_leaks_nothing(void **state)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(print_is_well_formed),
        cmocka_unit_test(print_leaves_out_what_does_not_apply),
        cmocka_unit_test(printed_values_read_back_bit_for_bit),
        cmocka_unit_test(help_lists_each_row),
        cmocka_unit_test(failing_memory_is_reported_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
