/* a_i x_{i-1} + b_i x_i + c_i x_{i+1} = d_i by elimination in order, without pivoting.
 *
 *     c'_0 = c_0 / b_0               d'_0 = d_0 / b_0
 *     c'_i = c_i / (b_i - c'_{i-1} a_i)      d'_i = (d_i - d'_{i-1} a_i) / (b_i - c'_{i-1} a_i)
 *     x_{n-1} = d'_{n-1}             x_i = d'_i - c'_i x_{i+1}
 *
 * L. H. Thomas, Elliptic problems in linear difference equations over a network, Watson Laboratory, 1949.
 * Stable if the matrix is diagonally dominant by rows or by columns, or symmetric positive definite. 8 flops a
 * row; 5 when factored. Where elements grow, the sum of the squares of c' shows it, and info says so (growth.h).
 *
 * The reference of all other methods: one system at a time, in place, each expression with one product only, so that
 * every compiler contracts it to the same fused multiply-add. */
#include <omp.h>

#include "solvers/batch/cost.h"
#include "solvers/batch/growth.h"
#include "solvers/batch/info.h"
#include "solvers/batch/line.h"

/* c' and 1 / pivot of each row, kept by factor: [system][n], or [n] if one matrix serves all. A shared matrix of
 * different sizes does too, since the first rows do not depend on the later ones. The last row has no c': its place
 * holds the sum of the squares of all others. */
struct factors {
    real *c, *inverse, *squares;
};

static struct factors factors_of(const struct plan *p, int64_t s)
{
    const bool shared = line_matrix_shared(&p->shape);
    const int64_t matrices = shared ? 1 : p->shape.batch, at = shared ? 0 : s * p->shape.n;
    real *const c = p->workspace;
    return (struct factors){.c = c + at, .inverse = c + matrices * p->shape.n + at, .squares = c + at + p->shape.n - 1};
}

/* Threads write their c' in cache lines of their own. */
static int64_t scratch_rows(int64_t n)
{
    const int64_t line = 64 / (int64_t)sizeof(real);
    return (n + line - 1) / line * line;
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    const int64_t rows = shape->reuse ? 2 * shape->n * (line_matrix_shared(shape) ? 1 : shape->batch)
                                      : scratch_rows(shape->n) * exec->threads;
    return rows * (int64_t)sizeof(real);
}

/* Returns the sum of the squares of c'. */
static real solve_line(struct line l, real *restrict c)
{
    real pivot = l.b[0] + l.shift, d = l.x[0] / pivot, squares = 0;
    l.x[0] = d;
    for (int64_t i = 1; i < l.n; i++) {
        c[i - 1] = l.c[(i - 1) * l.stride] / pivot;
        squares += c[i - 1] * c[i - 1];
        pivot = l.b[i * l.stride] + l.shift - c[i - 1] * l.a[i * l.stride];
        d = (l.x[i * l.x_stride] - d * l.a[i * l.stride]) / pivot;
        l.x[i * l.x_stride] = d;
    }
    for (int64_t i = l.n - 2; i >= 0; i--) {
        d = l.x[i * l.x_stride] - c[i] * d;
        l.x[i * l.x_stride] = d;
    }
    return squares;
}

static void factor_line(struct line l, struct factors f)
{
    real squares = 0;
    f.inverse[0] = pivot_reciprocal(l.b[0] + l.shift);
    for (int64_t i = 1; i < l.n; i++) {
        f.c[i - 1] = l.c[(i - 1) * l.stride] * f.inverse[i - 1];
        squares += f.c[i - 1] * f.c[i - 1];
        f.inverse[i] = pivot_reciprocal(l.b[i * l.stride] + l.shift - f.c[i - 1] * l.a[i * l.stride]);
    }
    *f.squares = squares;
}

static real solve_factored(struct line l, struct factors f)
{
    real d = l.x[0] * f.inverse[0];
    l.x[0] = d;
    for (int64_t i = 1; i < l.n; i++) {
        d = (l.x[i * l.x_stride] - d * l.a[i * l.stride]) * f.inverse[i];
        l.x[i * l.x_stride] = d;
    }
    for (int64_t i = l.n - 2; i >= 0; i--) {
        d = l.x[i * l.x_stride] - f.c[i] * d;
        l.x[i * l.x_stride] = d;
    }
    return *f.squares;
}

static enum status factor(struct plan *p, const struct system *system)
{
    const int64_t matrices = line_matrix_shared(&p->shape) ? 1 : p->shape.batch;
#pragma omp parallel for schedule(static) num_threads(p->exec.threads)
    for (int64_t s = 0; s < matrices; s++) {
        struct line l = line_of(&p->shape, system, s);
        if (line_matrix_shared(&p->shape)) l.n = p->shape.n;
        factor_line(l, factors_of(p, s));
    }
    return ST_OK;
}

static enum status solve(struct plan *p, const struct system *system)
{
#pragma omp parallel for schedule(static) num_threads(p->exec.threads) if (p->shape.batch > 1)
    for (int64_t s = 0; s < p->shape.batch; s++) {
        const struct line l = line_of(&p->shape, system, s);
        const real squares =
            p->factored ? solve_factored(l, factors_of(p, s))
                        : solve_line(l, (real *)p->workspace + omp_get_thread_num() * scratch_rows(p->shape.n));
        if (system->info) system->info[s] = growth_noted(squares, l.n);
    }
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    return cost_rows(shape, shape->reuse ? 5 : 8);
}

static const struct solver_hooks hooks = {
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .factor = factor,
    .solve = solve,
};

const struct solver tridiag_thomas = {
    .method = "thomas",
    .about = "elimination in order, one system at a time: the reference",
    .source = "Thomas 1949",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | DETERMINISTIC | SEES_GROWTH,
    .hooks = &hooks,
};
