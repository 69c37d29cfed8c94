/* Tries a method on a case of its kind, and reports faults. */
#include "tests/conformance/conformance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/device/device.h"
#include "base/memory.h"
#include "tests/support/tridiag_cases.h"

enum {
    GARBAGE = 12345,
#ifdef __SANITIZE_ADDRESS__
    SANITIZED = true
#else
    SANITIZED = false
#endif
};
static struct exec device;
static bool there;

static struct {
    const struct kind_cases *kind;
    const struct solver *solver;
    struct kind_case c;
} about;

void conform_about(const struct kind_cases *kind, const struct solver *s, const struct kind_case *c)
{
    about.kind = kind, about.solver = s;
    about.c = c ? *c : (struct kind_case){0};
}

void conform(bool ok, const char *fmt, ...)
{
    char what[256], where[256] = "";
    va_list ap;
    if (ok) return;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    if (about.c.n) about.kind->describe(&about.c, where, sizeof where);
    fail_msg("%s {%s}%s, n %lld, batch %lld: %s", about.solver->method, about.c.options, where, (long long)about.c.n,
             (long long)about.c.batch, what);
}

void conform_refusal(const struct solver *s, enum status st)
{
    const char *const said = fail_text();
    const size_t length = strlen(s->method);
    conform(st == ST_REFUSED, "status %d: %s", (int)st, said);
    conform(!strncmp(said, s->method, length) && said[length] == ':' && !strchr(said, '\n'), "refused by '%s'", said);
}

void conform_begin(void)
{
    there = device_exec(&device, 1) == ST_OK;
    mem_guard(!SANITIZED); /* the address sanitizer sees more */
}

void conform_end(void)
{
    mem_guard(false);
    if (there) device_exec_end(&device);
}

struct exec conform_exec(const struct solver *s, int threads)
{
    return s->space == DEVICE ? device : exec_host(threads);
}

void *conform_options(const struct solver *s, const char *text, struct config **config)
{
    *config = NULL;
    if (!solver_options_bytes(s) || !*text) return NULL;
    void *const values = calloc(1, solver_options_bytes(s));
    assert_non_null(values);
    conform(config_parse(config, s->method, text) == ST_OK, "%s", fail_text());
    conform(solver_options_read(s, *config, config_root(*config), values) == ST_OK, "%s", fail_text());
    return values;
}

struct plan *conform_plan(const struct subject *t, const struct kind_case *c, const void *problem, int threads)
{
    const struct solver *const s = t->solver;
    const struct shape *const shape = t->kind->shape(problem);
    const struct exec exec = conform_exec(s, threads);
    const bool lacks = t->kind->lacks(s, shape);
    struct config *config;
    struct plan *plan;
    int64_t bytes;
    void *const options = conform_options(s, c->options, &config);
    const enum status st = plan_make(&plan, s, shape, options, &exec);
    conform((st == ST_OK) == (plan != NULL), "a plan for status %d", (int)st);
    if (st != ST_OK) conform_refusal(s, st);
    conform(st == ST_OK || lacks || s->hooks->accepts, "refused: %s", fail_text());
    conform(st != ST_OK || !lacks, "not refused");
    conform(st == solver_accepts(s, shape, options), "solver_accepts differs from plan_make");
    conform(st == solver_bytes(s, shape, options, &exec, &bytes), "solver_bytes differs from plan_make");
    if (plan && !plan->wrapped)
        conform(plan_bytes(plan) == bytes, "%lld bytes, not %lld", (long long)plan_bytes(plan), (long long)bytes);
    config_free(config);
    free(options);
    return plan;
}

static void check_filled(const struct outcome *o)
{
    conform(o->info != GARBAGE && o->iterations != GARBAGE && o->error != GARBAGE && o->condition != GARBAGE &&
                o->growth != GARBAGE && o->residual != GARBAGE && o->backward != GARBAGE,
            "fills not all of the outcome");
    conform(!(o->growth < 0) && !(o->condition < 0) && !(o->error < 0) && o->iterations >= 0, "an outcome below 0");
}

