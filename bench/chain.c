/* Loads and frees the right sides of a recurrence, and adds its methods as entries. */
#include "bench/chain.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "bench/limit.h"
#include "bench/method_job.h"

enum { CHUNK = 4096 };

/* Right sides of the longest system. */
struct chain {
    int64_t n;
    real *rhs, *x; /* there while it is loaded */
    int users;
};

struct job {
    struct method_job method;
    struct chain *chain;
};

static void drop(void *of)
{
    struct chain *const c = of;
    c->rhs = mem_free(c->rhs);
    c->x = mem_free(c->x);
}

void chain_release(struct chain *c)
{
    if (c && --c->users == 0) free(c);
}

enum status chain_make(struct chain **out, int64_t n)
{
    struct chain *const c = *out = malloc(sizeof *c);
    if (!c) return fail(ST_NOMEM, "no memory for a benchmark");
    *c = (struct chain){.n = n, .users = 1};
    return ST_OK;
}

/* h^2 f of -u'' = f = 1 + t/2 + t^2 on [0, 1]. */
static enum status load(void *of)
{
    struct chain *const c = of;
    const double h = 1 / (double)c->n;
    TRY(mem_array(&c->rhs, HOST, c->n, sizeof(real)));
    TRY(mem_array(&c->x, HOST, c->n, sizeof(real)));
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < c->n; i++) {
        const double t = (double)i * h;
        c->rhs[i] = (real)(h * h * (1 + t / 2 + t * t));
    }
    return ST_OK;
}

static enum status prepare(void *context)
{
    const struct job *const j = context;
    const struct chain *const c = j->chain;
    const int64_t n = j->method.shape.n;
#pragma omp parallel for schedule(static) num_threads(j->method.exec.threads)
    for (int64_t at = 0; at < n; at += CHUNK)
        memcpy(c->x + at, c->rhs + at, (size_t)(n - at < CHUNK ? n - at : CHUNK) * sizeof(real));
    return ST_OK;
}

static enum status solve(void *context)
{
    const struct job *const j = context;
    const struct system system = {
        .kind = KIND_RECURRENCE, .recurrence = {.forward = 1, .backward = 1}, .x = j->chain->x};
    return plan_solve(j->method.plan, &system);
}

static void end(void *context)
{
    struct job *const j = context;
    chain_release(j->chain);
    free(j);
}

enum status chain_add(struct bench *b, struct chain *chain, const struct method_spec *spec, int64_t n, int *index)
{
    struct shape shape = shape_contiguous(n, 1);
    struct method_needs needs;
    struct entry *e;
    shape.kind = KIND_RECURRENCE;
    *index = -1;
    if (!bench_wants(b, spec->solver->method)) return ST_OK;
    struct job *const j = malloc(sizeof *j);
    if (!j) return fail(ST_NOMEM, "no memory for a benchmark");
    *j = (struct job){{.spec = *spec, .exec = b->exec, .shape = shape}, chain};
    enum status s = method_spec_needs(&needs, spec, &shape, &b->exec);
    if (s == ST_OK && needs.scratch + CHAIN_BYTES * chain->n > bench_space(b)) {
        free(j);
        return bench_skip(b, "%s, %s, %lld rows: with its scratch more than a third of the memory that is free",
                          method_spec_name(spec), REAL_NAME, (long long)n);
    }
    if (s == ST_OK) s = bench_add(b, &e, index);
    if (s != ST_OK) {
        free(j);
        return s;
    }
    chain->users++;
    method_job_describe(e, &j->method, "contiguous", needs.cost.bytes, limit_find(b, TRAFFIC_IN_PLACE));
    e->data = (struct data){chain, load, drop};
    e->prepare = prepare;
    e->call = solve;
    e->end = end;
    return ST_OK;
}
