/* The level of instructions that a portable program takes. */
#include "precision/level.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { LOW, MIDDLE, HIGH, LEVELS };

/* A program of three levels on a processor that has the lowest `has` of them. */
static enum status pick(size_t has, const char *asked, size_t *out)
{
    static const char *const names[LEVELS] = {"x86-64-v2", "x86-64-v3", "x86-64-v4"};
    struct level level[LEVELS];
    for (size_t i = 0; i < LEVELS; i++) level[i] = (struct level){names[i], i < has};
    *out = LEVELS;
    return level_pick(level, LEVELS, asked, out);
}

static void the_highest_that_the_processor_has_is_taken(void **state)
{
    size_t is;
    for (size_t has = 1; has <= LEVELS; has++) {
        assert_int_equal(pick(has, NULL, &is), ST_OK);
        assert_int_equal(is, has - 1);
        assert_int_equal(pick(has, "", &is), ST_OK);
        assert_int_equal(is, has - 1);
    }
}

static void a_lower_one_is_asked_for_by_name_or_its_end(void **state)
{
    size_t is;
    assert_int_equal(pick(LEVELS, "x86-64-v3", &is), ST_OK);
    assert_int_equal(is, MIDDLE);
    assert_int_equal(pick(LEVELS, "v2", &is), ST_OK);
    assert_int_equal(is, LOW);
}

static void refused(size_t has, const char *asked, const char *sentence)
{
    size_t is;
    assert_int_equal(pick(has, asked, &is), ST_CONFIG);
    assert_int_equal(is, LEVELS);
    assert_string_equal(fail_text(), sentence);
}

static void what_the_processor_or_the_program_lacks_is_refused(void **state)
{
    refused(2, "v4", "BANDSTAND_LEVEL: this processor lacks x86-64-v4");
    refused(0, NULL, "this processor lacks x86-64-v2, the lowest level that this program is built for");
    refused(LEVELS, "v1",
            "BANDSTAND_LEVEL: 'v1' is not a level of this program, which has x86-64-v2, x86-64-v3, x86-64-v4");
    refused(LEVELS, "x86-64-v",
            "BANDSTAND_LEVEL: 'x86-64-v' is not a level of this program, which has x86-64-v2, "
            "x86-64-v3, x86-64-v4");
}

static void a_level_that_was_refused_leaves_the_sets_as_they_are(void **state)
{
    const char *const before = level_name();
    assert_int_equal(level_choose("absent"), ST_CONFIG);
    assert_string_equal(level_name(), before);
    assert_int_equal(level_choose(before), ST_OK);
    assert_string_equal(level_name(), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_highest_that_the_processor_has_is_taken),
        cmocka_unit_test(a_lower_one_is_asked_for_by_name_or_its_end),
        cmocka_unit_test(what_the_processor_or_the_program_lacks_is_refused),
        cmocka_unit_test(a_level_that_was_refused_leaves_the_sets_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
