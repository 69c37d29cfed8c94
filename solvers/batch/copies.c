/* Matrices written out for methods that cannot read them as they are: the inner plan, memory, and the loops on the
 * host. */
#include "solvers/batch/copies.h"

#include "base/memory.h"
#include "solvers/batch/cost.h"

enum { WIDTH = 16 }; /* systems processed together */

struct written {
    struct plan *plan;  /* of the method, for the copies */
    real *copy[3];      /* lower, diag, upper */
    int64_t each;       /* values of a copy */
    struct shape given; /* that of the inner plan, in the space of the method: arrays borrowed from the outer plan */
};

static bool reads(const struct solver *solver, const struct shape *shape)
{
    if (shape->tridiag.shifted && !(solver->can & CAN_SHIFT)) return false;
    if (shape->matrix.inner == 0 || solver->can & CAN_LAYOUT) return true;
    return shape_shared(shape) && shape->matrix.stride == 1 && solver->can & CAN_SHARED;
}

static bool wraps(const struct solver *solver, const struct shape *shape)
{
    return !reads(solver, shape);
}

static struct shape given(const struct solver *solver, const struct shape *shape)
{
    struct shape to = *shape;
    const bool once = line_matrix_shared(shape) && solver->can & CAN_SHARED;
    to.matrix = once ? matrix_layout_shared() : (struct matrix_layout){0};
    to.tridiag.shifted = false;
    return to;
}

static int64_t arrays(const struct solver *solver, const struct shape *shape)
{
    const struct shape to = given(solver, shape);
    return 3 * shape_matrix_extent(&to) * (int64_t)sizeof(real);
}

/* Read from where the matrix lies and written; factors of a plan are made once for many solves. */
static double traffic(const struct solver *solver, const struct shape *shape)
{
    const struct shape to = given(solver, shape);
    return shape->reuse ? 0 : 3 * (cost_matrix_rows(shape) + cost_matrix_rows(&to)) * (double)sizeof(real);
}

static void release(void *wrapped)
{
    struct written *const w = wrapped;
    for (int k = 0; k < 3; k++) mem_free(w->copy[k]);
    plan_free(w->plan);
    mem_free(w);
}

static enum status fill(struct written *w, const struct plan *plan)
{
    const struct shape to = given(plan->solver, &plan->shape);
    w->given = given(plan->solver, &plan->placed);
    w->each = shape_matrix_extent(&to);
    TRY(plan_make_within(&w->plan, plan->solver, &to, plan->options, &plan->exec));
    for (int k = 0; k < 3; k++) TRY(mem_array(&w->copy[k], plan->exec.space, w->each, sizeof(real)));
    return ST_OK;
}

static enum status make(void **out, const struct plan *plan)
{
    struct written *w;
    *out = NULL;
    TRY(mem_alloc(&w, HOST, sizeof *w));
    const enum status st = fill(w, plan);
    if (st == ST_OK) *out = w;
    else release(w);
    return st;
}

/* The systems s ... end - 1, at most WIDTH. */
static void write_some(const struct copies *c, int64_t s, int64_t end)
{
    struct line l[WIDTH];
    int64_t at[WIDTH], rows = 0;
    for (int64_t k = 0; s + k < end; k++) {
        l[k] = copies_line(c, s + k);
        at[k] = shape_matrix_start(&c->to, s + k);
        if (l[k].n > rows) rows = l[k].n;
    }
    for (int64_t i = 0; i < rows; i++)
        for (int64_t k = 0; k < end - s; k++)
            if (i < l[k].n) copies_row(c, l[k], at[k], i);
}

static void write_host(const struct copies *c, const struct exec *exec)
{
    const int64_t width = copies_side_by_side(c) ? WIDTH : 1;
#pragma omp parallel for schedule(static) num_threads(exec->threads)
    for (int64_t s = 0; s < c->systems; s += width) write_some(c, s, s + width < c->systems ? s + width : c->systems);
}

static void (*const writers[SPACE_COUNT])(const struct copies *c, const struct exec *exec) = {
    [HOST] = write_host,
#ifdef BANDSTAND_CUDA
    [DEVICE] = copies_write_device,
#endif
};

static void write_copies(const struct written *w, const struct plan *plan, const struct system *system)
{
    const struct copies c = {
        .from = plan->placed,
        .to = w->given,
        .system = *system,
        .lower = w->copy[0],
        .diag = w->copy[1],
        .upper = w->copy[2],
        .systems = shape_shared(&w->given) ? 1 : plan->shape.batch,
    };
    writers[plan->exec.space](&c, &plan->exec);
}

static struct system system_of(const struct written *w, const struct system *system)
{
    struct system inner = *system;
    inner.tridiag.lower = w->copy[0];
    inner.tridiag.diag = w->copy[1];
    inner.tridiag.upper = w->copy[2];
    inner.tridiag.shift = NULL;
    return inner;
}

static enum status factor(void *wrapped, const struct plan *plan, const struct system *system)
{
    const struct written *const w = wrapped;
    const struct system inner = system_of(w, system);
    write_copies(w, plan, system);
    return plan_factor(w->plan, &inner);
}

static enum status solve(void *wrapped, const struct plan *plan, const struct system *system)
{
    const struct written *const w = wrapped;
    const struct system inner = system_of(w, system);
    if (!plan->shape.reuse) write_copies(w, plan, system);
    return plan_solve(w->plan, &inner);
}

static double flops(const void *wrapped, const struct plan *plan)
{
    return plan_cost(((const struct written *)wrapped)->plan).flops;
}

static int64_t bytes(const void *wrapped)
{
    const struct written *const w = wrapped;
    return plan_bytes(w->plan) + 3 * w->each * (int64_t)sizeof(real);
}

const struct wrapper copies_wrapper = {
    .wraps = wraps,
    .given = given,
    .arrays = arrays,
    .traffic = traffic,
    .make = make,
    .free = release,
    .factor = factor,
    .solve = solve,
    .flops = flops,
    .bytes = bytes,
};
