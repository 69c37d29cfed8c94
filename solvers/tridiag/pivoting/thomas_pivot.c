/* Elimination in order with partial pivoting, one system at a time and in any layout: see pivot_checkpointed.c for the
 * equations. The reference of methods that pivot; unlike `lapack` it makes no copy of the coefficients. */
#include <omp.h>

#include "solvers/batch/cost.h"
#include "solvers/tridiag/gather.h"
#include "solvers/tridiag/pivoting/pivot_checkpointed.h"

/* Threads have workspace in cache lines of their own. */
static int64_t workspace_values(const struct shape *shape)
{
    return padded_length(pivot_checkpointed_values(shape->n));
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    return workspace_values(shape) * exec->threads * (int64_t)sizeof(real);
}

static enum status solve(struct plan *p, const struct system *system)
{
#pragma omp parallel for schedule(static) num_threads(p->exec.threads) if (p->shape.batch > 1)
    for (int64_t s = 0; s < p->shape.batch; s++) {
        real *const workspace = (real *)p->workspace + omp_get_thread_num() * workspace_values(&p->shape);
        const int64_t info = pivot_checkpointed_solve(line_of(&p->shape, system, s), workspace);
        if (system->info) system->info[s] = info;
    }
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    return cost_rows(shape, 14);
}

static const struct solver_hooks hooks = {
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .solve = solve,
};

const struct solver tridiag_thomas_pivot = {
    .method = "thomas_pivot",
    .about = "elimination in order with partial pivoting, one system at a time",
    .source = "Wilkinson 1961",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | CAN_ANY_MATRIX | DETERMINISTIC |
           REPORTS_INFO,
    .hooks = &hooks,
};
