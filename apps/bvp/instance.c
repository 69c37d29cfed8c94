/* Makes the equations of one grid and solves them under the clock. */
#include "apps/bvp/instance.h"

#include <string.h>

#include "apps/bvp/elimination.h"
#include "base/memory.h"
#include "solvers/info.h"

double bvp_instance_held(const struct bvp_params *p, enum kind kind, int64_t intervals)
{
    return (1 + form_of(kind)->coefficients(p)) * (double)bvp_unknowns(p, intervals) * (double)sizeof(real);
}

enum status bvp_instance_bytes(const struct bvp_params *p, int64_t k, const struct solver *solver, const void *options,
                               double *bytes)
{
    const struct shape shape = equations_shape(p, solver->kind, p->intervals.v[k]);
    const struct exec exec = exec_host(0);
    int64_t scratch;
    TRY(form_of(solver->kind)->fits(p, p->intervals.v[k]));
    TRY(solver_bytes(solver, &shape, options, &exec, &scratch));
    *bytes = bvp_instance_held(p, solver->kind, p->intervals.v[k]) + (double)scratch +
             (double)bvp_unknowns(p, p->intervals.v[k]) * (double)sizeof(real) + problem_bytes(p, p->intervals.v[k]) +
             elimination_bytes(bvp_unknowns(p, p->intervals.v[k]));
    return ST_OK;
}

enum status bvp_instance_make(struct bvp_instance *x, const struct sim *sim, int64_t k)
{
    *x = (struct bvp_instance){.params = sim->params, .exec = sim->exec};
    const struct bvp_params *const p = x->params;
    const struct shape shape = equations_shape(p, sim->solver->kind, p->intervals.v[k]);
    if (p->flush) TRY(cache_flush_make(&x->flush));
    TRY(problem_make(&x->problem, p, p->intervals.v[k], sim->exec, sim->evaluated));
    TRY(equations_make(&x->equations, &x->problem, sim->solver->kind));
    TRY(mem_array(&x->right, HOST, x->problem.unknowns, sizeof(real)));
    TRY(mem_array(&x->place, HOST, p->probes.count, sizeof *x->place));
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
    memcpy(x->equations.x, x->right, (size_t)x->problem.unknowns * sizeof *x->right);
    if (x->flush) cache_flush_run(x->flush, &x->exec);
    const double began = seconds_now();
    x->equations.system.outcome = &x->outcome;
    TRY(plan_solve(x->plan, &x->equations.system));
    *seconds = seconds_now() - began;
    return ST_OK;
}

/* A formula takes longer than a solve: the right side is made once, and counted for each. */
enum status bvp_instance_solve(struct bvp_instance *x)
{
    const double began = seconds_now();
    TRY(x->equations.form->matrix(&x->equations));
    const double matrix = seconds_now() - began;
    TRY(x->equations.form->right(&x->equations));
    x->made = seconds_now() - began;
    memcpy(x->right, x->equations.x, (size_t)x->problem.unknowns * sizeof *x->right);
    TRY(solve_timing_take(&x->timing, x->params->repeats, solve_once, x));
    x->assemble = matrix + solve_timing_counted(x->params->repeats) * (x->made - matrix);
    if (info_is_good(x->equations.info)) return ST_OK;
    if (x->equations.info < 0)
        return fail(ST_FAILED, "%lld intervals: %s", (long long)x->problem.grid.intervals,
                    plan_info_text(x->plan, x->equations.info));
    return fail(ST_FAILED, "%lld intervals: zero or non-finite pivot in row %lld of the system, or no finite solution",
                (long long)x->problem.grid.intervals, (long long)x->equations.info - 1);
}
