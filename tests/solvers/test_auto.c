/* What `auto` chooses among tridiagonal methods, and says; that it answers as pivoting does where it must, and reports
 * what has no answer. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include "base/memory.h"
#include "tests/support/tridiag_cases.h"

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed;

/* A batch of contiguous systems. */
struct batch {
    int64_t n, count;
    real *a, *b, *c, *d, *x;
    int64_t *info;
    struct outcome outcome;
};

static void *must(void *p)
{
    assert_non_null(p);
    return p;
}

/* Rows a, b, c of every system, and random right sides. */
static struct batch batch_make(int64_t n, int64_t count, double a, double b, double c)
{
    struct batch t = {.n = n, .count = count};
    t.a = must(malloc((size_t)(5 * n * count) * sizeof *t.a));
    t.b = t.a + n * count, t.c = t.b + n * count, t.d = t.c + n * count, t.x = t.d + n * count;
    t.info = must(malloc((size_t)count * sizeof *t.info));
    for (int64_t k = 0; k < n * count; k++) {
        t.a[k] = (real)a, t.b[k] = (real)b, t.c[k] = (real)c;
        t.d[k] = (real)(2 * random_unit(&seed) - 1);
    }
    return t;
}

static void batch_free(struct batch *t)
{
    free(t->a);
    free(t->info);
}

/* backward: NULL, or [count], of a shape that is checked. */
static void solve_into(struct batch *t, struct shape shape, int threads, double *backward)
{
    const struct exec exec = exec_host(threads);
    const struct solver *s;
    struct plan *plan;
    const struct system system = {.kind = KIND_TRIDIAG,
                                  .tridiag = {t->a, t->b, t->c},
                                  .x = t->x,
                                  .info = t->info,
                                  .backward = backward,
                                  .outcome = &t->outcome};
    memcpy(t->x, t->d, (size_t)(t->n * t->count) * sizeof *t->x);
    assert_int_equal(solver_find(KIND_TRIDIAG, "auto", HOST, &s), ST_OK);
    assert_int_equal(plan_make(&plan, s, &shape, NULL, &exec), ST_OK);
    mem_fail_at(1);
    if (shape.reuse) assert_int_equal(plan_factor(plan, &system), ST_OK);
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    mem_fail_at(0);
    plan_free(plan);
}

static void solve_as(struct batch *t, struct shape shape, int threads)
{
    solve_into(t, shape, threads, NULL);
}

static void solve(struct batch *t)
{
    solve_as(t, shape_contiguous(t->n, t->count), 1);
}

/* Backward error of system s. */
static double backward(const struct batch *t, int64_t s)
{
    long double worst = 0, rows = 0, x = 0, right = 0;
    for (int64_t i = 0; i < t->n; i++) {
        const int64_t k = s * t->n + i;
        const long double left = i ? t->a[k] : 0, here = t->b[k], behind = i < t->n - 1 ? t->c[k] : 0;
        long double rest = t->d[k] - here * t->x[k];
        if (i) rest -= left * t->x[k - 1];
        if (i < t->n - 1) rest -= behind * t->x[k + 1];
        if (!isfinite(t->x[k])) return HUGE_VAL;
        worst = fmaxl(worst, fabsl(rest)), rows = fmaxl(rows, fabsl(left) + fabsl(here) + fabsl(behind));
        x = fmaxl(x, fabsl((long double)t->x[k])), right = fmaxl(right, fabsl((long double)t->d[k]));
    }
    return worst > 0 ? (double)(worst / (rows * x + right)) : 0;
}

static void assert_solved(const struct batch *t)
{
    for (int64_t s = 0; s < t->count; s++)
        if ((t->info[s] && t->info[s] != SOLVED_BY_FALLBACK) || !(backward(t, s) <= 8 * (double)REAL_EPS))
            fail_msg("system %lld: info %lld, backward error %g", (long long)s, (long long)t->info[s], backward(t, s));
}

