/* Plans of the library around plans of solvers/: options, checks of the order of calls, and outcomes. */
#include "library/solving.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/memory/untouched.h"
#include "library/call.h"
#include "library/layout.h"
#include "library/sized.h"
#include "solvers/info.h"
#include "solvers/method_spec.h"

enum { OUTCOME_LEAST = offsetof(struct bandstand_outcome, max_backward) };

static void free_plan(struct plan *plan)
{
    plan_free(plan);
}

static const char *info_text(const struct plan *plan, int64_t info)
{
    return plan_info_text(plan, info);
}

static const struct plan_operations operations = {free_plan, plan_bytes, info_text};

/* Options as they are understood. */
struct chosen {
    const char *method, *settings;
    int threads;
    unsigned flags;
};

static enum status read_options(struct chosen *out, const struct bandstand_options *options, unsigned flags)
{
    struct bandstand_options o;
    if (!options) return ST_OK;
    TRY(sized_read_all(&o, sizeof o, options, sizeof o.size, "options"));
    if (o.threads < 0 || o.threads > EXEC_THREADS_MAX)
        return misuse("there cannot be %d threads, only 1 to %d, or 0 for one", (int)o.threads, EXEC_THREADS_MAX);
    const unsigned wrong = o.flags & ~(flags | BANDSTAND_ONCE);
    if (wrong) return misuse("the flags 0x%x do not apply to such systems", wrong);
    if (o.method) out->method = o.method;
    if (o.threads) out->threads = o.threads;
    out->settings = o.settings;
    out->flags = o.flags;
    return ST_OK;
}

/* `p` is zeroed; after a failure bandstand_plan_free frees what was made. */
static enum status build(struct bandstand_plan *p, const struct shape *shape, const char *method,
                         const struct chosen *chosen)
{
    struct method_spec spec = {.options = chosen->settings};
    const struct exec exec = exec_host(chosen->threads);
    p->operations = &operations;
    p->kind = shape->kind;
    p->threads = chosen->threads;
    p->batch = shape->batch;
    p->flags = chosen->flags;
    TRY(solver_find(shape->kind, method, HOST, &spec.solver));
    TRY(mem_array(&p->info, HOST, shape->batch, sizeof *p->info));
    return method_spec_plan(&p->plan, &spec, shape, &exec);
}

static enum status make(struct bandstand_plan **plan, int64_t **starts, const struct bandstand_layout *layout,
                        const struct chosen *chosen, const struct solving_kind *kind, const void *with)
{
    struct shape shape;
    struct bandstand_plan *p;
    TRY(layout_shape(&shape, starts, kind->kind, layout));
    shape.reuse = (chosen->flags & BANDSTAND_REUSE) != 0;
    kind->complete(&shape, chosen->flags, with);
    TRY(layout_check(&shape));
    TRY(mem_alloc(&p, HOST, sizeof *p));
    const char *const method = strcmp(chosen->method, "auto") ? chosen->method : kind->automatic(&shape);
    const enum status s = build(p, &shape, method, chosen);
    if (s == ST_OK) *plan = p;
    else bandstand_plan_free(p);
    return s;
}

int solving_plan(struct bandstand_plan **plan, const struct bandstand_layout *layout,
                 const struct bandstand_options *options, const struct solving_kind *kind, const void *with)
{
    struct chosen chosen = {.method = "auto", .threads = 1};
    int64_t *starts = NULL;
    if (!plan) return call_status(misuse("plan is NULL"));
    *plan = NULL;
    enum status s = read_options(&chosen, options, kind->flags);
    const struct call call = call_begin(chosen.threads);
    const bool untouched = mem_untouched((chosen.flags & BANDSTAND_ONCE) != 0);
    if (s == ST_OK) s = make(plan, &starts, layout, &chosen, kind, with);
    mem_untouched(untouched);
    mem_free(starts);
    return call_end(call, s);
}

enum status solving_own(const struct bandstand_plan *plan, enum kind kind)
{
    if (!plan) return misuse("plan is NULL");
    if (plan->operations != &operations) return misuse("the plan is one for the other precision, not for " REAL_NAME);
    if (plan->kind != (int)kind)
        return misuse("the plan is one for the kind %s, not %s", kind_name((enum kind)plan->kind), kind_name(kind));
    return ST_OK;
}

