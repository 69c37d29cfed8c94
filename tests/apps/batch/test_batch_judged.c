/* Answers of the application `batch`, judged relative to partial pivoting: solved, flagged or wrong. */
#include "apps/batch/state.h"
#include "tests/apps/batch/batch_files.h"

#include <math.h>

/* Matrices of each type of the gallery, as `verify gallery` has it. */
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

static void solutions_have_axes_of_rows_and_systems(void **state)
{
    (void)state;
    struct trial t = complete("thomas", "matrix = \"gallery\"; rows = 16; types = [1];");
    struct array found[ARRAYS_MAX];
    assert_true(batch_state_arrays(&t.sim, found) > 1);
    assert_string_equal(found[0].name, "solution");
    assert_string_equal(found[0].axis[0], "row");
    assert_string_equal(found[0].axis[1], "system");
    trial_end(&t);
}

/* A singular matrix, which no method solves: a report is right, an answer is wrong. */
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

/* Systems of `n` rows in files of NumPy, doubles in both precisions. */
static struct trial of_arrays(const char *method, int n, double v[4][n])
{
    static const char *const names[] = {"lower.npy", "diag.npy", "upper.npy", "right.npy"};
    char shape[24];
    snprintf(shape, sizeof shape, "%d,", n);
    for (int a = 0; a < 4; a++) put_npy(names[a], "<f8", false, shape, v[a], (size_t)n * sizeof v[a][0]);
    return complete(method, "matrix = \"file\"; import = { %s };",
                    expand("lower_file = \"@lower.npy\"; diag_file = \"@diag.npy\"; upper_file = \"@upper.npy\"; "
                           "right_file = \"@right.npy\";"));
}

/* x = 2, -2 to the last digits: the first row leaves a rounding of 2e300 compared with a right side of -1, partial
 * pivoting may leave nothing of it. */
static void an_answer_with_each_row_met_is_solved(void **state)
{
    const double large = sizeof(real) == 4 ? 0x1p100 : 1e300;
    double v[4][2] = {{0, 2}, {-large, 1}, {-large, 0}, {-1, 2}};
    (void)state;
    static const char *const methods[] = {"thomas", "thomas_pivot", "diagonal_pivoting", "lapack"};
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        struct trial t = of_arrays(methods[k], 2, v);
        const struct batch_state *const s = t.sim.state;
        if (s->quality.verdict[0] != VERDICT_SOLVED)
            fail_msg("%s: verdict %lld, backward error %g, residual %g beside %g", methods[k],
                     (long long)s->quality.verdict[0], s->quality.backward[0], s->quality.residual[0],
                     s->quality.reference[0]);
        trial_end(&t);
    }
}

/* Partial pivoting fails alike, and does not report it. */
static void a_large_backward_error_is_wrong_whatever_the_reference(void **state)
{
    double v[4][3] = {{0, -1e300, 3}, {1e-8, 1, 1e-16}, {5e-324, 3, 0}, {0, 1e-16, 5e-324}};
    (void)state;
    if (sizeof(real) == 4) return; /* beyond its range */
    struct trial t = of_arrays("thomas_pivot", 3, v);
    const struct batch_state *const s = t.sim.state;
    assert_true(s->quality.backward[0] > 1000 * eps);
    assert_int_equal(s->quality.verdict[0], VERDICT_WRONG);
    trial_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hard_matrices_are_judged),
        cmocka_unit_test(solutions_have_axes_of_rows_and_systems),
        cmocka_unit_test(a_singular_matrix),
        cmocka_unit_test(an_answer_with_each_row_met_is_solved),
        cmocka_unit_test(a_large_backward_error_is_wrong_whatever_the_reference),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
