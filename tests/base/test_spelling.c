/* The nearest word to a misspelt one, and advice for sentences. */
#include "base/spelling.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

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
        cmocka_unit_test(nearest_words_are_near),
        cmocka_unit_test(advice_guesses_or_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
