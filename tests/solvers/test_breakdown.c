/* Iterations that cannot continue, or have nothing to do: guesses, breakdowns, singular and trivial systems; incomplete
 * factors, and the methods on the device. */
#include "tests/support/sparse_problem.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config/config.h"
#include "base/device/device.h"
#include "base/memory.h"
#include "solvers/sparse/krylov/preconditioner.h"

static const double tolerance = sizeof(real) == sizeof(double) ? 1e-10 : 1e-5;

/* A guess near the answer is worth something. */
static void test_guess(void **state)
{
    const struct cloud q = sparse_cloud(PRESET_TABLE2, 8, 20, 0.5);
    struct sparse_problem p = sparse_problem_of(sparse_chain(&q, 0), STATIONARY, 0);
    real x[160];
    (void)state;
    const struct outcome cold = sparse_solve(&p, p.a, "bicgstab", "", 1, x);
    memcpy(p.b, x, sizeof x);
    const struct outcome warm = sparse_solve(&p, p.a, "bicgstab", "", 1, x);
    assert_true(cold.iterations > 20 && warm.iterations <= 2 && warm.info == 0);
    sparse_problem_free(&p);
}

/* It solves symmetric positive definite systems, not chains, and reports this; x is a distribution all the same. */
static void test_cg(void **state)
{
    static const char *const texts[] = {"", BLOCKS, FACTORS};
    const struct cloud q = sparse_cloud(PRESET_TABLE2, 16, 20, 0.5);
    struct sparse_problem definite = sparse_problem_of(sparse_random(300, 20, true), LINEAR, 0);
    struct sparse_problem chain = sparse_problem_of(sparse_chain(&q, 0), STATIONARY, 0);
    real x[320];
    (void)state;
    for (int k = 0; k < 2; k++) sparse_check(&definite, CSR, &(struct sparse_method){"cg", texts[k], false, false});
    for (int k = 0; k < 2; k++) {
        const struct outcome o = sparse_solve(&chain, chain.a, "cg", texts[k], 1, x);
        double sum = 0;
        for (int64_t i = 0; i < chain.n; i++) sum += (double)x[i] * (x[i] >= 0);
        assert_int_equal(o.info, NOT_CONVERGED);
        assert_true(o.residual > tolerance && o.iterations < 10000 && fabs(sum - 1) < 1e-5);
        assert_true(fabs(sparse_residual(&chain, x) / o.residual - 1) < 1e-3);
    }
    sparse_problem_free(&definite);
    sparse_problem_free(&chain);
}

static struct matrix *two_by_two(real a, real b, real c, real d)
{
    const int64_t start[] = {0, 2, 4};
    const int32_t column[] = {0, 1, 0, 1};
    const real value[] = {a, b, c, d};
    struct matrix *m;
    assert_int_equal(matrix_make(&m, CSR, 2, 2, start, column, value), ST_OK);
    return m;
}

/* A rotation by a right angle: r.A r = 0 at once. Minimal residuals need two steps. */
static void test_breakdown(void **state)
{
    static const char *const failing[] = {"cg", "bicgstab"};
    struct sparse_problem p = sparse_problem_of(two_by_two(0, 1, -1, 0), LINEAR, 0);
    real x[2];
    (void)state;
    for (int k = 0; k < 2; k++) {
        const struct outcome o = sparse_solve(&p, p.a, failing[k], "", 1, x);
        assert_true(o.info == NOT_CONVERGED && o.residual >= 0.9 && isfinite(x[0]) && isfinite(x[1]));
    }
    const struct outcome o = sparse_solve(&p, p.a, "gmres", "", 1, x);
    assert_true(o.info == 0 && o.iterations == 2 && sparse_error(&p, x) < 10 * (double)REAL_EPS);
    sparse_problem_free(&p);
}

