/* Elimination in order from rank to rank, in chunks of systems, and substitution back in the same manner (cut.h). A
 * rank without rows passes on what it is given. Where row 0 is, what the rank before sends is not looked at. */
#include "solvers/tridiag/cut/pipelined.h"

#include <string.h>

#include "base/comm/cut.h"
#include "base/memory.h"

enum { FEW = 16 /* systems; tiles would have places for many more */ };
enum { CHUNKS = 16, CHUNK_BYTES = 512 << 10, MESSAGE_BYTES = 1 << 26, SLOTS = 2 /* of messages in each direction */ };

/* Is the matrix eliminated with its right sides? */
static bool is_fresh(const struct shape *shape)
{
    return !shape->reuse && !line_matrix_shared(shape) && shape->batch >= FEW;
}

static int64_t largest(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* As many of an even cut as let c' and d' of fresh systems stay in the cache of each of so many threads. */
static int64_t chunks_by_cache(const struct shape *shape, int threads)
{
    const int64_t rows = shape->cut.whole / comm_size(shape->cut.comm) + 1;
    const int64_t systems = CHUNK_BYTES / (2 * (int64_t)sizeof(real) * rows) / LINE * LINE;
    return shape->batch / (largest(systems, LINE) * threads);
}

/* Equal on all ranks; no rank has more threads. */
static int64_t chunks_of(const struct shape *shape, int threads)
{
    const int64_t least = shape->batch * 2 * (int64_t)sizeof(real) / MESSAGE_BYTES + 1;
    const int64_t asked = shape->cut.chunks > 0 ? shape->cut.chunks : CHUNKS;
    const bool by_cache = shape->cut.chunks == 0 && is_fresh(shape);
    return largest(largest(asked, least), by_cache ? chunks_by_cache(shape, threads) : 0);
}

static int64_t columns_of(const struct shape *shape)
{
    return line_matrix_shared(shape) ? shape->batch > 0 : shape->batch;
}

static int64_t chunk_most(const struct shape *shape, int64_t chunks)
{
    return (shape->batch + chunks - 1) / chunks;
}

/* Chunks of a rank between their elimination and their substitution: the answer to one comes two chunks later for each
 * next rank. */
static int64_t window_of(const struct shape *shape, int64_t chunks)
{
    const int64_t window = 2 * (comm_size(shape->cut.comm) - 1 - comm_rank(shape->cut.comm)) + 1;
    return window < chunks ? window : chunks;
}

static int64_t tiles_of(int64_t systems)
{
    return (systems + CUT_TILE - 1) / CUT_TILE;
}

static struct shape given(const struct shape *shape)
{
    return cut_local(shape);
}

static int64_t ring_values(const struct shape *shape, int64_t chunks)
{
    if (!is_fresh(shape)) return 0;
    return window_of(shape, chunks) * tiles_of(chunk_most(shape, chunks)) * 2 * shape->n * CUT_TILE;
}

/* As if ranks had one thread each. */
static int64_t values(const struct shape *shape)
{
    const int64_t chunks = chunks_of(shape, 1), kept = is_fresh(shape) ? 0 : 2 * shape->n;
    return (kept + 2) * columns_of(shape) + ring_values(shape, chunks) +
           2 * (1 + 2 * SLOTS) * chunk_most(shape, chunks);
}

static enum status make_ring(struct cut_lines *l, struct pipelined *p)
{
    const int64_t vectors = CUT_TILE / LANES;
    p->tiles = tiles_of(chunk_most(&l->shape, p->chunks));
    p->window = window_of(&l->shape, p->chunks);
    TRY(mem_array(&p->ring, HOST, ring_values(&l->shape, p->chunks), sizeof *p->ring));
    return mem_array(&p->settled, HOST, p->window * p->tiles * vectors, sizeof *p->settled);
}

static enum status make(struct cut_lines *l, const struct plan *plan)
{
    const bool fresh = is_fresh(&l->shape);
    struct pipelined *p;
    int64_t threads = 1;
    TRY(mem_alloc(&p, HOST, sizeof *p));
    l->own = p;
    for (int r = 0; r < l->ranks; r++) threads = largest(threads, l->place[r].threads);
    p->loops = fresh ? &pipelined_fresh : &pipelined_kept;
    p->chunks = chunks_of(&l->shape, (int)threads), p->columns = columns_of(&l->shape);
    p->most = p->loops->values * chunk_most(&l->shape, p->chunks);
    TRY(mem_array(&p->c, HOST, fresh ? 0 : l->shape.n * p->columns, sizeof *p->c));
    TRY(mem_array(&p->pivot, HOST, fresh ? 0 : l->shape.n * p->columns, sizeof *p->pivot));
    TRY(mem_array(&p->before, HOST, p->columns, sizeof *p->before));
    TRY(mem_array(&p->squares, HOST, p->columns, sizeof *p->squares));
    TRY(mem_array(&p->in, HOST, p->most, sizeof *p->in));
    TRY(mem_array(&p->out, HOST, 2 * SLOTS * p->most, sizeof *p->out));
    if (fresh) TRY(make_ring(l, p));
    return comm_sends_make(&p->sends, l->comm, 2 * SLOTS);
}

static void release(struct cut_lines *l)
{
    struct pipelined *const p = l->own;
    real *const array[] = {p->c, p->pivot, p->before, p->squares, p->ring, p->in, p->out};
    for (size_t k = 0; k < sizeof array / sizeof *array; k++) mem_free(array[k]);
    mem_free(p->settled);
    comm_sends_free(p->sends);
    mem_free(p);
}

/* Systems, or the one matrix, from ... end - 1. */
struct chunk {
    int64_t number, from, end;
};

static struct chunk chunk_of(int64_t count, int64_t chunks, int64_t k)
{
    return (struct chunk){k, cut_first(count, (int)chunks, (int)k), cut_first(count, (int)chunks, (int)k + 1)};
}

static void receive(const struct cut_lines *l, real *v, int64_t count, int from)
{
    if (from >= 0 && from < l->ranks) comm_pair_receive(l->comm, v, count * (int64_t)sizeof *v, from);
}

static void eliminate(const struct cut_lines *l, const struct system *system, struct chunk c)
{
    const struct pipelined *const p = l->own;
    const int64_t last = (l->shape.n - 1) * p->columns + c.from, count = c.end - c.from,
                  bytes = count * (int64_t)sizeof(real);
    receive(l, p->before + c.from, count, l->rank - 1);
#pragma omp parallel for schedule(static) num_threads(l->exec.threads)
    for (int64_t tile = 0; tile < tiles_of(count); tile++) {
        struct cut_tile t;
        cut_tile_set(&t, l, system, c.from + tile * CUT_TILE, c.end);
        pipelined_eliminate(l, system, &t);
    }
    if (l->rank + 1 < l->ranks)
        comm_pair_send(l->comm, l->shape.n > 0 ? p->c + last : p->before + c.from, bytes, l->rank + 1);
}

/* Only the matrices. */
static enum status factor(struct cut_lines *l, const struct system *system)
{
    const struct pipelined *const p = l->own;
    const int64_t chunks = l->one ? 1 : p->chunks;
    for (int64_t k = 0; k < chunks; k++) eliminate(l, system, chunk_of(p->columns, chunks, k));
    return ST_OK;
}

static struct pipelined_tile tile_of(const struct cut_lines *l, const struct system *system, struct chunk c,
                                     int64_t tile, real *out)
{
    const struct pipelined *const p = l->own;
    const int64_t before = tile * CUT_TILE, values = l->shape.n * CUT_TILE;
    struct pipelined_tile q = {.in = p->in + before, .out = out + before, .apart = c.end - c.from};
    cut_tile_set(&q.t, l, system, c.from + before, c.end);
    if (!p->ring) return q;
    const int64_t place = c.number % p->window * p->tiles + tile;
    q.c = p->ring + 2 * values * place, q.d = q.c + values;
    q.settled = p->settled + place * (CUT_TILE / LANES);
    return q;
}

/* The memory of slot `slot` for another message, once the one before it there has left. */
static real *message(const struct pipelined *p, int slot)
{
    comm_sends_wait(p->sends, slot);
    return p->out + slot * p->most;
}

static void send(const struct cut_lines *l, int slot, int64_t values, int to)
{
    const struct pipelined *const p = l->own;
    if (to < 0 || to >= l->ranks) return;
    comm_sends_begin(p->sends, slot, p->out + slot * p->most, values * (int64_t)sizeof(real), to);
}

static void forward(const struct cut_lines *l, const struct system *system, struct chunk c)
{
    const struct pipelined *const p = l->own;
    const int slot = (int)(c.number % SLOTS);
    const int64_t values = p->loops->values * (c.end - c.from);
    real *const out = message(p, slot);
    receive(l, p->in, values, l->rank - 1);
#pragma omp parallel for schedule(static) num_threads(l->exec.threads)
    for (int64_t tile = 0; tile < tiles_of(c.end - c.from); tile++) {
        const struct pipelined_tile t = tile_of(l, system, c, tile, out);
        if (l->shape.n > 0) p->loops->forward(l, system, &t);
    }
    if (l->shape.n == 0) memcpy(out, p->in, (size_t)values * sizeof *out);
    send(l, slot, values, l->rank + 1);
}

static void substitute(const struct cut_lines *l, const struct system *system, struct chunk c)
{
    const struct pipelined *const p = l->own;
    const int slot = SLOTS + (int)(c.number % SLOTS);
    const int64_t values = c.end - c.from;
    real *const out = message(p, slot);
    receive(l, p->in, values, l->rank + 1);
#pragma omp parallel for schedule(static) num_threads(l->exec.threads)
    for (int64_t tile = 0; tile < tiles_of(values); tile++) {
        const struct pipelined_tile t = tile_of(l, system, c, tile, out);
        if (l->shape.n > 0) p->loops->substitute(l, system->x, &t);
    }
    if (l->shape.n == 0) memcpy(out, p->in, (size_t)values * sizeof *out);
    send(l, slot, values, l->rank - 1);
}

/* The rows at the end of this rank's, but for the last of a whole system, that repeat the one above them. */
static struct pipelined_repeat repetition(const struct cut_lines *l, const struct system *system)
{
    const struct tridiag *const m = &system->tridiag;
    const int64_t stride = shape_matrix_stride(&l->shape), last = l->shape.n - 1 - (l->ends ? 1 : 0);
    int64_t i = last;
    if (!shape_shared(&l->shape)) return (struct pipelined_repeat){last, last};
    for (; i > 0; i--) {
        const int64_t at = i * stride, above = at - stride;
        if (m->lower[at] != m->lower[above] || m->diag[at] != m->diag[above] || m->upper[at] != m->upper[above]) break;
    }
    return (struct pipelined_repeat){i, last};
}

static enum status solve(struct cut_lines *l, const struct system *system)
{
    struct pipelined *const p = l->own;
    const int64_t batch = l->shape.batch, later = 2 * (l->ranks - 1 - l->rank);
    if (!l->shape.reuse && !is_fresh(&l->shape)) factor(l, system);
    p->same = repetition(l, system);
    for (int64_t k = 0; k < p->chunks + later; k++) {
        if (k < p->chunks) forward(l, system, chunk_of(batch, p->chunks, k));
        if (k >= later) substitute(l, system, chunk_of(batch, p->chunks, k - later));
    }
    for (int slot = 0; slot < 2 * SLOTS; slot++) comm_sends_wait(p->sends, slot);
    if (system->info) pipelined_info(l, system);
    return ST_OK;
}

const struct cut_ops cut_pipelined = {
    .name = "pipelined",
    .only = "thomas",
    .given = given,
    .values = values,
    .traffic = 0,
    .make = make,
    .free = release,
    .factor = factor,
    .solve = solve,
};
