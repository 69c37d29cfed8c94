/* The right side before a direct solve, and the outcome after it: normalization, residual and error bound. */
#include "solvers/sparse/direct/direct.h"

#include <math.h>
#include <string.h>

struct direct direct_of(const struct shape *shape, const struct matrix *matrix, int64_t pin, int threads,
                        struct workspace *workspace)
{
    struct direct d = {.a = pinned_of(shape, matrix, pin, threads, workspace)};
    d.r = workspace_take(workspace, shape->n * (int64_t)sizeof *d.r);
    if (shape->blocktri.question != STATIONARY) d.b = workspace_take(workspace, shape->n * (int64_t)sizeof *d.b);
    d.x = workspace_take(workspace, shape->n * (int64_t)sizeof *d.x);
    for (int k = 0; k < 3; k++) d.workspace[k] = workspace_take(workspace, shape->n * (int64_t)sizeof *d.workspace[k]);
    return d;
}

void direct_begin(const struct direct *d, real *x)
{
    const int64_t n = d->a.rows.n, pin = d->a.pin;
    if (d->b) {
        memcpy(d->b, x, (size_t)n * sizeof *x);
        return;
    }
    memset(x, 0, (size_t)n * sizeof *x);
    x[pin] = 1;
    pinned_multiply(&d->a, x, d->r);
    vector_scale(&d->a.v, -1, d->r, x);
    x[pin] = 1;
}

static int64_t row_not_finite(int64_t n, const real *x)
{
    for (int64_t i = 0; i < n; i++)
        if (!isfinite(x[i])) return i + 1;
    return 0;
}

enum status direct_end(const struct direct *d, int64_t info, const struct system *system, const struct shape *shape,
                       double eps, const struct inverse *inverse)
{
    const int64_t n = d->a.rows.n;
    real *const x = system->x;
    struct outcome *const outcome = system->outcome;
    for (int64_t i = 0; i < n; i++) x[i] = info > 0 ? (real)NAN : (real)d->x[i];
    outcome->info = info > 0 ? info : row_not_finite(n, x);
    outcome->iterations = 0;
    outcome->residual = NAN;
    if (shape->blocktri.exponents) memset(system->blocktri.exponent, 0, (size_t)n * sizeof *system->blocktri.exponent);
    if (outcome->info) return ST_OK;
    TRY(error_bound(&d->a, system, shape->blocktri.question, d->b, d->x, eps, inverse, d->workspace));
    error_judge(outcome);
    if (!d->b) pinned_clip(&d->a, x);
    pinned_multiply(&d->a, x, d->r);
    if (d->b) vector_xpay(&d->a.v, d->b, -1, d->r);
    outcome->residual = pinned_residual(&d->a, d->r, x, d->b ? vector_norm1(&d->a.v, d->b) : 0);
    if (d->b) return ST_OK;
    if (!(outcome->residual <= sqrt((double)REAL_EPS))) outcome->info = NOT_CONVERGED;
    pinned_normalize(&d->a, x);
    return ST_OK;
}
