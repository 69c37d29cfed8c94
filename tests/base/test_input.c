/* Reading of files: only regular files, which cannot keep the program waiting, texts line by line, tables, numbers. */
#include "base/config/csv.h"
#include "base/file/input.h"
#include "base/file/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static char folder[64], path[80];

static int enter(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_input.XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/it", folder);
    return 0;
}

static int leave(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void put(const char *bytes, size_t count)
{
    FILE *const f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, count, f), count);
    fclose(f);
}

/* Opening `what` fails with one sentence, at once. */
static void refused(const char *what, const char *words)
{
    FILE *f;
    struct arena arena = {0};
    char *text, sentence[300];
    snprintf(sentence, sizeof sentence, "cannot read %s: %s", what, words);
    alarm(5);
    assert_int_equal(input_open(&f, what, INT64_MAX), ST_CONFIG);
    assert_null(f);
    assert_string_equal(fail_text(), sentence);
    assert_int_equal(text_load(&arena, what, &text), ST_CONFIG);
    assert_string_equal(fail_text(), sentence);
    arena_free(&arena);
    alarm(0);
}

static void only_regular_files_are_read(void **state)
{
    (void)state;
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    refused(folder, "it is a directory, not a file");
    refused("/dev/zero", "it is a device, not a file");
    refused("/dev/tty", "it is a device, not a file");
    refused(path, "No such file or directory");
    assert_int_equal(mkfifo(path, 0600), 0);
    refused(path, "it is a pipe, not a file");
    unlink(path);
    assert_int_equal(symlink(path, path), 0);
    refused(path, "Too many levels of symbolic links");
    unlink(path);
    const int s = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(name.sun_path, sizeof name.sun_path, "%s", path);
    assert_int_equal(bind(s, (const struct sockaddr *)&name, sizeof name), 0);
    refused(path, "it is a socket, not a file");
    close(s);
}

static void a_file_may_be_too_large(void **state)
{
    (void)state;
    FILE *f;
    put("0123456789", 10);
    assert_int_equal(input_open(&f, path, 9), ST_CONFIG);
    assert_non_null(strstr(fail_text(), "more than the"));
    assert_int_equal(input_open(&f, path, 10), ST_OK);
    assert_int_equal(fgetc(f), '0');
    fclose(f);
    assert_int_equal(truncate(path, (int64_t)1 << 40), 0); /* and takes no blocks of the disk */
    static const char *const column[] = {"time"};
    struct csv t;
    assert_int_equal(csv_open(&t, path, column, 1), ST_CONFIG);
    csv_close(&t);
}

static void lines_come_one_by_one(void **state)
{
    (void)state;
    bool more;
    char *const line = malloc(LINE_MAX_BYTES + 2);
    struct input l = {.path = path};
    put("one\n\nlast", 9);
    assert_int_equal(input_open(&l.in, path, INT64_MAX), ST_OK);
    static const char *const expected[] = {"one\n", "\n", "last"};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(input_line(&l, &more), ST_OK);
        assert_true(more && l.line == i + 1);
        assert_string_equal(l.text, expected[i]);
    }
    assert_int_equal(input_line(&l, &more), ST_OK);
    assert_false(more);
    fclose(l.in);
    put("a\rb\r\n\rc\r", 8);
    assert_int_equal(input_open(&l.in, path, INT64_MAX), ST_OK);
    static const char *const returned[] = {"a\r", "b\r", "\r", "c\r"};
    l.line = 0;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(input_line(&l, &more), ST_OK);
        assert_true(more && l.line == i + 1);
        assert_string_equal(l.text, returned[i]);
    }
    assert_int_equal(input_line(&l, &more), ST_OK);
    assert_false(more);
    fclose(l.in);
    memset(line, 'x', LINE_MAX_BYTES + 1);
    for (int over = 0; over < 2; over++) {
        put(line, LINE_MAX_BYTES + over);
        l.line = 0;
        assert_int_equal(input_open(&l.in, path, INT64_MAX), ST_OK);
        assert_int_equal(input_line(&l, &more), over ? ST_CONFIG : ST_OK);
        fclose(l.in);
    }
    assert_non_null(strstr(fail_text(), "it:1: the line is longer than"));
    input_free(&l);
    free(line);
}

