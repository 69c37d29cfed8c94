/* Adds the methods that solve a problem as entries: their plans, their calls, and a new right side for each call. */
#include "bench/data/problem.h"

#include <stdlib.h>

#include "bench/entry/limit.h"
#include "bench/entry/method_job.h"

struct job {
    struct method_job method;
    struct problem *problem;
    struct outcome outcome;
};

void *problem_new(size_t size, const struct problem_ops *ops, struct shape shape)
{
    struct problem *const p = calloc(1, size);
    if (!p) return (void)fail(ST_NOMEM, "no memory for a benchmark"), NULL;
    p->ops = ops;
    p->shape = shape;
    p->users = 1;
    return p;
}

void problem_release(struct problem *p)
{
    if (!p || --p->users > 0) return;
    p->ops->free(p);
}

static enum status restore(void *context)
{
    struct job *const j = context;
    struct plan *const plan = j->method.plan;
    struct system system = {.kind = j->method.shape.kind};
    j->problem->ops->restore(j->problem, &j->method.shape, j->method.exec.threads);
    if (!j->method.shape.reuse || plan->factored) return ST_OK;
    j->problem->ops->system(j->problem, &j->method.shape, &system);
    return plan_factor(plan, &system);
}

static enum status solve(void *context)
{
    struct job *const j = context;
    const struct problem_ops *const ops = j->problem->ops;
    struct system system = {.kind = j->method.shape.kind};
    ops->system(j->problem, &j->method.shape, &system);
    if (ops->iterative) {
        j->outcome = (struct outcome){0};
        system.outcome = &j->outcome;
    }
    return plan_solve(j->method.plan, &system);
}

static void end(void *context)
{
    struct job *const j = context;
    problem_release(j->problem);
    free(j);
}

static enum status try_once(struct job *j)
{
    enum status s = method_job_enter(j);
    if (s == ST_OK) s = solve(j);
    method_job_leave(j);
    if (s == ST_OK && j->outcome.info)
        s = fail(ST_REFUSED, "%s does not converge here", method_spec_name(&j->method.spec));
    return s;
}

static enum status add(struct bench *b, struct job *j, struct cost cost, const char *layout, int *index)
{
    const struct problem_ops *const ops = j->problem->ops;
    struct entry *e;
    if (ops->iterative) TRY(try_once(j));
    TRY(bench_add(b, &e, index));
    method_job_describe(e, &j->method, layout, cost.bytes, limit_find(b, ops->limit));
    if (ops->load) e->data = (struct data){j->problem, ops->load, ops->drop};
    if (ops->restore) e->prepare = restore;
    e->call = solve;
    e->end = end;
    return ST_OK;
}

enum status problem_add(struct bench *b, struct problem *p, const struct shape *shape, const struct method_spec *spec,
                        const char *layout, int *index)
{
    struct method_needs needs;
    *index = -1;
    if (!bench_wants(b, spec->solver->method)) return ST_OK;
    enum status s = method_spec_needs(&needs, spec, shape, &b->exec);
    if (s == ST_REFUSED || s == ST_DEVICE) return bench_skip(b, "%s", fail_text());
    TRY(s);
    if (needs.workspace + p->bytes > bench_space(b))
        return bench_skip(b, "%s, %s, %lldx%lld: with its workspace it needs more than a third of the free memory",
                          method_spec_name(spec), REAL_NAME, (long long)shape->batch, (long long)shape->n);
    struct job *const j = calloc(1, sizeof *j);
    if (!j) return fail(ST_NOMEM, "no memory for a benchmark");
    *j = (struct job){{.spec = *spec, .exec = b->exec, .shape = *shape}, .problem = p};
    p->users++;
    s = add(b, j, needs.cost, layout, index);
    if (s != ST_OK) end(j);
    return s == ST_REFUSED ? bench_skip(b, "%s", fail_text()) : s;
}
