/* Makes one batch in its layout and times its solution. */
#include "apps/batch/instance.h"

#include <math.h>
#include <string.h>

#include "apps/batch/whole.h"
#include "base/device/device.h"
#include "base/memory.h"
#include "base/memory/untouched.h"
#include "base/timing/cache_flush.h"
#include "solvers/batch/relayout.h"

/* Seconds of a call; on the device by its own clock, after the work that is queued already. */
static enum status timed(const struct exec *exec, enum status (*run)(void *context), void *context, double *seconds)
{
    if (exec->space == DEVICE) return device_seconds(seconds, exec, run, context);
    const double began = seconds_now();
    TRY(run(context));
    *seconds = seconds_now() - began;
    return ST_OK;
}

static enum status make_array(real **out, enum space space, int64_t count)
{
    return space == HOST ? mem_array_for_all(out, count, sizeof(real)) : mem_array(out, space, count, sizeof(real));
}

static enum status make_arrays(struct batch_instance *x)
{
    const struct batch_layout *const f = &x->form;
    const enum space space = x->exec.space;
    const int64_t unknowns = f->flat.n * f->flat.batch;
    TRY(make_array(&x->block[3], space, batch_layout_solution(f)));
    for (int v = 0; v < 3 && !f->apart; v++) TRY(make_array(&x->block[v], space, batch_layout_coefficients(f)));
    for (int v = 0; v < 4; v++) x->array[v] = f->apart ? x->block[3] + v * f->apart : x->block[v];
    TRY(make_array(&x->right, space, unknowns));
    if (x->given) TRY(mem_array(&x->info, space, f->flat.batch, sizeof *x->info));
    x->host = x->right;
    return space == HOST ? ST_OK : make_array(&x->host, HOST, unknowns);
}

/* Copies values from one space to the other, unless both are the same array. */
static enum status carry(struct batch_instance *x, real *to, enum space to_space, const real *from,
                         enum space from_space, int64_t count)
{
    const double t = seconds_now();
    if (to == from) return ST_OK;
    TRY(device_copy(to, to_space, from, from_space, count * (int64_t)sizeof(real), &x->exec));
    x->transfer += seconds_now() - t;
    return ST_OK;
}

/* The one matrix of all systems, in the space of exec, with the rows of the longest system. */
static enum status fill_shared(struct batch_instance *x, int v)
{
    const int64_t n = x->form.flat.n;
    struct random_systems whole = x->numbers;
    whole.sizes = NULL;
    random_systems_fill(&whole, v, 0, 1, x->host, 1);
    if (x->exec.space == DEVICE) return carry(x, x->array[v], DEVICE, x->host, HOST, n);
    memcpy(x->array[v], x->host, (size_t)n * sizeof(real));
    return ST_OK;
}

static enum status copy_within(const struct batch_instance *x, real *to, const real *from, int64_t bytes)
{
    if (x->exec.space == DEVICE) return device_copy_within(to, from, bytes, &x->exec);
    memcpy(to, from, (size_t)bytes);
    return ST_OK;
}

/* Keeps the matrix, where a solve overwrites it. */
static enum status keep_matrix(struct batch_instance *x, const struct sim *sim)
{
    if (!solver_overwrites(sim->solver, &x->form.shape, sim->solver_options)) return ST_OK;
    for (int v = 0; v < 4; v++) {
        const int64_t bytes = batch_layout_bytes(&x->form, v);
        if (!batch_layout_holds_matrix(&x->form, v)) continue;
        TRY(mem_alloc(&x->kept[v], x->exec.space, bytes));
        TRY(copy_within(x, x->kept[v], x->block[v], bytes));
    }
    return ST_OK;
}

static enum status put_matrix_back(const struct batch_instance *x)
{
    for (int v = 0; v < 4; v++)
        if (x->kept[v]) TRY(copy_within(x, x->block[v], x->kept[v], batch_layout_bytes(&x->form, v)));
    return ST_OK;
}

/* The array to be placed next. */
struct move {
    struct batch_instance *point;
    int array;
};

static enum status place(void *context)
{
    const struct move *const m = context;
    const struct batch_instance *const x = m->point;
    return relayout(x->array[m->array], &x->plan->placed, x->right, &x->flat, &x->exec);
}

/* Makes the arrays flat, one after the other, and converts each to its layout; the right side last, since it is kept.
 */
static enum status fill(struct batch_instance *x)
{
    const struct shape *const flat = &x->form.flat;
    for (int v = x->params->shared ? RIGHT : LOWER; v <= RIGHT; v++) {
        struct move move = {x, v};
        double seconds;
        batch_instance_numbers(x, v, 0, flat->batch, x->host, x->exec.threads);
        TRY(carry(x, x->right, DEVICE, x->host, HOST, flat->n * flat->batch));
        TRY(timed(&x->exec, place, &move, &seconds));
        if (!batch_layout_contiguous(x->params)) x->convert += seconds;
    }
    return ST_OK;
}

void batch_instance_numbers(const struct batch_instance *x, int array, int64_t first, int64_t count, real *out,
                            int threads)
{
    if (!x->given) random_systems_fill(&x->numbers, array, first, count, out, threads);
    else if (array != EXACT) given_fill(x->given, array, x->deal.first + first, count, out);
}