/* Neither a solution nor a claim of one. */
static void test_singular(void **state)
{
    struct sparse_problem p = {LINEAR,
                               2,
                               2,
                               0,
                               calloc(4, sizeof *p.dense),
                               calloc(2, sizeof *p.x),
                               calloc(2, sizeof *p.b),
                               two_by_two(1, 2, 0, 0)};
    real x[2];
    (void)state;
    p.b[1] = 1;
    for (size_t k = 0; k < SPARSE_METHODS; k++) {
        if (sparse_methods[k].stationary_only || !sparse_is_here(sparse_methods[k].method)) continue;
        const struct outcome o = sparse_solve(&p, p.a, sparse_methods[k].method, sparse_methods[k].text, 1, x);
        if (o.info == 0) fail_msg("%s {%s} solved it", sparse_methods[k].method, sparse_methods[k].text);
        if (sparse_methods[k].direct && !(o.info > 0 && !isfinite(x[0])))
            fail_msg("%s: info %lld", sparse_methods[k].method, (long long)o.info);
    }
    sparse_problem_free(&p);
}

/* A right side of zeros, and a chain of one state. */
static void test_trivial(void **state)
{
    const int64_t start[] = {0, 1};
    const int32_t column[] = {0};
    const real zero[] = {0};
    struct sparse_problem p = sparse_problem_of(sparse_random(30, 5, false), LINEAR, 0), one = {STATIONARY, 1, 1, 0};
    real x[30];
    (void)state;
    assert_int_equal(matrix_make(&one.a, CSR, 1, 1, start, column, zero), ST_OK);
    one.b = calloc(1, sizeof *one.b);
    memset(p.b, 0, sizeof x);
    for (size_t k = 0; k < SPARSE_METHODS; k++) {
        if (!sparse_is_here(sparse_methods[k].method)) continue;
        if (!sparse_methods[k].stationary_only) {
            const struct outcome o = sparse_solve(&p, p.a, sparse_methods[k].method, sparse_methods[k].text, 1, x);
            assert_true(o.info == 0 && o.residual == 0 && x[0] == 0 && x[29] == 0);
        }
        const struct outcome o = sparse_solve(&one, one.a, sparse_methods[k].method, sparse_methods[k].text, 1, x);
        assert_true(o.info == 0 && o.residual == 0 && x[0] == 1);
    }
    sparse_problem_free(&p);
    sparse_problem_free(&one);
}

/* Without thresholds ILUT is elimination; with them rows are as short as the options require. */
static void test_ilut(void **state)
{
    struct sparse_problem p = sparse_problem_of(sparse_random(90, 9, false), LINEAR, 0);
    const struct shape shape = shape_blocktri(LINEAR, p.a, NULL, p.n - 1);
    static const int64_t fills[] = {90, 3, 1};
    real x[90];
    (void)state;
    for (int k = 0; k < 3; k++) {
        const struct preconditioner_options o = {.which = 2, .drop = k ? 1e-2 : 0, .fill = fills[k]};
        struct workspace workspace = {0};
        void *memory;
        pinned_of(&shape, p.a, PIN_AUTO, 1, &workspace);
        preconditioner_of(&shape, &o, NULL, &workspace);
        assert_int_equal(mem_alloc(&memory, HOST, workspace.used), ST_OK);
        workspace = (struct workspace){memory, 0};
        struct pinned a = pinned_of(&shape, p.a, PIN_AUTO, 1, &workspace);
        struct preconditioner m = preconditioner_of(&shape, &o, NULL, &workspace);
        pinned_fill(&a);
        assert_int_equal(preconditioner_factor(&m, &a, m.band), ST_OK);
        preconditioner_solve(&m, p.b, x);
        if (k == 0) assert_true(sparse_error(&p, x) < 100 * (double)REAL_EPS);
        else assert_true(sparse_error(&p, x) > 1e-6 && sparse_error(&p, x) < 0.9);
        for (int64_t i = 0; i < p.n; i++) {
            const int64_t left = m.ilut.middle[i] - m.ilut.start[i], right = m.ilut.start[i + 1] - m.ilut.middle[i];
            assert_true(left <= fills[k] && right <= fills[k]);
        }
        mem_free(memory);
    }
    sparse_problem_free(&p);
}

