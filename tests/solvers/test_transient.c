/* Chains whose first states are transient: eliminated from the last state on, the first recurrent one leads nowhere, so
 * that elimination has to begin at the first state, where rates are within the range of double and where they are not.
 */
#include "tests/support/sparse_problem.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TRANSIENT = 3, N = 20 };

/* -Q^T of 0 -> 1 -> 2 -> 3 <-> 4 <-> ... <-> N - 1; rate[i]: from i to i + 1, and back. */
static struct matrix *chain(const double up[N], const double down[N])
{
    int64_t start[N + 1] = {0}, count = 0;
    int32_t column[3 * N];
    real value[3 * N];
    struct matrix *a;
    for (int64_t i = 0; i < N; i++) {
        const double back = i > TRANSIENT ? down[i] : 0, out = back + (i < N - 1 ? up[i] : 0);
        if (i > 0) column[count] = (int32_t)i - 1, value[count++] = (real)-up[i - 1];
        column[count] = (int32_t)i, value[count++] = (real)out;
        if (i >= TRANSIENT && i < N - 1) column[count] = (int32_t)i + 1, value[count++] = (real)-down[i + 1];
        start[i + 1] = count;
    }
    assert_int_equal(matrix_make(&a, CSR, N, 1, start, column, value), ST_OK);
    return a;
}

/* Solves, and compares with the products of ratios; `chosen`: by which method. */
static void check(const char *method, const double up[N], const double down[N], const char *chosen)
{
    struct matrix *const a = chain(up, down);
    const struct shape shape = shape_blocktri(STATIONARY, a, NULL, 1);
    struct outcome outcome = {0};
    double should[N] = {0}, sum = should[TRANSIENT] = 1;
    real x[N] = {0};
    struct plan *plan;
    for (int i = TRANSIENT + 1; i < N; i++)
        sum += should[i] = should[i - 1] * (double)(real)up[i - 1] / (double)(real)down[i];
    assert_int_equal(sparse_plan(&plan, method, "", &shape, 1), ST_OK);
    const struct system system = {.kind = KIND_BLOCKTRI, .blocktri = {.matrix = a}, .x = x, .outcome = &outcome};
    if (plan_solve(plan, &system) != ST_OK) fail_msg("%s: %s", method, fail_text());
    if (outcome.info) fail_msg("%s: info %lld", method, (long long)outcome.info);
    if (chosen) assert_string_equal(outcome.chosen, chosen);
    for (int i = 0; i < N; i++)
        if (!(fabs((double)x[i] - should[i] / sum) <= 100 * (double)REAL_EPS * should[i] / sum))
            fail_msg("%s: state %d has %.17g, not %.17g", method, i, (double)x[i], should[i] / sum);
    plan_free(plan);
    matrix_free(a);
}

static void first_states_may_be_transient(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        double up[N], down[N];
        sparse_seed(seed);
        for (int i = 0; i < N; i++) up[i] = 0.5 + sparse_uniform(), down[i] = 0.5 + sparse_uniform();
        check("gth_wide", up, down, NULL);
        check("gth_band", up, down, NULL);
        check("auto", up, down, "gth_band");
    }
}

/* One state has a probability below the least double. */
static void they_may_be_beside_rates_of_any_size(void **state)
{
    double up[N], down[N];
    (void)state;
    if (sizeof(real) == 4) return; /* has no such rates */
    for (int i = 0; i < N; i++) up[i] = 1, down[i] = 2;
    for (int i = 8; i < 10; i++) up[i] = 1e-200, down[i + 1] = 1e200;
    check("gth_wide", up, down, NULL);
    check("auto", up, down, "gth_wide");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(first_states_may_be_transient),
                                       cmocka_unit_test(they_may_be_beside_rates_of_any_size)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
