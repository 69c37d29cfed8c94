/* The other kinds of libbandstand, in both precisions and several layouts: trees by their residuals, recurrences row by
 * row, transforms by their definitions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <stdbool.h>

#include "tests/library/batch.h"
#include "tests/library/misuse.h"

enum { N = 60, BATCH = 11, ALL = N * BATCH };

/* Values of both precisions, the float ones exact in double. */
struct values {
    double d[ALL];
    float s[ALL];
};

static struct values draw(double offset, uint64_t seed)
{
    struct values v;
    for (int i = 0; i < ALL; i++) v.d[i] = v.s[i] = (float)(offset + batch_random(&seed));
    return v;
}

static bool differs(double a, double b, double eps)
{
    return !(fabs(a - b) <= eps);
}

static struct bandstand_layout layout_of(int k)
{
    return k ? bandstand_interleaved(N, BATCH) : bandstand_contiguous(N, BATCH);
}

static double tree_residual(const struct bandstand_layout *l, const int64_t *parents, const struct values *lower,
                            const struct values *diag, const struct values *upper, const double *x, const double *right)
{
    double most = 0;
    for (int64_t s = 0; s < BATCH; s++) {
        double sum[N];
        for (int64_t i = 0; i < N; i++) sum[i] = diag->d[batch_at(l, s, i)] * x[batch_at(l, s, i)];
        for (int64_t i = 0; i < N; i++) {
            const int64_t at = batch_at(l, s, i), p = parents[i];
            if (p < 0) continue;
            sum[i] += lower->d[at] * x[batch_at(l, s, p)];
            sum[p] += upper->d[at] * x[at];
        }
        for (int64_t i = 0; i < N; i++) most = fmax(most, fabs(sum[i] - right[batch_at(l, s, i)]));
    }
    return most;
}

static void trees_are_solved(void **state)
{
    int64_t parents[N], info[BATCH];
    uint64_t seed = 4;
    for (int64_t i = 0; i < N; i++)
        parents[i] = i == 0 || i == 40 ? -1 : (int64_t)((0.5 + batch_random(&seed)) * (double)i);
    const struct values lower = draw(0, 1), diag = draw(20, 2), upper = draw(0, 3), right = draw(0, 5);
    for (int k = 0; k < 4; k++) {
        const struct bandstand_layout l = layout_of(k % 2);
        struct bandstand_options options = BANDSTAND_OPTIONS;
        struct bandstand_plan *plan;
        struct values x = right;
        options.flags = k < 2 ? 0 : BANDSTAND_REUSE;
        assert_int_equal(bandstand_dtree_plan(&plan, &l, parents, NULL, &options), BANDSTAND_OK);
        if (k >= 2) assert_int_equal(bandstand_dtree_factor(plan, lower.d, diag.d, upper.d), BANDSTAND_OK);
        assert_int_equal(bandstand_dtree_solve(plan, lower.d, diag.d, upper.d, x.d, info, NULL), BANDSTAND_OK);
        bandstand_plan_free(plan);
        assert_true(tree_residual(&l, parents, &lower, &diag, &upper, x.d, right.d) < 1e-14);
        assert_int_equal(bandstand_stree_plan(&plan, &l, parents, NULL, &options), BANDSTAND_OK);
        if (k >= 2) assert_int_equal(bandstand_stree_factor(plan, lower.s, diag.s, upper.s), BANDSTAND_OK);
        assert_int_equal(bandstand_stree_solve(plan, lower.s, diag.s, upper.s, x.s, NULL, NULL), BANDSTAND_OK);
        bandstand_plan_free(plan);
        for (int i = 0; i < ALL; i++) x.d[i] = (double)x.s[i];
        assert_true(tree_residual(&l, parents, &lower, &diag, &upper, x.d, right.d) < 1e-5);
    }
}

static void recurrences_are_solved(void **state)
{
    const struct values scale = draw(1, 6), right = draw(0, 7);
    const double f = 0.5, g = -0.25;
    for (int k = 0; k < 4; k++) {
        const struct bandstand_layout l = layout_of(k % 2);
        struct bandstand_options options = BANDSTAND_OPTIONS;
        struct bandstand_plan *plan;
        struct values x = right;
        double y[ALL];
        memcpy(y, right.d, sizeof y);
        for (int64_t s = 0; s < BATCH; s++) {
            for (int64_t i = 1; i < N; i++) y[batch_at(&l, s, i)] += f * y[batch_at(&l, s, i - 1)];
            for (int64_t i = 0; i < N && k >= 2; i++) y[batch_at(&l, s, i)] *= scale.d[batch_at(&l, s, i)];
            for (int64_t i = N - 2; i >= 0; i--) y[batch_at(&l, s, i)] += g * y[batch_at(&l, s, i + 1)];
        }
        options.flags = k < 2 ? 0 : BANDSTAND_SCALED;
        assert_int_equal(bandstand_drecurrence_plan(&plan, &l, &options), BANDSTAND_OK);
        assert_int_equal(bandstand_drecurrence_solve(plan, f, g, k < 2 ? NULL : scale.d, x.d), BANDSTAND_OK);
        bandstand_plan_free(plan);
        assert_int_equal(bandstand_srecurrence_plan(&plan, &l, &options), BANDSTAND_OK);
        assert_int_equal(bandstand_srecurrence_solve(plan, (float)f, (float)g, k < 2 ? NULL : scale.s, x.s),
                         BANDSTAND_OK);
        bandstand_plan_free(plan);
        for (int i = 0; i < ALL; i++) assert_false(differs(x.d[i], y[i], 1e-14) || differs((double)x.s[i], y[i], 1e-5));
    }
}

