/* Gaussian elimination with partial pivoting, by LAPACK: gtsv, or gttrf once and gttrs with every right side.
 *
 * E. Anderson and others, LAPACK Users' Guide, 3rd ed., 1999, section 2.3.1. Stable for any regular matrix: the
 * reference for accuracy. LAPACK overwrites the coefficients, so it gets copies. 10 flops a row without interchanges;
 * 7 when factored. */
#include "solvers/tridiag/library/lapack.h"

#include <math.h>
#include <omp.h>

#include "solvers/batch/cost.h"
#include "solvers/tridiag/gather.h"

static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    if (shape->n <= INT32_MAX) return ST_OK;
    return fail(ST_REFUSED, "lapack: %lld rows exceed its 32-bit integers", (long long)shape->n);
}

static int64_t solve_rows(int64_t n, struct tridiag_rows rows, real *workspace, struct team team, const void *options)
{
    const int32_t order = (int32_t)n, one = 1;
    int32_t info;
    gtsv(&order, &one, rows.a + 1, rows.b, rows.c, rows.d, &order, &info);
    for (int64_t i = 0; info && i < n; i++) rows.d[i] = (real)NAN; /* gtsv leaves the right side partly eliminated */
    return info;
}

static const struct row_method method = {.solve = solve_rows};

/* The factors of matrix k, in plan->workspace, before the right sides of the threads. */
struct factors {
    struct tridiag_rows lu; /* d holds the second upper diagonal */
    int32_t *pivots;
    int64_t *info;
};

static bool one_matrix(const struct shape *shape)
{
    return line_matrix_shared(shape) && !shape->sizes;
}

static int64_t matrices(const struct shape *shape)
{
    return one_matrix(shape) ? 1 : shape->batch;
}

/* The number of right sides gathered together, and solved together if they share the matrix. */
static int64_t columns(const struct shape *shape)
{
    return one_matrix(shape) ? BUNDLE_MAX : bundle_width(shape);
}

static struct factors factors_of(const struct plan *p, int64_t s)
{
    const int64_t count = matrices(&p->shape), k = one_matrix(&p->shape) ? 0 : s;
    int64_t *const info = p->workspace;
    real *const lu = (void *)(info + count);
    int32_t *const pivots = (void *)(lu + count * 4 * padded_length(p->shape.n));
    return (struct factors){
        .lu = rows_at(lu + k * 4 * padded_length(p->shape.n), p->shape.n),
        .pivots = pivots + k * padded_length(p->shape.n),
        .info = info + k,
    };
}

static real *right_sides(const struct plan *p, int thread)
{
    const int64_t padded = padded_length(p->shape.n), count = matrices(&p->shape);
    real *const first = (void *)(factors_of(p, 0).pivots + count * padded);
    return first + thread * columns(&p->shape) * padded;
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    const int64_t padded = padded_length(shape->n), count = matrices(shape);
    if (!shape->reuse) return gather_workspace_bytes(self, shape, options, exec);
    return count * ((int64_t)sizeof(int64_t) + 4 * padded * (int64_t)sizeof(real) + padded * (int64_t)sizeof(int32_t)) +
           exec->threads * columns(shape) * padded * (int64_t)sizeof(real);
}

static void factor_matrices(const struct plan *p, const struct system *system, int64_t s, int64_t end)
{
    struct bundle b = {.count = end - s};
    for (int64_t k = 0; k < b.count; k++) {
        b.line[k] = line_of(&p->shape, system, s + k);
        b.rows[k] = factors_of(p, s + k).lu;
    }
    bundle_gather_matrix(&b, alone);
    for (int64_t k = 0; k < b.count; k++) {
        const struct factors f = factors_of(p, s + k);
        const int32_t order = (int32_t)b.line[k].n;
        int32_t info;
        gttrf(&order, f.lu.a + 1, f.lu.b, f.lu.c, f.lu.d, f.pivots, &info);
        *f.info = info;
    }
}

static enum status factor(struct plan *p, const struct system *system)
{
    const int64_t count = matrices(&p->shape), width = bundle_width(&p->shape);
#pragma omp parallel for schedule(static) num_threads(p->exec.threads)
    for (int64_t s = 0; s < count; s += width) factor_matrices(p, system, s, s + width < count ? s + width : count);
    return ST_OK;
}

static void solve_factored(const struct plan *p, const struct system *system, int64_t s, int64_t end)
{
    const int32_t rows = (int32_t)p->shape.n, one = 1, all = (int32_t)(end - s);
    real *const d = right_sides(p, omp_get_thread_num());
    struct bundle b = {.count = end - s};
    for (int64_t k = 0; k < b.count; k++) {
        b.line[k] = line_of(&p->shape, system, s + k);
        b.rows[k].d = d + k * rows;
    }
    bundle_gather_right(&b, alone);
    for (int64_t k = 0; k < (one_matrix(&p->shape) ? 1 : b.count); k++) {
        const struct factors f = factors_of(p, s + k);
        const int32_t order = (int32_t)b.line[k].n, *const count = one_matrix(&p->shape) ? &all : &one;
        int32_t info;
        gttrs("N", &order, count, f.lu.a + 1, f.lu.b, f.lu.c, f.lu.d, f.pivots, b.rows[k].d, &rows, &info, 1);
    }
    bundle_scatter(&b, alone);
    for (int64_t k = 0; system->info && k < b.count; k++)
        system->info[s + k] = gather_info(b.line[k], b.rows[k].d, *factors_of(p, s + k).info);
}

static enum status solve(struct plan *p, const struct system *system)
{
    const int64_t batch = p->shape.batch, width = columns(&p->shape);
    if (!p->factored) return gather_solve(p, system);
#pragma omp parallel for schedule(static) num_threads(p->exec.threads)
    for (int64_t s = 0; s < batch; s += width) solve_factored(p, system, s, s + width < batch ? s + width : batch);
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    return cost_rows(shape, shape->reuse ? 7 : 10);
}

static const struct solver_hooks hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .factor = factor,
    .solve = solve,
};

const struct solver tridiag_lapack = {
    .method = "lapack",
    .about = "elimination with partial pivoting, by LAPACK's gtsv or gttrf and gttrs",
    .source = "LAPACK Users' Guide 1999, section 2.3.1",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | CAN_ANY_MATRIX | DETERMINISTIC |
           REPORTS_INFO,
    .variant = &method,
    .hooks = &hooks,
};
