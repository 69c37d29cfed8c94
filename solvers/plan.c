/* Plans, for every method of every kind: checks, options, memory, and the calls to the method. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/arithmetic.h"
#include "base/comm/comm.h"
#include "base/config/config.h"
#include "base/device/device.h"
#include "base/memory.h"
#include "solvers/info.h"
#include "solvers/kind.h"

/* Refuses a shape that demands a capability the method does not have. */
static enum status refuse(const struct solver *s, const struct shape *shape, const struct capability *list)
{
    const unsigned can = s->can | (s->can & CAN_INTERLEAVED ? CAN_STRIDE : 0u);
    for (const struct capability *c = list; c && c->bit; c++)
        if (!(can & c->bit) && c->demanded && c->demanded(shape))
            return fail(ST_REFUSED, "%s: %s", s->method, c->refusal);
    return ST_OK;
}

/* The first wrapper of the kind that takes the shape for the method, or NULL. No method takes rows that are cut over
 * ranks. */
static const struct wrapper *wrapper_of(const struct solver *s, const struct shape *shape)
{
    const struct wrapper *const *w = kind_of(shape->kind)->wrappers;
    const bool whole = !shape->cut.whole && s->hooks->takes_whole && s->hooks->takes_whole(shape);
    while (w && *w && !(((*w)->always || !whole) && (*w)->wraps(s, shape))) w++;
    return w ? *w : NULL;
}

/* The shape within all wrappers, one within the other, and the arrays and traffic that they add. */
struct given {
    struct shape shape; /* that the method is given */
    int64_t arrays;
    double traffic;
};

static struct given given_for(const struct solver *s, const struct shape *shape)
{
    struct given g = {.shape = *shape};
    for (const struct wrapper *w = wrapper_of(s, shape); w && w->given; w = wrapper_of(s, &g.shape)) {
        g.arrays += w->arrays(s, &g.shape);
        g.traffic += w->traffic(s, &g.shape);
        g.shape = w->given(s, &g.shape);
    }
    return g;
}

/* NULL, or why a solve overwrites the matrix that the method is given. */
static const char *overwriting(const struct solver *s, const void *options)
{
    return options && s->hooks->overwrites ? s->hooks->overwrites(s, options) : NULL;
}

static enum status accepts(const struct solver *s, const struct shape *shape, const void *options)
{
    const enum status sound = shape_check(shape);
    if (sound != ST_OK) return fail_within(sound, "%s: ", s->method);
    const struct wrapper *const w = wrapper_of(s, shape);
    if (w && w->accepts) TRY(w->accepts(s, shape));
    const struct given given = given_for(s, shape);
    TRY(refuse(s, &given.shape, capabilities));
    TRY(refuse(s, &given.shape, kind_of(shape->kind)->capabilities));
    if (s->hooks->accepts) TRY(s->hooks->accepts(s, &given.shape, options));
    const char *const why = overwriting(s, options);
    return why && !given.shape.overwritable ? fail(ST_REFUSED, "%s: %s", s->method, why) : ST_OK;
}

/* Around a wrapper it is a copy that is overwritten. */
bool solver_overwrites(const struct solver *s, const struct shape *shape, const void *options)
{
    const struct shape chosen = shape_chosen(s, shape, options);
    return overwriting(s, options) && !wrapper_of(s, &chosen);
}

static int64_t workspace_bytes(const struct solver *s, const struct shape *shape, const void *options,
                               const struct exec *exec)
{
    const struct given given = given_for(s, shape);
    return (s->hooks->workspace_bytes ? s->hooks->workspace_bytes(s, &given.shape, options, exec) : 0) + given.arrays;
}

/* A copy of `options`, or the defaults, which may point into the configuration *defaults that they are read from;
 * NULL if the method has none. */
static enum status options_copy(const struct solver *s, const void *options, struct config **defaults, void **out)
{
    *defaults = NULL;
    *out = NULL;
    if (!solver_options_bytes(s)) return ST_OK;
    TRY(mem_alloc(out, HOST, (int64_t)solver_options_bytes(s)));
    if (options) {
        memcpy(*out, options, solver_options_bytes(s));
        return ST_OK;
    }
    return solver_options_defaults(s, defaults, *out);
}

/* One thread where a solve, or one sweep of many, is little work at 10 GB/s and 10 Gflop/s, about the best that one
 * thread reaches: methods of many flops do them in steps with a barrier after each. */
static double seconds_of(const struct solver *s, const struct shape *shape, const void *options)
{
    const struct given given = given_for(s, shape);
    const struct cost c = shape->batch > 0 ? s->hooks->cost(s, &given.shape, options) : (struct cost){0};
    return fmax(c.flops, c.bytes) / THREAD_RATE;
}

