/* Systems that are cut over ranks, by spikes: the accuracy of answers, and that no wrong one is reported as solved. On
 * one rank, and by tests/ranks/ranks_programs.test on several ranks. */
#include <math.h>
#include <string.h>

#include "base/comm/comm_pairs.h"
#include "tests/support/cut/cut_cases.h"
#include "tests/support/ranks/on_ranks.h"
#include "tests/support/tridiag_cases.h"

static const char *const methods[] = {"thomas", "thomas_simd", "partition", "twisted", "cr_pcr", "thomas_pivot_simd"};
enum { METHODS = sizeof methods / sizeof *methods };

static struct cut_case case_of(int64_t n, int64_t k)
{
    struct cut_case c = cut_case_at(n, k);
    c.cut.scheme = n % 3 ? CUT_REDUCED : CUT_TRUNCATED;
    c.cut.chunks = (int)(k % 5);
    return c;
}

/* The gravest of all ranks, on all. */
static double worst(double mine)
{
    comm_max(world, &mine, 1);
    return mine;
}

/* By another method where this one does not take the layout. */
static void try(const struct cut_case *c, const struct solver *s, double bound)
{
    struct cut_problem p = cut_problem_make(c, (int64_t)test_seed());
    if (solver_accepts(s, &p.whole.shape, NULL) != ST_OK) s = cut_method("thomas_simd");
    const enum status st = cut_problem_solve(&p, c, cut_method("thomas"), s);
    double bad = 0;
    for (int64_t k = 0; st == ST_OK && k < c->batch; k++) bad += p.mine.info[k] != 0;
    const double error = worst(st == ST_OK ? cut_problem_error(&p) : (double)INFINITY);
    const bool good = error <= bound && worst(bad) == 0;
    if (!good)
        print_error("%s: error %g, %g systems are not solved; %s\n", cut_case_name(c, s), error, bad,
                    st == ST_OK ? "" : fail_text());
    assert_true(good);
    cut_problem_free(&p);
}

static void test_rows(void **state)
{
    (void)state;
    for (int64_t n = 1; n <= 70; n++)
        for (int64_t k = 0; k < 8; k++) {
            struct cut_case c = case_of(n, 7 * k + n);
            c.rows = k == 7 ? CUT_BARELY : CUT_DOMINANT;
            const double bound = (k == 7 ? 4000 : 100) * (double)REAL_EPS;
            if (cut_wanted(n, k, 5)) try(&c, cut_method(methods[(n + k) % METHODS]), bound);
        }
}

/* Rows enough for spikes to fade. */
static void test_truncated(void **state)
{
    (void)state;
    for (int64_t k = 0; k < 8; k++) {
        if (!cut_wanted(k, 0, 1)) continue;
        struct cut_case c = case_of(1600 + k, k);
        c.rows = CUT_DOMINANT, c.cut.scheme = CUT_TRUNCATED, c.cuts = CUT_EVEN, c.matrix = (enum cut_matrix)(k % 3);
        try(&c, cut_method(methods[k % METHODS]), 100 * (double)REAL_EPS);
    }
}

/* x and info do not depend on chunks, nor on threads, by which chunks are chosen if they are not given. */
static void test_chunks(void **state)
{
    (void)state;
    for (int64_t n = 1; n <= 40; n += 3)
        for (int64_t k = 0; k < CUT_LAYOUTS; k++) {
            if (!cut_wanted(n / 3, k, 1)) continue;
            struct cut_case c = case_of(n == 40 ? 1600 : n, k);
            c.matrix = CUT_ONE, c.batch = 1000 + n, c.threads = 1, c.cut.chunks = 1;
            struct cut_problem all = cut_problem_make(&c, (int64_t)test_seed());
            const struct solver *const s = cut_method(k ? "thomas_simd" : "thomas");
            assert_int_equal(cut_problem_solve(&all, &c, s, s), ST_OK);
            c.threads = 2, c.cut.chunks = n < 40 ? (int)(2 + n % 7 + 40 * (n % 2)) : 0;
            struct cut_problem parts = cut_problem_make(&c, (int64_t)test_seed());
            assert_int_equal(cut_problem_solve(&parts, &c, s, s), ST_OK);
            const size_t values = (size_t)shape_extent(&all.mine.shape);
            double differ = memcmp(all.mine.x, parts.mine.x, values * sizeof(real)) != 0;
            differ += memcmp(all.mine.info, parts.mine.info, (size_t)c.batch * sizeof(int64_t)) != 0;
            assert_true(worst(differ) == 0);
            cut_problem_free(&parts);
            cut_problem_free(&all);
        }
}

/* Elements of any size, by a method for any matrix: rows of a rank may be singular although the system is not. Systems
 * reported as solved have a residual that growth of 2^12 (float: 2^8) explains. */
static void test_no_wrong_answer(void **state)
{
    const double bound = 1e4 * (double)REAL_EPS * (sizeof(real) == 4 ? 0x1p8 : 0x1p12);
    int64_t solved = 0, all = 0;
    (void)state;
    for (int64_t n = 1; n <= 60; n++) {
        if (!cut_wanted(n, 0, 1)) continue;
        struct cut_case c = case_of(n, 5 * n);
        c.rows = CUT_GENERAL, c.matrix = n % 4 ? CUT_EACH : CUT_ONE, c.batch = 70;
        struct cut_problem p = cut_problem_make(&c, (int64_t)test_seed());
        const enum status st = cut_problem_solve(&p, &c, cut_method("thomas_pivot"), cut_method("thomas_pivot"));
        assert_int_equal(comm_agree(world, st), ST_OK);
        const double residual = worst(cut_problem_residual(&p));
        if (!(residual <= bound))
            print_error("%s: residual %g\n", cut_case_name(&c, cut_method("thomas_pivot")), residual);
        assert_true(residual <= bound);
        for (int64_t k = 0; k < c.batch; k++) solved += info_is_good(p.mine.info[k]), all++;
        cut_problem_free(&p);
    }
    assert_true(4 * solved > 3 * all || all < 700); /* of few cases many may be singular */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_chunks),
        cmocka_unit_test(test_no_wrong_answer),
    };
    return cmocka_run_group_tests(tests, begin_ranks, end_ranks);
}
