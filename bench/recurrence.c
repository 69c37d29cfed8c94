/* Recurrences down and up the rows of one large system, f = g = 1, as a boundary value problem comes down to: every
 * registered method, and the other orders of those of P. Stpiczynski, IMCSIT 2008, against the two loops and the limit
 * of work in place, a value read and written for each unknown. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "bench/bench.h"
#include "bench/limit.h"
#include "bench/peers.h"
#include "solvers/way.h"

enum { SIZES = 3, ROWS = 1 << 24 /* and twice, and four times as many */, CHUNK = 4096 };

static const char layout[] = "contiguous";

/* Beside each method as it is by itself. */
static const struct {
    const char *method, *name, *options;
} others[] = {
    {"dc", "dc, columns", "order = \"columns\"; padding = 0;"},
    {"nd", "nd, rows", "order = \"rows\";"},
};

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

static void chain_release(struct chain *c)
{
    if (--c->users > 0) return;
    mem_free(c->rhs);
    mem_free(c->x);
    mem_free(c);
}

/* h^2 f of -u'' = f = 1 + t/2 + t^2 on [0, 1]. */
static enum status chain_make(struct chain **out, int64_t n)
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

static enum status add_way(struct bench *b, struct chain *chain, const struct way *way, const struct shape *shape)
{
    struct job *const j = malloc(sizeof *j);
    struct needs needs;
    struct entry *e;
    int index;
    if (!j) return fail(ST_NOMEM, "no memory for a benchmark");
    *j = (struct job){.chain = chain, .way = *way, .exec = b->exec, .shape = *shape};
    enum status s = way_needs(&needs, way, shape, &b->exec);
    if (s == ST_OK) s = bench_add(b, &e, &index);
    if (s != ST_OK) {
        free(j);
        return s;
    }
    chain->users++;
    snprintf(e->name, sizeof e->name, "%s", way_name(way));
    e->kind = kind_name(KIND_RECURRENCE);
    e->precision = REAL_NAME;
    e->layout = layout;
    e->n = shape->n;
    e->batch = 1;
    e->units = (double)shape->n;
    e->bytes_per_unit = needs.cost.bytes / e->units;
    e->limit = limit_find(b, TRAFFIC_IN_PLACE);
    e->prepare = prepare;
    e->call = solve;
    e->end = end;
    e->context = j;
    return ST_OK;
}

static enum status add_methods(struct bench *b, struct chain *chain, const struct shape *shape)
{
    for (size_t i = 0; i < solver_count(); i++) {
        const struct solver *const s = solver_at(i);
        if (s->kind != KIND_RECURRENCE || s->space != HOST) continue;
        TRY(add_way(b, chain, &(struct way){.solver = s}, shape));
        for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
            const struct way way = {.solver = s, .name = others[k].name, .options = others[k].options};
            if (!strcmp(others[k].method, s->method)) TRY(add_way(b, chain, &way, shape));
        }
    }
    return ST_OK;
}

static enum status add(struct bench *b)
{
    const int64_t first = b->scale_n ? b->scale_n * 32 : ROWS;
    const int start = b->count;
    struct chain *chain;
    int solve_limit;
    TRY(limit_add(b, &solve_limit));
    TRY(chain_make(&chain, first << (SIZES - 1)));
    enum status s = ST_OK;
    for (int k = 0; s == ST_OK && k < SIZES; k++) {
        const int from = b->count;
        struct shape shape = shape_contiguous(first << k, 1);
        shape.kind = KIND_RECURRENCE;
        s = add_methods(b, chain, &shape);
        const int seq = peer_find(b, from, "seq", layout, HOST);
        for (int i = from; seq >= 0 && i < b->count; i++)
            if (i != seq) peer_add(b, i, "seq", seq);
    }
    chain_release(chain);
    peers_add_precision(b, start);
    return s;
}

const struct benchmark bench_recurrence = {
    "recurrence", "recurrences through 2^24 ... 2^26 rows: every method, the two loops, the limit of work in place",
    add};
