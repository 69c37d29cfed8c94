/* Plans of libbandstand in many threads at once, the threads that a call starts, and its effect on those of the caller.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <dirent.h>
#include <locale.h>
#include <omp.h>
#include <pthread.h>

#include "tests/library/batch.h"

enum { CALLERS = 8, PLANS = 200, SYSTEMS = 9 };

static int threads_of_process(void)
{
    DIR *const d = opendir("/proc/self/task");
    int count = -2; /* . and .. */
    while (d && readdir(d)) count++;
    if (d) closedir(d);
    return count;
}

static double solve(int64_t n, int64_t batch, const char *method, int threads, unsigned flags, struct batch *out)
{
    struct bandstand_options options = BANDSTAND_OPTIONS;
    options.method = method, options.threads = threads;
    if (batch_make(out, bandstand_contiguous(n, batch), flags, 3) != BANDSTAND_OK ||
        batch_solve(out, options, NULL) != BANDSTAND_OK)
        return (double)INFINITY;
    return batch_error(out);
}

/* The first test, as OpenMP keeps the threads that it has started. */
static void no_thread_is_started_that_is_not_worth_it(void **state)
{
    struct batch b;
    const int before = threads_of_process();
    assert_true(solve(100, 10, NULL, 4, 0, &b) < 1e-13);
    batch_free(&b);
    assert_true(solve(300000, 10, "diagonal_pivoting", 0, BANDSTAND_REUSE, &b) < 1e-13);
    batch_free(&b);
    assert_int_equal(threads_of_process(), before);
}

static void *many_plans(void *first)
{
    static const char *const methods[] = {NULL, "thomas_simd", "cr", "thomas_pivot"};
    int64_t wrong = 0;
    for (int k = 0; k < PLANS; k++) {
        struct batch b;
        wrong += !(solve(20 + k % 7 * 13 + *(const int *)first, SYSTEMS, methods[k % 4], 1, 0, &b) < 1e-13);
        batch_free(&b);
    }
    return (void *)wrong;
}

static void eight_threads_make_plans_at_once(void **state)
{
    pthread_t thread[CALLERS];
    int number[CALLERS];
    for (int i = 0; i < CALLERS; i++) {
        number[i] = i;
        assert_int_equal(pthread_create(&thread[i], NULL, many_plans, &number[i]), 0);
    }
    for (int i = 0; i < CALLERS; i++) {
        void *wrong;
        assert_int_equal(pthread_join(thread[i], &wrong), 0);
        assert_null(wrong);
    }
}

static void each_thread_has_its_sentence(void **state)
{
    int wrong = 0;
#pragma omp parallel num_threads(3) reduction(+ : wrong)
    {
        struct bandstand_options options = BANDSTAND_OPTIONS;
        struct bandstand_plan *plan;
        struct batch b;
        char name[16];
        snprintf(name, sizeof name, "none_%d", omp_get_thread_num());
        options.method = name;
        const struct bandstand_layout layout = bandstand_contiguous(3, 1);
        wrong += bandstand_dtridiag_plan(&plan, &layout, &options) != BANDSTAND_MISUSE;
#pragma omp barrier
        wrong += !strstr(bandstand_message(), name);
        wrong += !(solve(500, 3, NULL, 2, 0, &b) < 1e-13);
        batch_free(&b);
    }
    assert_int_equal(wrong, 0);
}

static void bits_are_the_same_for_any_number_of_threads(void **state)
{
    static const char *const methods[] = {NULL, "windows", "partition_pivot"};
    for (int m = 0; m < 3; m++) {
        struct batch one, three;
        assert_true(solve(200001, 1, methods[m], 1, 0, &one) < 1e-13);
        assert_true(solve(200001, 1, methods[m], 3, 0, &three) < 1e-13);
        assert_memory_equal(one.x, three.x, (size_t)one.elements * sizeof *one.x);
        batch_free(&one), batch_free(&three);
    }
}

static void the_thread_of_the_caller_stays_as_it_is(void **state)
{
    struct batch b;
    const locale_t mine = newlocale(LC_ALL_MASK, "C", (locale_t)0), before = uselocale(mine);
    omp_set_num_threads(5);
    assert_true(solve(50, 2, "thomas", 2, 0, &b) < 1e-13);
    batch_free(&b);
    assert_int_equal(omp_get_max_threads(), 5);
    assert_true(uselocale(before) == mine);
    freelocale(mine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_thread_is_started_that_is_not_worth_it),
        cmocka_unit_test(eight_threads_make_plans_at_once),
        cmocka_unit_test(each_thread_has_its_sentence),
        cmocka_unit_test(bits_are_the_same_for_any_number_of_threads),
        cmocka_unit_test(the_thread_of_the_caller_stays_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