static void tables_are_read_strictly(void **state)
{
    (void)state;
    static const char *const column[] = {"time", "lambda"};
    static const struct {
        const char *content, *sentence;
        int length, rows;
    } cases[] = {
        {"\xef\xbb\xbf# a day\n\n time ,lambda\r\n0, 1\r\n\t1.5 , -2e3\n", NULL, 0, 2},
        {"time, lambda\r0, 1\r1, 2\r", NULL, 0, 2},
        {"time, lambda\n", NULL, 0, 0},
        {"", ":1: the table is empty; the first line must be: time, lambda", 0, 0},
        {"\n# none\n", ":1: the table is empty; the first line must be: time, lambda", 0, 0},
        {"0, 1\n", ":1: the first line must be: time, lambda", 0, 0},
        {"time, lambda\n0\n", ":2: 1 columns instead of 2", 0, 0},
        {"time, lambda\n0, 1, 2, 3\n", ":2: more than 2 columns instead of 2", 0, 0},
        {"time, lambda\n0, 0x10\n", ":2: lambda: '0x10' is not a number", 0, 0},
        {"time, lambda\n0, inf\n", ":2: lambda: 'inf' is not a number", 0, 0},
        {"time, lambda\nnan, 1\n", ":2: time: 'nan' is not a number", 0, 0},
        {"time, lambda\n0, 1e999\n", ":2: lambda: '1e999' is not a number", 0, 0},
        {"time, lambda\n0, 1\n1, 2\0 3\n", ":3: the line has a byte 0: the file is not a text", 26, 1},
        {"time, lambda\n\0garbage\n", ":2: the line has a byte 0: the file is not a text", 22, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct csv t;
        double value[2];
        bool more = true;
        int rows = 0;
        put(cases[i].content, cases[i].length ? (size_t)cases[i].length : strlen(cases[i].content));
        enum status s = csv_open(&t, path, column, 2);
        while (s == ST_OK && (s = csv_next(&t, &more)) == ST_OK && more) {
            for (int c = 0; s == ST_OK && c < 2; c++) s = csv_number(&t, c, &value[c]);
            rows += s == ST_OK;
        }
        csv_close(&t);
        if (s != (cases[i].sentence ? ST_CONFIG : ST_OK) || rows != cases[i].rows ||
            (s != ST_OK && !strstr(fail_text(), cases[i].sentence)))
            fail_msg("case %d: %d rows, said: %s", (int)i, rows, fail_text());
        if (i == 0) assert_true(value[0] == 1.5 && value[1] == -2000);
    }
}

static void numbers_are_decimal(void **state)
{
    (void)state;
    static const char *const good[] = {"0", "-0", "+1", "12.", ".5", "-1.5e-3", "1E6", "4.9e-324"};
    static const double value[] = {0, 0, 1, 12, 0.5, -1.5e-3, 1e6, 4.9e-324};
    static const char *const bad[] = {"",   " 1",  "1 ",      "0x10", "0x1p3", "inf", "-inf", "nan",      "1e999",
                                      "1e", "1-2", "1e-9999", "--1",  ".",     "e5",  "1,5",  "infinity", "NaN(1)"};
    double out;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!text_number(good[i], &out) || out != value[i]) fail_msg("%s is %g", good[i], out);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (text_number(bad[i], &out)) fail_msg("'%s' is %g", bad[i], out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(only_regular_files_are_read, enter, leave),
        cmocka_unit_test_setup_teardown(a_file_may_be_too_large, enter, leave),
        cmocka_unit_test_setup_teardown(lines_come_one_by_one, enter, leave),
        cmocka_unit_test_setup_teardown(tables_are_read_strictly, enter, leave),
        cmocka_unit_test(numbers_are_decimal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
