/* Backward errors, condition estimates and refinement, which `check` and `refine` add to any tridiagonal method:
 * batches that are cut into chunks, answers that are wrong, numbers at the ends of the range, and the gain by
 * refinement. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include "base/memory.h"
#include "tests/support/tridiag_cases.h"

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed;

static struct plan *plan_of(const char *method, struct shape shape, int threads)
{
    const struct exec exec = exec_host(threads);
    const struct solver *s;
    struct plan *plan;
    assert_int_equal(solver_find(KIND_TRIDIAG, method, HOST, &s), ST_OK);
    if (plan_make(&plan, s, &shape, NULL, &exec) != ST_OK) fail_msg("%s", fail_text());
    return plan;
}

static void solve(const char *method, const struct shape *shape, const struct system *system, int threads)
{
    struct plan *const plan = plan_of(method, *shape, threads);
    if (shape->reuse) assert_int_equal(plan_factor(plan, system), ST_OK);
    assert_int_equal(plan_solve(plan, system), ST_OK);
    plan_free(plan);
}

/* Batches of more systems than a chunk holds, whose number no chunk divides. */
static struct shape large_shape(int k)
{
    enum { N = 61, MANY = 1003 };
    struct shape s = k % 4 == 0   ? shape_contiguous(N, MANY)
                     : k % 4 == 1 ? shape_interleaved(N, MANY)
                     : k % 4 == 2 ? shape_block_interleaved(N, MANY, 24)
                                  : shape_block_interleaved(N, MANY, 391);
    s.tridiag.check = true;
    s.tridiag.cyclic = k / 4 % 2;
    s.tridiag.refine = k / 8 % 2;
    return s;
}

/* Every system of every chunk, with the same bits for any number of threads. */
static void test_chunks(void **state)
{
    static const char *const methods[] = {"thomas_simd", "thomas", "lapack"};
    (void)state;
    for (int k = 0; k < 16; k++) {
        if (!cell_wanted(k / 4, k, 3)) continue;
        const struct shape shape = large_shape(k);
        struct tridiag_problem p = tridiag_problem_make(&shape, false, ROW_DOMINANT, &seed);
        const struct system system = tridiag_problem_system(&p);
        const size_t bytes = (size_t)shape_extent(&shape) * sizeof(real);
        real *const first = malloc(bytes);
        tridiag_problem_right(&p, &seed);
        for (int threads = 1; threads <= 4; threads++) {
            tridiag_problem_reset(&p);
            solve(methods[k % 3], &shape, &system, threads);
            const double residual = tridiag_problem_residual(&p), off = tridiag_problem_misjudged(&p);
            if (!(residual <= 8 && off <= 3) || !tridiag_problem_intact(&p))
                fail_msg("case %d: residual %g eps, backward error off by %g eps", k, residual, off);
            for (int64_t s = 0; s < shape.batch; s++) assert_int_equal(p.info[s], 0);
            if (threads == 1) memcpy(first, p.x.v, bytes);
            assert_memory_equal(first, p.x.v, bytes);
        }
        free(first);
        tridiag_problem_free(&p);
    }
}

/* The copies for a batch that is cut are those of chunks. */
static void test_memory(void **state)
{
    struct shape shape = shape_contiguous(512, 20000);
    (void)state;
    shape.tridiag.check = true;
    struct plan *const plan = plan_of("thomas_simd", shape, 2);
    assert_true((double)plan_bytes(plan) < 0.05 * 512 * 20000 * sizeof(real));
    plan_free(plan);
}

/* One system in four arrays of n values, and the right side. */
struct one {
    int64_t n, info;
    real *a, *b, *c, *d, *x;
    double backward, condition;
    struct outcome outcome;
};

static struct one one_make(int64_t n)
{
    real *const v = calloc(5 * (size_t)n, sizeof *v);
    assert_non_null(v);
    return (struct one){.n = n, .a = v, .b = v + n, .c = v + 2 * n, .d = v + 3 * n, .x = v + 4 * n};
}

static void one_solve(struct one *o, const char *method, bool refine)
{
    struct shape shape = shape_contiguous(o->n, 1);
    shape.tridiag.check = true, shape.tridiag.refine = refine;
    const struct system system = {.kind = KIND_TRIDIAG,
                                  .tridiag = {o->a, o->b, o->c},
                                  .x = o->x,
                                  .info = &o->info,
                                  .backward = &o->backward,
                                  .condition = &o->condition,
                                  .outcome = &o->outcome};
    memcpy(o->x, o->d, (size_t)o->n * sizeof *o->x);
    solve(method, &shape, &system, 1);
}

/* A pivot that is nearly zero: an answer without pivoting is wrong, and reported so; with pivoting it is right. */
static void test_wrong_answers(void **state)
{
    struct one o = one_make(40);
    (void)state;
    for (int64_t i = 0; i < o.n; i++) o.a[i] = o.c[i] = 1, o.b[i] = REAL_EPS / 64, o.d[i] = (real)sin((double)i + 1);
    one_solve(&o, "thomas", false);
    assert_int_equal(o.info, INACCURATE);
    assert_true(o.outcome.info == INACCURATE && o.backward > 256 * (double)REAL_EPS);
    assert_true(o.outcome.backward == o.backward && o.outcome.condition == o.condition);
    one_solve(&o, "lapack", false);
    assert_true(o.info == 0 && o.backward < 8 * (double)REAL_EPS && o.outcome.info == 0);
    assert_true(o.condition >= 1 && o.condition < 1000);
    o.b[7] = o.a[7] = o.c[7] = 0;
    one_solve(&o, "lapack", false);
    assert_true(o.info > 0 && isinf(o.backward) && isinf(o.condition));
    free(o.a);
}

