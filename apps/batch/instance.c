/* Makes one batch in its layout and solves it under the clock. */
#include "apps/batch/instance.h"

#include <string.h>

#include "base/device/device.h"
#include "base/memory.h"
#include "base/memory/untouched.h"
#include "base/timing/cache_flush.h"
#include "solvers/batch/relayout.h"

/* Bytes of lower, diag, upper, x each, by the allocations that hold them. */
static int64_t block_bytes(const struct batch_layout *f, int v)
{
    return (v < 3 ? batch_layout_coefficients(f) : batch_layout_solution(f)) * (int64_t)sizeof(real);
}

/* Does allocation v hold a part of the matrix? */
static bool holds_matrix(const struct batch_layout *f, int v)
{
    return block_bytes(f, v) > 0 && (v < 3 || f->apart);
}

enum status batch_instance_bytes(const struct batch_params *p, int64_t systems, const struct batch_part *part,
                                 const int64_t *sizes, const struct solver *solver, const void *options,
                                 double bytes[SPACE_COUNT])
{
    struct batch_layout f;
    const struct exec exec = {.space = solver->space, .threads = exec_host(0).threads};
    int64_t scratch = 0;
    enum status s = batch_layout_make(&f, p, systems, part->rows, sizes);
    f.shape.cut = batch_part_cut(part, (enum cut_scheme)p->lines);
    if (s == ST_OK) s = solver_bytes(solver, &f.shape, options, &exec, &scratch);
    bytes[HOST] = bytes[DEVICE] = 0;
    if (s == ST_OK) {
        const double flat = (double)f.flat.n * (double)f.flat.batch;
        const bool kept = solver_overwrites(solver, &f.shape, options);
        bytes[solver->space] = flat * (double)sizeof(real) + (double)scratch;
        for (int v = 0; v < 4; v++)
            bytes[solver->space] += (double)block_bytes(&f, v) * (kept && holds_matrix(&f, v) ? 2 : 1);
        if (solver->space == DEVICE) bytes[HOST] = flat * (double)sizeof(real);
    }
    batch_layout_free(&f);
    return s;
}

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
        const int64_t bytes = block_bytes(&x->form, v);
        if (!holds_matrix(&x->form, v)) continue;
        TRY(mem_alloc(&x->kept[v], x->exec.space, bytes));
        TRY(copy_within(x, x->kept[v], x->block[v], bytes));
    }
    return ST_OK;
}

static enum status put_matrix_back(const struct batch_instance *x)
{
    for (int v = 0; v < 4; v++)
        if (x->kept[v]) TRY(copy_within(x, x->block[v], x->kept[v], block_bytes(&x->form, v)));
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

/* Makes one array after the other flat and converts it to its layout; the right side last, since it is kept. */
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
    else if (array != EXACT) given_fill(x->given, array, first, count, out);
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
                                         .behind = x->part.whole - x->part.first - x->part.rows};
    for (int v = LOWER; p->shared && v < RIGHT; v++) TRY(fill_shared(x, v));
    TRY(fill(x));
    return keep_matrix(x, sim);
}

enum status batch_instance_make(struct batch_instance *x, const struct sim *sim, int64_t k, const struct given *given)
{
    const struct batch_params *const p = sim->params;
    const int64_t systems = given ? given->batch : batch_systems(p, k), rows = given ? given->n : batch_rows(p, k);
    *x = (struct batch_instance){
        .params = p, .exec = sim->exec, .part = batch_part_of(sim->comm, rows, comm_rank(sim->comm)), .given = given};
    const int64_t *const sizes = given ? given->sizes : NULL;
    TRY(comm_agree(sim->comm, batch_layout_make(&x->form, p, systems, x->part.rows, sizes)));
    x->form.shape.cut = batch_part_cut(&x->part, (enum cut_scheme)p->lines);
    TRY(plan_make(&x->plan, sim->solver, &x->form.shape, sim->solver_options, &sim->exec));
    return comm_agree(sim->comm, equip(x, sim));
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

/* One solve, before which its matrix and its right side are put back. Its seconds are those of rank 0, so that all
 * ranks solve as often. */
static enum status solve_once(void *context, double *seconds)
{
    struct batch_instance *const x = context;
    struct move right = {x, RIGHT};
    TRY(put_matrix_back(x));
    TRY(place(&right));
    if (x->flush) cache_flush_run(x->flush, &x->exec);
    const struct comm_traffic before = comm_sent();
    double mine = 0;
    const enum status s = timed(&x->exec, solve, x, &mine);
    const struct comm_traffic now = comm_sent();
    x->sent.bytes += now.bytes - before.bytes, x->sent.messages += now.messages - before.messages;
    x->sent.seconds += now.seconds - before.seconds, x->solving += mine;
    comm_broadcast(x->part.comm, &mine, sizeof mine, 0);
    *seconds = mine;
    return comm_agree(x->part.comm, s);
}

enum status batch_instance_solve(struct batch_instance *x)
{
    double warm;
    if (x->params->reuse) TRY(timed(&x->exec, factor, x, &x->factor));
    TRY(comm_agree(x->part.comm, timed(&x->exec, solve, x, &warm)));
    return solve_timing_take(&x->timing, x->params->repeats, solve_once, x);
}

enum status batch_instance_fetch(struct batch_instance *x)
{
    TRY(relayout(x->right, &x->flat, x->array[3], &x->plan->placed, &x->exec));
    return carry(x, x->host, HOST, x->right, DEVICE, x->flat.n * x->flat.batch);
}
