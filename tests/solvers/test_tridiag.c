/* Properties only of methods for tridiagonal systems: rows without pivot, right sides that are not finite, arrays woven
 * into one vector. METHOD in the environment tries one method only. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include "base/device/device.h"
#include "base/memory.h"
#include "tests/conformance/tridiag_trial.h"
#include "tests/support/device_copy.h"

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed;

/* The default options of a method; the caller frees them. NULL: it has none. */
static void *defaults_of(const struct solver *solver)
{
    const struct tridiag_trial t = tridiag_accepted(solver, 9, 3);
    const struct shape shape = tridiag_shape(&t);
    const struct exec exec = tridiag_exec(solver, 1);
    struct plan *plan;
    if (!solver->options) return NULL;
    assert_int_equal(plan_make(&plan, solver, &shape, NULL, &exec), ST_OK);
    void *const values = malloc(solver_options_bytes(solver));
    assert_non_null(values);
    memcpy(values, plan->options, solver_options_bytes(solver));
    plan_free(plan);
    return values;
}

/* The option of methods that can work in the caller's arrays, unlike the contract of all others; NULL: there is none.
 */
static const struct option *inputs_row(const struct solver *s)
{
    return s->options ? option_find(s->options, "inputs") : NULL;
}

static void clear_ends(struct tridiag_problem *p)
{
    const struct guarded g[2] = {p->lower, p->upper};
    for (int64_t s = 0; s < (shape_shared(&p->shape) ? 1 : p->shape.batch); s++)
        for (int i = 0; i < 2; i++) {
            const int64_t row = i ? p->shape.n - 1 : 0;
            const int64_t k = shape_shared(&p->shape) ? row : shape_start(&p->shape, s) + row * p->shape.stride;
            g[i].v[k] = g[i].before[k] = 0;
        }
}

/* A method that overwrites the matrix reports it, and accepts only a shape that allows it and whose answers are not
 * checked with the matrix afterwards. With its defaults it does not overwrite it. */
static void test_overwriting(const struct solver *solver, const struct shape *shape, const void *values)
{
    struct shape open = *shape, checked;
    assert_false(open.overwritable);
    open.overwritable = true;
    checked = open;
    checked.tridiag.check = true;
    const bool overwrites = solver_overwrites(solver, &open, values);
    const enum status due = overwrites ? ST_REFUSED : ST_OK;
    assert_int_equal(overwrites, !strcmp(solver->method, "cusparse_interleaved"));
    assert_false(solver_overwrites(solver, &open, NULL));
    assert_int_equal(solver_accepts(solver, &open, values), ST_OK);
    assert_int_equal(solver_accepts(solver, shape, values), due);
    if (overwrites) assert_non_null(strstr(fail_text(), "only \"copied\" is allowed"));
    assert_int_equal(solver_accepts(solver, &checked, values), due);
}

/* Matrices whose ends are 0, as needed by a method that gets the caller's arrays and may overwrite them. */
static void test_given(void **state)
{
    static const int64_t rows[] = {4, 5, 17, 64, 501};
    const struct solver *const solver = *state;
    char *const values = defaults_of(solver);
    *(int *)(values + inputs_row(solver)->offset) = 1;
    for (int k = 0; k < 15; k++) {
        struct tridiag_trial t = tridiag_accepted(solver, rows[k % 5], 1 + k / 5 * 4);
        if (!rows_wanted(t.n * t.batch)) continue;
        struct tridiag_problem p = tridiag_problem(&t, &seed);
        tridiag_problem_right(&p, &seed);
        clear_ends(&p);
        struct plan *const plain = tridiag_plan(&t, &p, 1);
        t.options = values;
        test_overwriting(solver, &p.shape, values);
        p.shape.overwritable = true;
        struct plan *const plan = tridiag_plan(&t, &p, 1);
        assert_non_null(plan);
        tridiag_check(plan_bytes(plan) < plan_bytes(plain), &t, "makes copies all the same");
        tridiag_problem_reset(&p);
        const enum status st = tridiag_solve_on_device(plan, &p);
        tridiag_check(st == ST_OK, &t, "%s", fail_text());
        tridiag_problem_restore(&p);
        tridiag_check(tridiag_problem_intact(&p), &t, "changed what is neither solution nor matrix");
        tridiag_check_solution(&t, &p);
        plan_free(plain);
        plan_free(plan);
        tridiag_problem_free(&p);
    }
    free(values);
}

/* Makes row r of system s one on which every elimination fails: all zeros, or a NaN on the diagonal. */
static void spoil(struct tridiag_problem *p, int64_t s, int64_t r, bool zeros)
{
    const int64_t k = shape_shared(&p->shape) ? r : shape_start(&p->shape, s) + r * p->shape.stride;
    const struct guarded g[3] = {p->lower, p->diag, p->upper};
    for (int i = 0; i < 3; i++)
        if (!isnan(g[i].v[k]) && (zeros || i == 1)) g[i].v[k] = g[i].before[k] = zeros ? 0 : (real)NAN;
}