/* Matrix and right side at the ends of the range: every product A x is near the right side, or beyond the range. */
static void test_ends_of_the_range(void **state)
{
    const double most = (double)REAL_MAX, least = (double)REAL_MIN;
    const double scale[][2] = {{most / 4, most / 4}, {most / 4, 1},   {least * 4, 1e-3},   {1e-3, most * 1e-5},
                               {1, least * 16},      {most / 4, 1e2}, {least * 64, least}, {1, 0}};
    struct one o = one_make(23);
    (void)state;
    for (size_t k = 0; k < sizeof scale / sizeof *scale; k++) {
        for (int64_t i = 0; i < o.n; i++) {
            o.a[i] = o.c[i] = (real)(scale[k][0] * 0.2), o.b[i] = (real)(scale[k][0] * 0.5);
            o.d[i] = (real)(scale[k][1] * sin((double)i + 1));
        }
        one_solve(&o, "lapack", false);
        if (o.info || !(o.backward <= 4 * (double)REAL_EPS) || !(o.condition >= 1 && o.condition <= 9.1))
            fail_msg("scales %g, %g: info %lld, backward error %g, condition %g", scale[k][0], scale[k][1],
                     (long long)o.info, o.backward, o.condition);
        one_solve(&o, "lapack", true);
        assert_true(o.info == 0 && o.backward <= 4 * (double)REAL_EPS);
    }
    free(o.a);
}

/* Numbers of few digits, so that the right side of a known x is exact. */
static void fill_exact(struct one *o, real *exact)
{
    for (int64_t i = 0; i < o->n; i++) {
        o->a[i] = i ? (real)(floor(random_unit(&seed) * 512) / 256 - 1) : 0;
        o->b[i] = (real)(floor(random_unit(&seed) * 512) / 256 - 1);
        o->c[i] = i < o->n - 1 ? (real)(floor(random_unit(&seed) * 512) / 256 - 1) : 0;
        exact[i] = (real)floor(random_unit(&seed) * 256);
    }
    for (int64_t i = 0; i < o->n; i++)
        o->d[i] = (i ? o->a[i] * exact[i - 1] : 0) + o->b[i] * exact[i] + (i < o->n - 1 ? o->c[i] * exact[i + 1] : 0);
}

static double error_of(const struct one *o, const real *exact)
{
    double worst = 0, size = 0;
    for (int64_t i = 0; i < o->n; i++) {
        worst = fmax(worst, fabs((double)o->x[i] - (double)exact[i]));
        size = fmax(size, fabs((double)exact[i]));
    }
    return worst / size;
}

/* Random matrices, of which some are nearly singular: x becomes exact to the last digits if the condition leaves any,
 * also for matrices for which elimination in order is inaccurate. */
static void test_refinement(void **state)
{
    struct one o = one_make(200);
    real exact[200];
    double gain = 0;
    (void)state;
    for (int k = 0; k < 200; k++) {
        fill_exact(&o, exact);
        one_solve(&o, "thomas_pivot", false);
        const double plain = error_of(&o, exact), condition = o.condition;
        one_solve(&o, "thomas_pivot", true);
        const double refined = error_of(&o, exact), eps = (double)REAL_EPS;
        if (!(condition * eps < 1e-3)) continue;
        if (!(refined <= eps || refined <= 0.1 * plain))
            fail_msg("condition %g: %g became %g", condition, plain, refined);
        gain = fmax(gain, plain / fmax(refined, eps / 2));
    }
    assert_true(gain > 30);
    free(o.a);
}

/* A plan that refines fills in nothing but x. */
static void test_nothing_asked(void **state)
{
    double backward = -1, condition = -1;
    real b = 2, x = 3, zero = 0;
    int64_t info = -7;
    struct shape shape = shape_contiguous(1, 1);
    const struct system system = {.kind = KIND_TRIDIAG,
                                  .tridiag = {&zero, &b, &zero},
                                  .x = &x,
                                  .info = &info,
                                  .backward = &backward,
                                  .condition = &condition};
    (void)state;
    shape.tridiag.refine = true;
    solve("thomas", &shape, &system, 1);
    assert_true(info == 0 && x == RC(1.5) && backward == -1 && condition == -1);
    shape.tridiag.check = true, x = 3;
    struct system bare = system;
    bare.info = NULL, bare.backward = bare.condition = NULL;
    solve("thomas", &shape, &bare, 1);
    assert_true(x == RC(1.5) && backward == -1 && condition == -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_chunks),        cmocka_unit_test(test_memory),
                                       cmocka_unit_test(test_wrong_answers), cmocka_unit_test(test_ends_of_the_range),
                                       cmocka_unit_test(test_refinement),    cmocka_unit_test(test_nothing_asked)};
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
