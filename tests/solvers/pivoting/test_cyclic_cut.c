/* Cyclic systems that are regular though the matrix without its last row and column is singular, or nearly: every
 * method for any regular matrix solves them, in every form of a batch; the others report that they have not. Right
 * sides are exact for x of small integers. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include "tests/support/tridiag_cases.h"

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 9, ROWS_MOST = 66, VALUES = BATCH * ROWS_MOST };

/* The kinds of system s of a batch; those between are dominant. */
enum cut {
    SHIFT,   /* x moved on by a row: nothing on the diagonal, nothing above */
    AROUND,  /* x_{i-1} + x_{i+1}, of 4k + 2 rows; of 4k it is singular itself */
    CORNER,  /* row 0 has only x_{n-1}, and all others more of the unknown above than of the rest */
    NEARLY,  /* row 0 has hardly more */
    FILLED,  /* row 0 hardly has x_0; its elimination fills only the last column, to which the last row is not coupled
              */
    ZERO_ROW /* singular */
};
static const char *const cuts[] = {"shift", "around", "corner", "nearly", "filled", "a row of zeros"};
enum { CUTS = sizeof cuts / sizeof *cuts };

struct batch {
    struct shape shape;
    enum cut cut;
    real a[VALUES], b[VALUES], c[VALUES], x[VALUES], exact[VALUES];
    int64_t info[BATCH];
};

static struct batch t;
static uint64_t seed;

static real whole(void)
{
    return (real)(int)(17 * random_unit(&seed) - 8);
}

/* One matrix for all is that of system 0. */
static bool is_cut(int64_t s)
{
    return t.shape.matrix.inner || s % 2 == 0;
}

static void draw_matrix(int64_t s)
{
    const int64_t first = shape_matrix_start(&t.shape, s), stride = shape_matrix_stride(&t.shape), n = t.shape.n;
    for (int64_t i = 0; i < n; i++) {
        const int64_t at = first + i * stride;
        t.a[at] = whole(), t.c[at] = whole(), t.b[at] = 20;
        if (!is_cut(s)) continue;
        if (t.cut == SHIFT) t.a[at] = 1, t.b[at] = t.c[at] = 0;
        if (t.cut == AROUND) t.a[at] = t.c[at] = 1, t.b[at] = 0;
        if (t.cut == FILLED) t.a[at] = i == 0 ? 1 : i < n - 1 ? 9 : 0, t.c[at] = 0, t.b[at] = i ? 20 : REAL_EPS;
        if (t.cut == ZERO_ROW && i == n / 2) t.a[at] = t.b[at] = t.c[at] = 0;
        if (t.cut != CORNER && t.cut != NEARLY) continue;
        if (i > 0) t.b[at] = t.a[at], t.a[at] = 20;
        else t.a[at] = 1, t.b[at] = t.cut == NEARLY ? REAL_EPS : 0, t.c[at] = 0;
    }
}

static void draw(struct shape shape, enum cut cut)
{
    t.shape = shape, t.cut = cut;
    for (int64_t s = 0; s < (shape.matrix.inner ? 1 : BATCH); s++) draw_matrix(s);
    for (int64_t s = 0; s < BATCH; s++) {
        const int64_t at = shape_start(&shape, s);
        for (int64_t i = 0; i < shape.n; i++) t.exact[at + i * shape.stride] = whole();
    }
}

/* Row i of system s with x `of`. */
static real row(const real *of, int64_t s, int64_t i)
{
    const int64_t n = t.shape.n, stride = t.shape.stride, at = shape_start(&t.shape, s);
    const int64_t m = shape_matrix_start(&t.shape, s) + i * shape_matrix_stride(&t.shape);
    return t.a[m] * of[at + (i + n - 1) % n * stride] + t.b[m] * of[at + i * stride] +
           t.c[m] * of[at + (i + 1) % n * stride];
}

/* Does the method take the batch? */
static bool solve(const struct solver *method, int threads)
{
    const struct exec exec = exec_host(threads);
    struct system system = {.kind = KIND_TRIDIAG, .tridiag = {t.a, t.b, t.c}, .x = t.x, .info = t.info};
    struct plan *plan;
    for (int64_t s = 0; s < BATCH; s++)
        for (int64_t i = 0; i < t.shape.n; i++) t.x[shape_start(&t.shape, s) + i * t.shape.stride] = row(t.exact, s, i);
    const enum status st = plan_make(&plan, method, &t.shape, NULL, &exec);
    if (st == ST_REFUSED || st == ST_DEVICE) return false;
    assert_int_equal(st, ST_OK);
    if (t.shape.reuse) assert_int_equal(plan_factor(plan, &system), ST_OK);
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    plan_free(plan);
    return true;
}

/* Largest |d - A x| of system s over 30 max |x| + max |d|: rows add up to 36 at most. */
static double residual(int64_t s)
{
    double worst = 0, x = 0, right = 0;
    for (int64_t i = 0; i < t.shape.n; i++) {
        const double d = (double)row(t.exact, s, i), here = (double)t.x[shape_start(&t.shape, s) + i * t.shape.stride];
        if (!isfinite(here)) return HUGE_VAL;
        worst = fmax(worst, fabs(d - (double)row(t.x, s, i))), x = fmax(x, fabs(here)), right = fmax(right, fabs(d));
    }
    return worst > 0 ? worst / (30 * x + right) / (double)REAL_EPS : 0;
}

