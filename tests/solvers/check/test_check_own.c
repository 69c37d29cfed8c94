/* Methods that check their answers in the sweeps of a solve (CHECKS): backward errors are those of the x that they
 * give, computed here row by row from the right side that was there before; condition estimates are those of another
 * method, which a plan checks from outside. Every layout, matrices of all forms, the ends of the range, and right sides
 * that are given back (tridiag.h, restore) of systems that are not solved: those of elimination without pivoting where
 * a diagonal is 0, and those of singular matrices. */
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

static struct plan *plan_of(const char *method, const struct shape *shape, int threads)
{
    const struct exec exec = exec_host(threads);
    const struct solver *s;
    struct plan *plan;
    assert_int_equal(solver_find(KIND_TRIDIAG, method, HOST, &s), ST_OK);
    if (plan_make(&plan, s, shape, NULL, &exec) != ST_OK) fail_msg("%s", fail_text());
    return plan;
}

static void solve(const char *method, const struct shape *shape, const struct system *system, int threads)
{
    struct plan *const plan = plan_of(method, shape, threads);
    assert_int_equal(plan_solve(plan, system), ST_OK);
    plan_free(plan);
}

/* A batch, and the right side before it is solved. */
struct batch {
    struct tridiag_problem p;
    struct system system;
    real *right, *shift;
    struct outcome outcome;
};

static struct batch batch_make(struct shape shape, bool varied, enum make matrix)
{
    shape.tridiag.check = true;
    struct batch b = {.p = tridiag_problem_make(&shape, varied, matrix, &seed)};
    b.system = tridiag_problem_system(&b.p);
    tridiag_problem_right(&b.p, &seed);
    b.right = malloc((size_t)shape_extent(&b.p.shape) * sizeof(real) + 1);
    b.shift = calloc((size_t)shape.batch + 1, sizeof *b.shift);
    assert_true(b.right && b.shift);
    memcpy(b.right, b.p.x.v, (size_t)shape_extent(&b.p.shape) * sizeof(real));
    for (int64_t s = 0; s < shape.batch; s++) b.shift[s] = (real)(random_unit(&seed) / 256);
    b.system.tridiag.shift = b.shift;
    return b;
}

