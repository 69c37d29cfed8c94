/* `partition_pivot` with a matrix that is factored once: every right side is solved as well as without, one or many at
 * a time and by any number of threads with the same bits; singular matrices are reported as without. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include "tests/conformance/pivot_cases.h"
#include "tests/support/tridiag_cases.h"

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 3000, SIDES = 11, EPS_MAX = 64 };

static real a[ROWS], b[ROWS], c[ROWS], d[SIDES * ROWS], x[SIDES * ROWS], other[SIDES * ROWS];
static uint64_t seed;

static struct plan *plan_for(struct shape shape, bool reuse, int threads)
{
    const struct exec exec = exec_host(threads);
    const struct solver *s;
    struct plan *plan;
    shape.reuse = reuse;
    assert_int_equal(solver_find(KIND_TRIDIAG, "partition_pivot", HOST, &s), ST_OK);
    assert_int_equal(plan_make(&plan, s, &shape, NULL, &exec), ST_OK);
    return plan;
}

static struct shape shared_of(int64_t n, int64_t batch)
{
    struct shape shape = shape_contiguous(n, batch);
    shape.matrix = matrix_layout_shared();
    return shape;
}

/* Sizes of one row to several groups of parts, their ends above all. */
static int64_t rows_of(int k)
{
    static const int64_t sizes[] = {1, 2, 255, 256, 511, 512, 513, 640, 1023, 1024, 1025, 2047, 2049, 2500, 3000};
    return k < 15 ? sizes[k] : 1 + (int64_t)(random_unit(&seed) * ROWS);
}

static void draw(enum pivot_kind kind, int64_t n, int64_t batch)
{
    for (int64_t s = 0; s < batch; s++) pivot_draw(kind, n, &seed, a, b, c, d + s * n);
}

static void solve(struct plan *plan, real *out, int64_t *info)
{
    const struct shape *const shape = &plan->shape;
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {a, b, c}, .x = out, .info = info};
    if (shape->reuse) assert_int_equal(plan_factor(plan, &system), ST_OK);
    memcpy(out, d, (size_t)(shape->n * shape->batch) * sizeof *d);
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    plan_free(plan);
}

/* Kept factors may answer a system that a new elimination gives up. */
static void test_as_well_as_without(void **state)
{
    (void)state;
    int64_t info[SIDES], without[SIDES];
    for (int k = 0; k < 40 * PIVOT_KINDS; k++) {
        const enum pivot_kind kind = (enum pivot_kind)(k % PIVOT_KINDS);
        const int64_t n = rows_of(k / PIVOT_KINDS), batch = 1 + k % SIDES;
        draw(kind, n, batch);
        solve(plan_for(shared_of(n, batch), true, 1), x, info);
        solve(plan_for(shared_of(n, batch), false, 1), other, without);
        for (int64_t s = 0; s < batch; s++) {
            const double kept = pivot_residual(n, a, b, c, d + s * n, x + s * n) / (double)REAL_EPS;
            const double fresh = pivot_residual(n, a, b, c, d + s * n, other + s * n) / (double)REAL_EPS;
            if (without[s] > 0 || (info[s] <= 0 && (kept <= EPS_MAX || kept <= 8 * fresh))) continue;
            if (info[s] > 0 && (kind == PIVOT_EXTREME || kind == PIVOT_HUGE)) continue;
            fail_msg("%s, %lld rows, right side %lld of %lld: info %lld, residual %.3g eps; without %lld, %.3g",
                     pivot_kinds[kind], (long long)n, (long long)s, (long long)batch, (long long)info[s], kept,
                     (long long)without[s], fresh);
        }
    }
}

/* Right sides among others have the bits of one by itself; so have those of any number of threads. */
static void test_same_bits(void **state)
{
    (void)state;
    int64_t info[SIDES], one[SIDES];
    for (int k = 0; k < 10 * PIVOT_KINDS; k++) {
        const enum pivot_kind kind = (enum pivot_kind)(k % PIVOT_KINDS);
        const int64_t n = rows_of(4 + k / PIVOT_KINDS), batch = 1 + k % SIDES;
        draw(kind, n, batch);
        solve(plan_for(shared_of(n, batch), true, 1), x, info);
        for (int threads = 2; threads <= 16; threads += 7) {
            solve(plan_for(shared_of(n, batch), true, threads), other, one);
            assert_memory_equal(x, other, (size_t)(n * batch) * sizeof *x);
            assert_memory_equal(info, one, (size_t)batch * sizeof *info);
        }
        for (int64_t s = 0; s < batch; s++) {
            memmove(d, d + (s > 0) * n, (size_t)((batch - (s > 0)) * n) * sizeof *d);
            solve(plan_for(shared_of(n, 1), true, 1), other, one);
            assert_memory_equal(x + s * n, other, (size_t)n * sizeof *x);
            assert_int_equal(info[s], one[0]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_as_well_as_without), cmocka_unit_test(test_same_bits)};
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
