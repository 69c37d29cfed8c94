/* Parts of base: status, memory, metrics and series, progress, signals, bandwidth, provenance. */
#include "base/file/abandoned.h"
#include "base/file/atomic_file.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/result/metrics.h"
#include "base/result/provenance.h"
#include "base/signals.h"
#include "base/streams.h"
#include "base/timer.h"
#include "base/timing/bandwidth.h"
#include "base/timing/median.h"
#include "base/timing/trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <fcntl.h>
#include <glob.h>
#include <math.h>
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

/* An allocation that must fail is part of the test. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

static void good(enum status st)
{
    if (st != ST_OK) fail_msg("%s", fail_text());
}

static enum status two_deep(int x)
{
    if (x < 0) return (fail)(ST_CONFIG, "%d is below 0", x);
    return ST_OK;
}

static enum status one_deep(int x)
{
    TRY(two_deep(x));
    return ST_FAILED;
}

static void a_failure_is_one_sentence(void **state)
{
    (void)state;
    assert_int_equal(one_deep(1), ST_FAILED);
    assert_int_equal(one_deep(-1), ST_CONFIG);
    assert_string_equal(fail_text(), "-1 is below 0");
    assert_int_equal(fail_within(ST_CONFIG, "file:%d: ", 3), ST_CONFIG);
    assert_string_equal(fail_text(), "file:3: -1 is below 0");
    (fail)(ST_IO, "again: %s", fail_text());
    assert_string_equal(fail_text(), "again: file:3: -1 is below 0");
    assert_int_equal(status_exit(ST_OK), 0);
    assert_int_equal(status_exit(ST_IO), 1);
    assert_int_equal(status_exit(ST_CONFIG), 2);
}

static void memory_is_aligned_zeroed_and_counted(void **state)
{
    (void)state;
    static const int64_t sizes[] = {0, 1, 63, 4096, (2 << 20) - 1, 2 << 20, 40000001};
    mem_peak_reset();
    const int64_t before = mem_held(HOST);
    int64_t most = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char *p;
        good(mem_alloc(&p, HOST, sizes[i]));
        assert_int_equal((uintptr_t)p % 64, 0);
        for (int64_t b = 0; b < sizes[i]; b += 1 + b / 10000) /* every one of the first */
            if (p[b]) fail_msg("byte %lld of %lld is not zero", (long long)b, (long long)sizes[i]);
        assert_int_equal(mem_held(HOST), before + sizes[i]);
        if (sizes[i]) memset(p, 1, (size_t)sizes[i]);
        most = sizes[i] > most ? sizes[i] : most;
        assert_null(mem_free(p));
    }
    assert_int_equal(mem_held(HOST), before);
    assert_int_equal(mem_peak(HOST), before + most);
    assert_null(mem_free(NULL));
}

/* Equal elements of large arrays lie in different sets of a first-level cache of 64 sets of 64 bytes. */
static void large_arrays_are_staggered(void **state)
{
    (void)state;
    void *p[5];
    for (int i = 0; i < 5; i++) good(mem_alloc(&p[i], HOST, 4 << 20));
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < i; j++) assert_int_not_equal((uintptr_t)p[i] / 64 % 64, (uintptr_t)p[j] / 64 % 64);
    for (int i = 0; i < 5; i++) mem_free(p[i]);
}

static void memory_that_is_not_there_is_refused(void **state)
{
    (void)state;
    void *p = &p;
    assert_int_equal(mem_array(&p, HOST, INT64_MAX / 4, 8), ST_NOMEM);
    assert_null(p);
    assert_int_equal(mem_alloc(&p, HOST, -1), ST_NOMEM);
    assert_int_equal(mem_alloc(&p, HOST, (int64_t)1 << 60), ST_NOMEM);
    assert_non_null(strstr(fail_text(), "1.15e+12 MB"));
    mem_fail_at(2);
    good(mem_alloc(&p, HOST, 8));
    mem_free(p);
    assert_int_equal(mem_alloc(&p, HOST, 8), ST_NOMEM);
    good(mem_alloc(&p, HOST, 8));
    mem_free(p);
    mem_fail_at(0);
}

static void the_cache_and_memory_of_this_machine_are_plausible(void **state)
{
    (void)state;
    assert_in_range(mem_cache_bytes(), 1 << 18, (int64_t)4 << 30);
    assert_true(mem_machine_bytes() > mem_cache_bytes());
}

static void the_median_passes_over_what_is_missing(void **state)
{
    (void)state;
    double odd[] = {3, (double)NAN, 1, 2}, even[] = {4, 1, (double)NAN, 3, 2}, none[] = {(double)NAN};
    assert_true(median(odd, 4) == 2 && median(even, 5) == 2.5);
    assert_true(isnan(median(none, 1)) && isnan(median(none, 0)));
}