enum status solver_bytes(const struct solver *s, const struct shape *shape, const void *options,
                         const struct exec *exec, int64_t *bytes)
{
    struct config *defaults;
    void *values;
    enum status st = options_copy(s, options, &defaults, &values);
    const struct shape chosen = shape_chosen(s, shape, values);
    if (st == ST_OK) st = accepts(s, &chosen, values);
    if (bytes) {
        const struct exec of = st == ST_OK ? exec_for(*exec, seconds_of(s, &chosen, values)) : *exec;
        *bytes = st == ST_OK ? workspace_bytes(s, &chosen, values, &of) : 0;
    }
    mem_free(values);
    config_free(defaults);
    return st;
}

/* The cost for a shape that options change no more. */
static struct cost cost_within(const struct solver *s, const struct shape *shape, const void *options)
{
    const struct given given = given_for(s, shape);
    struct cost c = s->hooks->cost(s, &given.shape, options);
    c.bytes += given.traffic;
    /* cppcheck-suppress returnDanglingLifetime ; two numbers */
    return c;
}

struct cost solver_cost(const struct solver *s, const struct shape *shape, const void *options)
{
    const struct shape chosen = shape_chosen(s, shape, options);
    return cost_within(s, &chosen, options);
}

enum status solver_accepts(const struct solver *s, const struct shape *shape, const void *options)
{
    return solver_bytes(s, shape, options, NULL, NULL);
}

static enum status array_copy(const int64_t **out, const int64_t *from, int64_t count, const struct exec *exec)
{
    const int64_t bytes = count * (int64_t)sizeof **out;
    if (!from) return ST_OK;
    TRY(mem_alloc(out, exec->space, bytes));
    if (exec->space == DEVICE) return device_copy((void *)*out, DEVICE, from, HOST, bytes, exec);
    memcpy((void *)*out, from, (size_t)bytes);
    return ST_OK;
}

static int64_t batch_of(const struct shape *shape)
{
    return shape->batch;
}

enum { ARRAYS_MAX = 3 + SHAPE_ARRAYS };

/* All arrays that a shape points to and a plan keeps. */
static int shape_arrays(struct shape *s, struct shape_array out[ARRAYS_MAX])
{
    const struct kind_ops *const kind = kind_of(s->kind);
    out[0] = (struct shape_array){&s->sizes, batch_of};
    out[1] = (struct shape_array){&s->starts, shape_groups};
    out[2] = (struct shape_array){&s->matrix.starts, shape_matrix_groups};
    return 3 + (kind->arrays ? kind->arrays(s, out + 3) : 0);
}

/* After a failure too, shape_drop frees what was made. */
static enum status shape_copy(struct shape *out, const struct shape *shape, const struct exec *exec)
{
    struct shape_array array[ARRAYS_MAX];
    const int64_t *from[ARRAYS_MAX];
    *out = *shape;
    const int count = shape_arrays(out, array);
    for (int k = 0; k < count; k++) from[k] = *array[k].values, *array[k].values = NULL;
    for (int k = 0; k < count; k++) TRY(array_copy(array[k].values, from[k], array[k].count(shape), exec));
    return ST_OK;
}

static void shape_drop(struct shape *shape)
{
    struct shape_array array[ARRAYS_MAX];
    const int count = shape_arrays(shape, array);
    for (int k = 0; k < count; k++) mem_free((void *)*array[k].values);
}

static enum status copy_shapes(struct plan *p, const struct shape *shape)
{
    const struct exec here = exec_host(1);
    TRY(shape_copy(&p->shape, shape, &here));
    if (p->exec.space == DEVICE) return shape_copy(&p->placed, shape, &p->exec);
    p->placed = p->shape;
    return ST_OK;
}

/* Options, shape, and the threads that the work deserves. `p` is zeroed but for solver and exec; after a failure
 * plan_free frees what was made. */
static enum status describe(struct plan *p, const struct shape *shape, const void *options)
{
    const struct solver *const s = p->solver;
    void *values;
    const enum status st = options_copy(s, options, &p->defaults, &values);
    p->options = values;
    TRY(st);
    TRY(accepts(s, shape, p->options));
    TRY(copy_shapes(p, shape));
    p->exec = exec_deserved(p->exec, seconds_of(s, &p->shape, p->options));
    p->wrapper = wrapper_of(s, shape);
    return ST_OK;
}

/* The memory and the tables of a method, or the plans within. */
static enum status equip(struct plan *p)
{
    const struct solver *const s = p->solver;
    if (p->wrapper) return p->wrapper->make(&p->wrapped, p);
    TRY(mem_alloc(&p->priv, HOST, (int64_t)s->priv_bytes));
    p->workspace_bytes = workspace_bytes(s, &p->shape, p->options, &p->exec);
    TRY(mem_alloc(&p->workspace, s->space, p->workspace_bytes));
    if (s->hooks->begin) TRY(s->hooks->begin(p));
    p->begun = true;
    return ST_OK;
}

/* The number of threads that compute on the host. */
static int threads_of(const struct exec *exec)
{
    return exec->space == HOST ? exec->threads : 1;
}

