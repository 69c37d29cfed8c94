/* Programs that are run: their input and output, their end, and those that take too long. */
#include "base/program/program.h"
#include "base/timer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static char why[256];

/* Runs a command of the shell on an input. */
static enum program_end run(const char *command, const char *input, FILE *output, double seconds)
{
    char *argv[] = {(char[]){"sh"}, (char[]){"-c"}, (char *)(uintptr_t)command, NULL};
    FILE *in;
    assert_int_equal(program_file(&in), ST_OK);
    fputs(input, in);
    fflush(in);
    const enum program_end end = program_run(argv, in, output, seconds, why, sizeof why);
    fclose(in);
    return end;
}

static void input_and_output_are_files(void **state)
{
    char line[32] = "";
    FILE *out;
    (void)state;
    assert_int_equal(program_file(&out), ST_OK);
    assert_int_equal(run("tr a-z A-Z", "words\n", out, 60), PROGRAM_WELL);
    rewind(out);
    assert_non_null(fgets(line, sizeof line, out));
    assert_string_equal(line, "WORDS\n");
    fclose(out);
}

static void failures_say_why(void **state)
{
    char *absent[] = {(char[]){"/nonexistent/program"}, NULL};
    FILE *out;
    (void)state;
    assert_int_equal(program_file(&out), ST_OK);
    assert_int_equal(run("echo first >&2; echo last words >&2; exit 3", "", out, 60), PROGRAM_FAILED);
    assert_string_equal(why, "failed: last words");
    assert_int_equal(run("exit 3", "", out, 0), PROGRAM_FAILED);
    assert_string_equal(why, "failed: it does not say why");
    assert_int_equal(run("kill -9 $$", "", out, 60), PROGRAM_FAILED);
    assert_string_equal(why, "died of signal 9");
    assert_int_equal(program_run(absent, out, out, 1, why, sizeof why), PROGRAM_ABSENT);
    fclose(out);
}

static void it_is_ended_after_its_time(void **state)
{
    const double began = seconds_now();
    FILE *out;
    (void)state;
    assert_int_equal(program_file(&out), ST_OK);
    assert_int_equal(run("exec sleep 100", "", out, 0.05), PROGRAM_FAILED);
    assert_string_equal(why, "was ended after 0.05 s");
    assert_true(seconds_now() - began < 50);
    fclose(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(input_and_output_are_files),
        cmocka_unit_test(failures_say_why),
        cmocka_unit_test(it_is_ended_after_its_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
