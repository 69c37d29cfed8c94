/* Plans for systems that are cut over ranks: what is refused, what ranks know of each other, and the info of whole
 * systems. */
#include "solvers/cut/cut_wrapper.h"

#include <string.h>

#include "base/comm/comm_pairs.h"
#include "base/memory.h"
#include "solvers/batch/cost.h"
#include "solvers/cut/cut_lines.h"

const char *const cut_schemes[] = {
    [CUT_TRANSPOSE] = "transpose", [CUT_PIPELINED] = "pipelined", [CUT_REDUCED] = "reduced",
    [CUT_TRUNCATED] = "truncated", [CUT_SCHEMES] = NULL,
};

static const struct cut_ops *ops_of(const struct shape *shape)
{
    return kind_of(shape->kind)->cuts->scheme[shape->cut.scheme];
}

static bool wraps(const struct solver *solver, const struct shape *shape)
{
    return shape->cut.whole > 0;
}

static enum status accepts(const struct solver *solver, const struct shape *shape)
{
    const char *const method = solver->method;
    if (solver->space != HOST) return fail(ST_REFUSED, "%s: systems on the device are not cut over ranks", method);
    TRY(kind_of(shape->kind)->cuts->accepts(solver, shape));
    const struct cut_ops *const ops = ops_of(shape);
    if (ops->only && strcmp(ops->only, method) != 0)
        return fail(ST_REFUSED, "%s: systems that are cut over ranks and %s are solved only by %s", method, ops->name,
                    ops->only);
    return ST_OK;
}

static struct shape given(const struct solver *solver, const struct shape *shape)
{
    return ops_of(shape)->given(shape);
}

static int64_t arrays(const struct solver *solver, const struct shape *shape)
{
    return ops_of(shape)->values(shape) * (int64_t)sizeof(real);
}

static double traffic(const struct solver *solver, const struct shape *shape)
{
    return ops_of(shape)->traffic * cost_unknowns(shape) * (double)sizeof(real);
}

static void release(void *wrapped)
{
    struct cut_lines *const l = wrapped;
    if (!l) return;
    if (l->own) l->ops->free(l);
    plan_free(l->plan);
    mem_free(l->place);
    mem_free(l);
}

static enum status begin(struct cut_lines **out, const struct plan *plan)
{
    struct comm *const c = plan->shape.cut.comm;
    struct cut_lines *l;
    TRY(mem_alloc(&l, HOST, sizeof *l));
    *out = l;
    *l = (struct cut_lines){.ops = ops_of(&plan->shape), .shape = plan->shape, .exec = plan->exec, .comm = c};
    l->rank = comm_rank(c), l->ranks = comm_size(c);
    l->one = line_matrix_shared(&l->shape);
    l->begins = l->shape.n > 0 && l->shape.cut.first == 0;
    l->ends = l->shape.n > 0 && l->shape.cut.first + l->shape.n == l->shape.cut.whole;
    return mem_array(&l->place, HOST, l->ranks, sizeof *l->place);
}

static struct cut_place place_of(const struct cut_lines *l)
{
    const struct shape *const s = &l->shape;
    return (struct cut_place){.n = s->n,
                              .first = s->cut.first,
                              .whole = s->cut.whole,
                              .batch = s->batch,
                              .inner = s->inner < s->batch ? s->inner : s->batch,
                              .scheme = s->cut.scheme,
                              .chunks = s->cut.chunks,
                              .reuse = s->reuse,
                              .one = shape_shared(s),
                              .shifted = s->tridiag.shifted,
                              .arrays = kind_of(s->kind)->cuts->arrays(s),
                              .threads = l->exec.threads};
}

