/* Systems that `auto` might report as good, or not solve, because of their neighbours: a row, a matrix, or a right side
 * of another size. */
#include "tests/support/auto_batch.h"

#ifdef BANDSTAND_FLOAT
#define LARGE 1e8
#else
#define LARGE 1e17
#endif

/* Rows (1 / LARGE, 1), (1, 1), LARGE and a right side 1, 2, `last`: x = (1, 1, last / LARGE), but for 1 / LARGE.
 * Elimination in order makes it (0, 1, ...). */
static void put_hidden(struct batch *t, int64_t first, int64_t stride, double last)
{
    const double a[] = {0, 1, 0}, b[] = {1 / LARGE, 1, LARGE}, c[] = {1, 0, 0}, d[] = {1, 2, last};
    for (int i = 0; i < 3; i++) {
        const int64_t k = first + i * stride;
        t->a[k] = (real)a[i], t->b[k] = (real)b[i], t->c[k] = (real)c[i], t->d[k] = (real)d[i];
    }
}

static void assert_is(const struct batch *t, int64_t s, int64_t at, real expected)
{
    if (!info_is_good(t->info[s])) fail_msg("system %lld: info %lld", (long long)s, (long long)t->info[s]);
    if (!(fabs((double)(t->x[at] - expected)) <= 1e-5 * fabs((double)expected)))
        fail_msg("system %lld: x %g, not %g", (long long)s, (double)t->x[at], (double)expected);
}

/* One among dominant ones, whose large row has a large right side. */
static void test_large_row_of_one_system(void **state)
{
    struct batch t = batch_make(3, 64, 1, 4, 1);
    (void)state;
    for (int k = 0; k < 4; k++) {
        const int64_t stride = k % 2 ? t.count : 1, first = k % 2 ? 37 : 37 * 3;
        for (int64_t i = 0; i < 3 * t.count; i++) t.a[i] = t.c[i] = 1, t.b[i] = 4, t.d[i] = 1;
        put_hidden(&t, first, stride, k / 2 ? LARGE : 1);
        solve_as(&t, k % 2 ? shape_interleaved(3, t.count) : shape_contiguous(3, t.count), 1);
        assert_is(&t, 37, first, 1);
        assert_is(&t, 37, first + stride, 1);
    }
    batch_free(&t);
}

/* The same row in all systems, whose matrices are examined beforehand. */
static void test_large_row_of_a_matrix(void **state)
{
    struct batch t = batch_make(3, 8, 1, 4, 1);
    (void)state;
    for (int k = 1; k < 4; k++) {
        struct shape shape = shape_contiguous(3, t.count);
        if (k & 1) shape.matrix = matrix_layout_shared();
        shape.reuse = k & 2;
        for (int64_t s = 0; s < t.count; s++) put_hidden(&t, 3 * s, 1, 1);
        solve_as(&t, shape, 1);
        for (int64_t s = 0; s < t.count; s++) {
            assert_is(&t, s, 3 * s, 1);
            assert_is(&t, s, 3 * s + 1, 1);
        }
    }
    batch_free(&t);
}

/* Systems of different size share one matrix: only the longest has the large row. */
static void test_shorter_systems(void **state)
{
    struct batch t = batch_make(3, 8, 1, 4, 1);
    int64_t sizes[] = {3, 2, 2, 2, 2, 2, 2, 2}, starts[8];
    struct shape shape = shape_ragged(8, sizes, 1, starts);
    (void)state;
    for (int64_t s = 7; s >= 0; s--) put_hidden(&t, starts[s], 1, 1);
    for (int64_t s = 1; s < 8; s++) t.d[starts[s]] = 1, t.d[starts[s] + 1] = 2;
    put_hidden(&t, 0, 1, 1);
    shape.matrix = matrix_layout_shared();
    solve_as(&t, shape, 1);
    for (int64_t s = 0; s < 8; s++) {
        assert_is(&t, s, starts[s], 1);
        assert_is(&t, s, starts[s] + 1, 1);
    }
    batch_free(&t);
}

