/* The part of cmocka that the tests of kernels use, for builds with KERNELS_ONLY=1 on machines that have no cmocka. It
 * prints TAP. In the environment
 *     TESTS    a pattern of names, as a shell's: only these run
 *     SHARE    k/m: of those only every m-th, from the k-th on (0 <= k < m), so that m processes share the work */
#pragma once
#include <fnmatch.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*CMUnitTestFunction)(void **state);
typedef int (*CMFixtureFunction)(void **state);

struct CMUnitTest {
    const char *name;
    CMUnitTestFunction test_func;
    CMFixtureFunction setup_func, teardown_func;
    void *initial_state;
};

enum cmocka_outcome { CMOCKA_PASSED, CMOCKA_FAILED = 1, CMOCKA_SKIPPED = 2 };
__attribute__((weak)) jmp_buf cmocka_out; /* one for all files of a program */

static void cmocka_fail(const char *file, int line, const char *fmt, ...)
    __attribute__((noreturn, format(printf, 3, 4)));
static void cmocka_fail(const char *file, int line, const char *fmt, ...)
{
    va_list ap;
    printf("# %s:%d: ", file, line);
    va_start(ap, fmt);
    vprintf(fmt, ap);
    va_end(ap);
    putchar('\n');
    longjmp(cmocka_out, CMOCKA_FAILED);
}

#define cmocka_expect(holds) ((holds) ? (void)0 : cmocka_fail(__FILE__, __LINE__, "not so: %s", #holds))
#define fail_msg(...) cmocka_fail(__FILE__, __LINE__, __VA_ARGS__)
#define skip() longjmp(cmocka_out, CMOCKA_SKIPPED)
#define assert_true(x) cmocka_expect(x)
#define assert_false(x) cmocka_expect(!(x))
#define assert_null(p) cmocka_expect((p) == NULL)
#define assert_non_null(p) cmocka_expect((p) != NULL)
#define assert_ptr_equal(p, q) cmocka_expect((const void *)(p) == (const void *)(q))
#define assert_int_equal(x, y) cmocka_expect((intmax_t)(x) == (intmax_t)(y))
#define assert_int_not_equal(x, y) cmocka_expect((intmax_t)(x) != (intmax_t)(y))
#define assert_string_equal(x, y) cmocka_expect(!strcmp(x, y))
#define assert_memory_equal(x, y, bytes) cmocka_expect(!memcmp(x, y, bytes))

#define cmocka_unit_test_setup_teardown(f, before, after) \
    { \
        .name = #f, .test_func = f, .setup_func = before, .teardown_func = after \
    }
#define cmocka_unit_test(f) cmocka_unit_test_setup_teardown(f, NULL, NULL)
#define cmocka_unit_test_setup(f, before) cmocka_unit_test_setup_teardown(f, before, NULL)
#define cmocka_unit_test_teardown(f, after) cmocka_unit_test_setup_teardown(f, NULL, after)
#define cmocka_run_group_tests_name(name, tests, before, after) \
    _cmocka_run_group_tests(name, tests, sizeof(tests) / sizeof(tests)[0], before, after)
#define cmocka_run_group_tests(tests, before, after) cmocka_run_group_tests_name(#tests, tests, before, after)

static enum cmocka_outcome cmocka_run(const struct CMUnitTest *t)
{
    void *state = t->initial_state;
    const int left_by = setjmp(cmocka_out);
    if (left_by) return (enum cmocka_outcome)left_by;
    if (t->setup_func && t->setup_func(&state)) return CMOCKA_FAILED;
    t->test_func(&state);
    return t->teardown_func && t->teardown_func(&state) ? CMOCKA_FAILED : CMOCKA_PASSED;
}

__attribute__((unused)) static int _cmocka_run_group_tests(const char *group, const struct CMUnitTest *test,
                                                           size_t count, CMFixtureFunction before,
                                                           CMFixtureFunction after)
{
    static const char *const form[] = {[CMOCKA_PASSED] = "ok %d - %s\n",
                                       [CMOCKA_FAILED] = "not ok %d - %s\n",
                                       [CMOCKA_SKIPPED] = "ok %d - %s # SKIP\n"};
    const char *const pattern = getenv("TESTS"), *const share = getenv("SHARE");
    unsigned first = 0, stride = 1, wanted = 0;
    int ran = 0, failed = 0;
    void *state = NULL;
    if (share && (sscanf(share, "%u/%u", &first, &stride) != 2 || first >= stride)) {
        fprintf(stderr, "SHARE: '%s' is not k/m with k < m\n", share);
        return 2;
    }
    printf("# %s\n", group);
    failed += before && before(&state);
    for (size_t i = 0; i < count; i++) {
        if (pattern && fnmatch(pattern, test[i].name, 0) != 0) continue;
        if (wanted++ % stride != first) continue;
        const enum cmocka_outcome outcome = cmocka_run(&test[i]);
        failed += outcome == CMOCKA_FAILED;
        printf(form[outcome], ++ran, test[i].name);
        fflush(stdout);
    }
    failed += after && after(&state);
    printf("1..%d\n", ran);
    return failed;
}
