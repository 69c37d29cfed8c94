/* One shifted matrix for interleaved systems, whose rows repeat except for some at an end or in the middle, plain and
 * cyclic: every tridiagonal method of the host leaves residuals of rounding. */
#include "solvers/solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>

#include "base/memory.h"
#include "tests/support/tridiag_cases.h"

enum { BATCH = 53, ROWS_MOST = 150, RESIDUAL_MAX = 8 /* eps */ };

/* Rows from `from` on, before `to`, are of another layer. */
struct trial {
    const struct solver *solver;
    int64_t n, from, to;
    bool cyclic;
};

struct input {
    real lower[ROWS_MOST], diag[ROWS_MOST], upper[ROWS_MOST], shift[BATCH];
    real x[ROWS_MOST * BATCH], right[ROWS_MOST * BATCH];
};

static void fill(struct input *in, const struct trial *t, uint64_t *seed)
{
    for (int64_t i = 0; i < t->n; i++) {
        const bool other = i >= t->from && i < t->to;
        in->lower[i] = other ? RC(-1.5) : -1, in->diag[i] = other ? 4 : 2, in->upper[i] = other ? RC(-2.5) : -1;
    }
    if (!t->cyclic) in->lower[0] = in->upper[t->n - 1] = (real)NAN; /* belong to no system */
    for (int64_t s = 0; s < BATCH; s++) in->shift[s] = (real)(0.02 + 0.08 * (double)s);
    for (int64_t q = 0; q < t->n * BATCH; q++) in->x[q] = in->right[q] = (real)(random_unit(seed) - 0.5);
}

/* Largest |d - A x| over the largest terms of a row, in units of eps. */
static double residual(const struct input *in, const struct trial *t, int64_t s)
{
    double off = 0, terms = 0;
    for (int64_t i = 0; i < t->n; i++) {
        const int64_t above = i > 0 ? i - 1 : t->n - 1, below = i < t->n - 1 ? i + 1 : 0;
        const double a = i > 0 || t->cyclic ? (double)in->lower[i] * (double)in->x[above * BATCH + s] : 0;
        const double c = i < t->n - 1 || t->cyclic ? (double)in->upper[i] * (double)in->x[below * BATCH + s] : 0;
        const double b = ((double)in->diag[i] + (double)in->shift[s]) * (double)in->x[i * BATCH + s];
        const double d = (double)in->right[i * BATCH + s], r = fabs(d - a - b - c);
        off = r <= off ? off : r; /* NaN too */
        terms = fmax(terms, fabs(a) + fabs(b) + fabs(c) + fabs(d));
    }
    return off / terms / (double)REAL_EPS;
}

static void try(const struct trial *t, uint64_t *seed)
{
    static struct input in;
    struct shape shape = shape_interleaved(t->n, BATCH);
    const struct exec exec = exec_host(2);
    struct plan *plan;
    shape.kind = KIND_TRIDIAG;
    shape.matrix = matrix_layout_shared();
    shape.tridiag.shifted = true, shape.tridiag.cyclic = t->cyclic;
    fill(&in, t, seed);
    const enum status st = plan_make(&plan, t->solver, &shape, NULL, &exec);
    if (st == ST_REFUSED || st == ST_DEVICE) return;
    if (st != ST_OK) fail_msg("%s", fail_text());
    const struct system system = {.kind = KIND_TRIDIAG, .tridiag = {in.lower, in.diag, in.upper, in.shift}, .x = in.x};
    if (plan_solve(plan, &system) != ST_OK) fail_msg("%s", fail_text());
    plan_free(plan);
    for (int64_t s = 0; s < BATCH; s++) {
        const double r = residual(&in, t, s);
        if (!(r <= RESIDUAL_MAX))
            fail_msg("%s, n %lld, other rows %lld to %lld%s, system %lld: residual %.3g eps", t->solver->method,
                     (long long)t->n, (long long)t->from, (long long)t->to, t->cyclic ? ", cyclic" : "", (long long)s,
                     r);
    }
}

static void rows_that_repeat_and_others_behind_them(void **state)
{
    static const int64_t rows[] = {3, 4, 5, 6, 7, 8, 9, 13, 64, 65, 66, 67, ROWS_MOST};
    uint64_t seed = test_seed();
    for (size_t k = 0; k < solver_count(); k++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            const int64_t n = rows[i];
            const int64_t layers[][2] = {{n, n},     {0, 1},         {n - 1, n}, {n - 2, n}, {n - 2, n - 1}, {n - 3, n},
                                         {n / 2, n}, {n / 3, n / 2}, {n - 5, n}, {1, n / 2}, {n - 3, n - 2}};
            struct trial t = {.solver = solver_at(k), .n = n};
            if (t.solver->kind != KIND_TRIDIAG || t.solver->space != HOST) continue;
            for (size_t l = 0; l < 2 * sizeof layers / sizeof *layers; l++) {
                if (!cell_wanted((int64_t)(k + i), (int64_t)l, 3)) continue;
                t.from = layers[l / 2][0], t.to = layers[l / 2][1], t.cyclic = l % 2;
                try(&t, &seed);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_that_repeat_and_others_behind_them)};
    return cmocka_run_group_tests_name("repeating rows " REAL_NAME, tests, NULL, NULL);
}
