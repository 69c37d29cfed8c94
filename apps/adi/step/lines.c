/* Solves along the lines of an axis: plans, matrices and factors of a registered tridiagonal solver. */
#include "apps/adi/step/lines.h"

#include "base/comm/comm.h"
#include "base/memory.h"

struct shape lines_shape(const struct grid *g, int axis, bool shared, bool keep, enum cut_scheme scheme)
{
    const struct grid_run own = grid_own(g, axis), points = grid_own_points(g);
    const int64_t nx = g->n[0], plane = g->n[0] * g->n[1], n = g->n[axis], rows = own.end - own.from;
    const bool cut = g->comm && axis == grid_cut(g);
    struct shape s = {.kind = KIND_TRIDIAG,
                      .n = rows,
                      .batch = cut ? g->points / n : (points.end - points.from) / n,
                      .stride = grid_stride(g, axis),
                      .tridiag.cyclic = grid_periodic(g, axis),
                      .reuse = keep};
    s.inner = axis == 1 ? nx : s.batch;
    s.dist = axis == 0 ? nx : 1;
    s.outer = axis == 1 ? plane : 0;
    if (shared) s.matrix = matrix_layout_shared();
    if (cut) s.cut = (struct rank_cut){.comm = g->comm, .whole = n, .first = own.from, .scheme = scheme};
    return s;
}

/* Is the axis cut over ranks? */
static bool is_cut(const struct lines *l, int axis)
{
    const struct grid *const g = l->op->grid;
    return g->comm && axis == grid_cut(g);
}

/* The bytes that one rank which has all nodes moves, so that a result does not depend on the number of ranks. */
static double bytes_along(const struct lines *l, int axis, const struct solver *solver, const void *options)
{
    struct grid whole = *l->op->grid;
    whole.comm = NULL, whole.before = whole.behind = 0;
    if (whole.n[axis] == 1) return 0;
    const struct shape shape = lines_shape(&whole, axis, l->op->shared, l->keep, CUT_TRANSPOSE);
    const struct cost c = l->op->grid->comm ? solver_cost(solver, &shape, options) : plan_cost(l->plan[axis]);
    return c.bytes + (l->keep ? 0 : 5 * (double)whole.points * (double)sizeof(real));
}

static enum status make_plan(struct lines *l, int axis, const struct solver *solver, const void *options,
                             enum cut_scheme scheme)
{
    const struct stencil *const op = l->op;
    const struct shape shape = lines_shape(op->grid, axis, op->shared, l->keep, scheme);
    if (op->grid->n[axis] == 1 || shape.batch == 0) return ST_OK;
    return plan_make(&l->plan[axis], solver, &shape, options, &op->exec);
}

/* Makes the plans of axes that are not cut, and the matrices, without the other ranks. */
static enum status make_own(struct lines *l, const struct solver *solver, const void *options, enum cut_scheme scheme)
{
    const struct stencil *const op = l->op;
    const struct grid *const g = op->grid;
    for (int d = 0; d < g->dim; d++) {
        if (!is_cut(l, d)) TRY(make_plan(l, d, solver, options, scheme));
        l->bytes += bytes_along(l, d, solver, options);
    }
    for (int d = 0; d < g->dim && !op->shared; d++) {
        if (d > 0 && !l->keep) l->matrix[d] = l->matrix[0];
        else if (op->exec.space == HOST) TRY(grid_array(&l->matrix[d], g, 3 * sizeof(real)));
        else TRY(mem_array(&l->matrix[d], op->exec.space, g->points, 3 * sizeof(real)));
    }
    return ST_OK;
}

enum status lines_make(struct lines *l, const struct stencil *op, const struct solver *solver, const void *options,
                       struct lines_choice choice)
{
    struct comm *const c = op->grid->comm;
    *l = (struct lines){.backend = backend_in(op->exec.space), .op = op, .keep = op->shared || choice.factor_once};
    TRY(comm_agree(c, make_own(l, solver, options, choice.scheme)));
    return c ? make_plan(l, grid_cut(op->grid), solver, options, choice.scheme) : ST_OK;
}

void lines_free(struct lines *l)
{
    for (int d = 0; d < 3; d++) {
        plan_free(l->plan[d]);
        if (d == 0 || l->keep) mem_free(l->matrix[d]);
    }
    *l = (struct lines){0};
}

/* The systems of this rank along an axis; x: [points], or NULL. */
static struct system system_along(const struct lines *l, int axis, real *x)
{
    const struct grid *const g = l->op->grid;
    const struct line_operator *const shared = &l->op->line[axis];
    const int64_t first = grid_own_points(g).from, row = is_cut(l, axis) ? grid_own(g, axis).from : 0;
    const real *const m = l->matrix[axis] + first;
    struct system s = {.kind = KIND_TRIDIAG, .x = x ? x + first : NULL};
    s.tridiag = l->op->shared ? (struct tridiag){shared->m_lower + row, shared->m_diag + row, shared->m_upper + row}
                              : (struct tridiag){m, m + g->points, m + 2 * g->points};
    return s;
}

static void assemble(struct lines *l, int axis)
{
    const int64_t points = l->op->grid->points;
    real *const m = l->matrix[axis];
    l->backend->assemble(l->op, axis, l->c, m, m + points, m + 2 * points);
}

static enum status factor(struct lines *l, int axis, struct clock *clock)
{
    double t = seconds_now();
    if (!l->plan[axis]) return ST_OK;
    if (!l->op->shared) assemble(l, axis);
    t = clock_charge(clock, PHASE_ASSEMBLE, t);
    const struct system s = system_along(l, axis, NULL);
    TRY(plan_factor(l->plan[axis], &s));
    clock_charge(clock, PHASE_FACTOR, t);
    return ST_OK;
}

/* Ranks agree before they factor together. */
enum status lines_factor(struct lines *l, double c, struct clock *clock)
{
    struct comm *const comm = l->op->grid->comm;
    enum status st = ST_OK;
    l->c = c;
    if (!l->keep) return ST_OK;
    for (int d = 0; st == ST_OK && d < 3; d++)
        if (!is_cut(l, d)) st = factor(l, d, clock);
    TRY(comm_agree(comm, st));
    return comm ? factor(l, grid_cut(l->op->grid), clock) : ST_OK;
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
    if (l->op->exec.space == HOST && !is_cut(l, axis)) s.outcome = &l->outcome;
    TRY(plan_solve_well(l->plan[axis], &s));
    clock_charge(clock, PHASE_SOLVE, t);
    return ST_OK;
}

double lines_bytes(const struct lines *l)
{
    return l->bytes;
}