static void test_choice(void **state)
{
    static const struct {
        int64_t n, count;
        double a, b, c;
        const char *chosen, *why;
    } cases[] = {
        {40, 20, -1, 2, -1, "thomas_simd", "all systems are diagonally dominant"},
        {40, 20, -1, 1.99, -1, "thomas_pivot_simd", "not all systems are diagonally dominant"},
        {40, 20, 1, 1e-30, 1, "thomas_pivot_simd", "not all systems are diagonally dominant"},
        {3000, 1, -1, 4, -1, "windows", "diagonals exceed the sums of their rows by a sixteenth"},
        {3000, 1, -1, 2, -1, "partition_pivot", "diagonals do not exceed the sums of their rows by a sixteenth"},
        {3000, 2, 1, 0.1, 1, "partition_pivot", "diagonals do not exceed the sums of their rows by a sixteenth"},
        {40, 3, -1, 4, -1, "thomas_simd", "all systems are diagonally dominant"},
        {40, 3, -1, 1e-5, -1, "thomas_pivot", "not all systems are diagonally dominant"},
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
    t.b[4 * t.n + 5] /= 2;
    solve(&t);
    assert_solved(&t);
    assert_string_equal(t.outcome.chosen, "thomas_pivot_simd");
    batch_free(&t);
}

/* Dominance is no proof where numbers may leave the range: of the matrix, and of x. Right sides of 0 are fine. */
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
        const bool fast = k == 0 || k == 5;
        assert_int_equal(!strcmp(t.outcome.chosen, "thomas_simd"), fast);
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

/* Rows near the largest number, with pivots: what overflows before x is known is solved again, and so is what lies
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

/* A batch of several chunks: those with a system that needs pivots are solved with them, singular systems are
 * reported, and the bits are the same for any number of threads. */
static void test_chunks(void **state)
{
    enum { N = 61, MANY = 1003, ZERO = 77, SINGULAR = 78, NOTHING = 900 };
    struct batch t = batch_make(N, MANY, -1, 2, -1);
    const size_t bytes = (size_t)(N * MANY) * sizeof(real);
    real *const first = must(malloc(bytes));
    (void)state;
    exec_small_work(0);
    for (int64_t i = 0; i < N; i++) t.b[ZERO * N + i] = 0, t.a[ZERO * N + i] = (real)(1 + i % 3);
    t.b[ZERO * N] = 1; /* of odd order */
    for (int64_t i = 0; i < N; i++) t.b[NOTHING * N + i] = t.a[NOTHING * N + i] = t.c[NOTHING * N + i] = 0;
    t.b[SINGULAR * N] = 1, t.b[SINGULAR * N + N - 1] = 1; /* no flux at either end: zero is an eigenvalue, exactly */
    for (int threads = 1; threads <= 4; threads++) {
        solve_as(&t, shape_contiguous(N, MANY), threads);
        if (threads == 1) memcpy(first, t.x, bytes);
        for (int64_t s = 0; s < MANY; s++) {
            const bool singular = s == SINGULAR || s == NOTHING;
            if (singular ? t.info[s] <= 0 : t.info[s] || !(backward(&t, s) <= 8 * (double)REAL_EPS))
                fail_msg("system %lld: info %lld", (long long)s, (long long)t.info[s]);
            if (!singular) assert_memory_equal(first + s * N, t.x + s * N, N * sizeof(real));
        }
        assert_string_equal(t.outcome.chosen, "thomas_simd and thomas_pivot_simd, some again in long double");
        assert_string_equal(t.outcome.why, "some parts of the batch are diagonally dominant");
        assert_int_equal(t.outcome.info, t.info[SINGULAR]);
    }
    exec_small_work(SMALL_WORK);
    free(first);
    batch_free(&t);
}

/* One matrix for all systems of several chunks, and a shift for each: dominance of the matrix is that of all, unless a
 * shift takes it away. */
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
            if (singular ? t.info[q] <= 0 : t.info[q] || !(backward[q] <= 8 * (double)REAL_EPS))
                fail_msg("case %d, system %lld: info %lld, backward error %g", k, (long long)q, (long long)t.info[q],
                         backward[q]);
        }
        assert_string_equal(t.outcome.chosen, "thomas_simd"); /* of the first chunk */
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
                                                          : "partition_pivot, then thomas_pivot or long double");
            if (threads == 1) memcpy(first, t.x, (size_t)(N * t.count) * sizeof *first);
            for (int64_t i = k == 3 ? N : 0; i < N * t.count; i++) assert_true(t.x[i] == first[i]);
        }
        free(first);
        batch_free(&t);
    }
    exec_small_work(SMALL_WORK);
}

/* Cyclic systems that need pivots, among them such as are singular without their last unknown, by which methods for
 * plain systems are led around the circle; and singular ones. */
static void test_cyclic(void **state)
{
    (void)state;
    for (int64_t n = 1; n <= 40; n++) {
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

/* A matrix that is factored is looked at once. */
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
        assert_string_equal(t.outcome.chosen, k == 0   ? "thomas_simd"
                                              : k == 1 ? "windows"
                                              : k % 2  ? "partition_pivot"
                                                       : "thomas_pivot_simd");
        batch_free(&t);
    }
}

/* The name is that of two kinds: without one of them it is refused by whoever takes both. */
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
        cmocka_unit_test(test_choice), cmocka_unit_test(test_columns),
        cmocka_unit_test(test_range),  cmocka_unit_test(test_again),
        cmocka_unit_test(test_chunks), cmocka_unit_test(test_factored),
        cmocka_unit_test(test_shared), cmocka_unit_test(test_long),
        cmocka_unit_test(test_cyclic), cmocka_unit_test(test_nearly_singular_cyclic),
        cmocka_unit_test(test_name),
    };
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
