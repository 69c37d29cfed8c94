/* The choice of `auto` among tridiagonal methods, and its reasons; it is as accurate as pivoting where necessary. */
#include "tests/support/auto_batch.h"

#define DOMINANT "the rows looked at, about one in 16 and 256 at most, are diagonally dominant by rows or by columns"
#define NOT_DOMINANT "a row that was looked at is not diagonally dominant"
#define DECAYS "diagonals exceed the sums of the rows looked at by a sixteenth"
#define NO_DECAY "diagonals do not exceed the sums of their rows by a sixteenth"

static void test_choice(void **state)
{
    static const struct {
        int64_t n, count;
        double a, b, c;
        const char *chosen, *why;
    } cases[] = {
        {40, 20, -1, 2, -1, "thomas_simd", DOMINANT},
        {40, 20, -1, 1.99, -1, "thomas_pivot_simd", NOT_DOMINANT},
        {40, 20, 1, 1e-30, 1, "thomas_pivot_simd", NOT_DOMINANT},
        {3000, 1, -1, 4, -1, "windows", DECAYS},
        {3000, 1, -1, 2, -1, "partition_pivot", NO_DECAY},
        {3000, 2, 1, 0.1, 1, "partition_pivot", NO_DECAY},
        {40, 3, -1, 4, -1, "twisted", "all rows are diagonally dominant"},
        {40, 3, -1, 1e-5, -1, "thomas_pivot", "a row is not diagonally dominant"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct batch t = batch_make(cases[k].n, cases[k].count, cases[k].a, cases[k].b, cases[k].c);
        solve(&t);
        assert_solved(&t);
        assert_string_equal(t.outcome.chosen, cases[k].chosen);
        assert_string_equal(t.outcome.why, cases[k].why);
        batch_free(&t);
    }
}

/* Columns that are dominant where rows are not. */
static void test_columns(void **state)
{
    struct batch t = batch_make(33, 9, -1, 2, -1);
    (void)state;
    for (int64_t k = 0; k < t.n * t.count; k++) {
        const double column = pow(10, (double)(k % t.n % 5)), before = pow(10, (double)((k % t.n + 4) % 5)),
                     behind = pow(10, (double)((k % t.n + 1) % 5));
        t.a[k] *= (real)before, t.b[k] *= (real)column, t.c[k] *= (real)behind;
    }
    solve(&t);
    assert_solved(&t);
    assert_string_equal(t.outcome.chosen, "thomas_simd");
    for (int64_t k = 0; k < t.n * t.count; k++) t.b[k] /= 2;
    solve(&t);
    assert_solved(&t);
    assert_string_equal(t.outcome.chosen, "thomas_pivot_simd");
    batch_free(&t);
}

/* Dominant matrices where numbers may leave the range: of the matrix, and of x. Right sides of 0 are fine. */
static void test_range(void **state)
{
    const double large = (double)REAL_MAX / 8, small = (double)REAL_MIN * 4, least = (double)REAL_MIN / 64;
    struct batch t = batch_make(20, 10, -1, 2.5, -1);
    const size_t bytes = (size_t)(t.n * t.count) * sizeof(real);
    real *const matrix = must(malloc(3 * bytes)), *const right = must(malloc(bytes));
    (void)state;
    memcpy(matrix, t.a, 3 * bytes), memcpy(right, t.d, bytes);
    const double scale[][2] = {{1, 1}, {large, 1}, {small, small}, {1, least}, {large, large}, {1, 0}};
    for (size_t k = 0; k < sizeof scale / sizeof *scale; k++) {
        for (int64_t i = 0; i < 3 * t.n * t.count; i++) t.a[i] = (real)((double)matrix[i] * scale[k][0]);
        for (int64_t i = 0; i < t.n * t.count; i++) t.d[i] = (real)((double)right[i] * scale[k][1]);
        solve(&t);
        if (k == 0 || k == 5) assert_string_equal(t.outcome.chosen, "thomas_simd");
        for (int64_t s = 0; s < t.count; s++) {
            const double error = backward(&t, s);
            const bool solved = t.info[s] == 0 || t.info[s] == SOLVED_BY_FALLBACK;
            if (solved != (error <= 256 * (double)REAL_EPS) || (k != 3 && !solved))
                fail_msg("scale %zu, system %lld: info %lld, backward error %g", k, (long long)s, (long long)t.info[s],
                         error);
            if (scale[k][1] == 0) assert_true(t.x[s * t.n] == 0);
        }
    }
    free(matrix);
    free(right);
    batch_free(&t);
}

/* Rows near the largest number, with pivots: systems that overflow before x is known are solved again, and so are those
 * among numbers of few digits. The first matrix is singular. */
static void test_again(void **state)
{
    const double scale[] = {(double)REAL_MAX / 4, (double)REAL_MIN / 8};
    (void)state;
    for (int k = 0; k < 4; k++) {
        struct batch t = batch_make(30, k / 2 ? 20 : 2, 0, 0, 0);
        for (int64_t i = 0; i < 3 * t.n * t.count; i++) t.a[i] = (real)(scale[k % 2] * (2 * random_unit(&seed) - 1));
        for (int64_t i = 0; i < t.n * t.count; i++) t.d[i] *= (real)scale[k % 2];
        t.b[7] = t.a[7] = t.c[7] = 0;
        solve(&t);
        assert_true(t.info[0] > 0 && isnan(t.x[0]));
        for (int64_t s = 1; s < t.count; s++)
            if ((t.info[s] && t.info[s] != SOLVED_BY_FALLBACK) || !(backward(&t, s) <= 256 * (double)REAL_EPS))
                fail_msg("case %d, system %lld: info %lld, backward error %g", k, (long long)s, (long long)t.info[s],
                         backward(&t, s));
        assert_string_equal(t.outcome.chosen, k / 2 ? "thomas_pivot_simd, some again in long double"
                                                    : "thomas_pivot, some again in long double");
        batch_free(&t);
    }
}

/* A matrix that is factored is examined once: bounded pivots are enough. */
static void test_factored(void **state)
{
    (void)state;
    for (int k = 0; k < 6; k++) {
        struct batch t = batch_make(k % 2 ? 2000 : 30, k % 2 ? 1 : 12, -1, k / 2 == 0 ? 4 : k / 2 == 1 ? 1.9 : 0, -1);
        struct shape shape = shape_contiguous(t.n, t.count);
        shape.reuse = true;
        if (k % 3 == 2 && !(k % 2)) shape.matrix = matrix_layout_shared();
        solve_as(&t, shape, 1);
        assert_solved(&t);
        assert_string_equal(t.outcome.chosen, k == 1       ? "windows"
                                              : k % 2      ? "partition_pivot"
                                              : k / 2 == 2 ? "thomas_pivot_simd"
                                                           : "thomas_simd");
        batch_free(&t);
    }
}

/* Right sides among the least numbers, of a matrix that is factored. */
static void test_factored_range(void **state)
{
    struct batch t = batch_make(40, 20, -1, 2.5, -1);
    struct shape shape = shape_contiguous(t.n, t.count);
    (void)state;
    shape.reuse = true;
    for (int64_t i = 0; i < t.n * t.count; i++) t.d[i] *= REAL_MIN / 64;
    solve_as(&t, shape, 1);
    for (int64_t s = 0; s < t.count; s++)
        if (info_is_good(t.info[s]) && !(backward(&t, s) <= BACKWARD_MAX))
            fail_msg("system %lld: backward error %g", (long long)s, backward(&t, s));
    batch_free(&t);
}

/* The name belongs to two kinds: without a kind it is refused where both are allowed. */
static void test_name(void **state)
{
    const unsigned both = kind_bit(KIND_TRIDIAG) | kind_bit(KIND_BLOCKTRI);
    const struct solver *s;
    (void)state;
    assert_int_equal(solver_find_among(both, "auto", HOST, &s), ST_CONFIG);
    assert_string_equal(fail_text(), "'auto' is a method of the kinds tridiag and blocktri; write tridiag.auto or "
                                     "blocktri.auto");
    assert_int_equal(solver_find_among(both, "tridiag.auto", HOST, &s), ST_OK);
    assert_int_equal(s->kind, KIND_TRIDIAG);
    assert_int_equal(solver_find_among(both, "blocktri.auto", HOST, &s), ST_OK);
    assert_int_equal(s->kind, KIND_BLOCKTRI);
    assert_int_equal(solver_find_among(kind_bit(KIND_BLOCKTRI), "auto", HOST, &s), ST_OK);
    assert_int_equal(s->kind, KIND_BLOCKTRI);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choice), cmocka_unit_test(test_columns),  cmocka_unit_test(test_range),
        cmocka_unit_test(test_again),  cmocka_unit_test(test_factored), cmocka_unit_test(test_factored_range),
        cmocka_unit_test(test_name),
    };
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
