/* Trees without branches by any method for tridiagonal systems: row i hangs on row i - 1, so that its coupling to the
 * row before is lower_i, and that of row i - 1 to row i is upper_i. The tridiagonal method finds the latter one row
 * earlier: it gets a copy of upper, moved by a row, 2 values a row of traffic besides that of the method. info is that
 * of the method, which eliminates from the first row where `hines` begins with the last. */
#include "solvers/batch/cost.h"
#include "solvers/tree/tree_line.h"

struct unbranched_options {
    char *method;
};

static const struct option options_of_unbranched[] = {{.key = "tridiag",
                                                       .help = "method for tridiagonal systems that solves them",
                                                       .type = OPT_TEXT,
                                                       .offset = offsetof(struct unbranched_options, method),
                                                       .default_value = "\"auto\""},
                                                      {0}};

struct inner {
    struct plan *plan;
};

static struct shape tridiag_shape(const struct shape *shape)
{
    struct shape s = *shape;
    s.kind = KIND_TRIDIAG;
    s.tridiag = (struct tridiag_shape){0};
    return s;
}

static enum status accepts(const struct solver *self, const struct shape *shape, const void *options)
{
    const struct unbranched_options *const o = options;
    const struct solver *tridiag;
    const struct shape of = tridiag_shape(shape);
    enum status s = solver_find(KIND_TRIDIAG, o->method, HOST, &tridiag);
    if (s == ST_OK) s = solver_accepts(tridiag, &of, NULL);
    return s == ST_OK ? s : fail_within(s == ST_CONFIG ? ST_REFUSED : s, "%s: ", self->method);
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    return shape_matrix_extent(shape) * (int64_t)sizeof(real);
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    struct cost c = cost_rows(shape, shape->reuse ? 5 : 8);
    c.bytes += shape->reuse ? 0 : 2 * cost_matrix_rows(shape) * (double)sizeof(real);
    return c;
}

static enum status begin(struct plan *p)
{
    const struct unbranched_options *const o = p->options;
    struct inner *const inner = p->priv;
    const struct shape of = tridiag_shape(&p->shape);
    const struct solver *tridiag;
    TRY(solver_find(KIND_TRIDIAG, o->method, HOST, &tridiag));
    return plan_make(&inner->plan, tridiag, &of, NULL, &p->exec);
}

static void end(struct plan *p)
{
    plan_free(((struct inner *)p->priv)->plan);
}

/* Systems that share elements of the matrix write the same values there, one after the other. */
static void move(const struct plan *p, const struct system *system)
{
    const struct shape *const shape = &p->shape;
    const bool shared = shape_shared(shape);
    const int64_t stride = shape_matrix_stride(shape), systems = shared ? 1 : shape->batch;
    real *const to = p->workspace;
#pragma omp parallel for schedule(static) num_threads(p->exec.threads) if (shape->matrix.inner == 0)
    for (int64_t s = 0; s < systems; s++) {
        const int64_t start = shape_matrix_start(shape, s), rows = shared ? shape->n : shape_rows(shape, s);
        for (int64_t i = 1; i < rows; i++) to[start + (i - 1) * stride] = system->tree.upper[start + i * stride];
    }
}

static struct system tridiag_system(const struct plan *p, const struct system *system)
{
    struct system t = *system;
    t.kind = KIND_TRIDIAG;
    t.tridiag = (struct tridiag){.lower = system->tree.lower, .diag = system->tree.diag, .upper = p->workspace};
    return t;
}

static enum status factor(struct plan *p, const struct system *system)
{
    const struct system inner = tridiag_system(p, system);
    move(p, system);
    return plan_factor(((struct inner *)p->priv)->plan, &inner);
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct system inner = tridiag_system(p, system);
    if (!p->factored) move(p, system);
    return plan_solve(((struct inner *)p->priv)->plan, &inner);
}

static const struct solver_hooks hooks = {
    .accepts = accepts,
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .begin = begin,
    .end = end,
    .factor = factor,
    .solve = solve,
};

const struct solver tree_unbranched = {
    .method = "unbranched",
    .about = "trees without branches by a method for tridiagonal systems",
    .source = "Thomas 1949, and those of the tridiagonal method",
    .kind = KIND_TREE,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | DETERMINISTIC | REPORTS_INFO,
    .options = options_of_unbranched,
    .options_bytes = sizeof(struct unbranched_options),
    .priv_bytes = sizeof(struct inner),
    .hooks = &hooks,
};
