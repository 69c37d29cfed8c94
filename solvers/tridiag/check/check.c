/* Plans for the chunks of a batch, their memory, and the steps of a solve that is checked. */
#include "solvers/tridiag/check/check.h"

#include <omp.h>
#include <stdio.h>

#include "base/device/device.h"
#include "base/memory.h"
#include "solvers/batch/cost.h"
#include "solvers/tridiag/check/check_loops.h"
#include "solvers/tridiag/check/chunks.h"

struct checked {
    struct chunks chunks;
    struct shape shape;  /* of the batch as the inner plans are given it, placed: arrays borrowed from the outer plan */
    struct exec exec;    /* of an inner plan and its loops */
    int workers;         /* that take chunks side by side */
    struct plan **plan;  /* [workers][sizes] */
    real *right, *first; /* [workers][values]; first: NULL, or to refine */
    int64_t values;      /* of a chunk */
    double *backward;    /* [batch] on the device, where outcomes need it; NULL on the host */
    real *probe;         /* [n] */
};

static const struct checked_loops *const loops[SPACE_COUNT] = {
    [HOST] = &checked_host,
#ifdef BANDSTAND_CUDA
    [DEVICE] = &checked_device,
#endif
};

static bool wraps(const struct solver *solver, const struct shape *shape)
{
    return shape->tridiag.check || shape->tridiag.refine;
}

static struct shape given(const struct solver *solver, const struct shape *shape)
{
    struct shape to = *shape;
    to.tridiag.check = to.tridiag.refine = false;
    return to;
}

/* Methods for one layout would have to refuse parts of it. */
static struct chunks cut(const struct solver *solver, const struct shape *shape)
{
    struct shape whole = *shape;
    whole.reuse |= solver->space == DEVICE || (solver->can & CAN_INTERLEAVED && shape->step != 1);
    return chunks_of(&whole);
}

static int64_t values_of(const struct chunks *c, const struct shape *shape)
{
    int64_t most = 0;
    for (int k = 0; k < c->sizes; k++) {
        const struct shape s = chunk_shape(c, shape, k);
        const int64_t values = kept_values(&s);
        most = values > most ? values : most;
    }
    return most;
}

/* Those of one thread. */
static int64_t arrays(const struct solver *solver, const struct shape *shape)
{
    const struct chunks c = cut(solver, shape);
    return ((shape->tridiag.refine ? 2 : 1) * values_of(&c, shape) + shape->n) * (int64_t)sizeof(real);
}

static double traffic(const struct solver *solver, const struct shape *shape)
{
    const struct chunks c = cut(solver, shape);
    const double unknowns = cost_unknowns(shape) * (double)sizeof(real);
    const double matrix = 3 * cost_matrix_rows(shape) * (double)sizeof(real);
    const double check = 4 * unknowns + matrix, refinement = 9 * unknowns + 2 * matrix;
    return c.count > 1 ? 0 : check + (shape->tridiag.refine ? refinement : 0);
}

static void release(void *wrapped)
{
    struct checked *const c = wrapped;
    for (int64_t k = 0; c->plan && k < c->workers * c->chunks.sizes; k++) plan_free(c->plan[k]);
    mem_free(c->plan);
    mem_free(c->right);
    mem_free(c->first);
    mem_free(c->probe);
    mem_free(c->backward);
    mem_free(c);
}

/* 1 or 1/3, by a bit of a number that is well mixed: what an inverse without changes of sign, or one with many, adds up
 * over rows is found in either case. G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number generators, 2014,
 * has the mix. */
