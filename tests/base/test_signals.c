/* Signals, and their effects: requests to end, waiting, temporary files, children, closed streams. */
#include "base/file/abandoned.h"
#include "base/file/atomic_file.h"
#include "base/signals.h"
#include "base/streams.h"
#include "base/timer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static char file[] = "/tmp/test_signals.XXXXXX";

static int enter(void **state)
{
    (void)state;
    strcpy(file, "/tmp/test_signals.XXXXXX");
    const int fd = mkstemp(file);
    return fd < 0 ? -1 : close(fd);
}

static int leave(void **state)
{
    (void)state;
    return unlink(file);
}

/* The exit code of a child that does `what`, silently. */
static int code_of(void (*what)(int), int argument)
{
    int end;
    const pid_t child = fork();
    if (child == 0) {
        dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
        signals_install();
        what(argument);
        _exit(0);
    }
    waitpid(child, &end, 0);
    assert_true(WIFEXITED(end));
    return WEXITSTATUS(end);
}

static void ask_twice(int first)
{
    signals_wait(1000);
    if (signals_asked()) _exit(1);
    raise(first);
    if (signals_asked() != first) _exit(2);
    raise(SIGTERM);
}

static void wait_too_long(int first)
{
    signals_wait(0.01);
    raise(first);
    for (;;) pause();
}

/* A fraction that would round up to a whole second is still a time. */
static void wait_nearly_a_second(int first)
{
    struct itimerval left;
    signals_wait(0.9999999);
    raise(first);
    if (getitimer(ITIMER_REAL, &left)) _exit(1);
    if (left.it_value.tv_sec == 0 && left.it_value.tv_usec == 0) _exit(2);
}

/* After a hold the time of the wait does not end the program either. */
static void hold(int first)
{
    signals_hold();
    raise(first);
    usleep(20000);
    if (signals_asked() != first) _exit(1);
    signals_wait(0.005);
    signals_hold();
    usleep(20000);
}

/* By a thread that may allocate memory, during a step that does not end. */
static void write_number(void *with, int signal_number)
{
    char *const text = malloc(64);
    const int fd = open(file, O_WRONLY | O_TRUNC), length = sprintf(text, "%d %d", *(int *)with, signal_number);
    if (write(fd, text, (size_t)length) != length || close(fd)) _exit(1);
    free(text);
}

static void save_beside_a_long_step(int first)
{
    int with = 7;
    signals_save(write_number, &with);
    signals_wait(0.01);
    raise(first);
    for (;;) free(malloc(1000));
}

/* Whoever wants to hold the end when it has come waits for it, also in a pause. */
static void hold_too_late(int first)
{
    int with = 7;
    signals_save(write_number, &with);
    signals_wait(0.005);
    const bool paused = signals_pause();
    raise(first);
    usleep(20000);
    signals_resume(paused);
    usleep(20000);
    signals_hold();
    _exit(1);
}

static void what_is_to_be_saved_is_saved_before_the_end(void **state)
{
    (void)state;
    static void (*const ends[])(int) = {save_beside_a_long_step, hold_too_late};
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};
    for (int e = 0; e < 2; e++)
        for (int i = 0; i < 4; i++) {
            char text[64] = "", wanted[64];
            assert_int_equal(code_of(ends[e], numbers[i]), 128 + numbers[i]);
            const int fd = open(file, O_RDONLY);
            assert_true(read(fd, text, sizeof text - 1) > 0);
            close(fd);
            sprintf(wanted, "7 %d", numbers[i]);
            assert_string_equal(text, wanted);
        }
}

/* With two files begun, one of them given up, and a process that waits forever, whose number `file` grows to. */
static void leave_things(int signal_number)
{
    struct atomic_file begun[2];
    char path[64], given_up[100];
    const pid_t child = fork();
    if (child == 0)
        for (;;) pause();
    signals_child(child);
    if (truncate(file, child)) _exit(1);
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s-%d", file, i);
        if (atomic_file_begin(&begun[i], path, FILE_RESULT) != ST_OK) _exit(2);
    }
    snprintf(given_up, sizeof given_up, "%s", begun[1].temporary);
    atomic_file_abandon(&begun[1]);
    if (access(begun[0].temporary, F_OK) || !access(given_up, F_OK)) _exit(3);
    fclose(fopen(given_up, "w")); /* another program's file now */
    raise(signal_number);
}

