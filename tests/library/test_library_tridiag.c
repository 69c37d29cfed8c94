/* libbandstand solves tridiagonal systems of any size and layout, by every method it lists, as its header says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/library/batch.h"

static const int64_t rows[] = {3, 1, 17, 400, 2, 64, 5, 5, 33, 1}, starts[] = {0, 80, 2000, 2004},
                     matrix_starts[] = {900, 0};
enum { BOUND_EPS = 40, RAGGED = 10 };
static const double bound = BOUND_EPS * 0x1p-52;

static struct bandstand_layout shared(int64_t n, int64_t batch)
{
    struct bandstand_layout l = bandstand_contiguous(n, batch);
    bandstand_share_matrix(&l);
    return l;
}

static struct bandstand_layout toeplitz(int64_t n, int64_t batch)
{
    struct bandstand_layout l = bandstand_interleaved(n, batch);
    bandstand_toeplitz_matrix(&l);
    return l;
}

static struct bandstand_layout lines(int64_t n, int64_t batch)
{
    struct bandstand_layout l = bandstand_contiguous(n, batch);
    l.step = l.inner = 4, l.dist = 1, l.outer = 4 * n + 3;
    return l;
}

static struct bandstand_layout packed(int64_t n, int64_t batch)
{
    struct bandstand_layout l = bandstand_contiguous(0, batch < RAGGED ? batch : RAGGED);
    l.rows = rows;
    return l;
}

/* Groups of four interleaved systems of different size. */
static struct bandstand_layout ragged(int64_t n, int64_t batch)
{
    static const int64_t few[] = {3, 1, 17, 20, 2, 400, 64, 5, 1};
    struct bandstand_layout l = bandstand_contiguous(400, 9);
    l.rows = few, l.starts = starts, l.step = l.inner = 4, l.dist = 1;
    return l;
}

/* Two groups of matrices that lie in no order. */
static struct bandstand_layout apart(int64_t n, int64_t batch)
{
    struct bandstand_layout l = bandstand_contiguous(n < 100 ? n : 100, 6);
    l.matrix_step = 3, l.matrix_inner = 3, l.matrix_dist = 1, l.matrix_starts = matrix_starts;
    return l;
}

static struct bandstand_layout (*const layouts[])(int64_t n, int64_t batch) = {
    bandstand_contiguous, bandstand_interleaved, shared, toeplitz, lines, packed, ragged, apart};
enum { LAYOUTS = sizeof layouts / sizeof *layouts };

static void every_layout_and_flag_is_solved(void **state)
{
    static const int64_t sizes[][2] = {{1, 1}, {2, 3}, {5, 0}, {7, 20}, {300, 9}, {3000, 1}};
    static const unsigned flags[] = {0,
                                     BANDSTAND_CYCLIC,
                                     BANDSTAND_SHIFTED,
                                     BANDSTAND_REUSE,
                                     BANDSTAND_SHIFTED | BANDSTAND_CYCLIC | BANDSTAND_REUSE,
                                     BANDSTAND_CHECK,
                                     BANDSTAND_REFINE};
    for (int l = 0; l < LAYOUTS; l++)
        for (int k = 0; k < 6; k++)
            for (int f = 0; f < 7; f++) {
                struct batch b;
                assert_int_equal(batch_make(&b, layouts[l](sizes[k][0], sizes[k][1]), flags[f], 7), BANDSTAND_OK);
                const struct bandstand_options options = BANDSTAND_OPTIONS;
                if (batch_solve(&b, options, NULL) != BANDSTAND_OK || !(batch_error(&b) <= bound))
                    fail_msg("layout %d, size %d, flags %u: %s, residual %g", l, k, flags[f], bandstand_message(),
                             batch_error(&b));
                batch_free(&b);
            }
}

static void every_method_that_is_listed_solves(void **state)
{
    int count = 0;
    for (const char *name; (name = bandstand_method_name(BANDSTAND_TRIDIAG, count)); count++) {
        struct batch b;
        struct bandstand_options options = BANDSTAND_OPTIONS;
        options.method = name;
        options.threads = 2;
        assert_true(strlen(bandstand_method_about(BANDSTAND_TRIDIAG, count)) > 10);
        assert_true(strlen(bandstand_method_source(BANDSTAND_TRIDIAG, count)) > 3);
        assert_int_equal(batch_make(&b, bandstand_contiguous(999, 3), 0, 11), BANDSTAND_OK);
        if (batch_solve(&b, options, NULL) != BANDSTAND_OK || !(batch_error(&b) <= 10 * bound))
            fail_msg("%s: %s, residual %g", name, bandstand_message(), batch_error(&b));
        batch_free(&b);
    }
    assert_true(count > 20);
    assert_null(bandstand_method_about(BANDSTAND_TRIDIAG, count));
    assert_null(bandstand_method_source(BANDSTAND_TRIDIAG, -1));
}

