/* Cyclic systems through plans for plain ones: the plans for p and q, memory, and the steps of a solve. */
#include "solvers/tridiag/cyclic/cyclic.h"

#include "base/memory.h"
#include "solvers/batch/cost.h"
#include "solvers/tridiag/cyclic/cyclic_mend.h"

struct cyclic {
    struct plan *plain;  /* A' of every system; NULL if all have one row */
    struct plan *shared; /* A' once, for q of a matrix that all systems share; else NULL: q is per system */
    real *q;             /* [n - 1], or placed as x is */
    int64_t q_count, info_count, alone_count;
    int64_t *info; /* of q: [1] or [batch] */
    real *alone;   /* [batch] right sides of systems of one row, which `plain` overwrites; NULL: all of a size */
    struct cyclic_mend mend;
};

static const struct cyclic_loops *const loops[SPACE_COUNT] = {
    [HOST] = &cyclic_host,
#ifdef BANDSTAND_CUDA
    [DEVICE] = &cyclic_device,
#endif
};

/* The systems of A', with one row less. A system of one row keeps it: a plan takes no system without rows. */
static enum status make_plain(struct cyclic *d, const struct plan *plan)
{
    struct shape shape = plan->shape;
    int64_t *sizes = NULL;
    shape.n--;
    shape.tridiag.cyclic = false;
    if (shape.sizes) {
        TRY(mem_array(&sizes, HOST, shape.batch, sizeof *sizes));
        for (int64_t s = 0; s < shape.batch; s++) sizes[s] = shape.sizes[s] > 1 ? shape.sizes[s] - 1 : 1;
        shape.sizes = sizes;
    }
    const enum status st = plan_make_within(&d->plain, plan->solver, &shape, plan->options, &plan->exec);
    mem_free(sizes);
    return st;
}

static bool mends(const struct plan *plan)
{
    return plan->exec.space == HOST && (plan->solver->can & CAN_ANY_MATRIX);
}

static enum status make_border(struct cyclic *d, const struct plan *plan)
{
    const bool shared = line_matrix_shared(&plan->shape) && !plan->shape.sizes;
    struct shape one = shape_contiguous(plan->shape.n - 1, 1);
    if (plan->shape.matrix.stride != 1) one.matrix = (struct matrix_layout){plan->shape.matrix.stride, 1, 0, 1, NULL};
    if (shared) TRY(plan_make_within(&d->shared, plan->solver, &one, plan->options, &plan->exec));
    d->q_count = shape_extent(shared ? &one : &plan->shape);
    d->info_count = shared ? 1 : plan->shape.batch;
    TRY(mem_array(&d->info, plan->exec.space, d->info_count, sizeof *d->info));
    if (mends(plan)) TRY(mem_array(&d->mend.doubtful, HOST, d->info_count, sizeof *d->mend.doubtful));
    return mem_array(&d->q, plan->exec.space, d->q_count, sizeof *d->q);
}

static void release(void *wrapped)
{
    struct cyclic *const d = wrapped;
    cyclic_mend_free(&d->mend);
    mem_free(d->mend.doubtful);
    mem_free(d->alone);
    mem_free(d->q);
    mem_free(d->info);
    plan_free(d->shared);
    plan_free(d->plain);
    mem_free(d);
}

static enum status make(void **out, const struct plan *plan)
{
    struct cyclic *d;
    *out = NULL;
    TRY(mem_alloc(&d, HOST, sizeof *d));
    enum status st = ST_OK;
    if (plan->shape.n > 1) st = make_plain(d, plan);
    if (plan->shape.n > 1 && st == ST_OK) st = make_border(d, plan);
    if (plan->shape.sizes) d->alone_count = plan->shape.batch;
    if (d->alone_count && st == ST_OK) st = mem_array(&d->alone, plan->exec.space, d->alone_count, sizeof *d->alone);
    if (st != ST_OK) {
        release(d);
        return st;
    }
    *out = d;
    return ST_OK;
}

static struct cyclic_ends ends_of(const struct cyclic *d, const struct plan *plan, const struct system *system)
{
    return (struct cyclic_ends){plan->placed, *system, d->q, d->info, d->q_count, d->shared != NULL, d->alone};
}

/* Solves A' q = (-a_0, 0, ..., 0, -c_{m-2}). */
static enum status solve_border(struct cyclic *d, const struct plan *plan, const struct system *system)
{
    const struct cyclic_ends b = ends_of(d, plan, system);
    struct system border = *system;
    border.x = d->q, border.info = d->info, border.outcome = NULL;
    loops[plan->exec.space]->set(&b, &plan->exec);
    TRY(plan_solve(d->shared ? d->shared : d->plain, &border));
    cyclic_mend_look(&d->mend, &b, &plan->exec);
    return ST_OK;
}

static enum status factor(void *wrapped, const struct plan *plan, const struct system *system)
{
    struct cyclic *const d = wrapped;
    if (!d->plain) return ST_OK;
    TRY(plan_factor(d->plain, system));
    return solve_border(d, plan, system);
}

static enum status solve_both(struct cyclic *d, const struct plan *plan, struct cyclic_ends *b)
{
    const struct cyclic_loops *const l = loops[plan->exec.space];
    if (d->alone) l->keep(b, &plan->exec);
    if (d->plain) {
        if (!plan->shape.reuse) TRY(solve_border(d, plan, &b->system));
        cyclic_mend_keep(&d->mend, b);
        TRY(plan_solve(d->plain, &b->system));
    }
    l->close(b, &plan->exec);
    cyclic_mend_finish(&d->mend, b, &plan->exec);
    return ST_OK;
}

static enum status solve(void *wrapped, const struct plan *plan, const struct system *system)
{
    struct cyclic *const d = wrapped;
    struct cyclic_ends b = ends_of(d, plan, system);
    const enum status st = solve_both(d, plan, &b);
    cyclic_mend_free(&d->mend);
    return st;
}

static double flops(const void *wrapped, const struct plan *plan)
{
    const struct cyclic *const d = wrapped;
    double sum = 2 * cost_unknowns(&plan->shape);
    if (d->plain) sum += plan_cost(d->plain).flops;
    if (d->plain && !plan->shape.reuse) sum += plan_cost(d->shared ? d->shared : d->plain).flops;
    return sum;
}

static int64_t bytes(const void *wrapped)
{
    const struct cyclic *const d = wrapped;
    return (d->plain ? plan_bytes(d->plain) : 0) + (d->shared ? plan_bytes(d->shared) : 0) +
           (d->q_count + d->alone_count) * (int64_t)sizeof *d->q + d->info_count * (int64_t)sizeof *d->info +
           (d->mend.doubtful ? d->info_count * (int64_t)sizeof *d->mend.doubtful : 0);
}

static bool wraps(const struct solver *solver, const struct shape *shape)
{
    return shape->tridiag.cyclic;
}

const struct wrapper cyclic_wrapper = {
    .wraps = wraps,
    .make = make,
    .free = release,
    .factor = factor,
    .solve = solve,
    .flops = flops,
    .bytes = bytes,
};
