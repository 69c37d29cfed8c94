/* A batch of many small tridiagonal systems, 25,600 of 512 rows (Valero-Lara et al. 2018, the size that fills the
 * caches many times), in three layouts: every registered method that accepts, against elimination in order, a parallel
 * loop over LAPACK, and the memory limit at 5 values an unknown: lower, diagonal, upper and right side read, solution
 * written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "bench/bench.h"
#include "bench/limit.h"
#include "solvers/solver.h"

enum { ROWS = 512, SYSTEMS = 25600, WIDTH = 16 };

/* One batch in one layout. The right side is kept, since a solve overwrites it. Entries share it; the last one frees.
 */
struct batch {
    struct shape shape;
    int64_t extent;
    real *lower, *diag, *upper, *rhs, *x;
    int users;
};

struct job {
    struct batch *batch;
    struct plan *plan;
    int threads;
};

static const struct {
    const char *name;
    unsigned can; /* what a method must be able to do */
} layouts[] = {{"contiguous", 0}, {"block-interleaved", CAN_STRIDE}, {"interleaved", CAN_STRIDE}};
enum { LAYOUTS = sizeof layouts / sizeof layouts[0] };

static struct shape shape_of(int layout, int64_t n, int64_t batch)
{
    const struct shape shapes[LAYOUTS] = {shape_contiguous(n, batch), shape_block_interleaved(n, batch, WIDTH),
                                          shape_interleaved(n, batch)};
    return shapes[layout];
}