static void batch_free(struct batch *b)
{
    tridiag_problem_free(&b->p);
    free(b->right);
    free(b->shift);
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

/* Residuals in working precision are off by 1.5 eps at most, as those here are in double. */
static void compare(const struct batch *b, const char *what)
{
    const double eps = (double)REAL_EPS;
    double worst = 0;
    for (int64_t s = 0; s < b->p.shape.batch; s++) {
        const double expected = backward_of(b, s), found = b->p.backward[s], info = (double)b->p.info[s];
        worst = fmax(worst, found);
        if (!(fabs(found - expected) <= 3 * eps + 1e-3 * expected) && !(isinf(found) && isinf(expected)))
            fail_msg("%s: backward error of system %lld: %g, not %g", what, (long long)s, found, expected);
        if (expected > 300 * eps ? info == 0 : expected < 200 * eps && info != 0)
            fail_msg("%s: info %g of system %lld, backward error %g", what, info, (long long)s, expected);
    }
    assert_true(b->p.shape.batch == 0 || worst == b->outcome.backward);
}

/* Bounds of the condition number as `thomas`, checked from outside, has them. */
static void compare_conditions(struct batch *b, const char *what)
{
    const int64_t batch = b->p.shape.batch;
    double *const found = malloc((size_t)batch * sizeof *found + 1);
    assert_non_null(found);
    memcpy(found, b->p.condition, (size_t)batch * sizeof *found);
    tridiag_problem_reset(&b->p);
    solve("thomas", &b->p.shape, &b->system, 1);
    for (int64_t s = 0; s < batch; s++)
        if (!(fabs(found[s] - b->p.condition[s]) <= 64 * (double)REAL_EPS * found[s] * found[s]))
            fail_msg("%s: condition of system %lld: %g, not %g", what, (long long)s, found[s], b->p.condition[s]);
    free(found);
}

static void try_batch(const char *method, struct shape shape, bool varied, enum make matrix, const char *layout)
{
    char what[120];
    snprintf(what, sizeof what, "%s, %s, %lld rows, %lld systems, matrix %d%s", method, layout, (long long)shape.n,
             (long long)shape.batch, matrix, shape.tridiag.shifted ? ", shifted" : "");
    struct batch b = batch_make(shape, varied, matrix);
    for (int probed = 0; probed < 2; probed++) {
        double *const condition = b.p.condition;
        b.system.outcome = &b.outcome, b.system.condition = probed ? condition : NULL;
        tridiag_problem_reset(&b.p);
        solve(method, &b.p.shape, &b.system, 1 + probed);
        compare(&b, what);
        if (!tridiag_problem_intact(&b.p)) fail_msg("%s: more is written than x", what);
        b.system.outcome = NULL;
        if (probed && matrix != GENERAL) compare_conditions(&b, what);
    }
    batch_free(&b);
}

/* All layouts, with matrices as x, one for all, shifted or not. */
static void test_layouts(void **state)
{
    static const int64_t rows[] = {1, 2, 3, 4, 7, 16, 33, 130}, systems[] = {0, 1, 5, 16, 77, 161};
    (void)state;
    for (int m = 0; m < METHODS; m++)
        for (int l = 0; l < LAYOUTS; l++)
            for (int k = 0; k < 8 * 6; k++) {
                struct shape shape = layouts[l].make(rows[k % 8], systems[k / 8]);
                if (!batch_wanted(shape.n, shape.batch)) continue;
                const bool varied = k % 3 == 1;
                try_batch(methods[m], shape, varied, (enum make)(k % MATRICES), layouts[l].name);
                shape.tridiag.shifted = true;
                try_batch(methods[m], shape, varied, ROW_DOMINANT, layouts[l].name);
                if (varied) continue;
                shape.matrix = matrix_layout_shared();
                try_batch(methods[m], shape, false, ROW_DOMINANT, "one matrix");
                shape.tridiag.shifted = false;
                try_batch(methods[m], shape, false, ROW_DOMINANT, "one matrix");
            }
}

static void scale(const struct shape *shape, real *v, int64_t s, int exponent)
{
    real *const at = v + shape_start(shape, s);
    for (int64_t i = 0; i < shape_rows(shape, s); i++) at[i * shape->stride] *= (real)ldexp(1, exponent);
}

/* Systems whose residuals are below the least number or beyond the largest, next to others; and some that hold
 * non-finite values. */
static void test_ends_of_the_range(void **state)
{
    static const int matrix[] = {0, 60, -60, 0, 0, 100, -100}, right[] = {0, 60, -60, 115, -115, 20, -20};
    const int times = sizeof(real) == 8 ? 8 : 1;
    (void)state;
    for (int m = 0; m < METHODS; m++)
        for (int l = 0; l < LAYOUTS; l++) {
            if (!cell_wanted(m, l, 2)) continue;
            struct batch b = batch_make(layouts[l].make(29, 77), false, ROW_DOMINANT);
            for (int64_t s = 0; s < 77; s++) {
                const int by_matrix = times * matrix[s % 7], by_right = times * right[s % 7];
                scale(&b.p.shape, b.p.lower.v, s, by_matrix), scale(&b.p.shape, b.p.diag.v, s, by_matrix);
                scale(&b.p.shape, b.p.upper.v, s, by_matrix), scale(&b.p.shape, b.right, s, by_right);
                real *const rows = s % 3 ? b.p.diag.v : b.right;
                if (s % 19 == 5)
                    rows[shape_start(&b.p.shape, s) + 7 * b.p.shape.stride] = (real)(s % 2 ? NAN : INFINITY);
            }
            memcpy(b.p.x.v, b.right, (size_t)shape_extent(&b.p.shape) * sizeof(real));
            b.system.outcome = &b.outcome;
            solve(methods[m], &b.p.shape, &b.system, 2);
            compare(&b, layouts[l].name);
            for (int64_t s = 5; s < 77; s += 19) assert_true(isinf(b.p.backward[s]) && b.p.info[s]);
            batch_free(&b);
        }
}

/* Cyclic systems and refinement are left to plans around them, and so are factors that are kept. */
static void test_others(void **state)
{
    (void)state;
    for (int m = 0; m < METHODS; m++)
        for (int k = 0; k < 3; k++) {
            struct shape shape = shape_interleaved(40, 50);
            shape.tridiag.cyclic = k == 0, shape.tridiag.refine = k == 1, shape.reuse = k == 2;
            struct batch b = batch_make(shape, false, ROW_DOMINANT);
            struct plan *const plan = plan_of(methods[m], &b.p.shape, 2);
            assert_non_null(plan->wrapper);
            if (shape.reuse) assert_int_equal(plan_factor(plan, &b.system), ST_OK);
            assert_int_equal(plan_solve(plan, &b.system), ST_OK);
            assert_true(tridiag_problem_misjudged(&b.p) <= 3 && tridiag_problem_residual(&b.p) <= 8);
            plan_free(plan);
            struct shape own = shape_interleaved(40, 50);
            own.tridiag.check = true;
            struct plan *const alone = plan_of(methods[m], &own, 2);
            assert_null(alone->wrapper);
            plan_free(alone);
            batch_free(&b);
        }
}

/* Row 1 of some matrices is 0, of others a diagonal that leaves no digits. */
static void spoil(struct tridiag_problem *p)
{
    const struct shape *const s = &p->shape;
    for (int64_t k = 0; k < s->batch; k++) {
        const int64_t at = shape_start(s, k) + s->stride;
        if (shape_rows(s, k) < 3) continue;
        if (k % 7 == 0) p->lower.v[at] = p->diag.v[at] = p->upper.v[at] = 0;
        if (k % 7 == 2) p->diag.v[at - s->stride] = REAL_MIN;
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
            same &= memcmp(&p->x.v[start + i * s->stride], &right[start + i * s->stride], sizeof(real)) == 0;
        if (same == info_is_good(p->info[k]))
            fail_msg("system %lld of %lld rows: info %lld, its right side is %s", (long long)k,
                     (long long)shape_rows(s, k), (long long)p->info[k], same ? "there" : "gone");
        count += !info_is_good(p->info[k]);
    }
    return count;
}

static void try_restore(const char *method, struct shape shape, bool varied, enum make matrix)
{
    shape.tridiag.check = shape.tridiag.restore = true;
    struct tridiag_problem p = tridiag_problem_make(&shape, varied, matrix, &seed);
    const struct system system = tridiag_problem_system(&p);
    const size_t bytes = (size_t)shape_extent(&p.shape) * sizeof(real);
    real *const right = malloc(bytes), *const first = malloc(bytes);
    tridiag_problem_right(&p, &seed);
    spoil(&p);
    for (int threads = 1; threads <= 3; threads++) {
        tridiag_problem_reset(&p);
        memcpy(right, p.x.v, bytes);
        solve(method, &p.shape, &system, threads);
        const int64_t count = unsolved(&p, right);
        if (count * 20 < shape.batch) fail_msg("%s: only %lld systems were not solved", method, (long long)count);
        if (threads == 1) memcpy(first, p.x.v, bytes);
        assert_memory_equal(first, p.x.v, bytes);
    }
    free(first);
    free(right);
    tridiag_problem_free(&p);
}

static void test_restore(void **state)
{
    static const char *const all[] = {"thomas_simd", "thomas_pivot_simd", "thomas", "lapack"};
    (void)state;
    for (int m = 0; m < 4; m++)
        for (int matrix = 0; matrix < MATRICES; matrix++) {
            try_restore(all[m], shape_contiguous(61, 1003), matrix == GENERAL, matrix);
            try_restore(all[m], shape_interleaved(48, 333), false, matrix);
            try_restore(all[m], shape_block_interleaved(37, 1003, 24), false, matrix);
            try_restore(all[m], shape_block_interleaved(9, 100, 5), matrix == GENERAL, matrix);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_layouts), cmocka_unit_test(test_ends_of_the_range),
                                       cmocka_unit_test(test_others), cmocka_unit_test(test_restore)};
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
