/* Plans that check and give back the right sides of systems that they have not solved (tridiag.h, restore): those of
 * elimination without pivoting where a diagonal is 0, and those of singular matrices, among others that are solved. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include "tests/support/tridiag_cases.h"

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed;

static void solve(const char *method, const struct shape *shape, const struct system *system, int threads)
{
    const struct exec exec = exec_host(threads);
    const struct solver *s;
    struct plan *plan;
    assert_int_equal(solver_find(KIND_TRIDIAG, method, HOST, &s), ST_OK);
    if (plan_make(&plan, s, shape, NULL, &exec) != ST_OK) fail_msg("%s", fail_text());
    assert_int_equal(plan_solve(plan, system), ST_OK);
    plan_free(plan);
}

/* Row 1 of some matrices is 0, of others a diagonal that leaves no digits. */
static void spoil(struct tridiag_problem *p)
{
    const struct shape *const s = &p->shape;
    for (int64_t k = 0; k < s->batch; k++) {
        const int64_t at = shape_start(s, k) + s->step;
        if (shape_rows(s, k) < 3) continue;
        if (k % 7 == 0) p->lower.v[at] = p->diag.v[at] = p->upper.v[at] = 0;
        if (k % 7 == 2) p->diag.v[at - s->step] = REAL_MIN;
    }
}

/* Returns how many systems were not solved. */
static int64_t unsolved(const struct tridiag_problem *p, const real *right)
{
    const struct shape *const s = &p->shape;
    int64_t count = 0;
    for (int64_t k = 0; k < s->batch; k++) {
        const int64_t start = shape_start(s, k);
        bool same = true;
        for (int64_t i = 0; i < shape_rows(s, k); i++)
            same &= memcmp(&p->x.v[start + i * s->step], &right[start + i * s->step], sizeof(real)) == 0;
        if (same == info_is_good(p->info[k]))
            fail_msg("system %lld of %lld rows: info %lld, its right side is %s", (long long)k,
                     (long long)shape_rows(s, k), (long long)p->info[k], same ? "there" : "gone");
        count += !info_is_good(p->info[k]);
    }
    return count;
}

static void try_batch(const char *method, struct shape shape, bool varied, enum make matrix)
{
    shape.tridiag.check = shape.tridiag.restore = true;
    struct tridiag_problem p = tridiag_problem_make(&shape, varied, matrix, &seed);
    const struct system system = tridiag_problem_system(&p);
    const size_t bytes = (size_t)shape_extent(&shape) * sizeof(real);
    real *const right = malloc(bytes), *const first = malloc(bytes);
    tridiag_problem_right(&p, &seed);
    spoil(&p);
    for (int threads = 1; threads <= 3; threads++) {
        tridiag_problem_reset(&p);
        memcpy(right, p.x.v, bytes);
        solve(method, &p.shape, &system, threads);
        const int64_t count = unsolved(&p, right);
        if (count * 10 < shape.batch) fail_msg("%s: only %lld systems were not solved", method, (long long)count);
        if (threads == 1) memcpy(first, p.x.v, bytes);
        assert_memory_equal(first, p.x.v, bytes);
    }
    free(first);
    free(right);
    tridiag_problem_free(&p);
}

static void test_restore(void **state)
{
    static const char *const methods[] = {"thomas_simd", "thomas_pivot_simd", "thomas", "lapack"};
    (void)state;
    for (int m = 0; m < 4; m++)
        for (int matrix = 0; matrix < MATRICES; matrix++) {
            try_batch(methods[m], shape_contiguous(61, 1003), matrix == GENERAL, matrix);
            try_batch(methods[m], shape_interleaved(48, 333), false, matrix);
            try_batch(methods[m], shape_block_interleaved(37, 1003, 24), false, matrix);
            try_batch(methods[m], shape_block_interleaved(9, 100, 5), matrix == GENERAL, matrix);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_restore)};
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