/* The verdict is the same on all ranks. */
static enum status fit(const struct cut_place *place, int ranks)
{
    int64_t next = 0;
    for (int r = 0; r < ranks; r++) {
        struct cut_place p = place[r];
        if (p.batch != place->batch || p.whole != place->whole)
            return fail(ST_REFUSED, "rank %d has %lld systems of %lld rows in all, rank 0 has %lld of %lld", r,
                        (long long)p.batch, (long long)p.whole, (long long)place->batch, (long long)place->whole);
        if (p.first != next)
            return fail(ST_REFUSED,
                        "rank %d has rows from %lld on of systems that are cut, but ranks before it have %lld", r,
                        (long long)p.first, (long long)next);
        next += p.n;
        p.n = place->n, p.first = place->first, p.threads = place->threads;
        if (memcmp(&p, place, sizeof p) != 0)
            return fail(ST_REFUSED,
                        "ranks 0 and %d differ in how they cut systems, in their groups, or in what is "
                        "factored, shared, shifted or scaled",
                        r);
    }
    return next == place->whole ? ST_OK
                                : fail(ST_REFUSED, "ranks have %lld of %lld rows of systems that are cut",
                                       (long long)next, (long long)place->whole);
}

static enum status meet(struct cut_lines *l)
{
    const struct cut_place mine = place_of(l);
    comm_gather_all(l->comm, &mine, sizeof mine, l->place);
    return fit(l->place, l->ranks);
}

static enum status make(void **out, const struct plan *plan)
{
    struct cut_lines *l = NULL;
    struct comm *const c = plan->shape.cut.comm;
    *out = NULL;
    enum status st = comm_agree(c, begin(&l, plan));
    if (st == ST_OK) st = meet(l);
    if (st == ST_OK) st = comm_agree(c, l->ops->make(l, plan));
    if (st == ST_OK) *out = l;
    else release(l);
    return st;
}

static enum status factor(void *wrapped, const struct plan *plan, const struct system *system)
{
    struct cut_lines *const l = wrapped;
    return comm_agree(l->comm, l->ops->factor(l, system));
}

/* Orders info by gravity: the first of the rows, then what has no row, then what is solved. */
static int64_t gravity(int64_t info)
{
    return info > 0 ? info : INT64_MAX + info;
}

static int64_t info_of_gravity(int64_t gravity, int64_t whole)
{
    if (gravity > INT64_MAX / 2) return gravity - INT64_MAX;
    return gravity > whole ? gravity - whole : gravity;
}

/* The gravest info of each system: where all is well, ranks exchange one number. */
static void agree_on_info(const struct cut_lines *l, int64_t *info)
{
    int64_t least = INT64_MAX;
    for (int64_t s = 0; s < l->shape.batch; s++) {
        info[s] = gravity(info[s]);
        if (info[s] < least) least = info[s];
    }
    comm_min(l->comm, &least, 1);
    if (least < INT64_MAX) comm_min(l->comm, info, l->shape.batch);
    for (int64_t s = 0; s < l->shape.batch; s++) info[s] = info_of_gravity(info[s], l->shape.cut.whole);
}

static enum status solve(void *wrapped, const struct plan *plan, const struct system *system)
{
    struct cut_lines *const l = wrapped;
    struct system whole = *system;
    struct outcome found = {0};
    if (system->outcome) whole.outcome = &found;
    const enum status st = l->ops->solve(l, &whole);
    if (system->outcome)
        system->outcome->chosen = found.chosen, system->outcome->why = found.why; /* for the rows here */
    if (!system->info) return st;
    for (int64_t s = 0; st != ST_OK && s < l->shape.batch; s++)
        system->info[s] = l->shape.cut.whole + l->shape.cut.first + 1;
    agree_on_info(l, system->info);
    return st;
}

static double flops(const void *wrapped, const struct plan *plan)
{
    const struct cut_lines *const l = wrapped;
    const struct shape shape = l->ops->given(&l->shape);
    return plan->solver->hooks->cost(plan->solver, &shape, plan->options).flops +
           l->ops->flops * cost_unknowns(&l->shape);
}

static int64_t bytes(const void *wrapped)
{
    const struct cut_lines *const l = wrapped;
    return (l->plan ? plan_bytes(l->plan) : 0) + l->ops->values(&l->shape) * (int64_t)sizeof(real);
}

const struct wrapper cut_wrapper = {
    .always = true,
    .wraps = wraps,
    .accepts = accepts,
    .given = given,
    .arrays = arrays,
    .traffic = traffic,
    .make = make,
    .free = release,
    .factor = factor,
    .solve = solve,
    .flops = flops,
    .bytes = bytes,
};
