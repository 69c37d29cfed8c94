/* Methods that pivot on the device: the hard matrices of the gallery, as accurately as elimination in order with
 * partial pivoting on the host; small systems, of which many are singular or leave the range of numbers, solved or
 * reported as not solved; and the same bits whatever order threads and blocks run in. Methods of libraries are not
 * tried. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>

#include "base/device/device.h"
#include "solvers/tridiag/gallery/gallery.h"
#include "tests/conformance/pivot_cases.h"
#include "tests/conformance/solve_rows.h"
#include "tests/support/tridiag_cases.h"

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Residuals relative to those of thomas_pivot, or to eps where that is larger. */
enum { N = 512, LONG = 10007, BESIDE = 100, SHORT = 32 };

static struct rows {
    real a[LONG], b[LONG], c[LONG], d[LONG], x[LONG];
} r;
static uint64_t seed;
static struct pivot_batch batch;

static bool pivots(const struct solver *s)
{
    return s->kind == KIND_TRIDIAG && s->space == DEVICE && (s->can & CAN_ANY_MATRIX) &&
           strncmp(s->method, "cusparse", 8) != 0;
}

static void draw(int type, int64_t n, uint64_t of)
{
    static double v[3][LONG];
    uint64_t right = of + 1000;
    assert_int_equal(gallery_fill(type, n, of, v[0], v[1], v[2]), ST_OK);
    for (int64_t i = 0; i < n; i++) {
        r.a[i] = (real)v[0][i], r.b[i] = (real)v[1][i], r.c[i] = (real)v[2][i];
        r.d[i] = (real)gallery_random(&right);
    }
    r.a[0] = r.c[n - 1] = (real)NAN;
}

/* Returns info. */
static int64_t solve(const struct solver *s, int64_t n)
{
    return solve_rows(s, NULL, n, (const real *const[]){r.a, r.b, r.c, r.d}, r.x);
}

static double residual(int64_t n)
{
    return pivot_residual(n, r.a, r.b, r.c, r.d, r.x);
}

/* Neither those that take long to draw, nor 16, whose solution leaves the range of numbers. */
static void test_gallery(void **state)
{
    const struct solver *reference;
    (void)state;
    assert_int_equal(solver_find(KIND_TRIDIAG, "thomas_pivot", HOST, &reference), ST_OK);
    for (int k = 0; k < 2 * GALLERY; k++) {
        const int type = k / 2 + 1;
        const int64_t n = k % 2 ? LONG - (type == 17) : N;
        if ((type >= 8 && type <= 11) || type == 16 || !rows_wanted(n)) continue;
        draw(type, n, test_seed() + (uint64_t)k);
        const int64_t known = solve(reference, n);
        const double wanted = fmax(known ? (double)INFINITY : residual(n), (double)REAL_EPS);
        for (size_t i = 0; i < solver_count(); i++) {
            if (!pivots(solver_at(i))) continue;
            const int64_t info = solve(solver_at(i), n);
            if ((info > 0 && !known) || (info <= 0 && !(residual(n) <= BESIDE * wanted)))
                fail_msg("%s, type %d, %lld rows: info %lld, residual %g, not %g", solver_at(i)->method, type,
                         (long long)n, (long long)info, residual(n), wanted);
        }
    }
}

static struct shape (*const shapes[])(int64_t n, int64_t batch) = {shape_contiguous, pivot_in_blocks,
                                                                   shape_interleaved};

/* Rows of long systems that are many decades smaller than others may have large residuals, which are reported. */
static bool holds(enum pivot_kind kind, const struct pivot_batch *p, int64_t s)
{
    const bool solved = p->info[s] <= 0 && pivot_batch_residual(p, s) <= 8 * (double)REAL_EPS;
    const bool apart = kind == PIVOT_GRADED && p->n > SHORT;
    if (kind == PIVOT_EXTREME || kind == PIVOT_HUGE || apart) return p->info[s] > 0 || solved;
    if (kind == PIVOT_SIGNS && pivot_is_singular(p->n, p->a[s], p->b[s], p->c[s])) return p->info[s] > 0 || solved;
    return solved;
}

