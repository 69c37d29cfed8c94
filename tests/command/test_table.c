/* Tables for people: their form at the width of a terminal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "command/terminal/table.h"

/* A table of so many rows of a method and `columns` numbers, as it is printed at COLUMNS = width. */
static char *printed(int rows, int columns, const char *width, const char *first)
{
    static const char *const heading[] = {"run", "seconds", "residual", "bytes", "rounds", "steps"};
    char *text = NULL;
    size_t size;
    struct table t;
    setenv("COLUMNS", width, 1);
    FILE *const out = open_memstream(&text, &size);
    table_begin(&t, 1 + columns, heading);
    for (int i = 0; i < rows; i++) {
        table_text(&t, "%s", i ? "cr" : first);
        for (int c = 0; c < columns; c++) table_real(&t, "%.6f", 10 * i + c);
    }
    table_end(&t, out, FIRST_LEFT);
    fclose(out);
    return text;
}

static int widest(const char *text)
{
    int most = 0;
    for (int length; *text; text += length + (text[length] == '\n')) {
        length = (int)strcspn(text, "\n");
        most = length > most ? length : most;
    }
    return most;
}

static void a_table_that_fits_has_a_line_a_row(void **state)
{
    (void)state;
    char *const text = printed(2, 2, "80", "thomas");
    assert_string_equal(text, "run       seconds   residual\n"
                              "thomas   0.000000   1.000000\n"
                              "cr      10.000000  11.000000\n");
    free(text);
}

static void one_of_few_rows_is_turned(void **state)
{
    (void)state;
    char *const text = printed(2, 5, "40", "thomas");
    assert_string_equal(text, "run         thomas         cr\n"
                              "seconds   0.000000  10.000000\n"
                              "residual  1.000000  11.000000\n"
                              "bytes     2.000000  12.000000\n"
                              "rounds    3.000000  13.000000\n"
                              "steps     4.000000  14.000000\n");
    free(text);
}

static void one_of_many_rows_and_columns_is_in_parts_that_name_their_rows(void **state)
{
    (void)state;
    char *const text = printed(9, 5, "40", "thomas");
    assert_true(widest(text) <= 40);
    assert_non_null(strstr(text, "run       seconds   residual      bytes\nthomas   0.000000   1.000000   2.000000\n"));
    assert_non_null(strstr(text, "\n\nrun        rounds      steps\nthomas   3.000000   4.000000\n"));
    free(text);
}

/* Characters are counted, not bytes; a difference at the end of two names is still visible. */
static void long_names_keep_their_ends(void **state)
{
    (void)state;
    char *const wide = printed(1, 1, "80", "gr\xc3\xbc\xc3\x9f");
    assert_string_equal(wide, "run    seconds\ngr\xc3\xbc\xc3\x9f  0.000000\n");
    free(wide);
    char *const text = printed(3, 2, "50", "a method with a very long name that ends in 64");
    assert_true(widest(text) <= 50);
    assert_non_null(strstr(text, "\na method with..at ends in 64 "));
    free(text);
}

/* The text of a list is complete, at any width, where only the names before it are shortened. */
static void a_sentence_behind_names_is_whole(void **state)
{
    static const char sentence[] =
        "solves by elimination in order, takes systems of any size and any number of them, and "
        "doubles the rows of each before it begins";
    static const char *const heading[] = {"method", "what it is"}, *const widths[] = {"0", "80"};
    (void)state;
    for (int w = 0; w < 2; w++) {
        char *text = NULL;
        size_t size;
        struct table t;
        setenv("COLUMNS", widths[w], 1);
        FILE *const out = open_memstream(&text, &size);
        table_begin(&t, 2, heading);
        table_text(&t, "thomas"), table_text(&t, "%s", sentence);
        table_end(&t, out, ALL_LEFT);
        fclose(out);
        assert_non_null(strstr(text, sentence));
        free(text);
    }
}

/* A pipe or a file has no width: a reader finds one line per row. */
static void without_a_width_rows_are_lines(void **state)
{
    (void)state;
    char *const text = printed(2, 5, "0", "thomas");
    assert_int_equal(widest(text), 61);
    free(text);
}

/* A bar within a cell does not end it. */
static void markdown_keeps_its_cells(void **state)
{
    (void)state;
    table_format(TABLE_MARKDOWN);
    char *const text = printed(1, 1, "0", "a|b\\|c");
    table_format(TABLE_ALIGNED);
    assert_string_equal(text, "| run | seconds |\n|---|---:|\n| a\\|b\\\\\\|c | 0.000000 |\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_that_fits_has_a_line_a_row),
        cmocka_unit_test(one_of_few_rows_is_turned),
        cmocka_unit_test(one_of_many_rows_and_columns_is_in_parts_that_name_their_rows),
        cmocka_unit_test(long_names_keep_their_ends),
        cmocka_unit_test(a_sentence_behind_names_is_whole),
        cmocka_unit_test(without_a_width_rows_are_lines),
        cmocka_unit_test(markdown_keeps_its_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
