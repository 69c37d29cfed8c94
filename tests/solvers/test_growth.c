/* Methods without pivoting that see growth (SEES_GROWTH): answers that they report as good are good, whatever the
 * matrix, and they report dominant systems as good, however their rows or columns are scaled. */
#include "solvers/batch/growth.h"
#include "solvers/kind.h"

#include <setjmp.h>
#include <stdarg.h>

#include "solvers/tridiag/gallery/gallery.h"
#include "tests/conformance/pivot_cases.h"
#include "tests/support/tridiag_cases.h"

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The residual of a good answer, which growth by GROWTH_MAX explains. If x is a sum of two solutions, their own errors
 * grow. */
#define RESIDUAL_MAX (64 * GROWTH_MAX * (double)REAL_EPS)
enum { CYCLIC_LOSS = 64 };

enum tried { DOMINANT, COLUMNS, ROWS, SMALL_DIAGONAL, NO_DIAGONAL, RANDOM, CUT, BLOCKS, MATRICES_TRIED };
enum { SYSTEMS = 2 * MATRICES_TRIED + 3, LONGEST = 600 };
enum form { FRESH, FACTORED, SHARED, CYCLIC, FORMS };

static const char *const forms[FORMS] = {"", ", factored", ", one matrix", ", cyclic"};
static struct shape (*const shapes[])(int64_t n, int64_t batch) = {shape_contiguous, shape_interleaved,
                                                                   pivot_in_blocks};
static uint64_t seed;

struct five_rows {
    real a[LONGEST], b[LONGEST], c[LONGEST], d[LONGEST], x[LONGEST];
};

static double draw(void)
{
    return 2 * random_unit(&seed) - 1;
}

/* Scales by up to 2^12 from one to the next, which keeps float in range. */
static void scale(struct five_rows *r, int64_t n, bool columns)
{
    real now = 1, next = (real)exp2(round(12 * draw())), last = 1;
    for (int64_t i = 0; i < n; i++, last = now, now = next, next = (real)exp2(round(12 * draw()))) {
        r->a[i] *= columns ? last : now, r->b[i] *= now, r->c[i] *= columns ? next : now;
        if (!columns) r->d[i] *= now;
    }
}

static void fill(struct five_rows *r, int64_t n, enum tried kind)
{
    const double diagonal = kind == SMALL_DIAGONAL ? 1e-30 : kind == NO_DIAGONAL ? 0 : 1;
    for (int64_t i = 0; i < n; i++) {
        r->a[i] = (real)draw(), r->c[i] = (real)draw(), r->d[i] = (real)draw();
        r->b[i] = kind <= ROWS ? (real)copysign(2.1, draw()) : (real)(diagonal * draw());
    }
    if (kind == COLUMNS || kind == ROWS) scale(r, n, kind == COLUMNS);
    if (kind < CUT) return;
    double a[LONGEST], b[LONGEST], c[LONGEST];
    assert_int_equal(gallery_fill(kind == CUT ? 18 : 17, n, seed++, a, b, c), ST_OK);
    for (int64_t i = 0; i < n; i++) r->a[i] = (real)a[i], r->b[i] = (real)b[i], r->c[i] = (real)c[i];
}

/* A batch, and the method that solves it. */
struct trial {
    const struct solver *solver;
    struct shape shape;
    enum form form;
    struct five_rows system[SYSTEMS];
    real *v[4];
    int64_t info[SYSTEMS];
};

static void place(struct trial *t, bool there)
{
    for (int64_t s = 0; s < t->shape.batch; s++)
        for (int64_t i = 0; i < t->shape.n; i++) {
            struct five_rows *const r = &t->system[s];
            real *const of[] = {r->a, r->b, r->c, there ? r->d : r->x};
            const int64_t at = shape_start(&t->shape, s) + i * t->shape.stride;
            for (int k = there ? 0 : 3; k < 4; k++)
                if (there) t->v[k][k < 3 && t->form == SHARED ? i : at] = of[k][i];
                else of[k][i] = t->v[k][at];
        }
}

/* False if the method does not take it. */
static bool solve(struct trial *t, int threads)
{
    const struct exec exec = exec_host(threads);
    struct plan *plan;
    const struct system system = {
        .kind = KIND_TRIDIAG, .tridiag = {t->v[0], t->v[1], t->v[2]}, .x = t->v[3], .info = t->info};
    if (t->form == SHARED) t->shape.matrix = matrix_layout_shared();
    t->shape.reuse = t->form == FACTORED, t->shape.tridiag.cyclic = t->form == CYCLIC;
    if (plan_make(&plan, t->solver, &t->shape, NULL, &exec) != ST_OK) return false;
    place(t, true);
    if (t->form == FACTORED) assert_int_equal(plan_factor(plan, &system), ST_OK);
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    plan_free(plan);
    place(t, false);
    return true;
}

