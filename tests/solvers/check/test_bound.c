/* Methods that must prove from their factors that an answer is good (tridiag.h, bound) report no other as good: systems
 * that grow, leave the range of numbers or hold non-finite values, each a single one among systems that do not;
 * backward errors are computed here from the right side that was there before. Where a system is not solved, its right
 * side is back. Every layout, and the same bits for any number of threads. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include "solvers/tridiag/check/check_system.h"
#include "solvers/tridiag/tridiag.h"
#include "tests/support/tridiag_cases.h"

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed;

static const char *const methods[] = {"thomas_simd", "thomas_pivot_simd"};
enum { METHODS = sizeof methods / sizeof *methods };

/* A batch, its right sides, and the answers of one thread. */
struct batch {
    struct tridiag_problem p;
    struct system system;
    size_t bytes;
    real *right, *first;
};

static struct batch batch_make(struct shape shape, bool varied, enum make matrix)
{
    shape.tridiag.check = shape.tridiag.restore = true;
    struct batch b = {.p = tridiag_problem_make(&shape, varied, matrix, &seed)};
    b.bytes = (size_t)shape_extent(&b.p.shape) * sizeof(real);
    b.system = tridiag_problem_system(&b.p);
    b.system.tridiag.bound = true, b.system.backward = b.system.condition = NULL;
    tridiag_problem_right(&b.p, &seed);
    b.right = malloc(b.bytes + 1), b.first = malloc(b.bytes + 1);
    assert_true(b.right && b.first);
    memcpy(b.right, b.p.x.v, b.bytes);
    return b;
}

static void batch_free(struct batch *b)
{
    tridiag_problem_free(&b->p);
    free(b->right);
    free(b->first);
}

static void solve(struct batch *b, const char *method, int threads)
{
    const struct exec exec = exec_host(threads);
    const struct solver *s;
    struct plan *plan;
    memcpy(b->p.x.v, b->right, b->bytes);
    assert_int_equal(solver_find(KIND_TRIDIAG, method, HOST, &s), ST_OK);
    if (plan_make(&plan, s, &b->p.shape, NULL, &exec) != ST_OK) fail_msg("%s", fail_text());
    assert_int_equal(plan_solve(plan, &b->system), ST_OK);
    plan_free(plan);
}

static double backward_of(const struct batch *b, int64_t s)
{
    const struct shape *const shape = &b->p.shape;
    const struct check_system k = {line_of(shape, &b->system, s), b->right + shape_start(shape, s), shape->stride,
                                   false};
    struct check_sizes sizes = {0};
    for (int64_t i = 0; i < k.line.n; i++) check_add(&sizes, check_row_of(&k, i));
    return check_backward(&k, &sizes);
}

static bool is_restored(const struct batch *b, int64_t s)
{
    const struct shape *const shape = &b->p.shape;
    for (int64_t i = 0; i < shape_rows(shape, s); i++) {
        const int64_t at = shape_start(shape, s) + i * shape->stride;
        if (memcmp(b->p.x.v + at, b->right + at, sizeof(real))) return false;
    }
    return true;
}

/* Returns how many systems are solved. */
static int64_t judge(const struct batch *b, const char *what)
{
    int64_t count = 0;
    for (int64_t s = 0; s < b->p.shape.batch; s++) {
        const int64_t info = b->p.info[s];
        const double error = info_is_good(info) ? backward_of(b, s) : 0;
        if (!(error <= BACKWARD_MAX))
            fail_msg("%s: system %lld is called good, backward error %g", what, (long long)s, error);
        if (!info_is_good(info) && !is_restored(b, s))
            fail_msg("%s: info %lld of system %lld, its right side is gone", what, (long long)info, (long long)s);
        count += info_is_good(info);
    }
    return count;
}

/* Returns how many systems are solved, by one thread and by others. */
static int64_t try(struct batch *b, const char *method, const char *layout)
{
    char what[120];
    int64_t count = 0;
    snprintf(what, sizeof what, "%s, %s, %lld rows, %lld systems", method, layout, (long long)b->p.shape.n,
             (long long)b->p.shape.batch);
    for (int threads = 1; threads <= 3; threads++) {
        solve(b, method, threads);
        count = judge(b, what);
        if (threads == 1) memcpy(b->first, b->p.x.v, b->bytes);
        if (memcmp(b->first, b->p.x.v, b->bytes)) fail_msg("%s: other bits by %d threads", what, threads);
    }
    return count;
}

