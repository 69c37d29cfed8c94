/* Hooks of the sweeps on the host: what they accept, workspace, inner plans, cost, and factoring. */
#include "solvers/sparse/hbisa/hbisa.h"

#include <string.h>

#include "solvers/sparse/hbisa/hbisa_sweep.h"
#include "solvers/sparse/hbisa/hbisa_workspace.h"

/* The blocks of one colour, as a batch of tridiagonal systems. */
static struct shape batch_of(const struct shape *shape, int64_t colours, int64_t colour)
{
    const int64_t blocks = shape->n / shape->blocktri.block;
    struct shape s =
        shape_contiguous(shape->blocktri.block, colours > 2 ? 1 : (blocks - colour + colours - 1) / colours);
    s.dist = colours * shape->blocktri.block;
    s.reuse = colours <= 2;
    return s;
}

static int64_t batches(int64_t colours)
{
    return colours > 2 ? 1 : colours;
}

static enum status check_inner(const char *method, const struct shape *shape, const struct hbisa_options *o,
                               int64_t colours)
{
    const struct solver *inner;
    enum status s = solver_find(KIND_TRIDIAG, o->inner, HOST, &inner);
    for (int64_t c = 0; s == ST_OK && c < batches(colours); c++) {
        const struct shape batch = batch_of(shape, colours, c);
        s = solver_accepts(inner, &batch, NULL);
    }
    return s == ST_OK ? s : fail_within(s, "%s: inner: ", method);
}

static int64_t one_colour(const struct shape *shape)
{
    return 1;
}

static int64_t colour_per_block(const struct shape *shape)
{
    return shape->n / shape->blocktri.block;
}

static int64_t two_colours(const struct shape *shape)
{
    return shape->n > shape->blocktri.block ? 2 : 1;
}

const struct hbisa_order hbisa_jacobi = {one_colour, .damped = true};
const struct hbisa_order hbisa_gauss_seidel = {colour_per_block};
const struct hbisa_order hbisa_red_black = {two_colours};

static enum status check_damping(const struct solver *self, const struct shape *shape, const struct hbisa_options *o)
{
    const struct hbisa_order *const order = self->variant;
    if (!order->damped || shape->blocktri.question != STATIONARY || o->damping < 1) return ST_OK;
    return fail(ST_REFUSED,
                "%s: undamped sweeps of a stationary chain oscillate forever, since the iteration matrix has the "
                "eigenvalue -1; set damping below 1, such as 0.9, or use hbisa_redblack",
                self->method);
}

enum status hbisa_accepts(const struct solver *self, const struct shape *shape, const struct hbisa_options *o)
{
    TRY(check_damping(self, shape, o));
    if (shape->blocktri.entries == 0)
        return fail(ST_REFUSED, "%s: needs a stored matrix; gth_band takes a chain given by its rates", self->method);
    if (shape->blocktri.question == STATIONARY && shape->blocktri.block == shape->n)
        return fail(ST_REFUSED, "%s: the diagonal block of a stationary chain of one block is singular; use gth_band",
                    self->method);
    if (shape->blocktri.question != STATIONARY && o->aggregation)
        return fail(ST_REFUSED,
                    "%s: aggregation balances the flow between levels of a stationary chain; for other "
                    "systems set aggregation = false",
                    self->method);
    return ST_OK;
}

static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    TRY(hbisa_accepts(self, shape, options));
    return check_inner(self->method, shape, options, hbisa_colours(self, shape));
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    struct hbisa_workspace space;
    return hbisa_workspace_of(&space, shape, options, NULL);
}

static void end(struct plan *p)
{
    struct hbisa *const h = p->priv;
    for (int c = 0; c < 2; c++) h->inner[c] = plan_free(h->inner[c]);
}

/* A method whose bits depend on the number of threads gets one thread. */
static enum status begin(struct plan *p)
{
    const struct hbisa_options *const o = p->options;
    const int64_t colours = hbisa_colours(p->solver, &p->shape);
    struct hbisa *const h = p->priv;
    const struct solver *inner;
    h->colours = colours;
    h->damping = hbisa_damping(p->solver, o);
    TRY(solver_find(KIND_TRIDIAG, o->inner, HOST, &inner));
    for (int64_t c = 0; c < batches(colours); c++) {
        const struct shape batch = batch_of(&p->shape, colours, c);
        const int threads = inner->can & DETERMINISTIC ? p->exec.threads : 1;
        const struct exec exec = exec_host(hbisa_threads(batch.n * batch.batch, threads));
        const enum status s = plan_make(&h->inner[c], inner, &batch, NULL, &exec);
        if (s != ST_OK) end(p);
        TRY(s);
    }
    return ST_OK;
}

/* Rounding may leave pivots that are not positive if states hardly ever leave their level. A diagonal enlarged by more
 * than the rounding keeps them above 0, and changes x by no more than rounding does. */
static void keep_pivots(const struct hbisa_workspace *space, int64_t n)
{
    for (int64_t i = 0; i < n; i++) space->diag[i] += 4 * REAL_EPS * space->diag[i];
}

static enum status factor(struct plan *p, const struct system *system)
{
    const struct hbisa *const h = p->priv;
    struct hbisa_workspace space;
    hbisa_workspace_of(&space, &p->shape, p->options, p->workspace);
    const enum status s = hbisa_split(&space, system->blocktri.matrix, space.rise != NULL);
    if (s != ST_OK) return fail_within(s, "%s: ", p->solver->method);
    if (p->shape.blocktri.question == STATIONARY) keep_pivots(&space, p->shape.n);
    for (int64_t c = 0; h->colours <= 2 && c < h->colours; c++) {
        const struct system blocks = sweep_system(&space, c * p->shape.blocktri.block);
        TRY(plan_factor(h->inner[c], &blocks));
    }
    return ST_OK;
}

static enum status solve(struct plan *p, const struct system *system)
{
    if (!p->factored) TRY(factor(p, system));
    return sweep_all(p, system);
}

struct cost hbisa_cost(const struct solver *self, const struct shape *shape, const void *options)
{
    const double n = (double)shape->n, entries = (double)shape->blocktri.entries;
    return (struct cost){
        .flops = 2 * entries + 5 * n,
        .bytes = entries * (double)(sizeof(real) + sizeof(int32_t)) + 6 * n * (double)sizeof(real),
    };
}

const struct solver_hooks hbisa_hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = hbisa_cost,
    .begin = begin,
    .end = end,
    .factor = factor,
    .solve = solve,
};
