/* Methods that pivot solve a system or report that they have not: small ones of which many are singular, or leave the
 * range of numbers within a few rows; one large system that is cut into parts, where it has no useful answer, or one
 * that parts by themselves do not find. Systems that are solved together have the same solutions wherever they lie. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include "tests/conformance/pivot_cases.h"
#include "tests/support/tridiag_cases.h"

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 1100 /* more than one group of parts */, SECOND = 128 /* the first row of a part */ };

struct rows {
    real a[N], b[N], c[N], d[N], x[N];
};

/* Returns info. */
static int64_t solve(struct rows *r, int threads)
{
    const struct solver *s;
    const struct exec exec = exec_host(threads);
    const struct shape shape = shape_contiguous(N, 1);
    struct plan *plan;
    int64_t info = -7;
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {r->a, r->b, r->c}, .x = r->x, .info = &info};
    for (int i = 0; i < N; i++) r->x[i] = r->d[i];
    assert_int_equal(solver_find(KIND_TRIDIAG, "partition_pivot", HOST, &s), ST_OK);
    assert_int_equal(plan_make(&plan, s, &shape, NULL, &exec), ST_OK);
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    plan_free(plan);
    return info;
}

/* Largest residual relative to max |x| and |d|, or infinity. */
static double residual(const struct rows *r)
{
    double worst = 0, size = 0;
    for (int i = 0; i < N; i++) size = fmax(size, fabs((double)r->x[i]));
    for (int i = 0; i < N; i++) {
        const double left = i ? (double)r->a[i] * (double)r->x[i - 1] : 0, here = (double)r->b[i] * (double)r->x[i];
        const double right = i < N - 1 ? (double)r->c[i] * (double)r->x[i + 1] : 0, d = (double)r->d[i];
        const double sum = fabs((double)r->a[i]) + fabs((double)r->b[i]) + fabs((double)r->c[i]);
        if (!isfinite(r->x[i])) return HUGE_VAL;
        worst = fmax(worst, fabs(d - left - here - right) / (sum * size + fabs(d)));
    }
    return worst;
}

static void constant(struct rows *r, double off, double diagonal)
{
    for (int i = 0; i < N; i++) {
        r->a[i] = r->c[i] = (real)off, r->b[i] = (real)diagonal;
        r->d[i] = (real)sin(i + 1.0);
    }
}

/* A part whose inner rows have one solution without influence elsewhere, so that one of its two equations is only
 * rounding. The residual of its last row was 0.33 of its size in double. */
static void test_local_solution(void **state)
{
    static const double bound = sizeof(real) == sizeof(double) ? 1e-7 : 4e-3;
    static struct rows r;
    (void)state;
    for (int p = 0; p < 24 * 24; p++) {
        constant(&r, 1, 2.5);
        r.b[SECOND + 20 + p / 24] = (real)0.5, r.b[SECOND + 50 + p % 24] = 1;
        const int64_t info = solve(&r, 1 + p % 2);
        if (info <= 0 && !(residual(&r) <= bound))
            fail_msg("p %d: info %lld, residual %g", p, (long long)info, residual(&r));
    }
}

/* x above the largest number: in all rows, or in one: the row of the first that is not finite is reported. */
static void test_overflow(void **state)
{
    static struct rows r;
    (void)state;
    for (int k = -1; k < N; k++) {
        constant(&r, 0, 0.25);
        for (int i = 0; i < N; i++)
            if (k < 0 || i == k) r.d[i] = REAL_MAX / 2;
        const int64_t info = solve(&r, 1);
        if (info < 1 || info > k + 1 + (k < 0)) fail_msg("row %d: info %lld", k, (long long)info);
    }
}

static struct shape (*const shapes[])(int64_t n, int64_t batch) = {shape_contiguous, pivot_in_blocks,
                                                                   shape_interleaved};
static uint64_t seed;
static struct pivot_batch batch, other;

static bool pivots(const struct solver *s)
{
    return s->kind == KIND_TRIDIAG && s->space == HOST && (s->can & CAN_ANY_MATRIX);
}

/* Tries a batch by every method that pivots. */
static void try_all(const char *kind, struct shape (*shape)(int64_t, int64_t),
                    bool (*holds)(const struct pivot_batch *p, int64_t s))
{
    for (size_t m = 0; m < solver_count(); m++) {
        const struct pivot_trial t = {.solver = solver_at(m), .shape = shape, .threads = 1};
        if (!pivots(t.solver) || !pivot_batch_solve(&batch, &t)) continue;
        for (int64_t k = 0; k < PIVOT_SYSTEMS; k++)
            if (!holds(&batch, k))
                fail_msg("%s, %s, %lld rows, system %lld: info %lld, residual %g", t.solver->method, kind,
                         (long long)batch.n, (long long)k, (long long)batch.info[k], pivot_batch_residual(&batch, k));
    }
}

