/* Methods for sparse systems that need a regular matrix, on chains and linear systems, on many threads and in parallel:
 * against dense elimination in long double, without subtraction for chains. */
#include "tests/support/sparse_problem.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/sparse/vectors.h"
#include "tests/support/tridiag_cases.h"

static void check_all(struct sparse_problem p)
{
    for (size_t k = 0; k < SPARSE_METHODS; k++)
        if (sparse_is_here(sparse_methods[k].method) &&
            (!sparse_methods[k].stationary_only || p.question == STATIONARY))
            sparse_check(&p, (enum format)(k % FORMAT_COUNT), &sparse_methods[k]);
    sparse_problem_free(&p);
}

static void test_chains(void **state)
{
    (void)state;
    for (int preset = PRESET_TABLE2; preset < PRESET_EQ8_CLOSED; preset++)
        for (int64_t k = 8; k <= 16; k += 8) {
            if (!cell_wanted(preset, k / 8, 2)) continue;
            const struct cloud q = sparse_cloud((enum cloud_preset)preset, k, 20, 0.5);
            check_all(sparse_problem_of(sparse_chain(&q, 0), STATIONARY, 0));
            check_all(sparse_problem_of(sparse_chain(&q, 0.5), SHIFTED, 0.5));
        }
}

static void test_linear(void **state)
{
    static const int64_t sizes[][2] = {{1, 1}, {2, 1}, {2, 2}, {7, 7}, {40, 1}, {60, 3}, {96, 16}, {150, 50}};
    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        check_all(sparse_problem_of(sparse_random(sizes[k][0], sizes[k][1], false), LINEAR, 0));
}

/* Chunks for more than one thread. */
static void test_threads(void **state)
{
    const struct cloud q = sparse_cloud(PRESET_TABLE2, 16, 300, 0.5);
    struct sparse_problem p = {.question = STATIONARY, .a = sparse_chain(&q, 0)};
    static const struct sparse_method few[] = {{"cg", "pin = 2400; iterations_max = 5;"},
                                               {"bicgstab", "pin = 2400; iterations_max = 10;" BLOCKS},
                                               {"bicgstab", "pin = 2400; iterations_max = 4;" FACTORS},
                                               {"gmres", "pin = 2400; iterations_max = 7; restart = 4;"},
                                               {"power", "iterations_max = 5;"},
                                               {"block_thomas", "pin = 2400;"}};
    p.n = p.a->n;
    p.b = calloc((size_t)p.n, sizeof *p.b);
    real *const x = malloc((size_t)p.n * sizeof *x), *const again = malloc((size_t)p.n * sizeof *x);
    (void)state;
    for (size_t k = 0; k < sizeof few / sizeof *few; k++) {
        if (!sparse_is_here(few[k].method)) continue;
        const struct outcome one = sparse_solve(&p, p.a, few[k].method, few[k].text, 1, x);
        for (int threads = 2; threads <= 8; threads += 3) {
            const struct outcome o = sparse_solve(&p, p.a, few[k].method, few[k].text, threads, again);
            if (memcmp(x, again, (size_t)p.n * sizeof *x) || o.residual != one.residual)
                fail_msg("%s {%s}: other bits by %d threads", few[k].method, few[k].text, threads);
        }
    }
    free(x);
    free(again);
    sparse_problem_free(&p);
}

/* Systems in parallel, each on one thread: several threads call LAPACK, and libraries built on it, at once. */
static void test_side_by_side(void **state)
{
    enum { TEAM = 4, TIMES = 8 };
    static const char *const methods[][2] = {
        {"block_thomas", ""}, {"sparse_qr", ""}, {"sparse_lu", "library = \"umfpack\";"}};
    struct sparse_problem p = {.question = LINEAR, .a = sparse_random(960, 48, false)};
    struct shape shape = shape_blocktri(p.question, p.a, NULL, p.a->n - 1);
    const size_t bytes = (size_t)p.a->n * sizeof(real);
    (void)state;
    p.n = p.a->n;
    p.b = malloc(bytes);
    real *const x = malloc((TEAM + 1) * bytes);
    for (int64_t i = 0; i < p.n; i++) p.b[i] = (real)(sparse_uniform() - 0.5);
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        struct plan *plan[TEAM];
        struct outcome outcome[TEAM];
        int64_t wrong = 0;
        if (!sparse_is_here(methods[m][0])) continue;
        for (int t = 0; t < TEAM; t++)
            assert_int_equal(sparse_plan(&plan[t], methods[m][0], methods[m][1], &shape, 1), ST_OK);
#pragma omp parallel for num_threads(TEAM) reduction(+ : wrong)
        for (int t = -1; t < TEAM; t++) {
            real *const own = x + (t + 1) * p.n;
            for (int k = 0; t >= 0 && k < TIMES; k++) {
                const struct system system = {
                    .kind = KIND_BLOCKTRI, .blocktri = {.matrix = p.a}, .x = own, .outcome = &outcome[t]};
                memcpy(own, p.b, bytes);
                wrong += plan_solve(plan[t], &system) != ST_OK || outcome[t].info != 0;
                if (k == 0 && t == 0) memcpy(x, own, bytes);
            }
        }
        for (int t = 0; t < TEAM; t++) wrong += memcmp(x, x + (t + 1) * p.n, bytes) != 0;
        if (wrong) fail_msg("%s: %lld solutions differ", methods[m][0], (long long)wrong);
        for (int t = 0; t < TEAM; t++) plan_free(plan[t]);
    }
    free(x);
    sparse_problem_free(&p);
}

/* Sums by chunks: more than one, the last one short. */
static void test_vectors(void **state)
{
    enum { N = 3 * CHUNK_MIN + 5 };
    static real x[N], y[N];
    exact sum = 0, dot = 0, norm = 0;
    (void)state;
    for (int i = 0; i < N; i++) {
        x[i] = (real)(sparse_uniform() - 0.5), y[i] = (real)(sparse_uniform() - 0.5);
        sum += (exact)x[i], norm += fabsl((exact)x[i]), dot += (exact)x[i] * (exact)y[i];
    }
    const struct vectors one = {N, exec_host(1), NULL};
    assert_true(fabsl((exact)vector_sum(&one, x) - sum) <= 1e-13L * norm);
    assert_true(fabsl((exact)vector_norm1(&one, x) - norm) <= 1e-13L * norm);
    assert_true(fabsl((exact)vector_dot(&one, x, y) - dot) <= 1e-13L * norm);
    for (int threads = 2; threads <= 8; threads++) {
        const struct vectors more = {N, exec_host(threads), NULL};
        assert_true(vector_sum(&more, x) == vector_sum(&one, x));
        assert_true(vector_dot(&more, x, y) == vector_dot(&one, x, y));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors), cmocka_unit_test(test_chains),       cmocka_unit_test(test_linear),
        cmocka_unit_test(test_threads), cmocka_unit_test(test_side_by_side),
    };
    printf("# %s\n", REAL_NAME);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