/* The matrix of system s as it was solved: of a cyclic one the ends are zero, so that it is one of n rows. */
static void check(const struct trial *t, int64_t s, enum tried kind, int64_t found[2])
{
    const struct five_rows *const r = &t->system[s];
    const bool good = info_is_good(t->info[s]);
    const double rest = pivot_residual(t->shape.n, r->a, r->b, r->c, r->d, r->x);
    found[good]++;
    if (kind <= ROWS && !good)
        fail_msg("%s%s, %lld rows, matrix %d: info %lld, residual %g", t->solver->method, forms[t->form],
                 (long long)t->shape.n, kind, (long long)t->info[s], rest);
    if (good && !(rest <= RESIDUAL_MAX * (t->form == CYCLIC ? CYCLIC_LOSS : 1)))
        fail_msg("%s%s, %lld rows, matrix %d: called good, residual %g", t->solver->method, forms[t->form],
                 (long long)t->shape.n, kind, rest);
}

static void try_batch(struct trial *t, int64_t n, int k, int64_t found[2])
{
    t->shape = shapes[k % 3](n, SYSTEMS);
    for (int64_t s = 0; s < SYSTEMS; s++) {
        fill(&t->system[s], n, t->form == SHARED ? (enum tried)(k % MATRICES_TRIED) : (enum tried)(s % MATRICES_TRIED));
        if (t->form == SHARED && s > 0)
            memcpy(t->system[s].a, t->system[0].a, offsetof(struct five_rows, d) - offsetof(struct five_rows, a));
        t->system[s].a[0] = t->system[s].c[n - 1] = t->form == CYCLIC ? 0 : (real)NAN;
    }
    if (!solve(t, 1 + k % 3)) return;
    for (int64_t s = 0; s < SYSTEMS; s++)
        check(t, s, (enum tried)((t->form == SHARED ? k : s) % MATRICES_TRIED), found);
}

static void test_no_wrong_answer_is_good(void **state)
{
    static const int64_t rows[] = {1, 2, 3, 4, 8, 9, 33, 40, 130, 255, 256, 517};
    static struct trial t;
    int methods = 0;
    (void)state;
    for (int k = 0; k < 4; k++) {
        t.v[k] = malloc((size_t)(LONGEST * (SYSTEMS + 16)) * sizeof(real));
        assert_non_null(t.v[k]);
    }
    for (size_t m = 0; m < solver_count(); m++) {
        int64_t found[2] = {0};
        t.solver = solver_at(m);
        if (t.solver->kind != KIND_TRIDIAG || t.solver->space != HOST || !(t.solver->can & SEES_GROWTH)) continue;
        for (int k = 0; k < (int)(sizeof rows / sizeof *rows) * FORMS; k++) {
            t.form = (enum form)(k % FORMS);
            for (int j = 0; j < 3; j++) try_batch(&t, rows[k / FORMS], j + k / FORMS * 3, found);
        }
        assert_true(found[true] > 0 && found[false] > 0);
        methods++;
    }
    for (int k = 0; k < 4; k++) free(t.v[k]);
    assert_true(methods >= 6);
}

/* x = (1, 1) is found as (0, 1): a check of answers reports it with its own code. */
static void test_a_check_decides(void **state)
{
    static real a[] = {0, 1}, b[] = {(real)1e-20, 1}, c[] = {1, 0}, x[2];
    const struct solver *thomas;
    const struct exec exec = exec_host(1);
    (void)state;
    assert_int_equal(solver_find(KIND_TRIDIAG, "thomas", HOST, &thomas), ST_OK);
    for (int checks = 0; checks < 2; checks++) {
        struct shape shape = shape_contiguous(2, 1);
        struct plan *plan;
        int64_t info = 0;
        const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {a, b, c}, .x = x, .info = &info};
        x[0] = 1, x[1] = 2;
        shape.tridiag.check = checks;
        assert_int_equal(plan_make(&plan, thomas, &shape, NULL, &exec), ST_OK);
        assert_int_equal(plan_solve(plan, &system), ST_OK);
        assert_int_equal(info, checks ? INACCURATE : PIVOTS_GREW);
        plan_free(plan);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_wrong_answer_is_good),
                                       cmocka_unit_test(test_a_check_decides)};
    seed = test_seed();
    printf("# %s, SEED=%llu\n", REAL_NAME, (unsigned long long)seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