/* Among systems of different size, those whose x is the quotient of numbers near the least one. */
static void test_small_systems(void **state)
{
    enum { COUNT = 40 };
    const double q = sizeof(real) == 8 ? 1e-300 : 1e-30, least = nextafter(0, 1);
    const double unit = sizeof(real) == 8 ? least : (double)nextafterf(0, 1);
    struct batch t = batch_make(3, COUNT, 0.7 * q, q, 0.3 * q);
    int64_t sizes[COUNT], starts[COUNT];
    (void)state;
    for (int k = 0; k < COUNT; k++) sizes[k] = k ? 2 : 3;
    const struct shape shape = shape_ragged(COUNT, sizes, 1, starts);
    for (int k = 0; k < COUNT; k++)
        for (int64_t i = 0; i < sizes[k]; i++) t.d[starts[k] + i] = (real)(unit * (double)(1 + i % 2));
    solve_as(&t, shape, 1);
    for (int k = 1; k < COUNT; k++) {
        assert_is(&t, k, starts[k], (real)(unit / q * (0.4 / 0.79)));
        assert_is(&t, k, starts[k] + 1, (real)(unit / q * (1.3 / 0.79)));
    }
    batch_free(&t);
}

/* Rows (q, 1), (q, 2) after one of the identity: y = large / q overflows, x = (0, large) does not. Values of another
 * right side do not change this. */
static void test_large_right_sides(void **state)
{
    const double most = (double)REAL_MAX / 4, less = sizeof(real) == 8 ? 1e300 : 1e37;
    (void)state;
    for (int k = 0; k < 8; k++) {
        const double q = k & 4 ? 1e-4 : 1e-9, large = k & 4 ? most : less;
        struct batch t = batch_make(3, 8, q, q, 1);
        struct shape shape = shape_contiguous(3, t.count);
        shape.reuse = k & 1;
        for (int64_t s = 0; s < t.count; s++) {
            t.b[3 * s] = 1, t.c[3 * s] = t.a[3 * s + 1] = 0, t.b[3 * s + 2] = 2;
            t.d[3 * s] = t.d[3 * s + 1] = t.d[3 * s + 2] = 1;
        }
        t.d[15] = k & 4 ? (real)large : 1, t.d[16] = (real)large, t.d[17] = (real)(2 * large);
        if (k & 2) t.d[3] = t.d[4] = (real)NAN;
        solve_as(&t, shape, 1);
        assert_is(&t, 5, 15, t.d[15]);
        assert_is(&t, 5, 17, t.d[16]);
        assert_is(&t, 4, 12, 1);
        assert_true(info_is_good(t.info[1]) == !(k & 2));
        batch_free(&t);
    }
}

/* A diagonal near the least number next to one of 1, in a matrix that takes shifts. */
static void test_small_row_of_a_shifted_matrix(void **state)
{
    const real least = sizeof(real) == 8 ? (real)1e-310 : RC(1e-40);
    const struct exec exec = exec_host(1);
    struct batch t = batch_make(2, 8, 0, 1, 0);
    struct shape shape = shape_contiguous(2, t.count);
    real shift[8] = {0};
    const struct solver *s;
    struct plan *plan;
    (void)state;
    shape.matrix = matrix_layout_shared(), shape.tridiag.shifted = true;
    for (int64_t k = 0; k < t.count; k++) t.x[2 * k] = 1, t.x[2 * k + 1] = t.b[1] = least;
    const struct system system = {
        .kind = KIND_TRIDIAG, .tridiag = {t.a, t.b, t.c, .shift = shift}, .x = t.x, .info = t.info};
    assert_int_equal(solver_find(KIND_TRIDIAG, "auto", HOST, &s), ST_OK);
    assert_int_equal(plan_make(&plan, s, &shape, NULL, &exec), ST_OK);
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    plan_free(plan);
    for (int64_t k = 0; k < t.count; k++) {
        assert_is(&t, k, 2 * k, 1);
        assert_is(&t, k, 2 * k + 1, 1);
    }
    batch_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_large_row_of_one_system), cmocka_unit_test(test_large_row_of_a_matrix),
        cmocka_unit_test(test_shorter_systems),         cmocka_unit_test(test_small_systems),
        cmocka_unit_test(test_large_right_sides),       cmocka_unit_test(test_small_row_of_a_shifted_matrix),
    };
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
