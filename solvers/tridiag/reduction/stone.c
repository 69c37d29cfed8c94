/* The unknowns as a recurrence from the first one, each from the row before it:
 *
 *     x_{i+1} = (d_i - a_i x_{i-1} - b_i x_i) / c_i        x_i = p_i + q_i x_0        x_0 from the last row
 *
 * so that scans solve a system without elimination. H. S. Stone, An efficient parallel algorithm for the solution of a
 * tridiagonal linear system of equations, J. ACM 20, 1973, in the form of L.-W. Chang, thesis, Illinois, 2014, equation
 * 2.11.
 *
 * Unstable, also for dominant matrices: |q_i| grows by about |b / c| a row, and x_i is the difference of two such
 * numbers: it has lost ten digits in sixteen rows, and all of them in thirty. It is here as a counter-example: all rows
 * of x are checked, and info is INACCURATE where one misses its right side. Where a c is 0 the recurrence does not
 * exist: info is its row. 12 flops a row. */
#include <math.h>

#include "solvers/kind.h"
#include "solvers/tridiag/gather.h"

static int64_t workspace_values(int64_t n, const void *options)
{
    return 2 * padded_length(n);
}

static inline double size_of(real x)
{
    return fabs((double)x);
}

static bool misses(int64_t n, struct tridiag_rows r, const real *x)
{
    for (int64_t i = 0; i < n; i++) {
        const real left = i > 0 ? r.a[i] * x[i - 1] : 0, here = r.b[i] * x[i],
                   right = i < n - 1 ? r.c[i] * x[i + 1] : 0;
        const double size = size_of(left) + size_of(here) + size_of(right) + size_of(r.d[i]);
        if (!(size_of(r.d[i] - left - here - right) - BACKWARD_MAX * size <= 0)) return true;
    }
    return false;
}

/* p and q of all rows; i + 1 of the first row i that has no c, or 0. */
static int64_t recur(int64_t n, struct tridiag_rows r, real *p, real *q)
{
    p[0] = 0, q[0] = 1;
    for (int64_t i = 0; i < n - 1; i++) {
        const real before = i > 0 ? p[i - 1] : 0, first = i > 0 ? q[i - 1] : 0;
        if (r.c[i] == 0) return i + 1;
        p[i + 1] = (r.d[i] - r.a[i] * before - r.b[i] * p[i]) / r.c[i];
        q[i + 1] = (-r.a[i] * first - r.b[i] * q[i]) / r.c[i];
    }
    return 0;
}

static int64_t solve_rows(int64_t n, struct tridiag_rows r, real *workspace, struct team team, const void *options)
{
    real *const p = workspace, *const q = workspace + padded_length(n);
    const int64_t info = recur(n, r, p, q), last = n - 1;
    if (info) {
        for (int64_t i = 0; i < n; i++) r.d[i] = (real)NAN;
        return info;
    }
    const real before = last > 0 ? p[last - 1] : 0, first = last > 0 ? q[last - 1] : 0;
    const real x = (r.d[last] - r.a[last] * before - r.b[last] * p[last]) / (r.a[last] * first + r.b[last] * q[last]);
    for (int64_t i = 0; i < n; i++) p[i] += q[i] * x;
    int finite = 1;
    for (int64_t i = 0; i < n; i++) finite &= isfinite(p[i]) != 0;
    const bool missed = misses(n, r, p);
    for (int64_t i = 0; i < n; i++) r.d[i] = p[i];
    return !finite ? 0 : missed ? INACCURATE : 0;
}

/* The parts of a cyclic system would each be called solved or not, but not their sum. */
static bool takes_whole(const struct shape *shape)
{
    return shape->tridiag.cyclic;
}

static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    if (!shape->tridiag.cyclic) return ST_OK;
    return fail(ST_REFUSED, "%s: cyclic systems are not supported by a method that is unstable", self->method);
}

static const struct row_method method = {.flops = 12, .workspace_values = workspace_values, .solve = solve_rows};

static const struct solver_hooks hooks = {.accepts = accepts,
                                          .takes_whole = takes_whole,
                                          .workspace_bytes = gather_workspace_bytes,
                                          .cost = gather_cost,
                                          .solve = gather_solve};

const struct solver tridiag_stone = {
    .method = "stone",
    .about = "unstable, a counter-example: unknowns as a recurrence from the first; says where x is inaccurate",
    .source = "Stone 1973; Chang 2014, equation 2.11",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = FOR_ITS_PAPER | CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | DETERMINISTIC |
           REPORTS_INFO | UNSTABLE,
    .variant = &method,
    .hooks = &hooks,
};
