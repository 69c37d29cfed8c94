/* Elimination in order from rank to rank, in chunks of systems, and substitution back in the same manner (cut.h). A
 * rank without rows passes on what it is given. Where row 0 is, what the rank before sends is not looked at. */
#include "solvers/tridiag/cut/pipelined.h"

#include "base/comm/comm_pairs.h"
#include "base/comm/cut.h"
#include "base/memory.h"

enum { CHUNKS = 16 };

static int chunks_of(const struct shape *shape)
{
    return shape->cut.chunks > 0 ? shape->cut.chunks : CHUNKS;
}

static int64_t columns_of(const struct shape *shape)
{
    return line_matrix_shared(shape) ? shape->batch > 0 : shape->batch;
}

static int64_t chunk_most(const struct shape *shape)
{
    return (shape->batch + chunks_of(shape) - 1) / chunks_of(shape);
}

static struct shape given(const struct shape *shape)
{
    return cut_local(shape);
}

static int64_t values(const struct shape *shape)
{
    return (2 * shape->n + 2) * columns_of(shape) + chunk_most(shape);
}

static enum status make(struct cut_lines *l, const struct plan *plan)
{
    struct pipelined *p;
    TRY(mem_alloc(&p, HOST, sizeof *p));
    l->own = p;
    p->chunks = chunks_of(&l->shape), p->columns = columns_of(&l->shape);
    TRY(mem_array(&p->c, HOST, l->shape.n * p->columns, sizeof *p->c));
    TRY(mem_array(&p->pivot, HOST, l->shape.n * p->columns, sizeof *p->pivot));
    TRY(mem_array(&p->before, HOST, p->columns, sizeof *p->before));
    TRY(mem_array(&p->squares, HOST, p->columns, sizeof *p->squares));
    return mem_array(&p->beside, HOST, chunk_most(&l->shape), sizeof *p->beside);
}

static void release(struct cut_lines *l)
{
    struct pipelined *const p = l->own;
    real *const array[] = {p->c, p->pivot, p->before, p->squares, p->beside};
    for (size_t k = 0; k < sizeof array / sizeof *array; k++) mem_free(array[k]);
    mem_free(p);
}

/* Systems, or the one matrix, from ... end - 1. */
struct chunk {
    int64_t from, end;
};

static struct chunk chunk_of(int64_t count, int chunks, int k)
{
    return (struct chunk){cut_first(count, chunks, k), cut_first(count, chunks, k + 1)};
}

static int64_t tiles_of(struct chunk c)
{
    return (c.end - c.from + CUT_TILE - 1) / CUT_TILE;
}

/* A rank receives from one neighbour, then sends to the other. */
static void receive(const struct cut_lines *l, real *v, int64_t count, int from)
{
    if (from >= 0 && from < l->ranks) comm_pair_receive(l->comm, v, count * (int64_t)sizeof *v, from);
}

static void send(const struct cut_lines *l, const real *v, int64_t count, int to)
{
    if (to >= 0 && to < l->ranks) comm_pair_send(l->comm, v, count * (int64_t)sizeof *v, to);
}

static void eliminate(const struct cut_lines *l, const struct system *system, struct chunk c)
{
    const struct pipelined *const p = l->own;
    const int64_t last = (l->shape.n - 1) * p->columns + c.from;
    receive(l, p->before + c.from, c.end - c.from, l->rank - 1);
#pragma omp parallel for schedule(static) num_threads(l->exec.threads)
    for (int64_t tile = 0; tile < tiles_of(c); tile++) {
        struct cut_tile t;
        cut_tile_set(&t, l, system, c.from + tile * CUT_TILE, c.end);
        pipelined_eliminate(l, system, &t);
    }
    send(l, l->shape.n > 0 ? p->c + last : p->before + c.from, c.end - c.from, l->rank + 1);
}

static enum status factor(struct cut_lines *l, const struct system *system)
{
    const struct pipelined *const p = l->own;
    const int chunks = l->one ? 1 : p->chunks;
    for (int k = 0; k < chunks; k++) eliminate(l, system, chunk_of(p->columns, chunks, k));
    return ST_OK;
}

/* Row i of this rank of the systems of a chunk; without rows `beside` stays what the rank was given. */
static void take_row(const struct cut_lines *l, const real *x, struct chunk c, int64_t i)
{
    const struct pipelined *const p = l->own;
    for (int64_t s = c.from; l->shape.n > 0 && s < c.end; s++)
        p->beside[s - c.from] = x[shape_start(&l->shape, s) + i * l->shape.step];
}

static void forward(const struct cut_lines *l, const struct system *system, struct chunk c)
{
    const struct pipelined *const p = l->own;
    receive(l, p->beside, c.end - c.from, l->rank - 1);
#pragma omp parallel for schedule(static) num_threads(l->exec.threads)
    for (int64_t tile = 0; tile < tiles_of(c); tile++) {
        struct cut_tile t;
        cut_tile_set(&t, l, system, c.from + tile * CUT_TILE, c.end);
        pipelined_forward(l, system, &t, p->beside + tile * CUT_TILE);
    }
    if (l->rank == l->ranks - 1) return;
    take_row(l, system->x, c, l->shape.n - 1);
    send(l, p->beside, c.end - c.from, l->rank + 1);
}

static void substitute(const struct cut_lines *l, const struct system *system, struct chunk c)
{
    const struct pipelined *const p = l->own;
    receive(l, p->beside, c.end - c.from, l->rank + 1);
#pragma omp parallel for schedule(static) num_threads(l->exec.threads)
    for (int64_t tile = 0; tile < tiles_of(c); tile++) {
        struct cut_tile t;
        cut_tile_set(&t, l, system, c.from + tile * CUT_TILE, c.end);
        pipelined_substitute(l, system->x, &t, p->beside + tile * CUT_TILE);
    }
    if (l->rank == 0) return;
    take_row(l, system->x, c, 0);
    send(l, p->beside, c.end - c.from, l->rank - 1);
}

static enum status solve(struct cut_lines *l, const struct system *system)
{
    const struct pipelined *const p = l->own;
    const int64_t batch = l->shape.batch;
    if (!l->shape.reuse && l->one) factor(l, system);
    for (int k = 0; k < p->chunks; k++) {
        const struct chunk c = chunk_of(batch, p->chunks, k);
        if (!l->shape.reuse && !l->one) eliminate(l, system, c);
        forward(l, system, c);
    }
    for (int k = 0; k < p->chunks; k++) substitute(l, system, chunk_of(batch, p->chunks, k));
    if (system->info) pipelined_info(l, system);
    return ST_OK;
}

const struct cut_ops cut_pipelined = {
    .name = "pipelined",
    .only = "thomas",
    .given = given,
    .values = values,
    .traffic = 4,
    .make = make,
    .free = release,
    .factor = factor,
    .solve = solve,
};