static void try_pivot(const struct tridiag_trial *t, int64_t r, bool zeros, int threads)
{
    const int64_t bad = t->batch / 2;
    if (!batch_wanted(t->n, t->batch)) return;
    struct tridiag_problem p = tridiag_problem(t, &seed);
    tridiag_problem_right(&p, &seed);
    spoil(&p, bad, r, zeros);
    struct plan *const plan = tridiag_plan(t, &p, threads);
    if (plan) {
        tridiag_solve(t, plan, &p);
        for (int64_t s = 0; s < t->batch; s++) {
            const bool spoilt = s == bad || (t->variant & SHARED);
            tridiag_check((p.info[s] > 0) == spoilt, t, "info %lld of system %lld", (long long)p.info[s], (long long)s);
            if (spoilt && !(t->solver->can & CAN_ANY_MATRIX))
                tridiag_check(p.info[s] == r + 1, t, "info %lld, not %lld", (long long)p.info[s], (long long)r + 1);
        }
        const double residual = tridiag_problem_residual(&p);
        tridiag_check(residual <= RESIDUAL_MAX, t, "residual %.3g eps beside a bad pivot", residual);
    }
    plan_free(plan);
    tridiag_problem_free(&p);
}

static void test_pivots(void **state)
{
    static const int64_t rows[] = {1, 2, 5, 33, 64, 1030};
    const struct solver *const solver = *state;
    struct tridiag_trial t = {.solver = solver};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int k = 0; k < 36; k++) {
            const int64_t r[] = {0, rows[i] / 2, rows[i] - 1};
            t.layout = &layouts[k % 2 ? 2 : 0];
            t.variant = (k / 2 % 2 ? REUSE : 0) | (k % 5 == 0 ? SHARED : 0);
            t.n = rows[i], t.batch = k % 4 ? 9 : 1;
            try_pivot(&t, r[k % 3], k / 3 % 2, 1 + k % 2);
        }
}

/* Cyclic (-1, 2, -1) is singular, and so are its systems of one row and of two. */
static void test_singular_cyclic(void **state)
{
    const struct solver *const solver = *state;
    struct tridiag_trial t = {.solver = solver, .variant = CYCLIC, .matrix = TOEPLITZ};
    for (int k = 0; k < 8; k++) {
        t.n = 1 + k / 2, t.layout = &layouts[k % 2 ? 2 : 0], t.batch = k % 2 ? 37 : 3;
        struct tridiag_problem p = tridiag_problem(&t, &seed);
        tridiag_problem_right(&p, &seed);
        for (int64_t i = 0; i < t.n; i++) {
            const int64_t at = shape_start(&p.shape, 1) + i * p.shape.stride;
            p.diag.v[at] = p.diag.before[at] = 2;
        }
        struct plan *const plan = tridiag_plan(&t, &p, 1);
        if (plan) tridiag_solve(&t, plan, &p);
        for (int64_t s = 0; plan && s < t.batch; s++)
            tridiag_check(p.info[s] == (s == 1 ? t.n : 0) || (s != 1 && p.info[s] == SOLVED_BY_FALLBACK), &t,
                          "info %lld of system %lld", (long long)p.info[s], (long long)s);
        plan_free(plan);
        tridiag_problem_free(&p);
    }
}

/* A right side that is not finite spoils its own system only, and is reported. */
static void test_right_side(void **state)
{
    const struct solver *const solver = *state;
    struct tridiag_trial t = {.solver = solver, .batch = 5};
    for (int k = 0; k < 12; k++) {
        t.n = k % 3 ? 40 : 3, t.layout = &layouts[k % 2 ? 2 : 0];
        struct tridiag_problem p = tridiag_problem(&t, &seed);
        tridiag_problem_right(&p, &seed);
        p.x.before[shape_start(&p.shape, 3) + (k % 4) * (t.n / 4) * p.shape.stride] = (real)(k % 2 ? NAN : INFINITY);
        struct plan *const plan = tridiag_plan(&t, &p, 1);
        if (plan) {
            tridiag_solve(&t, plan, &p);
            for (int64_t s = 0; s < t.batch; s++)
                tridiag_check((p.info[s] > 0) == (s == 3), &t, "info %lld of system %lld", (long long)p.info[s],
                              (long long)s);
            tridiag_check(tridiag_problem_residual(&p) <= RESIDUAL_MAX, &t, "a system beside is wrong");
        }
        plan_free(plan);
        tridiag_problem_free(&p);
    }
}