/* All layouts, with matrices as x, and one for all. */
static void test_layouts(void **state)
{
    static const int64_t rows[] = {1, 2, 3, 4, 7, 16, 33, 130}, systems[] = {0, 1, 5, 16, 77, 161};
    (void)state;
    exec_small_work(0);
    for (int m = 0; m < METHODS; m++)
        for (int l = 0; l < LAYOUTS; l++)
            for (int k = 0; k < 8 * 6; k++) {
                struct shape shape = layouts[l].make(rows[k % 8], systems[k / 8]);
                if (!batch_wanted(shape.n, shape.batch)) continue;
                if (k % 5 == 4) shape.matrix = matrix_layout_shared();
                const enum make matrix = k % 5 == 4 ? ROW_DOMINANT : (enum make)(k % GENERAL);
                struct batch b = batch_make(shape, k % 5 == 1, matrix);
                assert_int_equal(try(&b, methods[m], layouts[l].name), b.p.shape.batch);
                assert_true(tridiag_problem_intact(&b.p));
                batch_free(&b);
            }
    exec_small_work(SMALL_WORK);
}

static real *at(const struct batch *b, real *v, int64_t s, int64_t i)
{
    return v + shape_start(&b->p.shape, s) + i * b->p.shape.stride;
}

static void scale(const struct batch *b, real *v, int64_t s, real by)
{
    for (int64_t i = 0; i < b->p.shape.n; i++) *at(b, v, s, i) *= by;
}

/* Changes that spoil a system, in row 5 or in all. */
enum spoiled {
    GROWS,
    PIVOT_OVERFLOWS,
    PIVOT_IS_ZERO,
    X_OVERFLOWS,
    X_UNDERFLOWS,
    ZERO,
    NAN_RIGHT,
    NAN_MATRIX,
    NAN_AND_ZERO,
    ROW_AND_RIGHT_ARE_ZERO,
    SPOILED
};

static void spoil(const struct batch *b, int64_t s, enum spoiled how)
{
    const real most = REAL_MAX * RC(0.9);
    switch (how) {
    case GROWS: *at(b, b->p.lower.v, s, 5) = 0, *at(b, b->p.diag.v, s, 5) = REAL_EPS * REAL_EPS; break;
    case PIVOT_OVERFLOWS: /* h_4 = -1, and u_5 = 1.8 times the largest number */
        *at(b, b->p.lower.v, s, 4) = 0, *at(b, b->p.diag.v, s, 4) = most, *at(b, b->p.upper.v, s, 4) = -most;
        *at(b, b->p.lower.v, s, 5) = *at(b, b->p.diag.v, s, 5) = most, *at(b, b->p.upper.v, s, 5) = 1;
        *at(b, b->right, s, 5) = most / 8;
        break;
    case PIVOT_IS_ZERO: *at(b, b->p.diag.v, s, 5) = *at(b, b->p.lower.v, s, 5) = 0; break;
    case X_OVERFLOWS: /* though no y does */
        for (int64_t i = 0; i < b->p.shape.n; i++) {
            *at(b, b->p.lower.v, s, i) = 0, *at(b, b->p.diag.v, s, i) = 1, *at(b, b->p.upper.v, s, i) = -1;
            *at(b, b->right, s, i) = REAL_MAX / 4;
        }
        break;
    case X_UNDERFLOWS: scale(b, b->right, s, REAL_MIN), scale(b, b->right, s, 4096 * REAL_EPS); break;
    case ZERO: scale(b, b->right, s, 0); break;
    case NAN_RIGHT: *at(b, b->right, s, 5) = (real)NAN; break;
    case NAN_MATRIX: *at(b, b->p.upper.v, s, 5) = (real)NAN; break;
    case NAN_AND_ZERO: scale(b, b->right, s, 0), *at(b, b->p.diag.v, s, 5) = (real)NAN; break;
    case ROW_AND_RIGHT_ARE_ZERO:
        scale(b, b->right, s, 0);
        *at(b, b->p.lower.v, s, 5) = *at(b, b->p.diag.v, s, 5) = *at(b, b->p.upper.v, s, 5) = 0;
        break;
    default: break;
    }
}

/* Systems that are spoiled, each among others, which stay solved: a right side of 0, and small values. A system without
 * an answer is never reported as solved, not even with a right side of 0. */
static void test_spoiled(void **state)
{
    enum { N = 29, MANY = 333, APART = 21 };
    (void)state;
    exec_small_work(0);
    for (int m = 0; m < METHODS; m++)
        for (int l = 0; l < LAYOUTS; l++)
            for (int how = 0; how <= SPOILED; how++) {
                struct batch b = batch_make(layouts[l].make(N, MANY), false, ROW_DOMINANT);
                int64_t count = 0;
                for (int64_t s = l; s < MANY; s += APART, count++)
                    spoil(&b, s, how < SPOILED ? (enum spoiled)how : (enum spoiled)(s / APART % SPOILED));
                const int64_t solved = try(&b, methods[m], layouts[l].name);
                assert_true(solved >= MANY - count);
                if (how == ZERO) assert_int_equal(solved, MANY);
                if (how >= NAN_RIGHT && how < SPOILED) assert_int_equal(solved, MANY - count);
                batch_free(&b);
            }
    exec_small_work(SMALL_WORK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_layouts), cmocka_unit_test(test_spoiled)};
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
