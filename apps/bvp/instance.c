/* Makes the equations of one grid and times their solution. */
#include "apps/bvp/instance.h"

#include <string.h>

#include "apps/bvp/elimination.h"
#include "base/memory.h"
#include "solvers/info.h"

/* Bytes of matrix, right side and solution. */
static double held(const struct bvp_params *p, enum kind kind, const struct bvp_part *part)
{
    return (1 + form_of(kind)->coefficients(p)) * (double)part->rows * (double)sizeof(real);
}

enum status bvp_instance_bytes(const struct bvp_params *p, int64_t k, const struct bvp_part *part,
                               const struct solver *solver, const void *options, double *bytes)
{
    const int64_t intervals = p->intervals.v[k];
    const struct shape shape = equations_shape(p, solver->kind, part);
    const struct exec exec = exec_host(0);
    int64_t scratch;
    TRY(form_of(solver->kind)->fits(p, intervals));
    TRY(solver_bytes(solver, &shape, options, &exec, &scratch));
    *bytes = held(p, solver->kind, part) + (double)scratch + (double)part->rows * (double)sizeof(real) +
             problem_bytes(p, intervals, part) + elimination_bytes(part->rows);
    return ST_OK;
}

static enum status prepare(struct bvp_instance *x, const struct sim *sim, int64_t k)
{
    const struct bvp_params *const p = x->params;
    if (p->flush) TRY(cache_flush_make(&x->flush));
    const enum kind kind = sim->solver->kind;
    TRY(problem_make(&x->problem, p, kind, p->intervals.v[k], sim->comm, sim->exec, sim->evaluated));
    TRY(equations_make(&x->equations, &x->problem, kind));
    TRY(mem_array(&x->right, HOST, x->problem.part.rows, sizeof(real)));
    return mem_array(&x->place, HOST, p->probes.count, sizeof *x->place);
}

enum status bvp_instance_make(struct bvp_instance *x, const struct sim *sim, int64_t k)
{
    *x = (struct bvp_instance){.params = sim->params, .exec = sim->exec};
    TRY(comm_agree(sim->comm, prepare(x, sim, k)));
    const struct shape shape = equations_shape(x->params, sim->solver->kind, &x->problem.part);
    return plan_make(&x->plan, sim->solver, &shape, sim->solver_options, &sim->exec);
}

void bvp_instance_free(struct bvp_instance *x)
{
    cache_flush_free(x->flush);
    plan_free(x->plan);
    mem_free(x->place);
    mem_free(x->right);
    equations_free(&x->equations);
    problem_free(&x->problem);
    *x = (struct bvp_instance){0};
}

static enum status solve_once(void *context, double *seconds)
{
    struct bvp_instance *const x = context;
    struct comm *const c = x->problem.part.comm;
    memcpy(x->equations.x, x->right, (size_t)x->problem.part.rows * sizeof *x->right);
    if (x->flush) cache_flush_run(x->flush, &x->exec);
    struct comm_traffic before;
    x->begun = true;
    TRY(rank_solves_begin(c, ST_OK, &before));
    const double began = seconds_now();
    x->equations.system.outcome = &x->outcome;
    const enum status s = plan_solve(x->plan, &x->equations.system);
    *seconds = seconds_now() - began;
    rank_solves_add(&x->solves, c, &before, seconds);
    return comm_agree(c, s);
}

/* The matrix, and a right side, which takes a formula longer than a solve: it is made once, and counted for each. */
static enum status assemble(struct bvp_instance *x)
{
    struct comm *const c = x->problem.part.comm;
    const double began = seconds_now();
    TRY(comm_agree(c, x->equations.form->matrix(&x->equations)));
    const double matrix = seconds_now() - began;
    TRY(comm_agree(c, x->equations.form->right(&x->equations)));
    x->made = seconds_now() - began;
    x->assemble = matrix + solve_timing_counted(x->params->repeats) * (x->made - matrix);
    memcpy(x->right, x->equations.x, (size_t)x->problem.part.rows * sizeof *x->right);
    return ST_OK;
}

enum status bvp_instance_solve(struct bvp_instance *x)
{
    TRY(assemble(x));
    const enum status s = solve_timing_take(&x->timing, x->params->repeats, solve_once, x);
    TRY(x->begun ? s : comm_agree(x->problem.part.comm, s)); /* no memory for times: others wait in their first solve */
    if (info_is_good(x->equations.info)) return ST_OK;
    if (x->equations.info < 0)
        return fail(ST_FAILED, "%lld intervals: %s", (long long)x->problem.grid.intervals,
                    plan_info_text(x->plan, x->equations.info));
    return fail(ST_FAILED, "%lld intervals: zero or non-finite pivot in row %lld of the system, or no finite solution",
                (long long)x->problem.grid.intervals, (long long)x->equations.info - 1);
}

enum status bvp_instance_costs(const struct bvp_instance *x, struct rank_costs *out)
{
    *out = rank_costs_of(&x->solves, plan_cost(x->plan), held(x->params, x->plan->shape.kind, &x->problem.part),
                         (double)plan_bytes(x->plan));
    return rank_costs_sum(x->problem.part.comm, out);
}
