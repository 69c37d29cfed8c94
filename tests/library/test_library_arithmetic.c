/* The modes of floating-point arithmetic of a caller do not matter to libbandstand, and are as before after a call:
 * traps of exceptions, directions of rounding and flushed subnormal numbers. A trap that is not masked ends this
 * program. */
#define _GNU_SOURCE /* feenableexcept */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include <fenv.h>
#include <omp.h>
#ifdef __x86_64__
#include <xmmintrin.h>
#endif

#include "tests/library/batch.h"

enum { THREADS = 2, LONG = 300000 };

/* The modes of the calling thread, and subnormal numbers flushed to 0. */
#ifdef __x86_64__
enum { SETTABLE = 1, FLUSHED = 0x8040, MODES = 0xffc0 };
static unsigned modes(void)
{
    return (unsigned)fegetexcept() << 16 | (_mm_getcsr() & MODES); /* the traps of the x87 before those of vectors */
}
static void flush(void)
{
    _mm_setcsr(_mm_getcsr() | FLUSHED);
}
#elif defined __aarch64__
enum { SETTABLE = 1, FLUSHED = 1 << 24 };
static unsigned modes(void)
{
    unsigned long fpcr;
    __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr));
    return (unsigned)fpcr;
}
static void flush(void)
{
    const unsigned long fpcr = modes() | FLUSHED;
    __asm__ volatile("msr fpcr, %0" : : "r"(fpcr));
}
#else /* a call leaves the modes as they are */
enum { SETTABLE = 0 };
static unsigned modes(void)
{
    return 0;
}
static void flush(void)
{
}
#endif

/* Exceptions are trapped where the processor can: on AArch64 few do. */
static void set_modes(void)
{
    feclearexcept(FE_ALL_EXCEPT);
    fesetround(FE_UPWARD);
    flush();
    feenableexcept(FE_ALL_EXCEPT);
}

/* In all threads, as those that the caller has started before are used by a call. */
static void set_in_all(int threads)
{
#pragma omp parallel num_threads(threads)
    set_modes();
}

/* Counts threads that have lost their modes, and sets the default. */
static int lost_in_all(int threads, unsigned expected)
{
    int lost = 0;
#pragma omp parallel num_threads(threads) reduction(+ : lost)
    {
        lost = fegetround() != FE_UPWARD || modes() != expected;
        fesetenv(FE_DFL_ENV);
    }
    return lost;
}

struct solved {
    int status;
    unsigned modes; /* of the caller, when they were set */
    struct batch b;
};

/* Others are not woken for little work. */
static int threads_of(int64_t rows)
{
    return rows < LONG ? 1 : THREADS;
}

static struct solved solve(int64_t n, int64_t batch, const char *method, unsigned flags, int modes_are_set)
{
    struct solved s;
    struct bandstand_options options = BANDSTAND_OPTIONS;
    options.method = method, options.threads = threads_of(n * batch);
    batch_make(&s.b, bandstand_contiguous(n, batch), flags, 3);
    s.b.diag[n / 2] = s.b.lower[n / 2] = s.b.upper[n / 2] = 0;                  /* singular */
    if (batch > 1) s.b.right[n] = s.b.x[n] = 0x1p1000, s.b.diag[n] = 0x1p-1000; /* overflows */
    s.modes = 0;
    if (modes_are_set) {
        set_in_all(threads_of(n * batch));
        s.modes = modes();
    }
    s.status = batch_solve(&s.b, options, NULL);
    return s;
}

static void traps_and_rounding_change_no_bit(void **state)
{
    if (!SETTABLE) skip();
    static const char *const methods[] = {NULL, "thomas", "thomas_simd", "thomas_pivot_simd", "partition_pivot", "cr"};
    static const unsigned flags[] = {0, BANDSTAND_REUSE, BANDSTAND_CYCLIC, BANDSTAND_CHECK, BANDSTAND_REFINE};
    static const int64_t sizes[][2] = {{10, 1}, {30, 20}, {LONG, 1}, {LONG / 10, 20}};
    for (int k = 0; k < 6 * 5 * 4; k++) {
        const char *const method = methods[k % 6];
        const int64_t *const size = sizes[k / 30];
        const unsigned flag = flags[k / 6 % 5];
        if (size[0] * size[1] >= LONG && (flag || k % 2)) continue;
        struct solved plain = solve(size[0], size[1], method, flag, 0), set = solve(size[0], size[1], method, flag, 1);
        assert_int_equal(lost_in_all(threads_of(size[0] * size[1]), set.modes), 0);
        assert_int_equal(set.status, plain.status);
        assert_memory_equal(set.b.x, plain.b.x, (size_t)plain.b.elements * sizeof *plain.b.x);
        assert_memory_equal(set.b.info, plain.b.info, (size_t)size[1] * sizeof *plain.b.info);
        batch_free(&plain.b), batch_free(&set.b);
    }
}

static void settings_and_other_kinds_are_not_trapped(void **state)
{
    if (!SETTABLE) skip();
    const struct bandstand_layout layout = bandstand_contiguous(7, 1);
    struct bandstand_options options = BANDSTAND_OPTIONS;
    struct bandstand_plan *plan, *transform;
    double x[7] = {1e308, 1e308, 1e308, 1e308, 1e-308, 1e-308, 1};
    options.method = "pcr_thomas", options.settings = "cost_pcr = 1e999;";
    set_in_all(1);
    const unsigned expected = modes();
    const int refused = bandstand_dtridiag_plan(&plan, &layout, &options);
    int status = bandstand_drecurrence_plan(&plan, &layout, NULL);
    status += bandstand_drecurrence_solve(plan, 1e300, 1e300, NULL, x);
    status += bandstand_dtransform_plan(&transform, &layout, BANDSTAND_DCT2, NULL);
    status += bandstand_dtransform_apply(transform, 0.3, x);
    bandstand_plan_free(plan), bandstand_plan_free(transform);
    assert_int_equal(lost_in_all(1, expected), 0);
    assert_int_equal(refused, BANDSTAND_MISUSE);
    assert_int_equal(status, BANDSTAND_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traps_and_rounding_change_no_bit),
        cmocka_unit_test(settings_and_other_kinds_are_not_trapped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