/* Other threads are not woken before it is known that they are of use. Ranks that cut systems agree before they make
 * plans together. */
static enum status build(struct plan *p, const struct shape *shape, const void *options)
{
    const bool differed = arithmetic_team_plain(1);
    enum status st = comm_agree(shape->cut.comm, p ? describe(p, shape, options) : ST_NOMEM);
    const int threads = st == ST_OK ? threads_of(&p->exec) : 1;
    const bool others_differed = arithmetic_team_plain(threads);
    if (st == ST_OK) st = equip(p);
    if (others_differed) arithmetic_team_restore(threads);
    else if (differed) arithmetic_team_restore(1);
    return st;
}

enum status plan_make_within(struct plan **out, const struct solver *s, const struct shape *shape, const void *options,
                             const struct exec *exec)
{
    struct plan *p;
    assert(exec->space == s->space && exec->threads >= 1);
    assert(s->space == HOST || s->can & REPORTS_INFO);
    *out = NULL;
    if (mem_alloc(&p, HOST, sizeof *p) == ST_OK) p->solver = s, p->exec = *exec;
    const enum status st = build(p, shape, options);
    if (st != ST_OK) {
        plan_free(p);
        return st;
    }
    *out = p;
    return ST_OK;
}

enum status plan_make(struct plan **out, const struct solver *s, const struct shape *shape, const void *options,
                      const struct exec *exec)
{
    const struct shape chosen = shape_chosen(s, shape, options);
    return plan_make_within(out, s, &chosen, options, exec);
}

struct plan *plan_free(struct plan *p)
{
    if (!p) return NULL;
    if (p->begun && p->solver->hooks->end) p->solver->hooks->end(p);
    if (p->wrapped) p->wrapper->free(p->wrapped);
    mem_free(p->workspace);
    mem_free(p->priv);
    shape_drop(&p->shape);
    if (p->exec.space == DEVICE) shape_drop(&p->placed);
    mem_free((void *)p->options);
    config_free(p->defaults);
    return mem_free(p);
}

static enum status factor(struct plan *p, const struct system *system)
{
    if (p->shape.batch > 0) {
        if (p->wrapper) TRY(p->wrapper->factor(p->wrapped, p, system));
        else if (p->solver->hooks->factor) TRY(p->solver->hooks->factor(p, system));
    }
    p->factored = true;
    return ST_OK;
}

static enum status solve(struct plan *p, const struct system *system)
{
    struct outcome_storage lent;
    const struct system whole = outcome_begin(&lent, p, system);
    if (p->shape.batch == 0) return ST_OK;
    if (p->wrapper) TRY(p->wrapper->solve(p->wrapped, p, &whole));
    else TRY(p->solver->hooks->solve(p, &whole));
    return outcome_end(p, &whole);
}

/* Methods scale, and multiply by reciprocals, which are subnormal for the largest numbers; they divide by 0 and let
 * numbers overflow, and test what comes of it. So they compute with subnormal numbers and without traps, whatever mode
 * the caller has set, and restore that mode. */
static enum status in_plain_arithmetic(enum status (*step)(struct plan *p, const struct system *system), struct plan *p,
                                       const struct system *system)
{
    const int threads = threads_of(&p->exec);
    const bool differed = arithmetic_team_plain(threads);
    const enum status s = step(p, system);
    if (differed) arithmetic_team_restore(threads);
    return s;
}

enum status plan_factor(struct plan *p, const struct system *system)
{
    assert(p->shape.reuse && system->kind == p->shape.kind);
    return in_plain_arithmetic(factor, p, system);
}

enum status plan_solve(struct plan *p, const struct system *system)
{
    assert(p->factored == p->shape.reuse && system->kind == p->shape.kind);
    return in_plain_arithmetic(solve, p, system);
}

enum status plan_solve_well(struct plan *p, const struct system *system)
{
    const struct kind_ops *const kind = kind_of(p->shape.kind);
    struct system s = *system;
    struct outcome own = {.backward = 0};
    const bool checks = kind->checks && kind->checks(&p->shape);
    if (checks && !s.outcome) s.outcome = &own;
    TRY(plan_solve(p, &s));
    if (!checks || !(s.outcome->backward > BACKWARD_MAX)) return ST_OK;
    return fail(ST_FAILED, "%s: the backward error of a solution is %.1e, above %.1e: %s", p->solver->method,
                s.outcome->backward, BACKWARD_MAX, plan_info_text(p, INACCURATE));
}

struct cost plan_cost(const struct plan *p)
{
    struct cost c = cost_within(p->solver, &p->shape, p->options);
    if (p->wrapper) c.flops = p->wrapper->flops(p->wrapped, p);
    return c;
}

int64_t plan_bytes(const struct plan *p)
{
    return p->workspace_bytes + (p->wrapper ? p->wrapper->bytes(p->wrapped) : 0);
}
