#include "bench/chain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "bench/limit.h"

enum { CHUNK = 4096 };

/* Right sides of the longest system, and one plan at a time. */
struct chain {
    real *rhs, *x;
    struct plan *plan;
    const struct job *owner; /* of the plan */
    int users;
};

struct job {
    struct chain *chain;
    struct way way;
    struct exec exec;
    struct shape shape;
};

static void drop_plan(struct chain *c)
{
    c->plan = plan_free(c->plan);
    c->owner = NULL;
}

void chain_release(struct chain *c)
{
    if (!c || --c->users > 0) return;
    mem_free(c->rhs);
    mem_free(c->x);
    mem_free(c);
}

/* h^2 f of -u'' = f = 1 + t/2 + t^2 on [0, 1]. */
enum status chain_make(struct chain **out, int64_t n)
{
    const double h = 1 / (double)n;
    TRY(mem_alloc(out, HOST, sizeof **out));
    struct chain *const c = *out;
    c->users = 1;
    enum status s = mem_array(&c->rhs, HOST, n, sizeof(real));
    if (s == ST_OK) s = mem_array(&c->x, HOST, n, sizeof(real));
    if (s != ST_OK) chain_release(c);
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < (s == ST_OK ? n : 0); i++) {
        const double t = (double)i * h;
        c->rhs[i] = (real)(h * h * (1 + t / 2 + t * t));
    }
    return s;
}

static enum status prepare(void *context)
{
    const struct job *const j = context;
    struct chain *const c = j->chain;
    const int64_t n = j->shape.n;
    if (c->owner != j) {
        drop_plan(c);
        TRY(way_plan(&c->plan, &j->way, &j->shape, &j->exec));
        c->owner = j;
    }
#pragma omp parallel for schedule(static) num_threads(j->exec.threads)
    for (int64_t at = 0; at < n; at += CHUNK)
        memcpy(c->x + at, c->rhs + at, (size_t)(n - at < CHUNK ? n - at : CHUNK) * sizeof(real));
    return ST_OK;
}

static enum status solve(void *context)
{
    const struct job *const j = context;
    const struct system system = {.kind = KIND_RECURRENCE,
                                  .recurrence = {.forward = 1, .backward = 1, .x = j->chain->x}};
    return plan_solve(j->chain->plan, &system);
}

static void end(void *context)
{
    struct job *const j = context;
    if (j->chain->owner == j) drop_plan(j->chain);
    chain_release(j->chain);
    free(j);
}

enum status chain_add(struct bench *b, struct chain *chain, const struct way *way, int64_t n, int *index)
{
    struct shape shape = shape_contiguous(n, 1);
    struct needs needs;
    struct entry *e;
    shape.kind = KIND_RECURRENCE;
    *index = -1;
    if (!bench_wants(b, way->solver->method)) return ST_OK;
    struct job *const j = malloc(sizeof *j);
    if (!j) return fail(ST_NOMEM, "no memory for a benchmark");
    *j = (struct job){.chain = chain, .way = *way, .exec = b->exec, .shape = shape};
    enum status s = way_needs(&needs, way, &shape, &b->exec);
    if (s == ST_OK) s = bench_add(b, &e, index);
    if (s != ST_OK) {
        free(j);
        return s;
    }
    chain->users++;
    snprintf(e->name, sizeof e->name, "%s", way_name(way));
    e->kind = kind_name(KIND_RECURRENCE);
    e->precision = REAL_NAME;
    e->layout = "contiguous";
    e->n = n;
    e->batch = 1;
    e->units = (double)n;
    e->bytes_per_unit = needs.cost.bytes / e->units;
    e->limit = limit_find(b, TRAFFIC_IN_PLACE);
    e->prepare = prepare;
    e->call = solve;
    e->end = end;
    e->context = j;
    return ST_OK;
}