static bool is_regular(int64_t s)
{
    return !is_cut(s) || !(t.cut == ZERO_ROW || (t.cut == AROUND && t.shape.n % 4 == 0));
}

/* `any`: the method promises to solve any regular matrix, but bordering may lose some digits, 2^12 eps. Others may lose
 * a third of the digits. */
static bool is_as_promised(bool any, int64_t s)
{
    const double most = !is_cut(s) ? 16 : any ? 4096 : 16 * pow((double)REAL_EPS, -1.0 / 3);
    const bool good = info_is_good(t.info[s]);
    if (!is_regular(s)) return !good;
    return good ? residual(s) <= most : !any && is_cut(s);
}

static struct shape shape_of(int form, int64_t n)
{
    static struct shape (*const make[])(int64_t, int64_t) = {shape_contiguous, shape_interleaved};
    struct shape shape = make[form % 2](n, BATCH);
    shape.tridiag.cyclic = true;
    if (form / 2 % 2) shape.matrix = matrix_layout_shared();
    shape.reuse = form / 4 % 2;
    return shape;
}

static void try_all(int form, int64_t n, enum cut cut, int64_t *tried, int64_t *again)
{
    draw(shape_of(form, n), cut);
    for (size_t m = 0; m < solver_count(); m++) {
        const struct solver *const method = solver_at(m);
        if (method->kind != KIND_TRIDIAG || method->space != HOST || !solve(method, m % 8 == 0 ? 2 : 1)) continue;
        for (int64_t s = 0; s < BATCH; s++) {
            if (!is_as_promised(method->can & CAN_ANY_MATRIX, s))
                fail_msg("%s, %s, form %d, n %lld, system %lld: info %lld, residual %.3g eps", method->method,
                         cuts[cut], form, (long long)n, (long long)s, (long long)t.info[s], residual(s));
            *again += is_cut(s) && t.info[s] == SOLVED_BY_FALLBACK;
        }
        ++*tried;
    }
}

static void test_singular_without_the_last_row(void **state)
{
    static const int64_t rows[] = {3, 4, 10, 33, 66};
    int64_t tried = 0, again = 0;
    (void)state;
    for (int k = 0; k < 8 * CUTS; k++) try_all(k % 8, rows[(k + k / 8) % 5], (enum cut)(k / 8), &tried, &again);
    assert_true(tried > 500 && again > 500);
}

/* Without an array for info the answer is the same. */
static void test_without_info(void **state)
{
    const struct exec exec = exec_host(2);
    const struct solver *method;
    struct plan *plan;
    (void)state;
    draw(shape_of(1, 34), SHIFT);
    assert_int_equal(solver_find(KIND_TRIDIAG, "thomas_pivot_simd", HOST, &method), ST_OK);
    assert_true(solve(method, 1));
    assert_int_equal(plan_make(&plan, method, &t.shape, NULL, &exec), ST_OK);
    for (int64_t s = 0; s < BATCH; s++)
        for (int64_t i = 0; i < t.shape.n; i++) t.x[shape_start(&t.shape, s) + i * t.shape.stride] = row(t.exact, s, i);
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {t.a, t.b, t.c}, .x = t.x};
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    plan_free(plan);
    for (int64_t s = 0; s < BATCH; s++) assert_true(residual(s) <= 16);
}

/* A method that does not solve such a system reports the reason, and names one that does; that one solves it. */
static void test_said_what_solves(void **state)
{
    static const char *const names[] = {"thomas", "thomas_simd", "pcr", "cr"};
    const struct exec exec = exec_host(1);
    const struct solver *method;
    struct plan *plan;
    (void)state;
    for (int k = 0; k < 4; k++) {
        const enum cut cut = k % 2 ? CORNER : SHIFT;
        draw(shape_of(k / 2, 34), cut);
        assert_int_equal(solver_find(KIND_TRIDIAG, names[k], HOST, &method), ST_OK);
        assert_true(solve(method, 1));
        assert_false(info_is_good(t.info[0]));
        assert_non_null(strstr(solver_info_text(&t.shape, t.info[0]), "without its last row and column"));
        t.shape.tridiag.check = true;
        assert_int_equal(plan_make(&plan, method, &t.shape, NULL, &exec), ST_OK);
        for (int64_t s = 0; s < BATCH; s++)
            for (int64_t i = 0; i < 34; i++) t.x[shape_start(&t.shape, s) + i * t.shape.stride] = row(t.exact, s, i);
        const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {t.a, t.b, t.c}, .x = t.x};
        assert_int_equal(plan_solve_well(plan, &system), ST_FAILED);
        assert_non_null(strstr(fail_text(), "thomas_pivot_simd"));
        plan_free(plan);
        t.shape.tridiag.check = false;
        assert_int_equal(solver_find(KIND_TRIDIAG, "thomas_pivot_simd", HOST, &method), ST_OK);
        assert_true(solve(method, 1));
        for (int64_t s = 0; s < BATCH; s++) assert_true(info_is_good(t.info[s]) && residual(s) <= 4096);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_singular_without_the_last_row),
        cmocka_unit_test(test_without_info),
        cmocka_unit_test(test_said_what_solves),
    };
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
