/* The report of a verification: checks that hold or not, figures, and refusals with their sentences. */
#include "base/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static char lines[4096];

static void line(const char *text)
{
    snprintf(lines + strlen(lines), sizeof lines - strlen(lines), "%s\n", text);
}

static void bounds_hold_or_not(void **state)
{
    struct report r = {0};
    (void)state;
    assert_int_equal(report_at_most(&r, 2, 2, "%s", "most"), ST_OK);
    assert_int_equal(report_at_most(&r, 2.5, 2, "more"), ST_OK);
    assert_int_equal(report_at_least(&r, 1.9, 2, "less"), ST_OK);
    assert_int_equal(report_at_most(&r, (double)NAN, 2, "none"), ST_OK);
    assert_int_equal(r.count, 4);
    assert_true(r.check[0].ok && !r.check[1].ok && !r.check[2].ok && !r.check[3].ok);
    assert_string_equal(r.check[0].name, "most");
    report_free(&r);
}

/* More of them than fit at first; the sentence is copied. */
static void refusals_have_their_sentences(void **state)
{
    struct report r = {.line = line};
    (void)state;
    *lines = '\0';
    for (int k = 0; k < 100; k++) {
        char why[80];
        snprintf(why, sizeof why, "method %d: rows are not contiguous", k);
        assert_int_equal(report_refused(&r, why, "problem %d", k), ST_OK);
    }
    assert_int_equal(r.refusals, 100);
    assert_int_equal(r.count, 0);
    assert_string_equal(r.refusal[99].name, "problem 99");
    assert_string_equal(r.refusal[99].why, "method 99: rows are not contiguous");
    assert_int_equal(strncmp(lines, "refused problem 0: method 0: rows are not contiguous\n", 53), 0);
    report_free(&r);
    assert_null(r.refusal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_hold_or_not),
        cmocka_unit_test(refusals_have_their_sentences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
