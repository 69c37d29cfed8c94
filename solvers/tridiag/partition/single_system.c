/* Hooks of methods for large systems: workspace, cost, and the choice between a team and a thread for each system. */
#include "solvers/tridiag/partition/single_system.h"

#include "solvers/batch/cost.h"
#include "solvers/tridiag/gather.h"

enum { LONG = 1 << 16 /* rows from which all threads share a system, however many systems there are */ };

bool single_system_together(const struct shape *shape, const struct exec *exec)
{
    return shape->n >= LONG || shape->batch < exec->threads;
}

/* Scratch of a team, in whole cache lines. */
static int64_t workspace_values(const struct shape *shape, const struct exec *exec,
                                const struct single_system_method *method)
{
    return padded_length(method->values(shape->n, single_system_together(shape, exec) ? exec->threads : 1));
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    const int64_t teams = single_system_together(shape, exec) ? 1 : exec->threads;
    return shape->batch == 0 ? 0 : teams * workspace_values(shape, exec, self->variant) * (int64_t)sizeof(real);
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    const struct single_system_method *const method = self->variant;
    return cost_rows(shape, method->flops);
}

static enum status solve(struct plan *plan, const struct system *system)
{
    const struct single_system_method *const method = plan->solver->variant;
    const struct shape *const shape = &plan->shape;
    const bool all = single_system_together(shape, &plan->exec);
    const int64_t share = workspace_values(shape, &plan->exec, method);
#pragma omp parallel num_threads(plan->exec.threads)
    {
        const int rank = omp_get_thread_num(), ranks = omp_get_num_threads();
        const struct team team = {all ? rank : 0, all ? ranks : 1, plan->exec.trace};
        real *const workspace = (real *)plan->workspace + (all ? 0 : rank * share);
        for (int64_t s = all ? 0 : rank; s < shape->batch; s += all ? 1 : ranks) {
            const int64_t info = method->solve(line_of(shape, system, s), workspace, team, plan->options);
            if (system->info && team.rank == 0) system->info[s] = info;
            team_wait(team);
        }
    }
    return ST_OK;
}

int64_t single_system_in_order(struct line l, int64_t (*eliminate)(struct line l, real *workspace), int64_t *info,
                               real *workspace, struct team team, int64_t done)
{
    single_system_wait(team);
    if (team.rank == 0) {
        team_enter(team, "in order");
        *info = eliminate(l, workspace);
        if (*info == 0) *info = done;
    }
    single_system_wait(team);
    return *info;
}

const struct solver_hooks single_system_hooks = {
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .solve = solve,
};
