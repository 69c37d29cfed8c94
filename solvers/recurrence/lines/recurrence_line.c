/* Hooks that recurrences share: one recurrence along a line, distribution of systems over threads, scratch and cost. */
#include "solvers/recurrence/lines/recurrence_line.h"

#include <omp.h>

#include "base/timing/trace.h"

struct recurrence_line recurrence_line_of(const struct shape *shape, const struct system *system, int64_t s)
{
    const int64_t start = shape_start(shape, s);
    return (struct recurrence_line){
        .n = shape_rows(shape, s),
        .stride = shape->stride,
        .scale_stride = shape_matrix_stride(shape),
        .forward = (real)system->recurrence.forward,
        .backward = (real)system->recurrence.backward,
        .scale = shape->recurrence.scaled ? system->recurrence.scale + shape_matrix_start(shape, s) : NULL,
        .x = system->x + start,
    };
}

/* A product would make the chain of dependent operations longer. */
static inline real run(real *x, int64_t count, int64_t stride, real factor, real before, bool one)
{
    for (int64_t k = 0; k < count; k++) x[k * stride] = before = x[k * stride] + (one ? before : factor * before);
    return before;
}

real recurrence_run(real *x, int64_t count, int64_t stride, real factor, real before)
{
    return factor == 1 ? run(x, count, stride, 1, before, true) : run(x, count, stride, factor, before, false);
}

static real run_scaled(const struct recurrence_line *c, real y)
{
    for (int64_t i = 0; i < c->n; i++) {
        y = c->x[i * c->stride] + c->forward * y;
        c->x[i * c->stride] = c->scale[i * c->scale_stride] * y;
    }
    return y;
}

real recurrence_down(const struct recurrence_line *c, real before)
{
    return c->scale ? run_scaled(c, before) : recurrence_run(c->x, c->n, c->stride, c->forward, before);
}

real recurrence_up(const struct recurrence_line *c, real behind)
{
    return c->n > 0 ? recurrence_run(c->x + (c->n - 1) * c->stride, c->n, -c->stride, c->backward, behind) : behind;
}

/* A single system takes the path of a team even with one thread, so that its phases are traced. */
static bool splits(const struct shape *shape, const struct exec *exec, const struct recurrence_method *method)
{
    return shape->batch == 1 || (method->splits && shape->batch < exec->threads);
}

/* In whole cache lines. */
static int64_t whole_lines(int64_t values)
{
    const int64_t line = 64 / (int64_t)sizeof(real);
    return (values + line - 1) / line * line;
}

static int64_t table_values(const struct shape *shape, const void *options, const struct recurrence_method *method)
{
    return method->table ? whole_lines(method->table(shape, options)) : 0;
}

static int64_t workspace_values(const struct shape *shape, const void *options, const struct exec *exec,
                                const struct recurrence_method *method)
{
    const int ranks = splits(shape, exec, method) ? exec->threads : 1;
    return method->workspace_values ? whole_lines(method->workspace_values(shape, options, ranks)) : 0;
}

static int64_t workspace_bytes(const struct solver *self, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    const struct recurrence_method *const method = self->variant;
    const int64_t teams = splits(shape, exec, method) ? 1 : exec->threads;
    const int64_t scratch = teams * workspace_values(shape, options, exec, method);
    return (table_values(shape, options, method) + scratch) * (int64_t)sizeof(real);
}

/* One system after the other, by all. */
static void solve_together(const struct plan *p, const struct system *system, const struct recurrence_method *method,
                           const real *table, real *scratch)
{
    struct team team = {omp_get_thread_num(), omp_get_num_threads()};
    if (!method->splits && team.rank > 0) return;
    if (!method->splits) team = alone;
    for (int64_t s = 0; s < p->shape.batch; s++) {
        const struct recurrence_line c = recurrence_line_of(&p->shape, system, s);
        method->solve(p, &c, table, scratch, team, p->exec.trace);
        trace_enter(p->exec.trace, team.rank, NULL);
        team_wait(team);
    }
}

static void solve_apart(const struct plan *p, const struct system *system, const struct recurrence_method *method,
                        const real *table, real *scratch)
{
    const int thread = omp_get_thread_num();
    trace_enter(p->exec.trace, thread, "systems");
#pragma omp for schedule(static) nowait
    for (int64_t s = 0; s < p->shape.batch; s++) {
        const struct recurrence_line c = recurrence_line_of(&p->shape, system, s);
        method->solve(p, &c, table, scratch, alone, NULL);
    }
    trace_enter(p->exec.trace, thread, NULL);
}

static enum status solve(struct plan *p, const struct system *system)
{
    const struct recurrence_method *const method = p->solver->variant;
    real *const table = p->workspace, *const scratch = table + table_values(&p->shape, p->options, method);
    const int64_t part = workspace_values(&p->shape, p->options, &p->exec, method);
    if (method->prepare) method->prepare(p, &system->recurrence, table);
#pragma omp parallel num_threads(p->exec.threads)
    if (splits(&p->shape, &p->exec, method)) solve_together(p, system, method, table, scratch);
    else solve_apart(p, system, method, table, scratch + omp_get_thread_num() * part);
    return ST_OK;
}

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    const struct recurrence_method *const method = self->variant;
    double unknowns = 0;
    for (int64_t s = 0; s < shape->batch; s++) unknowns += (double)shape_rows(shape, s);
    const double scale = !shape->recurrence.scaled ? 0 : shape_shared(shape) ? (double)shape->n : unknowns;
    return (struct cost){.flops = (shape->recurrence.scaled ? method->scaled_flops : method->flops) * unknowns,
                         .bytes = (2 * unknowns + scale) * (double)sizeof(real)};
}

const struct solver_hooks recurrence_hooks = {
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .solve = solve,
};