enum status solving_matrix(const struct bandstand_plan *plan, enum kind kind, const real *const *arrays, int count)
{
    TRY(solving_own(plan, kind));
    for (int i = 0; i < count; i++)
        if (!arrays[i] && plan->batch > 0) return misuse("an array of coefficients is NULL");
    return ST_OK;
}

enum status solving_x(const struct bandstand_plan *plan, const real *x, const real *const *arrays, int count)
{
    if (!x && plan->batch > 0) return misuse("x is NULL");
    for (int i = 0; i < count; i++)
        if (x && x == arrays[i]) return misuse("x is also one of the arrays of coefficients");
    return ST_OK;
}

static enum status factor(struct bandstand_plan *p, const struct system *system)
{
    if (!(p->flags & BANDSTAND_REUSE)) return misuse("the plan was made without BANDSTAND_REUSE and factors nothing");
    p->factored = false; /* a failure leaves no factors, not those of before */
    TRY(plan_factor(p->plan, system));
    p->factored = true;
    return ST_OK;
}

int solving_factor(struct bandstand_plan *plan, const struct system *system)
{
    const struct call call = call_begin(plan->threads);
    return call_end(call, factor(plan, system));
}

/* The first system that was not solved, or -1. */
static int64_t first_unsolved(const int64_t *info, int64_t batch)
{
    for (int64_t s = 0; s < batch; s++)
        if (!info_is_good(info[s])) return s;
    return -1;
}

static void put(struct bandstand_outcome *out, const struct bandstand_plan *p, const struct outcome *o,
                const int64_t *info)
{
    out->unsolved = first_unsolved(info, p->batch);
    out->info = out->unsolved < 0 ? 0 : info[out->unsolved];
    out->max_backward = o->backward;
    out->max_condition = o->condition;
    out->method = o->chosen ? o->chosen : p->plan->solver->method;
    out->why = o->why;
}

/* The sentence of bandstand_message. Rows are counted from 0, as systems are. */
static void say_unsolved(const struct plan *plan, const struct bandstand_outcome *all)
{
    char row[32] = "";
    if (all->info > 0) snprintf(row, sizeof row, ", row %lld", (long long)all->info - 1);
    fail(ST_OK, "system %lld%s: %s (info %lld)", (long long)all->unsolved, row, plan_info_text(plan, all->info),
         (long long)all->info);
}

static enum status solve(struct bandstand_plan *p, const struct system *system, struct bandstand_outcome *outcome,
                         bool *unsolved)
{
    struct bandstand_outcome all = BANDSTAND_OUTCOME;
    struct outcome found = {.history = NULL};
    struct system s = *system;
    if (outcome) TRY(sized_read(&all, sizeof all, outcome, OUTCOME_LEAST, "outcome"));
    if (p->flags & BANDSTAND_REUSE && !p->factored) return misuse("the plan has factored no matrix yet");
    if (!(p->flags & BANDSTAND_CHECK) && (all.backward || all.condition))
        return misuse("backward errors and conditions are found by plans with BANDSTAND_CHECK");
    if (!s.info) s.info = p->info;
    s.outcome = &found;
    s.backward = all.backward;
    s.condition = all.condition;
    TRY(plan_solve(p->plan, &s));
    put(&all, p, &found, s.info);
    if (outcome) sized_write(outcome, &all, sizeof all);
    *unsolved = all.unsolved >= 0;
    if (*unsolved) say_unsolved(p->plan, &all);
    return ST_OK;
}

int solving_solve(struct bandstand_plan *plan, const struct system *system, struct bandstand_outcome *outcome)
{
    const struct call call = call_begin(plan->threads);
    bool unsolved = false;
    const int code = call_end(call, solve(plan, system, outcome, &unsolved));
    return unsolved ? BANDSTAND_UNSOLVED : code;
}

int solving_apply(struct bandstand_plan *plan, const struct system *system)
{
    const struct call call = call_begin(plan->threads);
    return call_end(call, plan_solve(plan->plan, system));
}