static void a_signal_ends_the_program_and_leaves_nothing(void **state)
{
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        glob_t left;
        struct stat there;
        char pattern[64];
        assert_int_equal(code_of(leave_things, signals[i]), 128 + signals[i]);
        snprintf(pattern, sizeof pattern, "%s-*.tmp-*", file);
        assert_int_equal(glob(pattern, 0, NULL, &left), 0);
        assert_int_equal(left.gl_pathc, 1);
        assert_non_null(strstr(left.gl_pathv[0], "-1.tmp-"));
        unlink(left.gl_pathv[0]);
        globfree(&left);
        assert_int_equal(stat(file, &there), 0);
        assert_true(there.st_size > 1);
        assert_int_not_equal(kill((pid_t)there.st_size, 0), 0);
    }
}

/* Another process sends a signal soon. */
static void signal_soon(int number, int times)
{
    const pid_t to = getpid();
    if (fork()) return;
    for (int i = 0; i < times; i++) usleep(200000), kill(to, number);
    _exit(0);
}

/* Runs a shell that writes its actions to `file`, or ignores the signal. */
static void run_shell(const char *script, double seconds)
{
    char name[] = "sh", option[] = "-c", text[400];
    char *argv[] = {name, option, text, NULL};
    int end;
    snprintf(text, sizeof text, script, file, file);
    if (signals_run("/bin/sh", argv, seconds, &end)) _exit(1);
    _exit(2); /* a signal had come */
}

static void run_a_program_that_saves(int number)
{
    signal_soon(number, 1);
    run_shell("trap 'sleep 0.3; echo saved > %s; exit 3' INT TERM HUP XCPU; while :; do sleep 0.02; done", 60);
}

static void run_a_program_that_goes_on(int times)
{
    signal_soon(SIGTERM, times);
    run_shell("trap '' INT TERM; echo $$ > %s; while :; do sleep 0.02; done", times > 1 ? 60 : 0.2);
}

static void read_file(char *out, size_t size)
{
    FILE *const in = fopen(file, "r");
    if (!fgets(out, (int)size, in)) *out = '\0';
    fclose(in);
}

static void a_program_that_is_run_saves_what_it_has_first(void **state)
{
    (void)state;
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};
    for (int i = 0; i < 4; i++) {
        char text[32];
        assert_int_equal(truncate(file, 0), 0);
        assert_int_equal(code_of(run_a_program_that_saves, numbers[i]), 128 + numbers[i]);
        read_file(text, sizeof text);
        assert_string_equal(text, "saved\n");
    }
}

static void and_is_killed_if_it_goes_on(void **state)
{
    (void)state;
    for (int times = 1; times <= 3; times += 2) {
        char text[32];
        assert_int_equal(code_of(run_a_program_that_goes_on, times), 128 + SIGTERM);
        read_file(text, sizeof text);
        assert_true(atoi(text) > 1);
        assert_int_not_equal(kill((pid_t)atoi(text), 0), 0);
    }
}

static void run_to_the_end(int code)
{
    char name[] = "sh", option[] = "-c", text[32], missing[] = "/nowhere/x";
    char *argv[] = {name, option, text, NULL};
    int end;
    sprintf(text, "exit %d", code);
    if (signals_run("/bin/sh", argv, 1, &end) || WEXITSTATUS(end) != code) _exit(1);
    if (signals_run(missing, argv, 1, &end) || WEXITSTATUS(end) != CANNOT_RUN) _exit(2);
    raise(SIGTERM);
}

static void a_program_that_has_ended_gets_no_signal(void **state)
{
    (void)state;
    assert_int_equal(code_of(run_to_the_end, 5), 128 + SIGTERM);
}

/* Only on Linux does a program learn that the one that runs it was killed. */
static void a_program_ends_with_the_one_that_runs_it(void **state)
{
    (void)state;
#ifdef __linux__
    char text[32] = "";
    const pid_t child = fork();
    if (child == 0) run_shell("trap 'echo saved > %s; exit' TERM; echo begun > %s; while :; do sleep 0.02; done", 60);
    for (int i = 0; i < 500 && strcmp(text, "begun\n"); i++) usleep(10000), read_file(text, sizeof text);
    assert_int_equal(kill(child, SIGKILL), 0);
    waitpid(child, NULL, 0);
    for (int i = 0; i < 500 && strcmp(text, "saved\n"); i++) usleep(10000), read_file(text, sizeof text);
    assert_string_equal(text, "saved\n");
#endif
}

