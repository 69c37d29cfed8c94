/* Solves along the lines of an axis: plans, matrices and factors of a registered tridiagonal solver. */
#include "apps/adi/step/lines.h"

#include "base/memory.h"

struct shape lines_shape(const struct grid *g, int axis, bool shared, bool keep)
{
    const int64_t nx = g->n[0], plane = g->n[0] * g->n[1], n = g->n[axis];
    struct shape s = {.kind = KIND_TRIDIAG,
                      .n = n,
                      .batch = g->points / n,
                      .step = grid_stride(g, axis),
                      .tridiag.cyclic = grid_periodic(g, axis),
                      .reuse = keep};
    s.inner = axis == 1 ? nx : s.batch;
    s.dist = axis == 0 ? nx : 1;
    s.outer = axis == 1 ? plane : 0;
    if (shared) s.matrix = matrix_layout_shared();
    return s;
}

enum status lines_make(struct lines *l, const struct stencil *op, const struct solver *solver, const void *options,
                       bool factor_once)
{
    const struct grid *const g = op->grid;
    *l = (struct lines){.backend = backend_in(op->exec.space), .op = op, .keep = op->shared || factor_once};
    for (int d = 0; d < g->dim; d++) {
        const struct shape shape = lines_shape(g, d, op->shared, l->keep);
        if (g->n[d] > 1) TRY(plan_make(&l->plan[d], solver, &shape, options, &op->exec));
    }
    for (int d = 0; !op->shared && d < g->dim; d++) {
        if (d > 0 && !l->keep) l->matrix[d] = l->matrix[0];
        else TRY(mem_array(&l->matrix[d], op->exec.space, g->points, 3 * sizeof(real)));
    }
    return ST_OK;
}

void lines_free(struct lines *l)
{
    for (int d = 0; d < 3; d++) {
        plan_free(l->plan[d]);
        if (d == 0 || l->keep) mem_free(l->matrix[d]);
    }
    *l = (struct lines){0};
}

static struct system system_along(const struct lines *l, int axis, real *x)
{
    const struct line_operator *const shared = &l->op->line[axis];
    const real *const m = l->matrix[axis];
    const int64_t points = l->op->grid->points;
    struct system s = {.kind = KIND_TRIDIAG, .x = x};
    s.tridiag = l->op->shared ? (struct tridiag){shared->m_lower, shared->m_diag, shared->m_upper}
                              : (struct tridiag){m, m + points, m + 2 * points};
    return s;
}

static void assemble(struct lines *l, int axis)
{
    const int64_t points = l->op->grid->points;
    real *const m = l->matrix[axis];
    l->backend->assemble(l->op, axis, l->c, m, m + points, m + 2 * points);
}

enum status lines_factor(struct lines *l, double c, struct clock *clock)
{
    double t = seconds_now();
    l->c = c;
    for (int d = 0; l->keep && d < 3; d++) {
        if (!l->plan[d]) continue;
        if (!l->op->shared) assemble(l, d);
        t = clock_charge(clock, PHASE_ASSEMBLE, t);
        const struct system s = system_along(l, d, NULL);
        TRY(plan_factor(l->plan[d], &s));
        t = clock_charge(clock, PHASE_FACTOR, t);
    }
    return ST_OK;
}

enum status lines_solve(struct lines *l, int axis, real *x, struct clock *clock)
{
    double t = seconds_now();
    if (!l->plan[axis]) return ST_OK;
    if (!l->keep) {
        assemble(l, axis);
        t = clock_charge(clock, PHASE_ASSEMBLE, t);
    }
    struct system s = system_along(l, axis, x);
    if (l->op->exec.space == HOST) s.outcome = &l->outcome;
    TRY(plan_solve_well(l->plan[axis], &s));
    clock_charge(clock, PHASE_SOLVE, t);
    return ST_OK;
}

double lines_bytes(const struct lines *l)
{
    double bytes = 0;
    for (int d = 0; d < 3; d++) {
        if (l->plan[d]) bytes += plan_cost(l->plan[d]).bytes;
        if (l->plan[d] && !l->keep) bytes += 5 * (double)l->op->grid->points * (double)sizeof(real);
    }
    return bytes;
}