/* Solves p with its four arrays in one vector, `apart` elements from one array to the next. */
static enum status solve_in_one(struct plan *plan, struct tridiag_problem *p, int64_t apart)
{
    const struct guarded *const g[4] = {&p->lower, &p->diag, &p->upper, &p->x};
    const int64_t count = p->x.count + 3 * apart, bytes = count * (int64_t)sizeof(real);
    const bool away = plan->exec.space == DEVICE;
    real *v, *w = NULL;
    enum status st = ST_OK;
    assert_int_equal(mem_alloc(&v, HOST, bytes), ST_OK);
    if (away) assert_int_equal(mem_alloc(&w, DEVICE, bytes), ST_OK);
    for (int a = 0; a < 4; a++)
        for (int64_t s = 0; s < p->shape.batch; s++)
            for (int64_t i = 0; i < p->shape.n; i++) {
                const int64_t at = shape_start(&p->shape, s) + i * p->shape.stride;
                v[at + a * apart] = g[a]->v[at];
            }
    real *const u = away ? w : v;
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {u, u + apart, u + 2 * apart}, .x = u + 3 * apart};
    if (away) st = device_copy(w, DEVICE, v, HOST, bytes, &plan->exec);
    if (st == ST_OK) st = tridiag_factor_and_solve(plan, &system);
    if (st == ST_OK && away) st = device_copy(v, HOST, w, DEVICE, bytes, &plan->exec);
    for (int64_t s = 0; s < p->shape.batch; s++)
        for (int64_t i = 0; i < p->shape.n; i++) {
            const int64_t at = shape_start(&p->shape, s) + i * p->shape.stride;
            p->x.v[at] = v[at + 3 * apart];
        }
    mem_free(w);
    mem_free(v);
    return st;
}

/* The arrays may be woven into one vector, in either order: the same bits as apart. */
static void test_one_vector(void **state)
{
    const struct solver *const solver = *state;
    struct tridiag_trial t = {.solver = solver, .batch = 11};
    for (int k = 0; k < 16; k++) {
        const bool records = k % 2;
        t.n = 1 + 6 * (k / 4), t.variant = k / 2 % 2 ? REUSE : 0, t.layout = &layouts[LAYOUTS - 2 + records];
        if (!batch_wanted(t.n, t.batch)) continue;
        struct tridiag_problem p = tridiag_problem(&t, &seed);
        tridiag_problem_right(&p, &seed);
        struct plan *const plan = tridiag_plan(&t, &p, 1);
        if (plan) {
            tridiag_solve(&t, plan, &p);
            real *const x = malloc((size_t)p.x.count * sizeof *x);
            assert_non_null(x);
            memcpy(x, p.x.v, (size_t)p.x.count * sizeof *x);
            tridiag_problem_reset(&p);
            const enum status st = solve_in_one(plan, &p, records ? 1 : t.batch);
            tridiag_check(st == ST_OK, &t, "in one vector: %s", fail_text());
            tridiag_check(!memcmp(x, p.x.v, (size_t)p.x.count * sizeof *x), &t, "other bits in one vector");
            free(x);
        }
        plan_free(plan);
        tridiag_problem_free(&p);
    }
}

static const struct {
    const char *name;
    CMUnitTestFunction test;
} aspects[] = {
    {"given inputs", test_given},
    {"bad pivots", test_pivots},
    {"singular cyclic", test_singular_cyclic},
    {"infinite right side", test_right_side},
    {"one vector", test_one_vector},
};

enum { ASPECTS = sizeof aspects / sizeof *aspects, TESTS_MAX = 100 * ASPECTS };

/* The device and the libraries that the method uses. */
static bool there(const struct solver *s)
{
    const struct shape shape = shape_contiguous(1, 1);
    return (s->space == HOST || device_ready() == ST_OK) && solver_accepts(s, &shape, NULL) != ST_DEVICE;
}

static bool concerns(const struct solver *s, CMUnitTestFunction test)
{
    const char *const only = getenv("METHOD");
    if (s->kind != KIND_TRIDIAG || (only && strcmp(only, s->method))) return false;
#ifdef BANDSTAND_CUHOST_TESTS
    if (s->space == HOST) return false; /* other flavours have tried them */
#endif
    if (test == test_given && !inputs_row(s)) return false;
    return there(s);
}

int main(void)
{
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    static struct CMUnitTest tests[TESTS_MAX];
    static char names[TESTS_MAX][160];
    size_t count = 0;
    for (size_t i = 0; i < solver_count(); i++)
        for (size_t k = 0; k < ASPECTS; k++) {
            const struct solver *const s = solver_at(i);
            if (!concerns(s, aspects[k].test)) continue;
            assert_true(count < TESTS_MAX);
            snprintf(names[count], sizeof *names, "%s %s%s", s->method, s->space == DEVICE ? "device " : "",
                     aspects[k].name);
            tests[count] = (struct CMUnitTest){names[count], aspects[k].test, NULL, NULL, (void *)s};
            count++;
        }
    return _cmocka_run_group_tests("tridiag", tests, count, NULL, NULL);
}