/* The coefficient of x_j in y_k, as FFTW's manual has it. */
static double coefficient(int type, int j, int k)
{
    const double turn = acos(-1.0) / N;
    switch (type) {
    case BANDSTAND_HALF_COMPLEX: return 2 * k <= N ? cos(2 * turn * j * k) : -sin(2 * turn * j * (N - k));
    case BANDSTAND_REAL:
        if (j == 0) return 1;
        if (2 * j == N) return k % 2 ? -1 : 1;
        return 2 * j < N ? 2 * cos(2 * turn * j * k) : -2 * sin(2 * turn * (N - j) * k);
    case BANDSTAND_DCT1: return (j == 0 || j == N - 1 ? 1 : 2) * cos(acos(-1.0) * j * k / (N - 1));
    case BANDSTAND_DCT2: return 2 * cos(turn * (j + 0.5) * k);
    case BANDSTAND_DCT3: return (j == 0 ? 1 : 2) * cos(turn * j * (k + 0.5));
    case BANDSTAND_DCT4: return 2 * cos(turn * (j + 0.5) * (k + 0.5));
    case BANDSTAND_DST1: return 2 * sin(acos(-1.0) * (j + 1) * (k + 1) / (N + 1));
    case BANDSTAND_DST2: return 2 * sin(turn * (j + 0.5) * (k + 1));
    case BANDSTAND_DST3: return j == N - 1 ? (k % 2 ? -1 : 1) : 2 * sin(turn * (j + 1) * (k + 0.5));
    default: return 2 * sin(turn * (j + 0.5) * (k + 0.5));
    }
}

static void transforms_are_those_of_their_definitions(void **state)
{
    const struct values before = draw(0, 8);
    for (int type = BANDSTAND_HALF_COMPLEX; type <= BANDSTAND_DST4; type++) {
        const struct bandstand_layout l = layout_of(type % 2);
        struct bandstand_plan *plan;
        struct values x = before;
        assert_int_equal(bandstand_dtransform_plan(&plan, &l, type, NULL), BANDSTAND_OK);
        assert_int_equal(bandstand_dtransform_apply(plan, 0.5, x.d), BANDSTAND_OK);
        bandstand_plan_free(plan);
        assert_int_equal(bandstand_stransform_plan(&plan, &l, type, NULL), BANDSTAND_OK);
        assert_int_equal(bandstand_stransform_apply(plan, 0.5F, x.s), BANDSTAND_OK);
        bandstand_plan_free(plan);
        for (int64_t s = 0; s < BATCH; s++)
            for (int k = 0; k < N; k++) {
                double y = 0;
                for (int j = 0; j < N; j++) y += 0.5 * coefficient(type, j, k) * before.d[batch_at(&l, s, j)];
                const int64_t at = batch_at(&l, s, k);
                if (differs(x.d[at], y, 1e-12) || differs((double)x.s[at], y, 1e-4))
                    fail_msg("type %d, line %d, value %d: %g, not %g", type, (int)s, k, x.d[at], y);
            }
    }
}

static void misuse_is_a_sentence(void **state)
{
    static const int64_t child_first[] = {-1, 2, 0};
    const struct bandstand_layout l = bandstand_contiguous(3, 1);
    struct bandstand_options options = BANDSTAND_OPTIONS;
    struct bandstand_plan *plan, *lines, *rows;
    double x[3] = {0};
    MISUSE(bandstand_dtree_plan(&plan, &l, NULL, NULL, NULL), "parents");
    MISUSE(bandstand_dtree_plan(&plan, &l, child_first, NULL, NULL), "parent");
    MISUSE(bandstand_dtransform_plan(&plan, &l, 77, NULL), "77 is not a type");
    MISUSE(bandstand_dtransform_plan(&plan, &l, -1, NULL), "-1 is not a type");
    options.flags = BANDSTAND_REUSE;
    MISUSE(bandstand_drecurrence_plan(&plan, &l, &options), "flags");
    assert_int_equal(bandstand_dtransform_plan(&lines, &l, BANDSTAND_DCT2, NULL), BANDSTAND_OK);
    assert_int_equal(bandstand_drecurrence_plan(&rows, &l, NULL), BANDSTAND_OK);
    MISUSE(bandstand_dtransform_apply(rows, 1, x), "kind");
    MISUSE(bandstand_dtransform_apply(lines, (double)NAN, x), "factor");
    MISUSE(bandstand_dtransform_apply(lines, 1, NULL), "x is NULL");
    MISUSE(bandstand_drecurrence_solve(rows, (double)INFINITY, 0, NULL, x), "finite");
    MISUSE(bandstand_drecurrence_solve(rows, 1, 0, x + 1, x), "BANDSTAND_SCALED");
    MISUSE(bandstand_drecurrence_solve(lines, 1, 0, NULL, x), "kind");
    bandstand_plan_free(lines), bandstand_plan_free(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_solved),
        cmocka_unit_test(recurrences_are_solved),
        cmocka_unit_test(transforms_are_those_of_their_definitions),
        cmocka_unit_test(misuse_is_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
