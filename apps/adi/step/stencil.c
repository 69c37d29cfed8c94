/* Makes the difference operators L_d and, for a given theta dt, the matrices M_d. */
#include "apps/adi/step/stencil.h"

#include "base/memory.h"

enum { PASS = 5 /* values of a node that a loop over the grid moves */ };

static enum status make_ends(struct stencil *op, const struct adi_params *p)
{
    const struct grid *const g = op->grid;
    for (int d = 0; d < 3; d++) {
        TRY(mem_array(&op->weight[d], HOST, g->n[d], sizeof(real)));
        for (int64_t i = 0; i < g->n[d]; i++)
            op->weight[d][i] = grid_at(g, d, i, FACE_DIRICHLET) ? 0 : (real)(1 / grid_share(g, d, i));
        for (int side = 0; side < 2; side++)
            if (g->face[d][side] == FACE_ROBIN) op->exchange[d][side] = 2 * p->face[d][side].h / g->spacing[d];
    }
    return ST_OK;
}

static enum status make_shared(struct stencil *op, const struct adi_params *p)
{
    const struct grid *const g = op->grid;
    op->capacity = p->density.number * p->heat_capacity.number;
    for (int d = 0; d < 3; d++) {
        const int64_t n = g->n[d];
        const double h = g->spacing[d],
                     k = n > 1 ? p->conductivity.number * params_anisotropy(p, d) / (op->capacity * h * h) : 0;
        real *block;
        TRY(mem_array(&block, HOST, n, 6 * sizeof(real)));
        op->line[d] = line_operator_at(block, n);
        const struct line_operator l = op->line[d];
        for (int64_t i = 0; i < n; i++) {
            const bool first = i == 0 && !grid_periodic(g, d), last = i == n - 1 && !grid_periodic(g, d);
            l.l_lower[i] = first ? 0 : op->weight[d][i] * (real)k;
            l.l_upper[i] = last ? 0 : op->weight[d][i] * (real)k;
            l.l_diag[i] = -(l.l_lower[i] + l.l_upper[i]);
            if (first) l.l_diag[i] -= (real)(op->exchange[d][0] / op->capacity);
            if (last) l.l_diag[i] -= (real)(op->exchange[d][1] / op->capacity);
        }
    }
    return ST_OK;
}

enum status stencil_make(struct stencil *op, const struct grid *grid, const struct adi_params *p, struct exec exec,
                         struct nodes_workspace *workspace)
{
    const struct grid_run own = grid_own_points(grid);
    const double bytes = (double)(own.end - own.from) * PASS * (double)sizeof(real);
    *op = (struct stencil){.grid = grid, .threads = exec.threads, .shared = params_shared(p)};
    op->exec = exec_deserved(exec, bytes / THREAD_RATE);
    TRY(make_ends(op, p));
    return op->shared ? make_shared(op, p) : stencil_make_per_point(op, p, workspace);
}

void stencil_free(struct stencil *op)
{
    for (int d = 0; d < 3; d++) {
        mem_free(op->line[d].l_lower);
        mem_free(op->link[d]);
        mem_free(op->weight[d]);
    }
    mem_free(op->inverse_capacity);
    *op = (struct stencil){0};
}

static double loss(const struct stencil *op, int axis, int64_t i)
{
    return (i == 0 ? op->exchange[axis][0] : 0) + (i == op->grid->n[axis] - 1 ? op->exchange[axis][1] : 0);
}

struct stencil_row stencil_row(const struct stencil *op, int axis, int64_t i, int64_t point)
{
    if (op->shared) {
        const struct line_operator *const l = &op->line[axis];
        return (struct stencil_row){(double)l->l_lower[i], (double)l->l_diag[i], (double)l->l_upper[i]};
    }
    const double w = (double)op->weight[axis][i], inverse = (double)op->inverse_capacity[point];
    const double lower = inverse * w * (double)op->link[axis][stencil_before(op->grid, axis, i, point)];
    const double upper = inverse * w * (double)op->link[axis][point];
    return (struct stencil_row){lower, -(lower + upper + inverse * loss(op, axis, i)), upper};
}

void stencil_implicit(struct stencil *op, double c)
{
    for (int d = 0; d < 3; d++) {
        const struct line_operator l = op->line[d];
        for (int64_t i = 0; i < op->grid->n[d]; i++) {
            l.m_lower[i] = -(real)c * l.l_lower[i];
            l.m_upper[i] = -(real)c * l.l_upper[i];
            l.m_diag[i] = 1 - (real)c * l.l_diag[i];
        }
    }
}
