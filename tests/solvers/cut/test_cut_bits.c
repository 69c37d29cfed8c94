/* Systems that are cut over ranks have the bits of one rank: transposed by every method, pipelined by thomas. On one
 * rank, and by tests/ranks/ranks_programs.test on several ranks. */
#include <math.h>
#include <string.h>

#include "base/comm/comm_pairs.h"
#include "tests/support/cut/cut_cases.h"
#include "tests/support/ranks/on_ranks.h"
#include "tests/support/tridiag_cases.h"

/* Fails on all ranks if it fails on one, so that none waits for another. False: the method does not take such systems,
 * cut or not. */
static bool same_bits(const struct cut_case *c, const struct solver *alone, const struct solver *s, int64_t seed)
{
    struct cut_problem p = cut_problem_make(c, seed);
    if (solver_accepts(s, &p.whole.shape, NULL) != ST_OK) {
        cut_problem_free(&p);
        return false;
    }
    const enum status st = cut_problem_solve(&p, c, alone, s);
    double differ =
        st == ST_OK ? (double)(cut_problem_differing(&p) + cut_problem_info_differing(&p)) : (double)INFINITY;
    comm_max(world, &differ, 1);
    if (differ > 0)
        print_error("%s: %g values differ; %s\n", cut_case_name(c, s), differ, st == ST_OK ? "" : fail_text());
    assert_true(differ == 0);
    cut_problem_free(&p);
    return true;
}

/* The k-th of the cases of n rows, transposed. */
static struct cut_case case_of(int64_t n, int64_t k)
{
    struct cut_case c = cut_case_at(n, k);
    c.rows = k % 5 == 4 ? CUT_BARELY : CUT_DOMINANT;
    c.cut = (struct rank_cut){.scheme = CUT_TRANSPOSE, .chunks = (int)(k % 4)};
    return c;
}

/* auto chooses by the systems that it is given, which are those of one rank. */
static void test_transpose_methods(void **state)
{
    static const int64_t sizes[] = {1, 2, 5, 31, 70};
    (void)state;
    for (size_t m = 0; m < solver_count(); m++) {
        const struct solver *const s = solver_at(m);
        if (s->kind != KIND_TRIDIAG || s->space != HOST || strcmp(s->method, "auto") == 0) continue;
        const struct shape one = shape_contiguous(5, 20);
        int taken = 0, wanted = 0;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (int64_t k = (int64_t)m; k < (int64_t)m + 4; k++) {
                const struct cut_case c = case_of(sizes[i], 5 * k);
                if (!cut_wanted((int64_t)(m + i), k - (int64_t)m, 1)) continue;
                wanted++;
                taken += same_bits(&c, s, s, (int64_t)test_seed());
            }
        assert_true(taken > 0 || wanted < 5 || solver_accepts(s, &one, NULL) != ST_OK);
    }
}

static void test_transpose_rows(void **state)
{
    static const char *const methods[] = {"thomas", "thomas_simd", "thomas_pivot_simd"};
    (void)state;
    for (int64_t n = 1; n <= 70; n++)
        for (int64_t k = 0; k < 5; k++) {
            const struct cut_case c = case_of(n, 7 * k + n);
            const struct solver *const s = cut_method(methods[(n + k) % 3]);
            if (cut_wanted(n, k, 5)) assert_true(same_bits(&c, s, s, (int64_t)test_seed()));
        }
}

/* Rows around the end are coupled. */
static void test_transpose_cyclic(void **state)
{
    static const char *const methods[] = {"thomas", "thomas_simd", "cr"};
    (void)state;
    for (int64_t n = 1; n <= 40; n++)
        for (int64_t k = 0; k < 4; k++) {
            struct cut_case c = case_of(n, 7 * k + n);
            const struct solver *const s = cut_method(methods[(n + k) % 3]);
            c.cyclic = true;
            if (cut_wanted(n, k, 4)) assert_true(same_bits(&c, s, s, (int64_t)test_seed()));
        }
}

static void test_pipelined_rows(void **state)
{
    (void)state;
    for (int64_t n = 1; n <= 70; n++)
        for (int64_t k = 0; k < 8; k++) {
            struct cut_case c = case_of(n, 7 * k + n);
            c.cut.scheme = CUT_PIPELINED;
            if (cut_wanted(n, k, 5))
                assert_true(same_bits(&c, cut_method("thomas"), cut_method("thomas"), (int64_t)test_seed()));
        }
}

/* Elements of any size: pivots are small and grow, or are 0. x and info are those of thomas even so. */
static void test_pipelined_general(void **state)
{
    (void)state;
    for (int64_t n = 1; n <= 40; n++) {
        struct cut_case c = case_of(n, n);
        c.cut.scheme = CUT_PIPELINED, c.rows = CUT_GENERAL;
        if (!cut_wanted(n, 0, 1)) continue;
        assert_true(same_bits(&c, cut_method("thomas"), cut_method("thomas"), (int64_t)test_seed()));
    }
}

/* Without systems nothing is sent. */
static void test_empty(void **state)
{
    (void)state;
    for (int scheme = 0; scheme < CUT_SCHEMES; scheme++) {
        struct cut_case c = case_of(20, scheme);
        c.batch = 0, c.cut.scheme = (enum cut_scheme)scheme;
        const int64_t before = comm_sent().bytes;
        assert_true(same_bits(&c, cut_method("thomas"), cut_method("thomas"), 1));
        assert_int_equal(comm_sent().bytes, before);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_transpose_methods), cmocka_unit_test(test_transpose_rows),
        cmocka_unit_test(test_transpose_cyclic),  cmocka_unit_test(test_pipelined_rows),
        cmocka_unit_test(test_pipelined_general), cmocka_unit_test(test_empty),
    };
    return cmocka_run_group_tests(tests, begin_ranks, end_ranks);
}
