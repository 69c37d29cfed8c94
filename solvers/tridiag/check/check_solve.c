/* The steps of a solve that is checked, chunk by chunk. */
#include "solvers/tridiag/check/check_solve.h"

#include <assert.h>
#include <omp.h>
#include <stdio.h>

#include "base/device/device.h"

static const struct checked_loops *const loops[SPACE_COUNT] = {
    [HOST] = &checked_host,
#ifdef BANDSTAND_CUDA
    [DEVICE] = &checked_device,
#endif
};

/* A solve of which only x is used. */
static enum status solve_silently(struct plan *plan, struct system system)
{
    system.info = NULL, system.outcome = NULL, system.backward = system.condition = NULL;
    return plan_solve(plan, &system);
}

/* asked: of the outer plan. */
static enum status solve_chunk(const struct checked_chunk *k, struct plan *plan, const struct tridiag_shape *asked,
                               const struct exec *exec, struct checked_worst *worst)
{
    const struct checked_loops *const l = loops[exec->space];
    struct checked_chunk of = *k;
    if (!asked->check) of.system.backward = of.system.condition = NULL;
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
    if (asked->check) *worst = l->measure(&of, exec);
    if (asked->restore) l->restore(&of, exec);
    return ST_OK;
}

/* The findings of all threads: the worst of all systems, and the failure of the lowest chunk, with its sentence, which
 * fail() keeps only for the failing thread. */
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

/* The distance to the next chunk of contiguous systems, which is prefetched while this one is measured; 0: none. */
static int64_t ahead_of(const struct checked *c, int64_t k)
{
    if (c->shape.stride != 1 || k + 1 >= c->chunks.count) return 0;
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
    const enum status st = solve_chunk(&of, inner, &plan->shape.tridiag, &c->exec, &worst);
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

enum status checked_solve(void *wrapped, const struct plan *plan, const struct system *system)
{
    const struct checked *const c = wrapped;
    struct found found = {.worst = {(double)NAN, (double)NAN}};
    struct system of = *system;
    assert(!plan->shape.tridiag.restore || (plan->shape.tridiag.check && of.info && c->exec.space == HOST));
    if (!of.backward) of.backward = c->backward;
    if (c->chunks.count == 1) take_chunk(c, plan, &of, 0, 0, &found);
    else {
#pragma omp parallel for schedule(static) num_threads(c->workers)
        for (int64_t k = 0; k < c->chunks.count; k++) take_chunk(c, plan, &of, k, omp_get_thread_num(), &found);
    }
    if (found.status != ST_OK) return fail(found.status, "%s", found.text);
    return sum_up(plan, &of, found.worst);
}