static void metrics_are_put_and_added(void **state)
{
    (void)state;
    struct metrics m = {0};
    metrics_add(&m, "solves", 2);
    metrics_add(&m, "solves", 3);
    metrics_put(&m, "error", 7);
    metrics_put(&m, "error", 1e-9);
    assert_int_equal(m.count, 2);
    assert_true(metrics_get(&m, "solves") == 5);
    assert_true(metrics_get(&m, "error") == 1e-9);
    assert_true(isnan(metrics_get(&m, "absent")));
}

static char file[] = "/tmp/test_base.XXXXXX";

static int enter(void **state)
{
    (void)state;
    strcpy(file, "/tmp/test_base.XXXXXX");
    const int fd = mkstemp(file);
    return fd < 0 ? -1 : close(fd);
}

static int leave(void **state)
{
    (void)state;
    return unlink(file);
}

static void metrics_and_series_survive_a_file(void **state)
{
    (void)state;
    struct metrics m = {0};
    struct series s = {0}, back = {0};
    struct store *f;
    double value;
    metrics_put(&m, "residual", 1e-17);
    for (int i = 0; i < 1000; i++) {
        good(series_put(&s, "time", "s", 0.1 * i));
        good(series_put(&s, "energy", NULL, 1.0 / (i + 1)));
    }
    good(store_create(&f, file));
    good(metrics_store(&m, f, "/runs/0/metrics"));
    good(series_store(&s, f, "/runs/0/series"));
    good(store_commit(f));
    good(store_open(&f, file));
    good(store_get_real(f, "/runs/0/metrics", "residual", &value));
    assert_true(value == 1e-17);
    good(series_load(&back, f, "/runs/0/series"));
    good(series_load(&back, f, "/runs/0/series"));
    assert_int_equal(series_load(&s, f, "/none"), ST_IO);
    store_discard(f);

    assert_int_equal(s.count, 0);
    assert_int_equal(back.count, 2);
    assert_string_equal(back.column[0].name, "energy");
    assert_string_equal(back.column[0].units, "");
    assert_string_equal(back.column[1].units, "s");
    for (int c = 0; c < 2; c++) assert_int_equal(back.column[c].count, 1000);
    for (int i = 0; i < 1000; i++) {
        assert_true(back.column[0].value[i] == 1.0 / (i + 1));
        assert_true(back.column[1].value[i] == 0.1 * i);
    }
    good(series_put(&back, "time", "s", 100));
    assert_int_equal(back.column[1].count, 1001);
    series_free(&back);
    assert_int_equal(back.count, 0);
}

static void columns_keep_what_they_are(void **state)
{
    (void)state;
    struct series s = {0}, back = {0};
    struct store *f;
    good(series_put_axis(&s, "systems", "", 10));
    good(series_put_axis(&s, "rows", "", 20));
    good(series_put_measured(&s, "seconds", "s", 0.5));
    good(series_put(&s, "bytes", "B", 7));
    good(store_create(&f, file));
    good(series_store(&s, f, "/series"));
    good(store_commit(f));
    good(store_open(&f, file));
    good(series_load(&back, f, "/series"));
    store_discard(f);
    assert_string_equal(series_axis(&back, 1)->name, "systems");
    assert_string_equal(series_axis(&back, 2)->name, "rows");
    assert_null(series_axis(&back, 3));
    assert_true(series_column(&back, "seconds")->measured);
    assert_false(series_column(&back, "bytes")->measured || series_column(&back, "bytes")->axis);
    assert_null(series_column(&back, "none"));
    good(series_put_axis(&back, "rows", "", 40));
    assert_int_equal(series_axis(&back, 2)->count, 2);
    series_free(&back);
    series_free(&s);
}

/* The line on stderr of a run that did 30 of 100 steps in 6 seconds, from step 10 on. */
static const char *printed(struct progress p, bool ended)
{
    static char text[256];
    int ends[2];
    fflush(stderr);
    const int kept = dup(STDERR_FILENO);
    assert_int_equal(pipe(ends), 0);
    dup2(ends[1], STDERR_FILENO);
    p.began -= 6;
    p.shown -= 6;
    progress_show(&p, 40);
    progress_show(&p, 41);
    if (ended) progress_end(&p, 100);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(ends[1]);
    const ssize_t got = read(ends[0], text, sizeof text - 1);
    text[got > 0 ? got : 0] = '\0';
    close(ends[0]);
    return text;
}

static void progress_prints_rate_and_time_left(void **state)
{
    (void)state;
    struct progress p = progress_begin("000_thomas", 10, 100, false);
    p.terminal = false;
    assert_string_equal(printed(p, false), "000_thomas: 40/100 (40 %), 5 steps/s, 12 s left\n");
    p.terminal = true;
    assert_string_equal(printed(p, false), "\r\033[K000_thomas: 40/100 (40 %), 5 steps/s, 12 s left");
    assert_non_null(strstr(printed(p, true), "left\r\033[K"));
    p.quiet = true;
    assert_string_equal(printed(p, true), "");
}

/* Of a child that does `what`, silently; its exit code. */
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

/* Nor does the time of the wait end it then. */
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

/* With two files begun, one of them given up, and a process that waits for ever, whose number `file` grows to. */
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
    fclose(fopen(given_up, "w")); /* somebody else's now */
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