/* Two states that alternate: without a chance to stay, x does so too. */
static void test_power(void **state)
{
    struct sparse_problem p = sparse_problem_of(two_by_two(1, -1, -1, 1), STATIONARY, 0);
    real x[2];
    (void)state;
    p.b[0] = 1;
    const struct outcome turns = sparse_solve(&p, p.a, "power", "factor = 1.0; iterations_max = 1000;", 1, x);
    assert_true(turns.info == NOT_CONVERGED && turns.iterations == 1000 && x[0] == 1 && x[1] == 0);
    const struct outcome stays = sparse_solve(&p, p.a, "power", "factor = 1.5;", 1, x);
    assert_true(stays.info == 0 && fabs((double)x[0] - 0.5) < 1e-5);
    sparse_problem_free(&p);
}

/* The method on the device finds the result of the host. */
static void check_device(const struct sparse_problem *p, const char *method, const char *text)
{
    const struct shape shape = shape_blocktri(p->question, p->a, NULL, p->n - 1);
    const int64_t bytes = p->n * (int64_t)sizeof(real);
    real *const x = malloc((size_t)bytes), *there;
    struct outcome outcome = {.info = 12345};
    const struct solver *s;
    struct config *config;
    struct exec exec;
    struct plan *plan;
    assert_int_equal(device_exec(&exec, 1), ST_OK);
    assert_int_equal(solver_find(KIND_BLOCKTRI, method, DEVICE, &s), ST_OK);
    void *const values = calloc(1, s->options_bytes);
    assert_int_equal(config_parse(&config, method, text), ST_OK);
    assert_int_equal(section_read(config, config_root(config), s->options, values), ST_OK);
    if (plan_make(&plan, s, &shape, values, &exec) != ST_OK) fail_msg("%s", fail_text());
    assert_int_equal(mem_alloc(&there, DEVICE, bytes), ST_OK);
    device_copy(there, DEVICE, p->b, HOST, bytes, &exec);
    const struct system system = {
        .kind = KIND_BLOCKTRI, .blocktri = {.matrix = p->a, .shift = p->shift}, .x = there, .outcome = &outcome};
    if (plan_solve(plan, &system) != ST_OK) fail_msg("%s", fail_text());
    device_copy(x, HOST, there, DEVICE, bytes, &exec);
    const double found = sparse_residual(p, x);
    if (outcome.info != 0 || !(found <= 1.01 * tolerance + 8 * (double)REAL_EPS) ||
        !(sparse_error(p, x) <= 1e4 * tolerance))
        fail_msg("%s {%s}, question %d, n %lld: info %lld, residual %.3g", method, text, p->question, (long long)p->n,
                 (long long)outcome.info, found);
    mem_free(there);
    plan_free(plan);
    config_free(config);
    device_exec_end(&exec);
    free(values);
    free(x);
}

static void test_device(void **state)
{
    static const struct sparse_method few[] = {
        {"bicgstab", ""}, {"bicgstab", BLOCKS}, {"gmres", ""}, {"gmres", BLOCKS}};
    const struct cloud q = sparse_cloud(PRESET_TABLE2, 16, 8, 0.5);
    (void)state;
    if (device_ready() != ST_OK) skip(); /* its name says why */
    struct sparse_problem problems[] = {sparse_problem_of(sparse_chain(&q, 0), STATIONARY, 0),
                                        sparse_problem_of(sparse_chain(&q, 0.5), SHIFTED, 0.5),
                                        sparse_problem_of(sparse_random(60, 3, false), LINEAR, 0),
                                        sparse_problem_of(sparse_random(60, 6, true), LINEAR, 0)};
    for (int k = 0; k < 4; k++)
        for (int w = 0; w < 4; w++) check_device(&problems[k], few[w].method, few[w].text);
    check_device(&problems[3], "cg", "");
    check_device(&problems[3], "cg", BLOCKS);
    for (int k = 0; k < 4; k++) sparse_problem_free(&problems[k]);
}

int main(void)
{
    struct CMUnitTest tests[] = {
        cmocka_unit_test(test_device),    cmocka_unit_test(test_guess),    cmocka_unit_test(test_cg),
        cmocka_unit_test(test_breakdown), cmocka_unit_test(test_singular), cmocka_unit_test(test_trivial),
        cmocka_unit_test(test_ilut),      cmocka_unit_test(test_power),
    };
    char why[256];
    if (device_ready() != ST_OK) {
        snprintf(why, sizeof why, "%s", fail_text());
        tests[0].name = why;
    }
    printf("# %s\n", REAL_NAME);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
