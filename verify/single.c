/* One system: every registered method, at every switch point where it has one, on random dominant systems. Residuals
 * are |f - A x| over |A| |x| + |f|, and differences to LAPACK's elimination with pivoting are over |A^-1| (|A| |x| +
 * |f|), row sum and maximum norms, both in units of eps; |A^-1| <= 10 since every diagonal exceeds its neighbours by
 * 0.1 (Varah 1975). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/batch/random_rows.h"
#include "solvers/method_spec.h"
#include "verify/verify.h"

enum { SMALL = 5000, LARGE = 1 << 23, METHODS_MAX = 64, ARRAYS = 6 };
static const double residual_max = 8, difference_max = 4, inverse_norm = 10;

struct subject {
    int64_t n;
    real *lower, *diag, *upper, *rhs, *x, *reference;
    double norm, right; /* |A|, |f| */
};

/* The worst results of a method. */
struct tally {
    const struct solver *solver;
    bool switches;
    double residual, difference;
    int64_t otherwise, failed; /* systems by their info */
};

static enum status subject_make(struct subject *s, int64_t rows)
{
    real **const array[ARRAYS] = {&s->lower, &s->diag, &s->upper, &s->rhs, &s->x, &s->reference};
    *s = (struct subject){0};
    for (int a = 0; a < ARRAYS; a++) TRY(mem_array(array[a], HOST, rows, sizeof(real)));
    return ST_OK;
}

static void subject_free(struct subject *s)
{
    real *const array[ARRAYS] = {s->lower, s->diag, s->upper, s->rhs, s->x, s->reference};
    for (int a = 0; a < ARRAYS; a++) mem_free(array[a]);
}

/* Coefficients outside of the matrix are NaN: no method may use them. */
static void fill(struct subject *s, int64_t n)
{
    double norm = 0, right = 0;
    s->n = n;
#pragma omp parallel for schedule(static) reduction(max : norm, right)
    for (int64_t i = 0; i < n; i++) {
        const struct random_row r = random_row(n + i);
        s->lower[i] = i > 0 ? r.lower : (real)NAN;
        s->diag[i] = r.diag;
        s->upper[i] = i < n - 1 ? r.upper : (real)NAN;
        s->rhs[i] = r.rhs;
        norm = fmax(norm, fabs((double)r.lower) + fabs((double)r.diag) + fabs((double)r.upper));
        right = fmax(right, fabs((double)r.rhs));
    }
    s->norm = norm;
    s->right = right;
}

static enum status solve(const struct subject *s, const struct method_spec *spec, const struct exec *exec,
                         int64_t *info)
{
    const struct shape shape = shape_contiguous(s->n, 1);
    const struct system system = {
        .kind = KIND_TRIDIAG, .tridiag = {s->lower, s->diag, s->upper}, .x = s->x, .info = info};
    memcpy(s->x, s->rhs, (size_t)s->n * sizeof *s->x);
    return method_spec_solve(spec, &shape, &system, exec);
}

static void measure(const struct subject *s, struct tally *t)
{
    const int64_t n = s->n;
    double x = 0, rest = 0, apart = 0;
    int finite = 1;
#pragma omp parallel for schedule(static) reduction(max : x, rest, apart) reduction(& : finite)
    for (int64_t i = 0; i < n; i++) {
        double r = (double)s->rhs[i] - (double)s->diag[i] * (double)s->x[i];
        if (i > 0) r -= (double)s->lower[i] * (double)s->x[i - 1];
        if (i < n - 1) r -= (double)s->upper[i] * (double)s->x[i + 1];
        x = fmax(x, fabs((double)s->x[i]));
        rest = fmax(rest, fabs(r));
        apart = fmax(apart, fabs((double)s->x[i] - (double)s->reference[i]));
        finite &= isfinite(r) != 0;
    }
    const double scale = (double)REAL_EPS * (s->norm * x + s->right);
    t->residual = finite ? fmax(t->residual, rest / scale) : HUGE_VAL;
    t->difference = finite ? fmax(t->difference, apart / (inverse_norm * scale)) : HUGE_VAL;
}

