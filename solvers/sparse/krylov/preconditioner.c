/* Preconditioners: none, block Jacobi by a batch of tridiagonal systems, and incomplete factors. */
#include "solvers/sparse/krylov/preconditioner.h"

#include "base/device/device.h"

const char *const preconditioner_words[] = {"none", "block_jacobi", "ilut", NULL};

struct preconditioner_ops {
    void (*lay_out)(struct preconditioner *m, const struct shape *shape, struct workspace *workspace);
    enum status (*factor)(struct preconditioner *m, const struct pinned *a, real *const band[3]);
    const real *(*solve)(const struct preconditioner *m, const real *r, real *z);
};

static void none_lay_out(struct preconditioner *m, const struct shape *shape, struct workspace *workspace)
{
}

static enum status none_factor(struct preconditioner *m, const struct pinned *a, real *const band[3])
{
    return ST_OK;
}

static const real *none_solve(const struct preconditioner *m, const real *r, real *z)
{
    return r;
}

static void blocks_lay_out(struct preconditioner *m, const struct shape *shape, struct workspace *workspace)
{
    for (int k = 0; k < 3; k++) m->band[k] = workspace_take(workspace, shape->n * (int64_t)sizeof(real));
}

static struct system blocks_system(const struct preconditioner *m, real *x)
{
    return (struct system){.kind = KIND_TRIDIAG, .tridiag = {m->band[0], m->band[1], m->band[2]}, .x = x};
}

static enum status blocks_factor(struct preconditioner *m, const struct pinned *a, real *const band[3])
{
    const struct exec *const exec = &m->inner->exec;
    TRY(matrix_tridiagonal(a->matrix, band[0], band[1], band[2]));
    for (int k = 0; k < 3 && a->pin >= 0; k++) band[k][a->pin] = k == 1;
    for (int k = 0; k < 3 && exec->space == DEVICE; k++)
        TRY(device_copy(m->band[k], DEVICE, band[k], HOST, m->n * (int64_t)sizeof(real), exec));
    const struct system blocks = blocks_system(m, m->band[1]);
    return plan_factor(m->inner, &blocks);
}

static const real *blocks_solve(const struct preconditioner *m, const real *r, real *z)
{
    const struct system blocks = blocks_system(m, z);
    const struct vectors v = {m->n, m->inner->exec, NULL};
    vector_scale(&v, 1, r, z);
    plan_solve(m->inner, &blocks);
    return z;
}

static void factors_lay_out(struct preconditioner *m, const struct shape *shape, struct workspace *workspace)
{
    m->ilut = ilut_of(shape->n, m->options->fill < shape->n ? m->options->fill : shape->n, workspace);
}

static enum status factors_factor(struct preconditioner *m, const struct pinned *a, real *const band[3])
{
    ilut_factor(&m->ilut, a, m->options->drop);
    return ST_OK;
}

static const real *factors_solve(const struct preconditioner *m, const real *r, real *z)
{
    ilut_solve(&m->ilut, r, z);
    return z;
}

enum { NONE, BLOCK_JACOBI, ILUT };
static const struct preconditioner_ops preconditioners[] = {
    [NONE] = {none_lay_out, none_factor, none_solve},
    [BLOCK_JACOBI] = {blocks_lay_out, blocks_factor, blocks_solve},
    [ILUT] = {factors_lay_out, factors_factor, factors_solve},
};

/* The diagonal blocks as a batch of tridiagonal systems. */
static enum status inner_of(const struct shape *shape, const struct preconditioner_options *o, enum space space,
                            const struct solver **inner, struct shape *batch)
{
    *batch = shape_contiguous(shape->blocktri.block, shape->n / shape->blocktri.block);
    batch->reuse = true;
    return solver_find(KIND_TRIDIAG, o->inner, space, inner);
}

enum status preconditioner_accepts(const char *method, const struct shape *shape,
                                   const struct preconditioner_options *o, enum space space)
{
    const struct solver *inner;
    struct shape batch;
    if (o->which == ILUT && space == DEVICE)
        return fail(ST_REFUSED, "%s: ilut solves row by row, on the host only; use none or block_jacobi", method);
    if (o->which != BLOCK_JACOBI) return ST_OK;
    enum status s = inner_of(shape, o, space, &inner, &batch);
    if (s == ST_OK) s = solver_accepts(inner, &batch, NULL);
    return s == ST_OK ? s : fail_within(s, "%s: inner: ", method);
}

enum status preconditioner_begin(struct plan **inner, const struct plan *plan, const struct preconditioner_options *o)
{
    const struct solver *solver;
    struct shape batch;
    *inner = NULL;
    if (o->which != BLOCK_JACOBI) return ST_OK;
    TRY(inner_of(&plan->shape, o, plan->exec.space, &solver, &batch));
    struct exec exec = plan->exec;
    if (!(solver->can & DETERMINISTIC)) exec.threads = 1; /* its bits would depend on the threads */
    return plan_make(inner, solver, &batch, NULL, &exec);
}

struct preconditioner preconditioner_of(const struct shape *shape, const struct preconditioner_options *o,
                                        struct plan *inner, struct workspace *workspace)
{
    struct preconditioner m = {.options = o, .ops = &preconditioners[o->which], .inner = inner, .n = shape->n};
    m.ops->lay_out(&m, shape, workspace);
    return m;
}

enum status preconditioner_factor(struct preconditioner *m, const struct pinned *a, real *const band[3])
{
    return m->ops->factor(m, a, band);
}

const real *preconditioner_solve(const struct preconditioner *m, const real *r, real *z)
{
    return m->ops->solve(m, r, z);
}