/* Uniform in [-1, 1], by its place alone (splitmix64, Steele et al. 2014). */
static real random_at(int64_t place, int array)
{
    uint64_t z = ((uint64_t)place * 4 + (uint64_t)array + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (real)((double)(z >> 11) * 0x1p-52 - 1.0);
}

/* Strictly dominant by rows: the diagonal exceeds its neighbours by 0.1 to 1. */
static void fill(struct batch *b)
{
    const struct shape *const s = &b->shape;
#pragma omp parallel for schedule(static)
    for (int64_t t = 0; t < s->batch; t++)
        for (int64_t i = 0; i < s->n; i++) {
            const int64_t at = shape_start(s, t) + i * s->step, place = t * s->n + i;
            const real a = random_at(place, 0), c = random_at(place, 1);
            const real more = RC(0.55) + RC(0.45) * random_at(place, 2);
            b->lower[at] = a, b->upper[at] = c;
            b->diag[at] = (a < 0 ? -a : a) + (c < 0 ? -c : c) + more;
            b->rhs[at] = random_at(place, 3);
        }
}

static struct batch *batch_free(struct batch *b)
{
    if (!b) return NULL;
    mem_free(b->lower);
    mem_free(b->diag);
    mem_free(b->upper);
    mem_free(b->rhs);
    mem_free(b->x);
    free(b);
    return NULL;
}

static enum status batch_make(struct batch **out, struct shape shape)
{
    struct batch *const b = *out = calloc(1, sizeof *b);
    if (!b) return fail(ST_NOMEM, "no memory for a benchmark");
    b->shape = shape;
    b->extent = shape_extent(&shape);
    real **const array[] = {&b->lower, &b->diag, &b->upper, &b->rhs, &b->x};
    for (int a = 0; a < 5; a++) {
        const enum status s = mem_array(array[a], HOST, b->extent, sizeof(real));
        if (s == ST_OK) continue;
        *out = batch_free(b);
        return s;
    }
    fill(b);
    return ST_OK;
}

static void restore(void *context)
{
    const struct job *const j = context;
    const struct batch *const b = j->batch;
#pragma omp parallel for schedule(static) num_threads(j->threads)
    for (int64_t at = 0; at < b->extent; at += 4096)
        memcpy(b->x + at, b->rhs + at, (size_t)(b->extent - at < 4096 ? b->extent - at : 4096) * sizeof(real));
}

static enum status solve(void *context)
{
    const struct job *const j = context;
    const struct batch *const b = j->batch;
    const struct system system = {.kind = KIND_TRIDIAG,
                                  .tridiag = {.lower = b->lower, .diag = b->diag, .upper = b->upper, .x = b->x}};
    return plan_solve(j->plan, &system);
}

static void end(void *context)
{
    struct job *const j = context;
    plan_free(j->plan);
    if (--j->batch->users == 0) batch_free(j->batch);
    free(j);
}

static enum status add_method(struct bench *b, struct batch *batch, const struct solver *s, int layout, int limit,
                              int *index)
{
    struct job *const j = calloc(1, sizeof *j);
    struct entry *e;
    if (!j) return fail(ST_NOMEM, "no memory for a benchmark");
    *j = (struct job){.batch = batch, .threads = b->exec.threads};
    enum status st = plan_make(&j->plan, s, &batch->shape, NULL, &b->exec);
    if (st == ST_OK) st = bench_add(b, &e, index);
    if (st != ST_OK) {
        plan_free(j->plan);
        free(j);
        return st;
    }
    batch->users++;
    snprintf(e->name, sizeof e->name, "%s", s->method);
    e->kind = kind_name(KIND_TRIDIAG);
    e->precision = REAL_NAME;
    e->layout = layouts[layout].name;
    e->n = batch->shape.n;
    e->batch = batch->shape.batch;
    e->units = (double)e->n * (double)e->batch;
    e->bytes_per_unit = plan_cost(j->plan).bytes / e->units;
    e->limit = limit;
    e->prepare = restore;
    e->call = solve;
    e->end = end;
    e->context = j;
    return ST_OK;
}

/* Every method but the peers themselves is compared with them, in their best layout. */
static void add_peers(struct bench *b, int from)
{
    static const char *const names[] = {"thomas", "lapack"};
    for (size_t p = 0; p < sizeof names / sizeof names[0]; p++) {
        int peer = -1;
        for (int i = b->count - 1; i >= from; i--)
            if (!strcmp(b->entry[i].name, names[p]) && !strcmp(b->entry[i].layout, layouts[0].name)) peer = i;
        for (int i = from; peer >= 0 && i < b->count; i++) {
            struct entry *const e = &b->entry[i];
            if (i == peer) continue;
            e->peer[e->peer_count].name = names[p];
            e->peer[e->peer_count++].entry = peer;
        }
    }
}

/* The same entry in double, sampled in the same rounds, if both precisions are. */
static void add_double(struct bench *b, int from)
{
    for (int i = from; i < b->count; i++) {
        struct entry *const e = &b->entry[i];
        for (int d = 0; d < from; d++) {
            const struct entry *const f = &b->entry[d];
            if (f->limit < 0 || strcmp(f->name, e->name) || strcmp(f->layout, e->layout) || strcmp(f->kind, e->kind))
                continue;
            e->peer[e->peer_count].name = f->precision;
            e->peer[e->peer_count++].entry = d;
        }
    }
}

static enum status add_layout(struct bench *b, int layout, int64_t n, int64_t systems, int limit)
{
    struct batch *batch;
    int index;
    TRY(batch_make(&batch, shape_of(layout, n, systems)));
    enum status st = ST_OK;
    batch->users++; /* until all entries are there */
    for (size_t i = 0; st == ST_OK && i < solver_count(); i++) {
        const struct solver *const s = solver_at(i);
        if (s->kind != KIND_TRIDIAG || s->space != HOST || (s->can & layouts[layout].can) != layouts[layout].can)
            continue;
        st = add_method(b, batch, s, layout, limit, &index);
    }
    if (--batch->users == 0) batch_free(batch);
    return st;
}

static enum status add(struct bench *b)
{
    const int64_t n = b->scale_n ? b->scale_n : ROWS;
    int64_t systems = b->scale_batch ? b->scale_batch : SYSTEMS;
    int limit;
    if (!b->scale_batch)
        while (4 * systems * n * (int64_t)sizeof(real) < 8 * mem_cache_bytes()) systems *= 2;
    TRY(limit_add(b, &limit));
    const int from = b->count;
    for (int layout = 0; layout < LAYOUTS; layout++) TRY(add_layout(b, layout, n, systems, limit));
    add_peers(b, from);
    add_double(b, from);
    return ST_OK;
}

const struct benchmark bench_tridiag_batch = {
    "tridiag.batch", "25,600 systems of 512 rows in three layouts, every method, the peers, the memory limit", add};
