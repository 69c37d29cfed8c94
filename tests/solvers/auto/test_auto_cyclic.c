/* Cyclic systems by `auto`: those that need pivots, singular ones, and those that hardly dominate. */
#include "tests/support/auto_batch.h"

/* Cyclic systems that need pivots, some of which are singular without their last unknown, which methods for plain
 * systems eliminate; and singular ones. */
static void test_cyclic(void **state)
{
    static const int64_t longer[] = {4098, 9002, 20003};
    (void)state;
    for (int k = 1; k <= 43; k++) {
        const int64_t n = k <= 40 ? k : longer[k - 41];
        struct batch t = batch_make(n, n % 2 ? 11 : 3, 1, 0, 1);
        double *const backward = must(malloc((size_t)t.count * sizeof *backward));
        for (int64_t i = n; i < n * t.count; i++) {
            t.a[i] = (real)(2 * random_unit(&seed) - 1), t.c[i] = (real)(2 * random_unit(&seed) - 1);
            t.b[i] = (real)(i % 3 ? 2 * random_unit(&seed) - 1 : 0);
        }
        struct shape shape = shape_contiguous(n, t.count);
        shape.tridiag.cyclic = shape.tridiag.check = true;
        solve_into(&t, shape, 1, backward);
        const bool singular = n % 4 == 0; /* eigenvalues 2 cos(2 pi k / n) */
        for (int64_t s = 0; s < t.count; s++)
            if (s == 0 && singular ? t.info[s] <= 0
                                   : (t.info[s] && t.info[s] != SOLVED_BY_FALLBACK) || !(backward[s] <= BACKWARD_MAX))
                fail_msg("%lld rows, system %lld: info %lld, backward error %g", (long long)n, (long long)s,
                         (long long)t.info[s], backward[s]);
        free(backward);
        batch_free(&t);
    }
}

/* Cyclic systems that are dominant, but hardly: nearly singular. */
static void test_nearly_singular_cyclic(void **state)
{
    (void)state;
    for (int k = 0; k < 60; k++) {
        const double more = pow(2, -3 - k % (sizeof(real) == sizeof(double) ? 40 : 10));
        struct batch t = batch_make(3 + k % 30, k % 2 ? 17 : 2, -1, 2, -1);
        double *const backward = must(malloc((size_t)t.count * sizeof *backward));
        struct shape shape = shape_contiguous(t.n, t.count);
        shape.tridiag.cyclic = shape.tridiag.check = true, shape.reuse = k % 3 == 0;
        for (int64_t i = 0; i < t.n * t.count; i++) t.a[i] = t.c[i] = (real) - (1 + i % 5), t.b[i] = -2 * t.a[i];
        for (int64_t i = 0; i < t.n * t.count; i += t.n) t.b[i] *= (real)(1 + more);
        solve_into(&t, shape, 1, backward);
        assert_string_equal(t.outcome.chosen, "thomas_simd");
        for (int64_t s = 0; s < t.count; s++)
            if (t.info[s] || !(backward[s] <= 16 * (double)REAL_EPS))
                fail_msg("case %d, system %lld: info %lld, backward error %g", k, (long long)s, (long long)t.info[s],
                         backward[s]);
        free(backward);
        batch_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cyclic),
        cmocka_unit_test(test_nearly_singular_cyclic),
    };
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
