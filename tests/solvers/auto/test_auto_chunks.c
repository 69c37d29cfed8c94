/* Large batches and long systems by `auto`: systems that its sample does not contain, one matrix for all, the same bits
 * for any number of threads. */
#include "tests/support/auto_batch.h"

#define DOMINANT "the rows looked at, about one in 16 and 256 at most, are diagonally dominant by rows or by columns"

/* A large batch of which few systems need pivots, so that no sample contains them: `few` of them one by one, many in
 * blocks. Singular systems are reported, and the bits are the same for any number of threads. */
static void try_unseen(int64_t pivots, const char *chosen, const char *why)
{
    enum { N = 61, MANY = 3003, SINGULAR = 78, NOTHING = 900 };
    struct batch t = batch_make(N, MANY, -1, 2, -1);
    const size_t bytes = (size_t)(N * MANY) * sizeof(real);
    real *const first = must(malloc(bytes));
    for (int64_t k = 0; k < pivots; k++) t.b[(5 + 17 * k) * N] = 0;
    for (int64_t i = 0; i < N; i++) t.b[NOTHING * N + i] = t.a[NOTHING * N + i] = t.c[NOTHING * N + i] = 0;
    t.b[SINGULAR * N] = 1, t.b[SINGULAR * N + N - 1] = 1; /* no flux at either end: zero is an eigenvalue, exactly */
    for (int threads = 1; threads <= 4; threads++) {
        solve_as(&t, shape_contiguous(N, MANY), threads);
        if (threads == 1) memcpy(first, t.x, bytes);
        for (int64_t s = 0; s < MANY; s++) {
            const bool singular = s == SINGULAR || s == NOTHING;
            if (singular ? t.info[s] <= 0 : !info_is_good(t.info[s]) || !(backward(&t, s) <= 8 * (double)REAL_EPS))
                fail_msg("system %lld: info %lld", (long long)s, (long long)t.info[s]);
            if (!singular) assert_memory_equal(first + s * N, t.x + s * N, N * sizeof(real));
        }
        assert_string_equal(t.outcome.chosen, chosen);
        assert_string_equal(t.outcome.why, why);
        assert_int_equal(t.outcome.info, t.info[SINGULAR]);
    }
    free(first);
    batch_free(&t);
}

static void test_unseen(void **state)
{
    (void)state;
    exec_small_work(0);
    try_unseen(5, "thomas_simd, some again in long double", DOMINANT);
    try_unseen(170, "thomas_simd and thomas_pivot_simd, some again in long double",
               DOMINANT ", but some systems need pivots");
    exec_small_work(SMALL_WORK);
}

/* One matrix for all systems of several chunks, and a shift for each: shifts of few systems take dominance away. */
static void test_shared(void **state)
{
    enum { N = 33, MANY = 3001 };
    struct batch t = batch_make(N, MANY, -1, 2, -1);
    struct shape shapes[] = {shape_contiguous(N, MANY), shape_interleaved(N, MANY)};
    real *const shift = must(malloc(MANY * sizeof *shift));
    double *const backward = must(malloc(MANY * sizeof *backward));
    (void)state;
    for (int k = 0; k < 12; k++) {
        struct shape shape = shapes[k % 2];
        const struct exec exec = exec_host(1 + k % 3);
        const struct solver *s;
        struct plan *plan;
        shape.matrix = matrix_layout_shared();
        shape.tridiag.check = true, shape.tridiag.shifted = k / 2 > 0;
        for (int64_t q = 0; q < MANY; q++) shift[q] = (real)random_unit(&seed);
        if (k / 2 == 2) shift[MANY - 2] = (real)-1.5;
        if (k / 2 == 3) shift[MANY - 1] = -2;
        const struct system system = {.kind = KIND_TRIDIAG,
                                      .tridiag = {t.a, t.b, t.c, shift},
                                      .x = t.x,
                                      .info = t.info,
                                      .backward = backward,
                                      .outcome = &t.outcome};
        memcpy(t.x, t.d, N * MANY * sizeof *t.x);
        assert_int_equal(solver_find(KIND_TRIDIAG, "auto", HOST, &s), ST_OK);
        assert_int_equal(plan_make(&plan, s, &shape, NULL, &exec), ST_OK);
        assert_int_equal(plan_solve(plan, &system), ST_OK);
        plan_free(plan);
        for (int64_t q = 0; q < MANY; q++) {
            const bool singular = k / 2 == 3 && q == MANY - 1; /* diagonals of 0, of odd order */
            if (singular ? t.info[q] <= 0 : !info_is_good(t.info[q]) || !(backward[q] <= 8 * (double)REAL_EPS))
                fail_msg("case %d, system %lld: info %lld, backward error %g", k, (long long)q, (long long)t.info[q],
                         backward[q]);
        }
        assert_true(strncmp(t.outcome.chosen, "thomas_simd", 11) == 0);
    }
    free(shift);
    free(backward);
    batch_free(&t);
}

