/* Memory and threads of matrices that are factored once: all threads share one matrix after the other, or each thread
 * takes matrices, or right sides of one matrix, of its own. The results are the same. */
#include "solvers/tridiag/factored/pivot_reuse.h"

#include "solvers/batch/cost.h"
#include "solvers/tridiag/factored/pivot_factors.h"
#include "solvers/tridiag/partition/single_system.h"

/* plan->workspace, or, without memory, its bytes: of each matrix, then of each team. */
struct layout {
    char *factors, *teams;
    int64_t factor_bytes, team_bytes, bytes;
    bool all; /* threads are one team */
};

/* Systems of different sizes differ in their matrices. */
static bool one_matrix(const struct shape *shape)
{
    return line_matrix_shared(shape) && !shape->sizes;
}

static int64_t matrices(const struct shape *shape)
{
    return one_matrix(shape) && shape->batch > 0 ? 1 : shape->batch;
}

/* A shorter system never takes more than the longest one. */
static struct layout layout_of(const struct shape *shape, const struct exec *exec, void *workspace)
{
    struct layout l = {.all = single_system_together(shape, exec)};
    struct workspace factors = {0}, team = {0};
    pivot_factors_take(&factors, shape->n);
    pivot_scratch_take(&team, shape->n, l.all ? exec->threads : 1);
    l.factor_bytes = factors.used, l.team_bytes = team.used;
    l.factors = workspace;
    l.teams = workspace ? l.factors + matrices(shape) * l.factor_bytes : NULL;
    l.bytes = shape->batch == 0 ? 0 : matrices(shape) * l.factor_bytes + (l.all ? 1 : exec->threads) * l.team_bytes;
    return l;
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    if (!shape->reuse) return single_system_hooks.workspace_bytes(self, shape, options, exec);
    return layout_of(shape, exec, NULL).bytes;
}

static struct pivot_factors factors_of(const struct layout *l, int64_t matrix, int64_t n)
{
    struct workspace w = {.memory = l->factors + matrix * l->factor_bytes};
    return pivot_factors_take(&w, n);
}

/* The team of the calling thread, and which matrices or runs of right sides are its own. */
struct turn {
    struct team team;
    struct pivot_scratch scratch;
    int64_t from, stride;
};

static struct turn turn_of(const struct plan *plan, const struct layout *l)
{
    const int rank = omp_get_thread_num(), ranks = omp_get_num_threads();
    struct workspace w = {.memory = l->teams + (l->all ? 0 : rank * l->team_bytes)};
    struct turn t = {.team = {l->all ? rank : 0, l->all ? ranks : 1, plan->exec.trace}};
    t.from = l->all ? 0 : rank, t.stride = l->all ? 1 : ranks;
    t.scratch = pivot_scratch_take(&w, plan->shape.n, l->all ? plan->exec.threads : 1);
    return t;
}

static enum status factor(struct plan *plan, const struct system *system)
{
    const struct layout l = layout_of(&plan->shape, &plan->exec, plan->workspace);
    const int64_t count = matrices(&plan->shape);
#pragma omp parallel num_threads(plan->exec.threads)
    {
        const struct turn t = turn_of(plan, &l);
        for (int64_t k = t.from; k < count; k += t.stride) {
            const struct line line = line_of(&plan->shape, system, k);
            const struct pivot_factors f = factors_of(&l, k, line.n);
            pivot_factors_make(line, &f, &t.scratch, t.team);
        }
    }
    return ST_OK;
}

/* Right sides at a time: those of one matrix, so many that all threads have some. */
static int64_t run_of(const struct shape *shape, const struct exec *exec, bool all)
{
    const int64_t share = all ? shape->batch : (shape->batch + exec->threads - 1) / exec->threads;
    return !one_matrix(shape) ? 1 : share < PIVOT_SIDES ? share : PIVOT_SIDES;
}

static enum status solve(struct plan *plan, const struct system *system)
{
    if (!plan->factored) return single_system_hooks.solve(plan, system);
    const struct layout l = layout_of(&plan->shape, &plan->exec, plan->workspace);
    const int64_t batch = plan->shape.batch, run = run_of(&plan->shape, &plan->exec, l.all);
#pragma omp parallel num_threads(plan->exec.threads)
    {
        const struct turn t = turn_of(plan, &l);
        struct line line[PIVOT_SIDES];
        for (int64_t s = t.from * run; s < batch; s += t.stride * run) {
            const int64_t count = s + run < batch ? run : batch - s;
            for (int64_t k = 0; k < count; k++) line[k] = line_of(&plan->shape, system, s + k);
            const struct pivot_factors f = factors_of(&l, one_matrix(&plan->shape) ? 0 : s, line->n);
            pivot_factors_solve(line, count, &f, &t.scratch, t.team, system->info ? system->info + s : NULL);
        }
    }
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    if (!shape->reuse) return single_system_hooks.cost(self, shape, options);
    return cost_rows(shape, 13);
}

const struct solver_hooks partition_pivot_hooks = {
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .factor = factor,
    .solve = solve,
};