/* All arrays, for the plan. */
static enum status equip(struct batch_instance *x, const struct sim *sim)
{
    const struct batch_params *const p = x->params;
    TRY(make_arrays(x));
    if (x->plan->shape.tridiag.check)
        TRY(mem_array(&x->condition, x->exec.space, x->form.shape.batch, sizeof *x->condition));
    if (p->flush && x->exec.space == HOST) TRY(cache_flush_make(&x->flush));
    x->flat = x->form.flat;
    x->flat.sizes = x->plan->placed.sizes;
    x->numbers = (struct random_systems){.seed = (uint64_t)p->seed,
                                         .n = x->part.whole,
                                         .sizes = x->form.sizes,
                                         .matrix = p->matrix,
                                         .shared = p->shared,
                                         .before = x->part.first,
                                         .behind = x->part.whole - x->part.first - x->part.rows,
                                         .earlier = x->deal.first};
    for (int v = LOWER; p->shared && x->flat.batch > 0 && v < RIGHT; v++) TRY(fill_shared(x, v));
    TRY(fill(x));
    return keep_matrix(x, sim);
}

enum status batch_instance_make(struct batch_instance *x, const struct sim *sim, int64_t k, const struct given *given)
{
    const struct batch_whole w = batch_whole_of(sim, k, given);
    *x = (struct batch_instance){.params = sim->params, .exec = sim->exec, .comm = sim->comm, .given = given};
    TRY(comm_agree(x->comm, batch_whole_divide(&w, x->params, &x->part, &x->deal, &x->form)));
    TRY(comm_agree(x->comm, plan_make(&x->plan, sim->solver, &x->form.shape, sim->solver_options, &sim->exec)));
    return comm_agree(x->comm, equip(x, sim));
}

void batch_instance_free(struct batch_instance *x)
{
    if (x->host != x->right) mem_free(x->host);
    mem_free(x->right);
    mem_free(x->info);
    for (int v = 0; v < 4; v++) mem_free(x->block[v]), mem_free(x->kept[v]);
    mem_free(x->condition);
    plan_free(x->plan);
    cache_flush_free(x->flush);
    batch_layout_free(&x->form);
    *x = (struct batch_instance){0};
}

static struct system system_of(const struct batch_instance *x)
{
    return (struct system){.kind = KIND_TRIDIAG,
                           .tridiag = {.lower = x->array[0], .diag = x->array[1], .upper = x->array[2]},
                           .x = x->array[3],
                           .info = x->info,
                           .condition = x->condition};
}

static enum status factor(void *context)
{
    struct batch_instance *const x = context;
    const struct system system = system_of(x);
    return plan_factor(x->plan, &system);
}

static enum status solve(void *context)
{
    struct batch_instance *const x = context;
    struct system system = system_of(x);
    if (x->condition || x->exec.space == HOST) system.outcome = &x->outcome;
    return x->given ? plan_solve(x->plan, &system) : plan_solve_well(x->plan, &system);
}

/* Its matrix and its right side as they were made. */
static enum status restore(struct batch_instance *x)
{
    struct move right = {x, RIGHT};
    TRY(put_matrix_back(x));
    return place(&right);
}

static enum status solve_once(void *context, double *seconds)
{
    struct batch_instance *const x = context;
    enum status s = restore(x);
    if (x->flush) cache_flush_run(x->flush, &x->exec);
    struct comm_traffic before;
    x->begun = true;
    TRY(rank_solves_begin(x->comm, s, &before));
    *seconds = 0;
    s = timed(&x->exec, solve, x, seconds);
    rank_solves_add(&x->solves, x->comm, &before, seconds);
    return comm_agree(x->comm, s);
}

/* The largest of all ranks, of which some may have none. */
static double largest(struct comm *c, double v)
{
    double most = isnan(v) ? -HUGE_VAL : v;
    comm_max(c, &most, 1);
    return most == -HUGE_VAL ? (double)NAN : most;
}

enum status batch_instance_solve(struct batch_instance *x)
{
    double warm;
    if (x->params->reuse) TRY(comm_agree(x->comm, timed(&x->exec, factor, x, &x->factor)));
    TRY(comm_agree(x->comm, timed(&x->exec, solve, x, &warm)));
    const enum status s = solve_timing_take(&x->timing, x->params->repeats, solve_once, x);
    TRY(x->begun ? s : comm_agree(x->comm, s)); /* without memory for times: others wait in their first solve */
    x->convert = largest(x->comm, x->convert), x->factor = largest(x->comm, x->factor);
    x->outcome.backward = largest(x->comm, x->outcome.backward);
    x->outcome.condition = largest(x->comm, x->outcome.condition);
    return ST_OK;
}

enum status batch_instance_fetch(struct batch_instance *x)
{
    TRY(relayout(x->right, &x->flat, x->array[3], &x->plan->placed, &x->exec));
    return carry(x, x->host, HOST, x->right, DEVICE, x->flat.n * x->flat.batch);
}