/* Sent to the program, and passed on by the one that runs it, in either order: one signal. */
static void ask_both_ways(int first)
{
    signals_wait(1000);
    if (first == SIGINT) raise(SIGINT);
    sigqueue(getpid(), SIGTERM, (union sigval){0});
    if (first == SIGTERM) raise(SIGINT);
    if (signals_asked() != first) _exit(1);
    raise(SIGHUP);
}

/* The owner of this file commits it and begins another one just before another program checks whether it is abandoned.
 */
static struct atomic_file *going_on;

int flock(int fd, int how)
{
    struct atomic_file *const r = going_on;
    if (r && how & LOCK_NB) {
        going_on = NULL;
        assert_int_equal(atomic_file_commit(r), ST_OK);
        assert_int_equal(atomic_file_begin(r, file, FILE_RESULT), ST_OK);
    }
    return (int)syscall(SYS_flock, fd, how);
}

static void the_next_file_of_a_name_is_not_taken_for_the_one_before(void **state)
{
    (void)state;
    struct atomic_file r;
    assert_int_equal(atomic_file_begin(&r, file, FILE_RESULT), ST_OK);
    going_on = &r;
    abandoned_remove(file);
    assert_null(going_on);
    assert_int_equal(access(r.temporary, F_OK), 0);
    assert_int_equal(atomic_file_commit(&r), ST_OK);
}

static void the_first_signal_asks_and_the_second_ends(void **state)
{
    (void)state;
    assert_int_equal(code_of(ask_twice, SIGINT), 128 + SIGTERM);
    assert_int_equal(code_of(ask_twice, SIGTERM), 128 + SIGTERM);
    assert_int_equal(code_of(ask_both_ways, SIGINT), 128 + SIGHUP);
    assert_int_equal(code_of(ask_both_ways, SIGTERM), 128 + SIGHUP);
    assert_int_equal(code_of(wait_too_long, SIGINT), 128 + SIGINT);
    assert_int_equal(code_of(wait_nearly_a_second, SIGINT), 0);
    assert_int_equal(code_of(hold, SIGINT), 0);
}

static void hang_up(int action)
{
    signal(SIGHUP, action ? SIG_IGN : SIG_DFL);
    signals_install();
    raise(SIGHUP);
}

static void a_program_under_nohup_goes_on(void **state)
{
    (void)state;
    assert_int_equal(code_of(hang_up, 0), 128 + SIGHUP);
    assert_int_equal(code_of(hang_up, 1), 0);
}

/* The first file that is opened takes none of their numbers, and reading and writing them fails. */
static void close_streams(int first)
{
    for (int stream = first; stream <= STDERR_FILENO; stream++) close(stream);
    streams_hold();
    const int opened = open("/dev/null", O_RDWR);
    if (opened <= STDERR_FILENO) _exit(1);
    for (int stream = first; stream <= STDERR_FILENO; stream++)
        if (stream == STDIN_FILENO ? read(stream, &first, 1) >= 0 : write(stream, "x", 1) >= 0) _exit(2);
}

static void closed_streams_are_no_files(void **state)
{
    (void)state;
    for (int first = STDIN_FILENO; first <= STDERR_FILENO; first++) assert_int_equal(code_of(close_streams, first), 0);
}

int main(void)
{
    signal(SIGHUP, SIG_DFL); /* whoever runs the tests may ignore it */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_signal_ends_the_program_and_leaves_nothing, enter, leave),
        cmocka_unit_test_setup_teardown(the_next_file_of_a_name_is_not_taken_for_the_one_before, enter, leave),
        cmocka_unit_test(the_first_signal_asks_and_the_second_ends),
        cmocka_unit_test_setup_teardown(what_is_to_be_saved_is_saved_before_the_end, enter, leave),
        cmocka_unit_test(a_program_under_nohup_goes_on),
        cmocka_unit_test_setup_teardown(a_program_that_is_run_saves_what_it_has_first, enter, leave),
        cmocka_unit_test_setup_teardown(and_is_killed_if_it_goes_on, enter, leave),
        cmocka_unit_test(a_program_that_has_ended_gets_no_signal),
        cmocka_unit_test_setup_teardown(a_program_ends_with_the_one_that_runs_it, enter, leave),
        cmocka_unit_test(closed_streams_are_no_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