static bool is_solved(const struct pivot_batch *p, int64_t s)
{
    return p->info[s] <= 0 && pivot_batch_residual(p, s) <= 8 * (double)REAL_EPS;
}

static bool is_not_wrong(const struct pivot_batch *p, int64_t s)
{
    return p->info[s] > 0 || p->info[s] == INACCURATE || is_solved(p, s);
}

static bool is_solved_if_regular(const struct pivot_batch *p, int64_t s)
{
    return pivot_is_singular(p->n, p->a[s], p->b[s], p->c[s]) ? p->info[s] > 0 : is_solved(p, s);
}

/* Products of two coefficients may overflow, and x may. */
static void test_small_systems(void **state)
{
    static bool (*const holds[PIVOT_KINDS])(const struct pivot_batch *, int64_t) = {
        [PIVOT_UNIFORM] = is_solved,    [PIVOT_SIGNS] = is_solved_if_regular,
        [PIVOT_EXTREME] = is_not_wrong, [PIVOT_GRADED] = is_solved,
        [PIVOT_TINY] = is_solved,       [PIVOT_HUGE] = is_not_wrong,
    };
    (void)state;
    for (int64_t k = 0; k < PIVOT_KINDS * PIVOT_ROWS; k++) {
        const enum pivot_kind kind = (enum pivot_kind)(k % PIVOT_KINDS);
        pivot_batch_draw(&batch, kind, 1 + k / PIVOT_KINDS, &seed);
        try_all(pivot_kinds[kind], shapes[(k + k / PIVOT_KINDS) % 3], holds[kind]);
    }
}

static bool is_quotient(const struct pivot_batch *p, int64_t s)
{
    for (int64_t i = 0; i < p->n; i++) {
        const double x = (double)p->d[s][i] / (double)p->b[s][i];
        if (!(fabs((double)p->x[s][i] - x) <= 4 * (double)REAL_EPS * fabs(x))) return false;
    }
    return p->info[s] <= 0;
}

/* Pivots that are products of many small or large ones times another: each row by itself, and exact. */
static void test_pivots_apart(void **state)
{
    const int large = sizeof(real) == sizeof(double) ? 150 : 18;
    (void)state;
    for (int64_t n = 1; n <= PIVOT_ROWS; n++) {
        pivot_batch_draw(&batch, PIVOT_UNIFORM, n, &seed);
        for (int64_t s = 0; s < PIVOT_SYSTEMS; s++)
            for (int64_t i = 0; i < n; i++) {
                batch.b[s][i] = (real)pow(10, large * (int)(3 * random_unit(&seed) - 1));
                if (i > 0) batch.a[s][i] = 0;
                if (i < n - 1) batch.c[s][i] = 0;
            }
        try_all("diagonal", shapes[n % 3], is_quotient);
    }
}

/* Bit by bit, except for NaN. */
static bool is_same(const struct pivot_batch *p, const struct pivot_batch *q, int64_t s)
{
    for (int64_t i = 0; i < p->n; i++)
        if (memcmp(&p->x[s][i], &q->x[s][i], sizeof p->x[s][i]) && !(isnan(p->x[s][i]) && isnan(q->x[s][i])))
            return false;
    return p->info[s] == q->info[s];
}

/* Wherever a system lies, by however many threads, and whatever the workspace contains before. */
static void test_every_place(void **state)
{
    struct pivot_trial t = {.shape = shape_contiguous, .threads = 1};
    (void)state;
    assert_int_equal(solver_find(KIND_TRIDIAG, "thomas_pivot_simd", HOST, &t.solver), ST_OK);
    exec_small_work(0);
    for (int64_t n = 1; n <= PIVOT_ROWS; n++) {
        const struct pivot_trial first = {t.solver, shape_contiguous, 0, 0, 1};
        pivot_batch_draw(&batch, (enum pivot_kind)(n % PIVOT_KINDS), n, &seed);
        other = batch;
        assert_true(pivot_batch_solve(&other, &first));
        for (int k = 0; k < 9; k++) {
            t.shape = shapes[k % 3], t.turn = k * 11, t.garbage = (unsigned char)(85 * (k % 4)), t.threads = 1 + k % 4;
            assert_true(pivot_batch_solve(&batch, &t));
            for (int64_t s = 0; s < PIVOT_SYSTEMS; s++)
                if (!is_same(&batch, &other, s))
                    fail_msg("%lld rows, trial %d, system %lld: other bits, or info", (long long)n, k, (long long)s);
        }
    }
    exec_small_work(SMALL_WORK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_systems),  cmocka_unit_test(test_pivots_apart), cmocka_unit_test(test_every_place),
        cmocka_unit_test(test_local_solution), cmocka_unit_test(test_overflow),
    };
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
