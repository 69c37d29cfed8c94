/* Scales of pictures: units with a suitable prefix, and colours that are neutral at zero. */
#include "tests/command/plot/plot_cases.h"

#include "command/plot/map/palette.h"

static void units_have_the_prefix_that_suits(void **state)
{
    (void)state;
    static const struct {
        double largest;
        const char *units, *text;
        double scale;
    } cases[] = {
        {0.005, "mm", "µm", 1e3},
        {2.5e-8, "m", "nm", 1e9},
        {-2.5e-8, "m", "nm", 1e9},
        {0, "mm", "mm", 1},
        {0, "um", "µm", 1},
        {INFINITY, "m", "m", 1},
        {NAN, "m", "m", 1},
        {1, "mm", "mm", 1},
        {999, "mm", "mm", 1},
        {1000, "mm", "m", 1e-3},
        {12, "cm", "cm", 1},
        {0.5, "cm", "mm", 10},
        {1500, "um", "mm", 1e-3},
        {300, "um", "µm", 1},
        {300, "µm", "µm", 1},
        {4e6, "m", "km", 1e-3},
        {1e15, "m", "1e15 m", 1e-15},
        {1e-30, "m", "1e-30 m", 1e30},
        {0.0125, "V", "mV", 1e3},
        {-65, "mV", "mV", 1},
        {0.8, "mV", "µV", 1e3},
        {4e5, "V/m", "kV/m", 1e-3},
        {1e-9, "C", "nC", 1e9},
        {0.5, "C", "C", 1},
        {-40, "C", "C", 1},
        {5e-5, "mM", "nM", 1e6},
        {2500, "ms", "s", 1e-3},
        {7200, "s", "s", 1},
        {90, "min", "min", 1},
        {0.5, "h", "h", 1},
        {300, "K", "K", 1},
        {3e6, "K", "1e6 K", 1e-6},
        {40, "GB/s", "GB/s", 1},
        {1e-4, "V2 nm", "1e-6 V2 nm", 1e6},
        {1e-4, "V nm", "µV nm", 1e6},
        {2e-7, "m2", "1e-9 m2", 1e9},
        {8.9e-12, "F/m", "pF/m", 1e12},
        {3, "servers", "servers", 1},
        {0.002, "", "", 1},
        {1e7, "", "1e6", 1e-6},
        {2e6, "Pa", "MPa", 1e-6},
        {0.25, "nA", "pA", 1e3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct units u = units_fit(cases[i].largest, cases[i].units);
        if (strcmp(u.text, cases[i].text) || fabs(u.scale / cases[i].scale - 1) > 1e-12)
            fail_msg("%g %s becomes %g %s", cases[i].largest, cases[i].units, cases[i].largest * u.scale, u.text);
    }
}

/* By the value: value * scale in the new unit is the value in the old one, and has 1 to 3 digits before its point
 * wherever a prefix for that is in use. */
static void units_keep_the_value(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double one;
    } lengths[] = {{"km", 1e3},  {"m", 1},     {"cm", 1e-2},  {"mm", 1e-3},  {"µm", 1e-6},
                   {"um", 1e-6}, {"nm", 1e-9}, {"pm", 1e-12}, {"fm", 1e-15}, {"am", 1e-18}};
    enum { COUNT = sizeof lengths / sizeof *lengths };
    unsigned seed = 7;
    for (int i = 0; i < 2000; i++) {
        seed = seed * 1664525u + 1013904223u;
        const int given = (int)(seed >> 16) % 7;
        const double metres = pow(10, -15 + 20 * (double)(seed >> 8 & 0xffff) / 65536);
        const double x = metres / lengths[given].one;
        const struct units u = units_fit(x, lengths[given].text);
        int k = 0;
        while (k < COUNT && strcmp(lengths[k].text, u.text)) k++;
        if (k == COUNT)
            fail_msg("%g %s becomes %g %s (seed 7, case %d)", x, lengths[given].text, x * u.scale, u.text, i);
        assert_true(fabs(x * u.scale * lengths[k].one / metres - 1) < 1e-12);
        if (metres < 1e6 && !(x * u.scale > 0.9999 && x * u.scale < 1000.01))
            fail_msg("%g %s becomes %g %s (seed 7, case %d)", x, lengths[given].text, x * u.scale, u.text, i);
    }
}

static void colours_are_neutral_at_zero(void **state)
{
    (void)state;
    static const struct {
        double min, max, shown_min, shown_max;
        bool both;
    } cases[] = {{-3, 5, -5, 5, true},
                 {-5, 3, -5, 5, true},
                 {-1, 1, -1, 1, true},
                 {0, 4, 0, 4, false},
                 {-4, 0, -4, 0, false},
                 {2, 4, 2, 4, false},
                 {-1e-9, 1, -1e-9, 1, false},
                 {-1, 1e-9, -1, 1e-9, false},
                 {-0.011, 1, -1, 1, true},
                 {0, 0, 0, 0, false},
                 {-1e300, 1e-300, -1e300, 1e-300, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct colours c = colours_choose(cases[i].min, cases[i].max);
        assert_int_equal(c.both, cases[i].both);
        assert_true(c.min == cases[i].shown_min && c.max == cases[i].shown_max);
        if (c.both) assert_true(c.min == -c.max);
    }
    const struct colours c = colours_choose(-2, 4);
    assert_true(colours_bright(c, 0) && !colours_bright(c, 4) && !colours_bright(c, -4));
}

/* A field of both signs has the range from -6 to 6 whatever its own; one of one sign has its own. */
static void maps_of_both_signs_are_symmetric(void **state)
{
    (void)state;
    double both[900], one[900];
    const struct array fields[] = {
        {.name = "b", .type = REAL64, .rank = 2, .dims = {30, 30}, .data = both, .units = "V"},
        {.name = "o", .type = REAL64, .rank = 2, .dims = {30, 30}, .data = one, .units = "V"}};
    struct store *s;
    for (int i = 0; i < 900; i++) both[i] = i * (8.0 / 899) - 2, one[i] = both[i] + 3;
    good(store_create(&s, result));
    for (int i = 0; i < 2; i++) good(store_array(s, "/fields", &fields[i]));
    good(store_commit(s));
    good(store_open(&s, result));
    for (int i = 0; i < 2; i++) {
        struct plane p;
        char *text;
        size_t size;
        FILE *const f = open_memstream(&text, &size);
        const struct units u = {.scale = 1, .text = "V"};
        good(plane_open(&p, s, "/fields", fields[i].name));
        good(plane_put(f, &p, s));
        plane_put_colours(f, &p, 5, &u);
        fclose(f);
        assert_non_null(strstr(text, i ? "set cbrange [1:9]\n" : "set cbrange [-6:6]\n"));
        assert_non_null(strstr(text, i ? "'#440154'" : "0 '#f7f7f7'"));
        free(text);
        plane_close(&p);
    }
    store_close(s);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(units_have_the_prefix_that_suits),
        TEST(units_keep_the_value),
        TEST(colours_are_neutral_at_zero),
        TEST(maps_of_both_signs_are_symmetric),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