bool conform_solve(const struct subject *t, struct plan *plan, void *problem, bool factor, bool bare)
{
    struct system system;
    enum status st = t->kind->send(problem, &plan->exec, &system);
    conform(st == ST_OK, "%s", fail_text());
    if (bare) system.info = NULL, system.outcome = NULL;
    else {
        const struct outcome given = *system.outcome;
        *system.outcome = (struct outcome){GARBAGE, GARBAGE, GARBAGE, GARBAGE, GARBAGE, GARBAGE, GARBAGE};
        system.outcome->history = given.history, system.outcome->capacity = given.capacity;
    }
    mem_fail_at(1);
    if (factor && plan->shape.reuse) st = plan_factor(plan, &system);
    if (st == ST_OK) st = plan_solve(plan, &system);
    mem_fail_at(0);
    const bool late = st == ST_REFUSED && t->kind->refuses_late;
    if (late) conform_refusal(t->solver, st);
    else conform(st == ST_OK, "%d threads: %s", plan->exec.threads, fail_text());
    conform(t->kind->fetch(problem, &plan->exec) == ST_OK, "%s", fail_text());
    if (!late) conform(t->kind->intact(problem), "%d threads: wrote beside the answer", plan->exec.threads);
    if (!late && !bare) check_filled(t->kind->outcome(problem));
    return !late;
}

real *conform_x(const struct subject *t, const void *problem, int64_t *count)
{
    const real *const x = t->kind->x(problem, count);
    real *const copy = malloc((size_t)(*count + 1) * sizeof *copy);
    assert_non_null(copy);
    memcpy(copy, x, (size_t)*count * sizeof *copy);
    return copy;
}

/* The same bits as before, or, of methods that do not promise it, another good answer; in as many iterations. */
static void check_same(const struct subject *t, const void *problem, const real *first, int64_t iterations, int threads,
                       bool bare)
{
    int64_t count;
    const real *const x = t->kind->x(problem, &count);
    const bool same = !memcmp(first, x, (size_t)count * sizeof *first);
    if (t->solver->can & DETERMINISTIC) {
        conform(same, "%d threads: other bits than before", threads);
        conform(bare || t->kind->outcome(problem)->iterations == iterations, "%d threads: other iterations", threads);
    }
    if (!bare) t->kind->judge(problem, t->solver);
}

/* Once; again for another right side, by the same factors; again; without info; and by more threads. */
static bool solve_again(const struct subject *t, const struct kind_case *c, struct plan *plan, void *problem,
                        uint64_t *seed)
{
    int64_t count;
    if (!conform_solve(t, plan, problem, true, false)) {
        plan_free(plan);
        return false;
    }
    t->kind->judge(problem, t->solver);
    if (c->threads == 0) {
        plan_free(plan);
        return true;
    }
    if (t->kind->renew) {
        t->kind->renew(problem, seed);
        conform_solve(t, plan, problem, false, false);
        t->kind->judge(problem, t->solver);
    }
    real *const first = conform_x(t, problem, &count);
    const int64_t iterations = t->kind->outcome(problem)->iterations;
    conform_solve(t, plan, problem, c->n % 2, c->threads > 1);
    check_same(t, problem, first, iterations, 1, c->threads > 1);
    plan_free(plan);
    for (int k = 2; t->solver->space == HOST && k <= c->threads; k += k < 5 ? 1 : 3) {
        plan = conform_plan(t, c, problem, k);
        conform_solve(t, plan, problem, true, false);
        check_same(t, problem, first, iterations, k, false);
        plan_free(plan);
    }
    free(first);
    return true;
}

bool conform_try(const struct subject *t, const struct kind_case *c, uint64_t *seed)
{
    conform_about(t->kind, t->solver, c);
    if (!batch_wanted(c->n, c->batch)) return true;
    const int64_t held = mem_held(HOST), away = mem_held(DEVICE);
    void *const problem = t->kind->make(c, t->solver, seed);
    struct plan *const plan = problem ? conform_plan(t, c, problem, 1) : NULL;
    const bool taken = plan && solve_again(t, c, plan, problem, seed);
    t->kind->free(problem);
    conform(mem_held(HOST) == held, "%lld bytes left", (long long)(mem_held(HOST) - held));
    conform(mem_held(DEVICE) == away, "%lld bytes left on the device", (long long)(mem_held(DEVICE) - away));
    return taken;
}
