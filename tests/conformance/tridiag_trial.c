/* Tries a tridiagonal method on one batch: makes problem and plan, solves on host or device, checks the solution. */
#include "tests/conformance/tridiag_trial.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>

#include "base/memory.h"
#include "tests/support/device_copy.h"

void tridiag_check(bool ok, const struct tridiag_trial *t, const char *fmt, ...)
{
    char what[256];
    va_list ap;
    if (ok) return;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    fail_msg("%s, %s, n %lld, batch %lld%s%s%s: %s", t->solver->method, t->layout->name, (long long)t->n,
             (long long)t->batch, t->variant & SHARED ? ", shared" : "", t->variant & CYCLIC ? ", cyclic" : "",
             t->variant & REUSE ? ", reuse" : "", what);
}

struct shape tridiag_shape(const struct tridiag_trial *t)
{
    struct shape shape = t->layout->make(t->n, t->batch);
    if (t->variant & SHARED) shape.matrix = matrix_layout_shared();
    shape.tridiag.cyclic = t->variant & CYCLIC;
    shape.reuse = t->variant & REUSE;
    return shape;
}

struct tridiag_problem tridiag_problem(const struct tridiag_trial *t, uint64_t *seed)
{
    const struct shape shape = tridiag_shape(t);
    return tridiag_problem_make(&shape, false, t->matrix, seed);
}

struct tridiag_trial tridiag_accepted(const struct solver *s, int64_t n, int64_t batch)
{
    struct tridiag_trial t = {.solver = s, .n = n, .batch = batch};
    for (int k = 0; k < 2 * LAYOUTS; k++) {
        t.layout = &layouts[k / 2];
        t.variant = k % 2 ? SHARED : 0;
        const struct shape shape = tridiag_shape(&t);
        if (solver_accepts(s, &shape, NULL) == ST_OK) return t;
    }
    fail_msg("%s takes no batch", s->method);
    return t;
}

struct exec tridiag_exec(const struct solver *s, int threads)
{
    struct exec exec = exec_host(threads);
    exec.space = s->space;
    return exec;
}

struct plan *tridiag_plan(const struct tridiag_trial *t, const struct tridiag_problem *p, int threads)
{
    const struct exec exec = tridiag_exec(t->solver, threads);
    struct plan *plan;
    const enum status st = plan_make(&plan, t->solver, &p->shape, t->options, &exec);
    tridiag_check(st == ST_OK || st == ST_REFUSED, t, "status %d: %s", st, fail_text());
    return plan;
}

enum status tridiag_factor_and_solve(struct plan *plan, const struct system *system)
{
    mem_fail_at(1);
    enum status st = ST_OK;
    if (plan->shape.reuse) st = plan_factor(plan, system);
    if (st == ST_OK) st = plan_solve(plan, system);
    mem_fail_at(0);
    return st;
}

enum status tridiag_solve_on_device(struct plan *plan, struct tridiag_problem *p)
{
    struct device_mirror mirror;
    enum status st = device_mirror_make(&mirror, p, &plan->exec);
    const struct system system = device_mirror_system(&mirror);
    if (st == ST_OK) st = tridiag_factor_and_solve(plan, &system);
    if (st == ST_OK) st = device_mirror_fetch(&mirror, p, &plan->exec);
    device_mirror_free(&mirror);
    return st;
}

void tridiag_solve(const struct tridiag_trial *t, struct plan *plan, struct tridiag_problem *p)
{
    const struct system system = tridiag_problem_system(p);
    tridiag_problem_reset(p);
    const enum status st =
        t->solver->space == DEVICE ? tridiag_solve_on_device(plan, p) : tridiag_factor_and_solve(plan, &system);
    tridiag_check(st == ST_OK, t, "%d threads: %s", plan->exec.threads, fail_text());
    tridiag_check(tridiag_problem_intact(p), t, "%d threads: changed what is not the solution", plan->exec.threads);
}

void tridiag_check_solution(const struct tridiag_trial *t, const struct tridiag_problem *p)
{
    for (int64_t s = 0; s < t->batch; s++)
        tridiag_check(p->info[s] == 0 || p->info[s] == SOLVED_BY_FALLBACK, t, "info %lld of system %lld",
                      (long long)p->info[s], (long long)s);
    const double residual = tridiag_problem_residual(p), error = tridiag_problem_error(p);
    tridiag_check(residual <= RESIDUAL_MAX, t, "residual %.3g eps", residual);
    tridiag_check(error <= ERROR_MAX, t, "error %.3g eps", error);
}
