/* Plans for the chunks of a batch, and their memory. */
#include "solvers/tridiag/check/check.h"

#include "base/device/device.h"
#include "base/memory.h"
#include "solvers/batch/cost.h"
#include "solvers/tridiag/check/check_lanes.h"
#include "solvers/tridiag/check/check_solve.h"

bool check_is_own(const struct solver *solver, const struct shape *shape)
{
    if (!shape->tridiag.check || shape->tridiag.refine || !(solver->can & CHECKS)) return false;
    return !solver->hooks->checks || solver->hooks->checks(shape);
}

static bool wraps(const struct solver *solver, const struct shape *shape)
{
    return (shape->tridiag.check || shape->tridiag.refine) && !check_is_own(solver, shape);
}

/* The matrix is needed again after a solve. */
static struct shape given(const struct solver *solver, const struct shape *shape)
{
    struct shape to = *shape;
    to.tridiag.check = to.tridiag.refine = to.tridiag.restore = false;
    to.overwritable = false;
    return to;
}

/* Methods for one layout would have to refuse parts of it. */
static struct chunks cut(const struct solver *solver, const struct shape *shape)
{
    struct shape whole = *shape;
    whole.reuse |= solver->space == DEVICE || (solver->can & CAN_INTERLEAVED && shape->stride != 1);
    return chunks_of(&whole);
}

static int64_t values_of(const struct chunks *c, const struct shape *shape)
{
    int64_t most = 0;
    for (int k = 0; k < c->sizes; k++) {
        const struct shape s = chunk_shape(c, shape, k);
        const int64_t values = kept_values(&s);
        most = values > most ? values : most;
    }
    return most;
}

/* The bytes of the arrays of one thread. */
static int64_t arrays(const struct solver *solver, const struct shape *shape)
{
    const struct chunks c = cut(solver, shape);
    return ((shape->tridiag.refine ? 2 : 1) * values_of(&c, shape) + shape->n) * (int64_t)sizeof(real);
}

static double traffic(const struct solver *solver, const struct shape *shape)
{
    const struct chunks c = cut(solver, shape);
    const double unknowns = cost_unknowns(shape) * (double)sizeof(real);
    const double matrix = 3 * cost_matrix_rows(shape) * (double)sizeof(real);
    const double check = 4 * unknowns + matrix, refinement = 9 * unknowns + 2 * matrix;
    return c.count > 1 ? 0 : check + (shape->tridiag.refine ? refinement : 0);
}

static void release(void *wrapped)
{
    struct checked *const c = wrapped;
    for (int64_t k = 0; c->plan && k < c->workers * c->chunks.sizes; k++) plan_free(c->plan[k]);
    mem_free(c->plan);
    mem_free(c->right);
    mem_free(c->first);
    mem_free(c->probe);
    mem_free(c->backward);
    mem_free(c);
}

static enum status fill_probe(struct checked *c, const struct plan *plan)
{
    const int64_t n = plan->shape.n;
    real *here;
    TRY(mem_array(&here, HOST, n, sizeof *here));
    for (int64_t i = 0; i < n; i++) here[i] = check_probe(i);
    c->probe = here;
    if (plan->exec.space == HOST) return ST_OK;
    c->probe = NULL;
    enum status st = mem_array(&c->probe, DEVICE, n, sizeof *here);
    if (st == ST_OK) st = device_copy(c->probe, DEVICE, here, HOST, n * (int64_t)sizeof *here, &plan->exec);
    mem_free(here);
    return st;
}

static enum status fill(struct checked *c, const struct plan *plan)
{
    const struct shape whole = given(plan->solver, &plan->shape);
    c->chunks = cut(plan->solver, &whole);
    c->shape = given(plan->solver, &plan->placed);
    c->exec = plan->exec;
    c->workers = c->chunks.count > 1 ? plan->exec.threads : 1;
    if (c->chunks.count > 1) c->exec.threads = 1, c->exec.trace = NULL;
    c->values = values_of(&c->chunks, &whole);
    TRY(mem_array(&c->plan, HOST, c->workers * c->chunks.sizes, sizeof(struct plan *)));
    for (int k = 0; k < c->workers * c->chunks.sizes; k++) {
        const struct shape shape = chunk_shape(&c->chunks, &whole, k % c->chunks.sizes);
        TRY(plan_make_within(&c->plan[k], plan->solver, &shape, plan->options, &c->exec));
    }
    TRY(fill_probe(c, plan));
    if (plan->exec.space == DEVICE) TRY(mem_array(&c->backward, DEVICE, plan->shape.batch, sizeof *c->backward));
    TRY(mem_array(&c->right, plan->exec.space, c->workers * c->values, sizeof(real)));
    if (plan->shape.tridiag.refine) TRY(mem_array(&c->first, plan->exec.space, c->workers * c->values, sizeof(real)));
    return ST_OK;
}

static enum status make(void **out, const struct plan *plan)
{
    struct checked *c;
    *out = NULL;
    TRY(mem_alloc(&c, HOST, sizeof *c));
    const enum status st = fill(c, plan);
    if (st == ST_OK) *out = c;
    else release(c);
    return st;
}

static enum status factor(void *wrapped, const struct plan *plan, const struct system *system)
{
    return plan_factor(((const struct checked *)wrapped)->plan[0], system);
}

static double flops(const void *wrapped, const struct plan *plan)
{
    const struct checked *const c = wrapped;
    const double unknowns = cost_unknowns(&plan->shape), of_first = cost_unknowns(&c->plan[0]->shape);
    const double check = 14 * unknowns, once = of_first > 0 ? plan_cost(c->plan[0]).flops * (unknowns / of_first) : 0;
    return once + (plan->shape.tridiag.check ? check : 0) + (c->first ? once + 2 * check : 0);
}

static int64_t bytes(const void *wrapped)
{
    const struct checked *const c = wrapped;
    int64_t sum = (c->first ? 2 : 1) * c->workers * c->values * (int64_t)sizeof(real);
    for (int64_t k = 0; k < c->workers * c->chunks.sizes; k++) sum += plan_bytes(c->plan[k]);
    return sum;
}

const struct wrapper check_wrapper = {
    .always = true,
    .wraps = wraps,
    .given = given,
    .arrays = arrays,
    .traffic = traffic,
    .make = make,
    .free = release,
    .factor = factor,
    .solve = checked_solve,
    .flops = flops,
    .bytes = bytes,
};
