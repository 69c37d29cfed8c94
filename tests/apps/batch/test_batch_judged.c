/* Answers of the application `batch`, judged beside partial pivoting: solved, flagged or wrong. */
#include "apps/batch/state.h"
#include "tests/apps/batch/batch_files.h"

#include <math.h>

/* Of each type of the gallery, as `verify gallery` has it. */
static void hard_matrices_are_judged(void **state)
{
    (void)state;
    struct trial t = complete("partition_pivot", "matrix = \"gallery\"; rows = 64; types = [1, 7, 17, 18];");
    const struct batch_state *s = t.sim.state;
    assert_int_equal(s->quality.count[VERDICT_SOLVED], 4);
    assert_true(s->quality.worst >= 0 && s->quality.backward[s->quality.worst] <= 100 * eps);
    trial_end(&t);
    t = complete("thomas",
                 "matrix = \"gallery\"; rows = 64; systems = 6; types = [1, 17, 18]; layout = \"interleaved\";");
    s = t.sim.state;
    static const int64_t wanted[] = {VERDICT_SOLVED, VERDICT_FLAGGED, VERDICT_FLAGGED};
    for (int k = 0; k < 6; k++)
        if (s->quality.verdict[k] != wanted[k % 3])
            fail_msg("system %d: verdict %lld, residual %g beside %g", k, (long long)s->quality.verdict[k],
                     s->quality.residual[k], s->quality.reference[k]);
    assert_true(s->quality.info[1] > 0 && s->quality.info[2] == PIVOTS_GREW && isfinite(s->quality.reference[1]));
    assert_null(strstr(t.sim.caveats, "wrong"));
    assert_non_null(strstr(t.sim.caveats, "4 of 6 systems are reported as not solved"));
    trial_end(&t);
}

/* A matrix that has no inverse, which nobody solves: to say so is right, an answer is wrong. */
static void a_singular_matrix(void **state)
{
    (void)state;
    put_text("s.mtx", BANNER "3 3 4\n1 1 1\n1 2 1\n2 1 1\n2 2 1\n");
    put_text("sb.mtx", "%%MatrixMarket matrix array real general\n3 1\n1\n2\n3\n");
    struct trial t = complete("lapack", "matrix = \"file\"; import = { file = \"%s\"; right_file = \"%s\"; };",
                              at("s.mtx"), at("sb.mtx"));
    const struct batch_state *const s = t.sim.state;
    assert_int_equal(s->quality.verdict[0], VERDICT_FLAGGED);
    assert_true(isinf(s->quality.reference[0]));
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(hard_matrices_are_judged), cmocka_unit_test(a_singular_matrix)};
    return cmocka_run_group_tests(tests, enter, leave);
}