static void test_small_systems(void **state)
{
    (void)state;
    for (int64_t k = 0; k < PIVOT_KINDS * PIVOT_ROWS; k++) {
        const enum pivot_kind kind = (enum pivot_kind)(k % PIVOT_KINDS);
        pivot_batch_draw(&batch, kind, 1 + k / PIVOT_KINDS, &seed);
        if (!rows_wanted(N)) continue; /* not where builds are slow */
        for (size_t i = 0; i < solver_count(); i++) {
            const struct pivot_trial t = {
                .solver = solver_at(i), .shape = shapes[(k + k / PIVOT_KINDS) % 3], .threads = 1};
            if (!pivots(t.solver) || !pivot_batch_solve(&batch, &t)) continue;
            for (int64_t s = 0; s < PIVOT_SYSTEMS; s++)
                if (!holds(kind, &batch, s))
                    fail_msg("%s, %s, %lld rows, system %lld: info %lld, residual %g", t.solver->method,
                             pivot_kinds[kind], (long long)batch.n, (long long)s, (long long)batch.info[s],
                             pivot_batch_residual(&batch, s));
        }
    }
}

/* Single systems of more than one part, each longer than the last; singular ones of 0, 1 and -1 are found by their
 * determinants; rounding may hide that they are. */
static void test_longer_systems(void **state)
{
    enum { MOST = 70 };
    (void)state;
    for (size_t i = 0; i < solver_count(); i++)
        for (int64_t k = 0; pivots(solver_at(i)) && k < PIVOT_KINDS * (MOST - SHORT); k++) {
            const enum pivot_kind kind = (enum pivot_kind)(k % PIVOT_KINDS);
            const int64_t n = SHORT + 1 + k / PIVOT_KINDS;
            if (kind == PIVOT_GRADED || !rows_wanted(3 * n)) continue; /* few where builds are slow */
            pivot_draw(kind, n, &seed, r.a, r.b, r.c, r.d);
            const int64_t info = solve(solver_at(i), n);
            const bool may_fail = kind == PIVOT_EXTREME || kind == PIVOT_HUGE;
            const bool singular = kind == PIVOT_SIGNS && pivot_is_singular(n, r.a, r.b, r.c);
            const bool solved = info <= 0 && residual(n) <= 8 * (double)REAL_EPS;
            if (!solved && !((may_fail || singular) && info > 0))
                fail_msg("%s, %s, %lld rows: info %lld, residual %g", solver_at(i)->method, pivot_kinds[kind],
                         (long long)n, (long long)info, residual(n));
        }
}

/* A part whose inner rows have one solution without influence elsewhere, so that one of its two equations is only
 * rounding. */
static void test_local_solution(void **state)
{
    static const double bound = sizeof(real) == sizeof(double) ? 1e-7 : 4e-3;
    (void)state;
    for (size_t m = 0; m < solver_count(); m++)
        for (int p = 0; pivots(solver_at(m)) && p < 9 * 9; p++) {
            if (!rows_wanted(N)) continue;
            for (int i = 0; i < N; i++) r.a[i] = r.c[i] = 1, r.b[i] = RC(2.5), r.d[i] = (real)sin(i + 1.0);
            r.b[132 + p / 9 * 2] = RC(0.5), r.b[139 + p % 9 * 2] = 1;
            const int64_t info = solve(solver_at(m), N);
            if (info <= 0 && !(residual(N) <= bound))
                fail_msg("%s, p %d: info %lld, residual %g", solver_at(m)->method, p, (long long)info, residual(N));
        }
}

/* One order of threads after another: each launch draws its own. */
static void test_bits(void **state)
{
    static real first[LONG];
    (void)state;
    for (size_t i = 0; i < solver_count(); i++) {
        if (!pivots(solver_at(i)) || !rows_wanted(N)) continue;
        draw(1, N + 100, test_seed());
        for (int k = 0; k < 4; k++) {
            assert_int_equal(solve(solver_at(i), N + 100), 0);
            if (k == 0) memcpy(first, r.x, sizeof first);
            assert_memory_equal(first, r.x, (N + 100) * sizeof(real));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_gallery), cmocka_unit_test(test_small_systems),
                                       cmocka_unit_test(test_longer_systems), cmocka_unit_test(test_local_solution),
                                       cmocka_unit_test(test_bits)};
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    if (device_ready() != ST_OK) {
        printf("ok 1 - pivoting on the device # SKIP %s\n1..1\n", fail_text());
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
