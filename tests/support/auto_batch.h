/* Batches of contiguous systems for the method `auto`, and the accuracy of its answers. */
#pragma once
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

/* A batch of contiguous systems. */
struct batch {
    int64_t n, count;
    real *a, *b, *c, *d, *x;
    int64_t *info;
    struct outcome outcome;
};

static inline void *must(void *p)
{
    assert_non_null(p);
    return p;
}

/* Rows a, b, c of every system, and random right sides. */
static inline struct batch batch_make(int64_t n, int64_t count, double a, double b, double c)
{
    struct batch t = {.n = n, .count = count};
    t.a = must(malloc((size_t)(5 * n * count) * sizeof *t.a));
    t.b = t.a + n * count, t.c = t.b + n * count, t.d = t.c + n * count, t.x = t.d + n * count;
    t.info = must(malloc((size_t)count * sizeof *t.info));
    for (int64_t k = 0; k < n * count; k++) {
        t.a[k] = (real)a, t.b[k] = (real)b, t.c[k] = (real)c;
        t.d[k] = (real)(2 * random_unit(&seed) - 1);
    }
    return t;
}

static inline void batch_free(struct batch *t)
{
    free(t->a);
    free(t->info);
}

/* backward: NULL, or [count], of a shape that is checked. */
static inline void solve_into(struct batch *t, struct shape shape, int threads, double *backward)
{
    const struct exec exec = exec_host(threads);
    const struct solver *s;
    struct plan *plan;
    const struct system system = {.kind = KIND_TRIDIAG,
                                  .tridiag = {t->a, t->b, t->c},
                                  .x = t->x,
                                  .info = t->info,
                                  .backward = backward,
                                  .outcome = &t->outcome};
    memcpy(t->x, t->d, (size_t)(t->n * t->count) * sizeof *t->x);
    assert_int_equal(solver_find(KIND_TRIDIAG, "auto", HOST, &s), ST_OK);
    assert_int_equal(plan_make(&plan, s, &shape, NULL, &exec), ST_OK);
    mem_fail_at(1);
    if (shape.reuse) assert_int_equal(plan_factor(plan, &system), ST_OK);
    assert_int_equal(plan_solve(plan, &system), ST_OK);
    mem_fail_at(0);
    plan_free(plan);
}

static inline void solve_as(struct batch *t, struct shape shape, int threads)
{
    solve_into(t, shape, threads, NULL);
}

static inline void solve(struct batch *t)
{
    solve_as(t, shape_contiguous(t->n, t->count), 1);
}

/* Backward error of system s. */
static inline double backward(const struct batch *t, int64_t s)
{
    long double worst = 0, rows = 0, x = 0, right = 0;
    for (int64_t i = 0; i < t->n; i++) {
        const int64_t k = s * t->n + i;
        const long double left = i ? t->a[k] : 0, here = t->b[k], behind = i < t->n - 1 ? t->c[k] : 0;
        long double rest = t->d[k] - here * t->x[k];
        if (i) rest -= left * t->x[k - 1];
        if (i < t->n - 1) rest -= behind * t->x[k + 1];
        if (!isfinite(t->x[k])) return HUGE_VAL;
        worst = fmaxl(worst, fabsl(rest)), rows = fmaxl(rows, fabsl(left) + fabsl(here) + fabsl(behind));
        x = fmaxl(x, fabsl((long double)t->x[k])), right = fmaxl(right, fabsl((long double)t->d[k]));
    }
    return worst > 0 ? (double)(worst / (rows * x + right)) : 0;
}

static inline void assert_solved(const struct batch *t)
{
    for (int64_t s = 0; s < t->count; s++)
        if ((t->info[s] && t->info[s] != SOLVED_BY_FALLBACK) || !(backward(t, s) <= 8 * (double)REAL_EPS))
            fail_msg("system %lld: info %lld, backward error %g", (long long)s, (long long)t->info[s], backward(t, s));
}