static real probe_of(int64_t i)
{
    uint64_t z = ((uint64_t)i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z >> 63 ? 1 : RC(1.0) / 3;
}

static enum status fill_probe(struct checked *c, const struct plan *plan)
{
    const int64_t n = plan->shape.n;
    real *here;
    TRY(mem_array(&here, HOST, n, sizeof *here));
    for (int64_t i = 0; i < n; i++) here[i] = probe_of(i);
    c->probe = here;
    if (plan->exec.space == HOST) return ST_OK;
    c->probe = NULL;
    enum status st = mem_array(&c->probe, DEVICE, n, sizeof *here);
    if (st == ST_OK) st = device_copy(c->probe, DEVICE, here, HOST, n * (int64_t)sizeof *here, &plan->exec);
    mem_free(here);
    return st;
}

static enum status fill(struct checked *c, const struct plan *plan)
{
    const struct shape whole = given(plan->solver, &plan->shape);
    c->chunks = cut(plan->solver, &whole);
    c->shape = given(plan->solver, &plan->placed);
    c->exec = plan->exec;
    c->workers = c->chunks.count > 1 ? plan->exec.threads : 1;
    if (c->chunks.count > 1) c->exec.threads = 1, c->exec.trace = NULL;
    c->values = values_of(&c->chunks, &whole);
    TRY(mem_array(&c->plan, HOST, c->workers * c->chunks.sizes, sizeof(struct plan *)));
    for (int k = 0; k < c->workers * c->chunks.sizes; k++) {
        const struct shape shape = chunk_shape(&c->chunks, &whole, k % c->chunks.sizes);
        TRY(plan_make_within(&c->plan[k], plan->solver, &shape, plan->options, &c->exec));
    }
    TRY(fill_probe(c, plan));
    if (plan->exec.space == DEVICE) TRY(mem_array(&c->backward, DEVICE, plan->shape.batch, sizeof *c->backward));
    TRY(mem_array(&c->right, plan->exec.space, c->workers * c->values, sizeof(real)));
    if (plan->shape.tridiag.refine) TRY(mem_array(&c->first, plan->exec.space, c->workers * c->values, sizeof(real)));
    return ST_OK;
}

static enum status make(void **out, const struct plan *plan)
{
    struct checked *c;
    *out = NULL;
    TRY(mem_alloc(&c, HOST, sizeof *c));
    const enum status st = fill(c, plan);
    if (st == ST_OK) *out = c;
    else release(c);
    return st;
}

static enum status factor(void *wrapped, const struct plan *plan, const struct system *system)
{
    return plan_factor(((const struct checked *)wrapped)->plan[0], system);
}

/* A solve whose x alone is wanted. */
static enum status solve_silently(struct plan *plan, struct system system)
{
    system.info = NULL, system.outcome = NULL, system.backward = system.condition = NULL;
    return plan_solve(plan, &system);
}

static enum status solve_chunk(const struct checked_chunk *k, struct plan *plan, bool check, const struct exec *exec,
                               struct checked_worst *worst)
{
    const struct checked_loops *const l = loops[exec->space];
    struct checked_chunk of = *k;
    if (!check) of.system.backward = of.system.condition = NULL;
    l->keep(&of, exec);
    if (of.system.condition) {
        l->put_probe(&of, exec);
        TRY(solve_silently(plan, of.system));
        l->take_largest(&of, exec);
    }
    TRY(plan_solve(plan, &of.system));
    if (of.first) {
        l->put_residual(&of, exec);
        TRY(solve_silently(plan, of.system));
        l->correct(&of, exec);
    }
    if (check) *worst = l->measure(&of, exec);
    return ST_OK;
}

/* What threads find: the worst of all systems, and the failure of the lowest chunk, with its sentence, which fail()
 * keeps for the failing thread alone. */
struct found {
    struct checked_worst worst;
    enum status status;
    int64_t chunk;
    char text[2048]; /* as long as fail() keeps */
};

static void note(struct found *f, int64_t chunk, enum status status, struct checked_worst worst)
{
#pragma omp critical(check_found)
    {
        f->worst.backward = fmax(f->worst.backward, worst.backward);
        f->worst.condition = fmax(f->worst.condition, worst.condition);
        if (status != ST_OK && (f->status == ST_OK || chunk < f->chunk)) {
            f->status = status, f->chunk = chunk;
            snprintf(f->text, sizeof f->text, "%s", fail_text());
        }
    }
}

/* Of contiguous systems those of the next chunk come into the cache while these are measured. */
static int64_t ahead_of(const struct checked *c, int64_t k)
{
    if (c->shape.step != 1 || k + 1 >= c->chunks.count) return 0;
    return shape_start(&c->shape, chunk_at(&c->chunks, k + 1).first) -
           shape_start(&c->shape, chunk_at(&c->chunks, k).first);
}

static void take_chunk(const struct checked *c, const struct plan *plan, const struct system *system, int64_t k,
                       int worker, struct found *found)
{
    const struct chunk chunk = chunk_at(&c->chunks, k);
    struct checked_worst worst = {(double)NAN, (double)NAN};
    if (chunk.systems == 0) return;
    const struct checked_chunk of = {
        .shape = chunk_shape(&c->chunks, &c->shape, chunk.size),
        .system = chunk_system(&c->chunks, &c->shape, system, k),
        .ahead = ahead_of(c, k),
        .right = c->right + worker * c->values,
        .first = c->first ? c->first + worker * c->values : NULL,
        .probe = c->probe,
    };
    struct plan *const inner = c->plan[worker * c->chunks.sizes + chunk.size];
    const enum status st = solve_chunk(&of, inner, plan->shape.tridiag.check, &c->exec, &worst);
    note(found, k, st, worst);
}

/* The largest of so many numbers on the device. */
static enum status largest_there(const double *there, int64_t count, const struct exec *exec, double *out)
{
    enum { PART = 1024 };
    double part[PART];
    *out = 0;
    for (int64_t from = 0; from < count; from += PART) {
        const int64_t some = count - from < PART ? count - from : PART;
        TRY(device_copy(part, HOST, there + from, DEVICE, some * (int64_t)sizeof *part, exec));
        for (int64_t k = 0; k < some; k++) *out = fmax(*out, part[k]);
    }
    return ST_OK;
}

static enum status sum_up(const struct plan *plan, const struct system *system, struct checked_worst worst)
{
    const int64_t batch = plan->shape.batch;
    if (!system->outcome || !plan->shape.tridiag.check) return ST_OK;
    if (plan->exec.space == DEVICE) TRY(largest_there(system->backward, batch, &plan->exec, &worst.backward));
    if (plan->exec.space == DEVICE && system->condition)
        TRY(largest_there(system->condition, batch, &plan->exec, &worst.condition));
    system->outcome->backward = worst.backward, system->outcome->condition = worst.condition;
    return ST_OK;
}

static enum status solve(void *wrapped, const struct plan *plan, const struct system *system)
{
    const struct checked *const c = wrapped;
    struct found found = {.worst = {(double)NAN, (double)NAN}};
    struct system of = *system;
    if (!of.backward) of.backward = c->backward;
    if (c->chunks.count == 1) take_chunk(c, plan, &of, 0, 0, &found);
    else {
#pragma omp parallel for schedule(static) num_threads(c->workers)
        for (int64_t k = 0; k < c->chunks.count; k++) take_chunk(c, plan, &of, k, omp_get_thread_num(), &found);
    }
    if (found.status != ST_OK) return fail(found.status, "%s", found.text);
    return sum_up(plan, &of, found.worst);
}

static double flops(const void *wrapped, const struct plan *plan)
{
    const struct checked *const c = wrapped;
    const double unknowns = cost_unknowns(&plan->shape), of_first = cost_unknowns(&c->plan[0]->shape);
    const double check = 14 * unknowns, once = of_first > 0 ? plan_cost(c->plan[0]).flops * (unknowns / of_first) : 0;
    return once + (plan->shape.tridiag.check ? check : 0) + (c->first ? once + 2 * check : 0);
}

static int64_t bytes(const void *wrapped)
{
    const struct checked *const c = wrapped;
    int64_t sum = (c->first ? 2 : 1) * c->workers * c->values * (int64_t)sizeof(real);
    for (int64_t k = 0; k < c->workers * c->chunks.sizes; k++) sum += plan_bytes(c->plan[k]);
    return sum;
}

const struct wrapper check_wrapper = {
    .always = true,
    .wraps = wraps,
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