static enum status try(const struct subject *s, const struct method_spec *spec, const struct exec *exec,
                       struct tally *t)
{
    int64_t info = 0;
    TRY(solve(s, spec, exec, &info));
    t->otherwise += info == SOLVED_BY_FALLBACK;
    t->failed += !info_is_good(info);
    measure(s, t);
    return ST_OK;
}

/* At every switch point from only elimination to only reduction, or once. */
static enum status try_all(const struct subject *s, const struct exec *exec, struct tally *t)
{
    if (!t->switches) return try(s, &(struct method_spec){.solver = t->solver}, exec, t);
    for (int point = 0; point == 0 || (INT64_C(1) << (point - 1)) < s->n; point++) {
        char options[64];
        snprintf(options, sizeof options, "switch_point = %d;", point);
        TRY(try(s, &(struct method_spec){.solver = t->solver, .options = options}, exec, t));
    }
    return ST_OK;
}

static int list_methods(struct tally *t)
{
    const struct shape shape = shape_contiguous(LARGE, 1);
    int count = 0;
    for (size_t i = 0; i < solver_count() && count < METHODS_MAX; i++) {
        const struct solver *const s = solver_at(i);
        if (s->kind != KIND_TRIDIAG || s->space != HOST || solver_accepts(s, &shape, NULL) != ST_OK) continue;
        t[count] = (struct tally){.solver = s};
        for (const struct option *o = s->options; o && o->key; o++)
            t[count].switches |= !strcmp(o->key, "switch_point");
        count++;
    }
    return count;
}

static enum status report_all(struct report *r, const struct tally *t, int count, const char *sizes)
{
    for (int m = 0; m < count; m++) {
        const char *const method = t[m].solver->method, *const points = t[m].switches ? ", every switch point" : "";
        TRY(report_at_most(r, t[m].residual, residual_max, "single %s, %s%s: residual, eps", sizes, method, points));
        TRY(report_at_most(r, t[m].difference, difference_max, "single %s, %s%s: difference to lapack, eps", sizes,
                           method, points));
        TRY(report_at_most(r, (double)t[m].failed, 0, "single %s, %s%s: systems given up", sizes, method, points));
    }
    return ST_OK;
}

static enum status run_sizes(struct report *r, struct exec exec, int64_t from, int64_t to, const char *sizes)
{
    struct method_spec lapack = {0};
    struct tally tally[METHODS_MAX];
    struct subject s;
    const int count = list_methods(tally);
    TRY(solver_find(KIND_TRIDIAG, "lapack", HOST, &lapack.solver));
    enum status st = subject_make(&s, to);
    for (int64_t n = from; st == ST_OK && n <= to; n++) {
        fill(&s, n);
        st = solve(&s, &lapack, &exec, NULL);
        memcpy(s.reference, s.x, (size_t)n * sizeof *s.x);
        for (int m = 0; st == ST_OK && m < count; m++) st = try_all(&s, &exec, &tally[m]);
    }
    subject_free(&s);
    TRY(st);
    return report_all(r, tally, count, sizes);
}

static enum status run_small(struct report *r, struct exec exec)
{
    return run_sizes(r, exec, 1, SMALL, "n 1 ... 5000");
}

static enum status run_large(struct report *r, struct exec exec)
{
    return run_sizes(r, exec, LARGE - 1, LARGE + 1, "n 2^23 - 1 ... 2^23 + 1");
}

const struct verification verify_single_small = {
    .topic = "single",
    .subject = "small",
    .about = "one random dominant system of 1 ... 5000 rows by every method, at every switch point",
    .run = run_small,
};
const struct verification verify_single_large = {
    .topic = "single",
    .subject = "large",
    .about = "one random dominant system of 2^23 - 1 ... 2^23 + 1 rows by every method, at every switch point",
    .run = run_large,
};
