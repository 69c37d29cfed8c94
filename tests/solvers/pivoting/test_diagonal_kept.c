/* `diagonal_pivoting` with a matrix that is factored once: every right side is solved as well as by a new elimination,
 * and singular matrices are reported; also where the kept factors leave the range of numbers. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include "solvers/tridiag/pivoting/diagonal_kept.h"
#include "tests/conformance/pivot_cases.h"
#include "tests/support/tridiag_cases.h"

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 64, RIGHT_SIDES = 3, EPS_MAX = 16 };

static real a[ROWS], b[ROWS], c[ROWS], d[ROWS], x[ROWS];
static uint64_t seed;

static struct plan *plan_for(int64_t n)
{
    const struct exec exec = exec_host(1);
    const struct solver *s;
    struct shape shape = shape_contiguous(n, 1);
    struct plan *plan;
    shape.reuse = true;
    assert_int_equal(solver_find(KIND_TRIDIAG, "diagonal_pivoting", HOST, &s), ST_OK);
    assert_int_equal(plan_make(&plan, s, &shape, NULL, &exec), ST_OK);
    return plan;
}

/* Products of coefficients overflow in PIVOT_HUGE, and x may; columns of PIVOT_EXTREME differ by more than the range of
 * numbers. The results of these are right, or reported. */
static bool is_as_promised(enum pivot_kind kind, int64_t n, int64_t info)
{
    const bool right = info <= 0 && pivot_residual(n, a, b, c, d, x) <= EPS_MAX * (double)REAL_EPS;
    if (kind == PIVOT_EXTREME || kind == PIVOT_HUGE) return info > 0 || right;
    return kind == PIVOT_SIGNS && pivot_is_singular(n, a, b, c) ? info > 0 : right;
}

static void test_every_right_side(void **state)
{
    (void)state;
    for (int k = 0; k < 400 * PIVOT_KINDS; k++) {
        const enum pivot_kind kind = (enum pivot_kind)(k % PIVOT_KINDS);
        const int64_t n = 1 + k / PIVOT_KINDS % ROWS;
        struct plan *const plan = plan_for(n);
        int64_t info = -7;
        const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {a, b, c}, .x = x, .info = &info};
        pivot_draw(kind, n, &seed, a, b, c, d);
        assert_int_equal(plan_factor(plan, &system), ST_OK);
        for (int r = 0; r < RIGHT_SIDES; r++) {
            for (int64_t i = 0; r > 0 && i < n; i++) d[i] *= (real)(2 * random_unit(&seed) - 1);
            memcpy(x, d, sizeof x);
            assert_int_equal(plan_solve(plan, &system), ST_OK);
            if (!is_as_promised(kind, n, info))
                fail_msg("%s, %lld rows, right side %d: info %lld, residual %.3g eps", pivot_kinds[kind], (long long)n,
                         r, (long long)info, pivot_residual(n, a, b, c, d, x) / (double)REAL_EPS);
        }
        plan_free(plan);
    }
}

/* Both kinds of pivots are kept, and rows whose reciprocal pivots overflow are not. */
static void test_what_is_kept(void **state)
{
    struct diagonal_kept_row row[3];
    char pair[3];
    const struct diagonal_kept kept = {row, pair};
    real lower[] = {0, 1, 1}, diag[] = {0, 0, 1}, upper[] = {1, 1, 0}, none[3] = {0};
    const struct tridiag_rows rows = {lower, diag, upper, none};
    (void)state;
    assert_int_equal(diagonal_kept_factor(3, rows, kept), 0);
    assert_true(pair[0] && !pair[1] && !pair[2]);
    for (int i = 0; i < 3; i++) lower[i] = upper[i] = 0, diag[i] = REAL_MAX;
    assert_int_equal(diagonal_kept_factor(3, rows, kept), DIAGONAL_OUT_OF_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_right_side), cmocka_unit_test(test_what_is_kept)};
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
