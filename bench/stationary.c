/* Benchmarks of the stationary distribution of a chain of 1,600 states. */
#include "bench/stationary.h"

#include <stdlib.h>
#include <string.h>

#include "bench/method_job.h"
#include "bench/queue_data.h"

struct stationary {
    struct queue_data data;
    int users;
};

struct job {
    struct method_job method;
    struct stationary *chain;
    struct outcome outcome;
};

void stationary_release(struct stationary *s)
{
    if (!s || --s->users > 0) return;
    queue_data_free(&s->data);
    free(s);
}

enum status stationary_make(struct stationary **out)
{
    struct stationary *const s = *out = calloc(1, sizeof *s);
    if (!s) return fail(ST_NOMEM, "no memory for a benchmark");
    s->users = 1;
    struct cloud cloud = cloud_usual();
    enum status st = cloud_named(&cloud, cloud_names[0].name);
    if (st == ST_OK) st = queue_data_make(&s->data, &cloud);
    if (st != ST_OK) stationary_release(s);
    return st;
}

/* Always from x = 0. */
static enum status solve(void *context)
{
    struct job *const j = context;
    const struct queue_data *const s = &j->chain->data;
    const struct system system = {.kind = KIND_BLOCKTRI,
                                  .blocktri = {.matrix = s->matrix, .order = s->order, .exponent = s->exponent},
                                  .x = s->x,
                                  .outcome = &j->outcome};
    memset(s->x, 0, (size_t)j->method.shape.n * sizeof(real));
    j->outcome = (struct outcome){0};
    return plan_solve(j->method.plan, &system);
}

static void end(void *context)
{
    struct job *const j = context;
    stationary_release(j->chain);
    free(j);
}

enum status stationary_add(struct bench *b, struct stationary *s, const struct method_spec *spec, int limit, int *index)
{
    struct method_needs needs;
    struct entry *e;
    struct shape shape = shape_blocktri(STATIONARY, s->data.matrix, NULL, s->data.band);
    *index = -1;
    if (!bench_wants(b, spec->solver->method)) return ST_OK;
    shape.blocktri.exponents = true;
    const enum status takes = method_spec_needs(&needs, spec, &shape, &b->exec);
    if (takes == ST_REFUSED || takes == ST_DEVICE) return ST_OK;
    TRY(takes);
    struct job *const j = calloc(1, sizeof *j);
    if (!j) return fail(ST_NOMEM, "no memory for a benchmark");
    *j = (struct job){{.spec = *spec, .exec = b->exec, .shape = shape}, .chain = s};
    s->users++;
    enum status st = method_job_enter(j);
    if (st == ST_OK) st = solve(j);
    method_job_leave(j);
    const bool fine = st == ST_OK && j->outcome.info == 0;
    if (fine) st = bench_add(b, &e, index);
    if (!fine || st != ST_OK) {
        end(j);
        return st == ST_REFUSED ? ST_OK : st;
    }
    method_job_describe(e, &j->method, NULL, needs.cost.bytes, limit);
    e->call = solve;
    e->end = end;
    return ST_OK;
}