/* Long systems, shared by threads: one that is dominant, one that is not, and one without a pivot. */
static void test_long(void **state)
{
    enum { N = 70001, ZERO = 40000 };
    (void)state;
    exec_small_work(0);
    for (int k = 0; k < 4; k++) {
        struct batch t = batch_make(N, 1 + k % 2, -1, k / 2 ? 1.5 : 4, -1);
        real *const first = must(malloc(2 * N * sizeof *first));
        if (k == 3) t.b[ZERO] = t.a[ZERO] = t.c[ZERO] = 0;
        for (int threads = 1; threads <= 3; threads++) {
            solve_as(&t, shape_contiguous(N, t.count), threads);
            assert_int_equal(t.info[0] > 0, k == 3);
            t.info[0] = k == 3 ? 0 : t.info[0];
            if (k < 3) assert_solved(&t);
            assert_string_equal(t.outcome.chosen, k < 2   ? "windows"
                                                  : k < 3 ? "partition_pivot"
                                                          : "partition_pivot, then long double");
            if (threads == 1) memcpy(first, t.x, (size_t)(N * t.count) * sizeof *first);
            for (int64_t i = k == 3 ? N : 0; i < N * t.count; i++) assert_true(t.x[i] == first[i]);
        }
        free(first);
        batch_free(&t);
    }
    exec_small_work(SMALL_WORK);
}

/* Long systems in which some rows that no sample contains do not allow windows, which is found after many rows were
 * solved by them: rows without diagonals, or rows whose influence does not decay. Right sides far below the others are
 * not a proof. */
static void test_long_missed(void **state)
{
    enum { N = 200003, FROM = 120000, ROWS = 6000 };
    (void)state;
    exec_small_work(0);
    for (int k = 0; k < 3; k++) {
        struct batch t = batch_make(N, 1, -1, 4, -1);
        real *const first = must(malloc(N * sizeof *first));
        for (int64_t i = FROM; i < FROM + (k ? ROWS : 6); i++) t.b[i] = k ? 2 : 0;
        if (k == 2)
            for (int64_t i = 0; i < N; i++) t.b[i] = 4, t.d[i] *= REAL_MIN;
        for (int threads = 1; threads <= 3; threads++) {
            solve_as(&t, shape_contiguous(N, 1), threads);
            const bool solved = t.info[0] == 0 || t.info[0] == SOLVED_BY_FALLBACK;
            if (k < 2) assert_solved(&t);
            else assert_true(!solved || backward(&t, 0) <= BACKWARD_MAX);
            if (threads == 1) memcpy(first, t.x, N * sizeof *first);
            assert_memory_equal(t.x, first, N * sizeof *first);
            assert_true(strncmp(t.outcome.chosen, "partition_pivot", 15) == 0);
        }
        free(first);
        batch_free(&t);
    }
    exec_small_work(SMALL_WORK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unseen),
        cmocka_unit_test(test_shared),
        cmocka_unit_test(test_long),
        cmocka_unit_test(test_long_missed),
    };
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