/* The owner of this file commits it and begins another one just before somebody looks whether it is abandoned. */
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

static void clocks_run(void **state)
{
    (void)state;
    struct clock c = {{0}};
    const double began = seconds_now();
    usleep(20000);
    const double now = clock_charge(&c, PHASE_SOLVE, began);
    assert_true(c.seconds[PHASE_SOLVE] == now - began);
    assert_true(c.seconds[PHASE_SOLVE] >= 0.02 && c.seconds[PHASE_SETUP] == 0);
    assert_string_equal(phase_name(PHASE_SOLVE), "solve");
}

static void a_trace_records_what_threads_did(void **state)
{
    (void)state;
    struct trace *t;
    int64_t count;
    trace_enter(NULL, 5, "nothing");
    good(trace_make(&t, 2, 2));
    for (int again = 0; again < 2; again++) {
        trace_begin(t);
        trace_enter(t, 1, "down");
        trace_enter(t, 1, "up");
        trace_enter(t, 1, NULL);
        const struct span *const s = trace_spans(t, 1, &count);
        assert_int_equal(count, 2);
        assert_string_equal(s[0].phase, "down");
        assert_string_equal(s[1].phase, "up");
        assert_true(s[0].start >= 0 && s[0].start <= s[0].end && s[0].end == s[1].start && s[1].start <= s[1].end);
        assert_int_equal(trace_dropped(t), 0);
    }
    trace_enter(t, 1, "late");
    trace_enter(t, 1, NULL);
    assert_int_equal(trace_dropped(t), 1);
    trace_spans(t, 0, &count);
    assert_int_equal(count, 0);
    assert_int_equal(trace_threads(t), 2);
    trace_free(t);
    for (int64_t k = 1; k <= 3; k++) {
        mem_fail_at(k);
        assert_int_equal(trace_make(&t, 2, 2), ST_NOMEM);
        assert_null(t);
    }
    mem_fail_at(0);
}

static void bandwidth_is_measured(void **state)
{
    (void)state;
    struct bandwidth b = {0};
    const int64_t held = mem_held(HOST);
    good(bandwidth_measure(&b, exec_host(2), (struct effort){1 << 20, 3, 60}));
    const double all[] = {b.read, b.copy, b.triad, b.in_place, b.solve};
    for (int i = 0; i < 5; i++) {
        assert_true(all[i] > 0.01 && all[i] < 1e5);
        assert_true(bandwidth_limit(&b) >= all[i]);
    }
    assert_int_equal(mem_held(HOST), held);
    for (int k = 1; k <= 2; k++) {
        mem_fail_at(k);
        assert_int_equal(bandwidth_measure(&b, exec_host(1), (struct effort){1 << 20, 3, 60}), ST_NOMEM);
        assert_int_equal(mem_held(HOST), held);
    }
    mem_fail_at(0);
}

static void count_fact(void *context, const char *key, const char *value)
{
    assert_true(*key && *value);
    ++*(int *)context;
}

static void provenance_is_complete(void **state)
{
    (void)state;
    int count = 0;
    int64_t stored;
    char **names, *cores;
    struct store *s;
    provenance_each(count_fact, &count);
    assert_int_equal(count, 18);
    good(store_create(&s, file));
    good(provenance_store(s));
    good(store_attributes(s, "/provenance", &names, &stored));
    good(store_get_text(s, "/provenance", "cores", &cores));
    store_discard(s);
    assert_int_equal(stored, count);
    assert_int_equal(atol(cores), sysconf(_SC_NPROCESSORS_ONLN));
    store_names_free(names, stored);
    free(cores);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failure_is_one_sentence),
        cmocka_unit_test(memory_is_aligned_zeroed_and_counted),
        cmocka_unit_test(large_arrays_are_staggered),
        cmocka_unit_test(memory_that_is_not_there_is_refused),
        cmocka_unit_test(the_cache_and_memory_of_this_machine_are_plausible),
        cmocka_unit_test(the_median_passes_over_what_is_missing),
        cmocka_unit_test(metrics_are_put_and_added),
        cmocka_unit_test_setup_teardown(metrics_and_series_survive_a_file, enter, leave),
        cmocka_unit_test_setup_teardown(columns_keep_what_they_are, enter, leave),
        cmocka_unit_test(progress_prints_rate_and_time_left),
        cmocka_unit_test_setup_teardown(a_signal_ends_the_program_and_leaves_nothing, enter, leave),
        cmocka_unit_test_setup_teardown(the_next_file_of_a_name_is_not_taken_for_the_one_before, enter, leave),
        cmocka_unit_test(the_first_signal_asks_and_the_second_ends),
        cmocka_unit_test(a_program_under_nohup_goes_on),
        cmocka_unit_test(closed_streams_are_no_files),
        cmocka_unit_test(clocks_run),
        cmocka_unit_test(a_trace_records_what_threads_did),
        cmocka_unit_test(bandwidth_is_measured),
        cmocka_unit_test_setup_teardown(provenance_is_complete, enter, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