/* 2 x_i - x_{i-1} - x_{i+1} = 0, 0, 4 is solved by 1, 2, 3, and the cyclic 4 x_i - x_{i-1} - x_{i+1} = 2 by 1. */
static void one_call_solves_in_both_precisions(void **state)
{
    const double lower[] = {-1, -1, -1, -1, -1, -1}, diag[] = {2, 2, 2, 2, 2, 2};
    const float lower_s[] = {-1, -1, -1, -1, -1, -1}, diag_s[] = {2, 2, 2, 2, 2, 2}, ring_s[] = {4, 4, 4, 4, 4, 4};
    const double ring[] = {4, 4, 4, 4, 4, 4};
    double x[] = {0, 0, 4, 0, 0, 8}, y[] = {0, 0, 4, 0, 0, 8}, z[] = {2, 2, 2, 4, 4, 4};
    float p[] = {0, 0, 4, 0, 0, 8}, q[] = {0, 0, 4, 0, 0, 8}, r[] = {2, 2, 2, 4, 4, 4};
    int64_t info[2] = {7, 7};
    assert_int_equal(bandstand_dtridiag(3, 2, lower, diag, lower, x, info), BANDSTAND_OK);
    assert_int_equal(info[0], 0);
    assert_int_equal(info[1], 0);
    assert_int_equal(bandstand_dtridiag_shared(3, 2, lower, diag, lower, y, NULL), BANDSTAND_OK);
    assert_int_equal(bandstand_dtridiag_cyclic(3, 2, lower, ring, lower, z, NULL), BANDSTAND_OK);
    assert_int_equal(bandstand_stridiag(3, 2, lower_s, diag_s, lower_s, p, NULL), BANDSTAND_OK);
    assert_int_equal(bandstand_stridiag_shared(3, 2, lower_s, diag_s, lower_s, q, NULL), BANDSTAND_OK);
    assert_int_equal(bandstand_stridiag_cyclic(3, 2, lower_s, ring_s, lower_s, r, NULL), BANDSTAND_OK);
    for (int i = 0; i < 6; i++) {
        const double exact = i < 3 ? i + 1 : 2 * (i - 2);
        assert_true(fabs(x[i] - exact) < 1e-14 && fabs(y[i] - exact) < 1e-14);
        assert_true(fabs((double)p[i] - exact) < 3e-6 && fabs((double)q[i] - exact) < 3e-6);
        assert_true(fabs(z[i] - (i < 3 ? 1 : 2)) < 1e-14 && fabs((double)r[i] - (i < 3 ? 1 : 2)) < 1e-6);
    }
}

static void a_system_that_is_not_solved_is_never_called_ok(void **state)
{
    const double off[] = {0, 0, 0, 0, 0, 0}, diag[] = {1, 1, 1, 1, 0, 1};
    double x[] = {1, 2, 3, 1, 2, 3};
    int64_t info[2];
    assert_int_equal(bandstand_dtridiag(3, 2, off, diag, off, x, info), BANDSTAND_UNSOLVED);
    assert_int_equal(info[0], 0);
    assert_int_equal(info[1], 2);
    assert_non_null(strstr(bandstand_message(), "system 1, row 1: no pivot is left: the matrix is singular"));
    double y[] = {1, 2, 3, 1, 2, 3};
    assert_int_equal(bandstand_dtridiag(3, 2, off, diag, off, y, NULL), BANDSTAND_UNSOLVED);
    assert_true(y[0] == 1 && y[1] == 2 && y[2] == 3);
}

/* A method for any regular matrix names no other one for a singular matrix; a method without pivoting does. */
static void advice_is_for_methods_that_need_it(void **state)
{
    static const char *const methods[] = {"auto", "thomas_pivot", "thomas_pivot_simd", "thomas", "thomas_simd"};
    const double zero[3] = {0}, diag[] = {1, 0, 1};
    (void)state;
    for (int m = 0; m < 5; m++)
        for (unsigned flags = 0; flags <= BANDSTAND_CYCLIC; flags += BANDSTAND_CYCLIC) {
            const struct bandstand_layout layout = bandstand_contiguous(3, 1);
            struct bandstand_options options = BANDSTAND_OPTIONS;
            struct bandstand_plan *plan;
            double x[] = {1, 2, 3};
            options.method = methods[m], options.flags = flags;
            assert_int_equal(bandstand_dtridiag_plan(&plan, &layout, &options), BANDSTAND_OK);
            assert_int_equal(bandstand_dtridiag_solve(plan, zero, diag, zero, NULL, x, NULL, NULL), BANDSTAND_UNSOLVED);
            assert_true(!strstr(bandstand_message(), "other methods") == (m < 3));
            if (m < 3) assert_non_null(strstr(bandstand_message(), "the matrix is singular"));
            bandstand_plan_free(plan);
        }
}

static void an_outcome_says_what_was_found(void **state)
{
    struct batch b;
    double backward[9], condition[9];
    struct bandstand_outcome outcome = BANDSTAND_OUTCOME;
    const struct bandstand_options options = BANDSTAND_OPTIONS;
    outcome.backward = backward, outcome.condition = condition;
    assert_int_equal(batch_make(&b, bandstand_contiguous(300, 9), BANDSTAND_CHECK, 5), BANDSTAND_OK);
    assert_int_equal(batch_solve(&b, options, &outcome), BANDSTAND_OK);
    assert_int_equal(outcome.unsolved, -1);
    assert_int_equal(outcome.info, 0);
    double most = 0;
    for (int s = 0; s < 9; s++) {
        assert_true(backward[s] >= 0 && backward[s] < 1e-14 && condition[s] >= 1 && condition[s] < 10);
        if (backward[s] > most) most = backward[s];
    }
    assert_true(outcome.max_backward == most);
    assert_non_null(outcome.method);
    assert_non_null(strstr(outcome.why, "dominant"));
    batch_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_layout_and_flag_is_solved),
        cmocka_unit_test(every_method_that_is_listed_solves),
        cmocka_unit_test(one_call_solves_in_both_precisions),
        cmocka_unit_test(a_system_that_is_not_solved_is_never_called_ok),
        cmocka_unit_test(advice_is_for_methods_that_need_it),
        cmocka_unit_test(an_outcome_says_what_was_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
