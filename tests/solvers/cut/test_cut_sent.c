/* Ranks send for systems that are cut as much as solvers/tridiag/cut/cut_sent.h predicts. On one rank, and by
 * tests/ranks/ranks_programs.test on several ranks. */
#include "solvers/tridiag/cut/cut_sent.h"

#include <math.h>
#include <stdlib.h>

#include "base/comm/comm_pairs.h"
#include "tests/support/cut/cut_cases.h"
#include "tests/support/ranks/on_ranks.h"

enum { DIAGONAL = 4 };
static const int64_t batches[] = {1, 3, 16, 20, 37, 70};

static struct cut_case case_of(int64_t n, int64_t k)
{
    return (struct cut_case){.n = n,
                             .batch = batches[(n + k) % 6],
                             .layout = (enum cut_layout)((n + k / 3) % CUT_LAYOUTS),
                             .matrix = k / CUT_SCHEMES % 2 ? CUT_ONE : CUT_EACH,
                             .cuts = CUT_EVEN,
                             .reuse = (n + k) % 3 > 0,
                             .cut = {.scheme = (enum cut_scheme)(k % CUT_SCHEMES), .chunks = (int)(n % 4)}};
}

/* Bytes of plan_factor and of plan_solve, by the counter of this rank. */
static void measure(int64_t bytes[2], struct cut_problem *p, bool reuse)
{
    const struct exec exec = exec_host(1);
    struct system system = cut_arrays_system(&p->mine);
    struct plan *plan;
    for (int64_t i = 0; i < shape_matrix_extent(&p->mine.shape); i++)
        p->mine.lower[i] = p->mine.upper[i] = -1, p->mine.diag[i] = DIAGONAL;
    system.info = NULL;
    assert_int_equal(plan_make(&plan, cut_method("thomas"), &p->mine.shape, NULL, &exec), ST_OK);
    const int64_t before = comm_sent().bytes;
    if (reuse) assert_int_equal(plan_factor(plan, &system), ST_OK);
    const int64_t factored = comm_sent().bytes;
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    bytes[0] = factored - before, bytes[1] = comm_sent().bytes - factored;
    plan_free(plan);
}

static void test_values(const struct cut_case *c)
{
    struct cut_problem p = cut_problem_make(c, 3);
    const struct cut_batch batch = {.scheme = c->cut.scheme,
                                    .whole = c->n,
                                    .batch = c->batch,
                                    .inner = p.mine.shape.inner,
                                    .ranks = ranks,
                                    .one = c->matrix == CUT_ONE,
                                    .faded = cut_fades(DIAGONAL, c->n, ranks)};
    const struct cut_sent solve = cut_sent_solve(&batch, rank);
    const int64_t fresh = cut_sent_factor(&batch, rank), each = sizeof(real);
    const int64_t expected[2] = {c->reuse ? fresh * each : 0, (solve.out + solve.back + !c->reuse * fresh) * each};
    int64_t bytes[2];
    measure(bytes, &p, c->reuse);
    double differ = (double)(llabs(bytes[0] - expected[0]) + llabs(bytes[1] - expected[1]));
    comm_max(world, &differ, 1);
    if (differ > 0)
        print_error("%s: rank %d sent %lld and %lld bytes, not %lld and %lld\n", cut_case_name(c, cut_method("thomas")),
                    rank, (long long)bytes[0], (long long)bytes[1], (long long)expected[0], (long long)expected[1]);
    assert_true(differ == 0);
    cut_problem_free(&p);
}

/* Few rows per rank, and none; and so many that spikes fade. */
static void test_rows(void **state)
{
    (void)state;
    for (int64_t n = 1; n <= 70; n++)
        for (int64_t k = n % 4; k < 2 * CUT_SCHEMES; k += 4) {
            const struct cut_case c = case_of(n, k);
            test_values(&c);
        }
    for (int64_t k = 0; k < 2 * CUT_SCHEMES; k++) {
        const struct cut_case c = case_of(1700, k);
        test_values(&c);
    }
}

/* Each value that is sent is received, whatever the number of ranks is: those that solve or join have all systems. */
static void test_totals(void **state)
{
    (void)state;
    for (int64_t n = 1; n <= 70; n++)
        for (int parts = 1; parts <= 8; parts++)
            for (int scheme = 0; scheme < CUT_SCHEMES; scheme++) {
                const int64_t m = batches[n % 6];
                const struct cut_batch b = {(enum cut_scheme)scheme,      n, m, m, parts, false,
                                            cut_fades(DIAGONAL, n, parts)};
                int64_t out = 0, back = 0, systems = 0;
                for (int r = 0; r < parts; r++) {
                    const struct cut_sent s = cut_sent_solve(&b, r);
                    out += s.out, back += s.back, systems += cut_systems(&b, r);
                }
                assert_int_equal(out, back);
                assert_true(systems == m || systems == m * parts);
            }
}

/* Chunks are as many systems each but the last one, which is no larger; ranks join as many of each. */
static void test_chunks(void **state)
{
    (void)state;
    for (int64_t n = 1; n <= 1 << 20; n *= 4)
        for (int parts = 1; parts <= 8; parts++)
            for (int64_t batch = 0; batch <= 70000; batch = 3 * batch + 1)
                for (int asked = 0; asked <= 40; asked += 8) {
                    struct cut_batch b = {CUT_REDUCED, n, batch, batch, parts, true, false};
                    if (batch % 20 == 0 && batch > 0) b.inner = 20;
                    const int64_t most = cut_chunk_most(&b, asked, 1), chunks = cut_chunks(&b, asked, 1);
                    assert_true(most <= batch && chunks >= 1 && (chunks - 1) * most <= batch && chunks * most >= batch);
                    assert_true(chunks <= (asked ? asked : batch + 1));
                    assert_true(chunks == 1 || (most % parts == 0 && most % (b.inner < batch ? b.inner : 16) == 0));
                    b.one = false;
                    assert_int_equal(cut_chunks(&b, asked, 1), 1);
                }
}

/* The last row of a spike of one row fewer is not below the bound. */
static void test_fading(void **state)
{
    const double bound = sizeof(real) == 4 ? 5e-9 : 1e-17;
    (void)state;
    for (double d = 2.5; d < 20; d += 0.5) {
        const int64_t n = cut_rows_to_fade(d);
        for (int64_t rows = n - 1; rows <= n; rows++) {
            double tip = 1 / d, pivot = d; /* of the elimination in order, for the right side e_0 */
            for (int64_t i = 1; i < rows; i++) pivot = d - 1 / pivot, tip /= pivot;
            if (rows > 0) assert_int_equal(tip < bound, rows == n);
        }
        assert_true(cut_fades(d, 3 * n, 3) && cut_fades(d, 2, 2) && !cut_fades(d, 2 * n, 3));
        assert_false(cut_fades(d, 1, 2));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_totals),
        cmocka_unit_test(test_chunks),
        cmocka_unit_test(test_fading),
    };
    return cmocka_run_group_tests(tests, begin_ranks, end_ranks);
}
