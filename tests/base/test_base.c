/* Parts of base: sentences of failures, digits, memory, median, progress, clocks, traces, the memory limit. */
#include "base/digits.h"
#include "base/memory.h"
#include "base/memory/untouched.h"
#include "base/progress.h"
#include "base/timer.h"
#include "base/timing/bandwidth.h"
#include "base/timing/median.h"
#include "base/timing/trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

#ifndef __SANITIZE_ADDRESS__ /* which handles signals itself */
/* The signal that ends a process which writes to byte `at` of a block of `bytes` and frees it; 0: none. */
static int signal_after_write(int64_t bytes, int64_t at)
{
    int ended;
    const pid_t child = fork();
    if (child == 0) {
        char *block;
        signal(SIGSEGV, SIG_DFL), signal(SIGABRT, SIG_DFL); /* not those of the test runner */
        mem_guard(true);
        if (mem_alloc(&block, HOST, bytes)) _exit(1);
        ((volatile char *)block)[at] = 1;
        mem_free(block);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_true(WIFSIGNALED(ended) || WEXITSTATUS(ended) == 0);
    return WIFSIGNALED(ended) ? WTERMSIG(ended) : 0;
}

static void writes_behind_a_guarded_block_are_stopped(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 8, 64, 4000, 4096, 100000, 5 << 20};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const int64_t bytes = sizes[i], whole = (bytes + 63) / 64 * 64;
        assert_int_equal(signal_after_write(bytes, 0), 0);
        assert_int_equal(signal_after_write(bytes, bytes - 1), 0);
        assert_int_equal(signal_after_write(bytes, whole), SIGSEGV);
        if (whole > bytes) assert_int_equal(signal_after_write(bytes, bytes), SIGABRT);
    }
}
#endif

static void check_blocks(void)
{
    static const int64_t sizes[] = {0, 1, 63, 4096, (2 << 20) - 1, 2 << 20, 40000001};
    mem_peak_reset();
    const int64_t before = mem_held(HOST);
    int64_t max = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char *p;
        good(mem_alloc(&p, HOST, sizes[i]));
        assert_int_equal((uintptr_t)p % 64, 0);
        for (int64_t b = 0; b < sizes[i]; b += 1 + b / 10000) /* every one of the first */
            if (p[b]) fail_msg("byte %lld of %lld is not zero", (long long)b, (long long)sizes[i]);
        assert_int_equal(mem_held(HOST), before + sizes[i]);
        if (sizes[i]) memset(p, 1, (size_t)sizes[i]);
        max = sizes[i] > max ? sizes[i] : max;
        assert_null(mem_free(p));
    }
    assert_int_equal(mem_held(HOST), before);
    assert_int_equal(mem_peak(HOST), before + max);
    assert_null(mem_free(NULL));
}

static void memory_is_aligned_zeroed_and_counted(void **state)
{
    (void)state;
    check_blocks();
    assert_false(mem_untouched(true));
    check_blocks();
    assert_true(mem_untouched(false));
}

/* A block of 400 MB, of which one page is used. */
static void untouched_memory_takes_none_until_it_is_used(void **state)
{
    (void)state;
    long pages[2];
    char *p;
    mem_untouched(true);
    for (int k = 0; k < 2; k++) {
        FILE *const f = fopen("/proc/self/statm", "r");
        if (!f || fscanf(f, "%*d %ld", &pages[k]) != 1) fail_msg("no /proc/self/statm");
        fclose(f);
        if (k == 0) good(mem_alloc(&p, HOST, 400000000));
        p[200000000] = 1;
    }
    assert_true(pages[1] - pages[0] < 100);
    mem_free(p);
    mem_untouched(false);
}

/* Addresses for more than the machine's memory, of which a few are used and counted; a failure is one of memory. */
static void sparse_memory_has_places_for_all(void **state)
{
    (void)state;
    const int64_t held = mem_held(HOST), count = (int64_t)1 << 42;
    double *x;
    good(mem_array_sparse(&x, count, sizeof *x, 1000));
    assert_int_equal(mem_held(HOST) - held, 1000 * (int64_t)sizeof *x);
    assert_int_equal((uintptr_t)x % 64, 0);
    x[0] = x[count / 2] = x[count - 1] = 1;
    assert_true(x[0] == 1 && x[1] == 0 && x[count / 2 + 1] == 0 && x[count - 1] == 1);
    mem_free(x);
    assert_int_equal(mem_held(HOST), held);
    assert_int_equal(mem_array_sparse(&x, INT64_MAX / 4, sizeof *x, 1), ST_NOMEM);
    assert_null(x);
    mem_fail_at(1);
    assert_int_equal(mem_array_sparse(&x, 8, sizeof *x, 8), ST_NOMEM);
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

/* The closer they are, the more digits it takes. */
static void different_numbers_look_different(void **state)
{
    (void)state;
    assert_int_equal(digits_that_differ((double[]){1, 3, 2}, 3, 6), 6);
    assert_int_equal(digits_that_differ((double[]){1.00000002, 5, 1, 1.00000001}, 4, 6), 9);
    assert_int_equal(digits_that_differ((double[]){0.1, nextafter(0.1, 1)}, 2, 6), 17);
    assert_int_equal(digits_that_differ((double[]){0, 1e-300, -1e-300, 1e300}, 4, 6), 6);
    assert_int_equal(digits_that_differ((double[]){2, 2}, 2, 6), 6); /* equal ones look the same */
    assert_int_equal(digits_that_differ(NULL, 0, 6), 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failure_is_one_sentence),
        cmocka_unit_test(different_numbers_look_different),
        cmocka_unit_test(memory_is_aligned_zeroed_and_counted),
#ifndef __SANITIZE_ADDRESS__
        cmocka_unit_test(writes_behind_a_guarded_block_are_stopped),
#endif
        cmocka_unit_test(untouched_memory_takes_none_until_it_is_used),
        cmocka_unit_test(sparse_memory_has_places_for_all),
        cmocka_unit_test(large_arrays_are_staggered),
        cmocka_unit_test(memory_that_is_not_there_is_refused),
        cmocka_unit_test(the_cache_and_memory_of_this_machine_are_plausible),
        cmocka_unit_test(the_median_passes_over_what_is_missing),
        cmocka_unit_test(progress_prints_rate_and_time_left),
        cmocka_unit_test(clocks_run),
        cmocka_unit_test(a_trace_records_what_threads_did),
        cmocka_unit_test(bandwidth_is_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
