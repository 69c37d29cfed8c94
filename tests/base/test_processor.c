/* The numbers of base/tuning, by processor. */
#include "base/tuning/tuning.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdbool.h>
#include <string.h>

enum { KB = 1 << 10 };

static void single_processors_have_values_of_their_own(void **state)
{
    static const struct {
        struct processor processor;
        bool zen3;
    } cases[] = {{{"AuthenticAMD", 0x19, 0x01, 512 * KB}, true},   {{"AuthenticAMD", 0x19, 0x21, 512 * KB}, true},
                 {{"AuthenticAMD", 0x19, 0x50, 512 * KB}, true},   {{"AuthenticAMD", 0x19, 0x11, 1024 * KB}, false},
                 {{"AuthenticAMD", 0x19, 0x61, 1024 * KB}, false}, {{"AuthenticAMD", 0x17, 0x01, 512 * KB}, false},
                 {{"GenuineIntel", 0x19, 0x01, 512 * KB}, false},  {{"", 0, 0, 512 * KB}, false}};
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_int_equal(tuning_on(&cases[k].processor, TUNING_WINDOWS_AHEAD), cases[k].zen3 ? 48 : 384);
        assert_int_equal(tuning_on(&cases[k].processor, TUNING_LANES_AHEAD), cases[k].zen3 ? 48 : 512);
    }
}

static void tiles_are_a_part_of_the_cache(void **state)
{
    const struct processor small = {.cache = 256 * KB}, large = {.cache = 4096 * KB};
    (void)state;
    assert_int_equal(tuning_on(&small, TUNING_PIVOT_TILE), 192 * KB);
    assert_int_equal(tuning_on(&large, TUNING_PIVOT_TILE), 3072 * KB);
    assert_int_equal(tuning_on(&small, TUNING_CHECKED_TILE), 128 * KB);
    assert_int_equal(tuning_on(&small, TUNING_TILE), 128 * KB);
    assert_int_equal(tuning_on(&large, TUNING_TILE), 512 * KB);
    assert_int_equal(tuning_on(&small, TUNING_FAR_TILE), 512 * KB);
    assert_int_equal(tuning_on(&large, TUNING_FAR_TILE), 2048 * KB);
}

static void this_processor_has_all(void **state)
{
    const struct processor here = processor_here();
    (void)state;
    assert_true(here.cache > 0);
    for (int t = 0; t < TUNING_COUNT; t++) {
        assert_true(tuning_value((enum tuning)t) > 0);
        assert_int_equal(tuning_value((enum tuning)t), tuning_on(&here, (enum tuning)t));
    }
}

static void options_replace_them(void **state)
{
    (void)state;
    assert_int_equal(tuning_chosen(7, TUNING_SCAN_AHEAD), 7);
    assert_int_equal(tuning_chosen(0, TUNING_SCAN_AHEAD), 0);
    assert_int_equal(tuning_chosen(TUNING_AUTO, TUNING_SCAN_AHEAD), tuning_value(TUNING_SCAN_AHEAD));
}

static void results_name_all(void **state)
{
    char text[512], little[16];
    (void)state;
    tuning_describe(text, sizeof text);
    assert_non_null(strstr(text, ": windows.ahead "));
    assert_non_null(strstr(text, ", fused.tile "));
    assert_true(strlen(text) < sizeof text - 1);
    tuning_describe(little, sizeof little);
    assert_int_equal(strlen(little), sizeof little - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(single_processors_have_values_of_their_own),
                                       cmocka_unit_test(tiles_are_a_part_of_the_cache),
                                       cmocka_unit_test(this_processor_has_all), cmocka_unit_test(options_replace_them),
                                       cmocka_unit_test(results_name_all)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
