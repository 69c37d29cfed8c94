/* Takes a batch chunk by chunk: each is drawn or read again on the host, and solved by peers. */
#include "apps/batch/chunk.h"

#include <string.h>

#include "base/memory.h"
#include "base/memory/untouched.h"

enum { CHUNK = 1 << 20 }; /* unknowns of a chunk, unless one system has more */

static int64_t smaller(int64_t i, int64_t j)
{
    return i < j ? i : j;
}

enum status batch_chunk_make(struct batch_chunk *w, const struct batch_instance *x)
{
    const int64_t n = x->flat.n, whole = x->part.whole, max = whole < CHUNK ? CHUNK / whole : 1;
    *w = (struct batch_chunk){.point = x, .capacity = smaller(max, x->deal.whole)};
    const int64_t most = smaller(w->capacity, x->flat.batch);
    for (int v = 0; v < NUMBERS; v++) TRY(mem_array_for_all(&w->v[v], most * n, sizeof(real)));
    TRY(mem_array_for_all(&w->y, most * n, sizeof(real)));
    TRY(mem_array(&w->before, HOST, most, sizeof *w->before));
    TRY(mem_array(&w->behind, HOST, most, sizeof *w->behind));
    return mem_array(&w->info, HOST, most, sizeof *w->info);
}

void batch_chunk_free(struct batch_chunk *w)
{
    for (int v = 0; v < NUMBERS; v++) mem_free(w->v[v]);
    mem_free(w->y);
    mem_free(w->before);
    mem_free(w->behind);
    mem_free(w->info);
}

int batch_chunk_threads(const struct batch_chunk *w)
{
    static const double row = 2e-8; /* seconds, in working precision and in long double */
    const struct exec exec = exec_host(w->point->exec.threads);
    return exec_for(exec, row * (double)w->systems * (double)w->point->flat.n).threads;
}

int64_t batch_chunk_number(const struct batch_chunk *w)
{
    return (w->point->deal.first + w->first) / w->capacity;
}

bool batch_chunk_take(struct batch_chunk *w)
{
    const int64_t end = (batch_chunk_number(w) + 1) * w->capacity - w->point->deal.first;
    w->systems = smaller(end, w->point->flat.batch) - w->first;
    if (w->systems <= 0) return false;
    const int threads = batch_chunk_threads(w);
    for (int v = 0; v < NUMBERS; v++) batch_instance_numbers(w->point, v, w->first, w->systems, w->v[v], threads);
    return true;
}

void batch_chunk_next(struct batch_chunk *w)
{
    w->first += w->systems;
}

enum status batch_chunk_join(const struct batch_chunk *w)
{
    return batch_part_beside(&w->point->part, batch_chunk_solution(w, 0), w->systems, w->before, w->behind);
}

/* Elimination in order needs no complete system on any rank. */
static enum cut_scheme scheme_of(const struct solver *peer)
{
    return strcmp(peer->method, "thomas") == 0 ? CUT_PIPELINED : CUT_TRANSPOSE;
}

enum status batch_chunk_solve(const struct batch_chunk *w, const struct solver *peer)
{
    const struct batch_instance *const x = w->point;
    const struct exec exec = exec_host(x->exec.threads);
    struct shape shape = shape_contiguous(x->flat.n, w->systems);
    const struct system system = {
        .kind = KIND_TRIDIAG, .tridiag = {w->v[LOWER], w->v[DIAG], w->v[UPPER]}, .x = w->y, .info = w->info};
    struct plan *plan;
    shape.sizes = x->form.shape.sizes ? x->form.shape.sizes + w->first : NULL;
    shape.cut = batch_part_cut(&x->part, scheme_of(peer));
    memcpy(w->y, w->v[RIGHT], (size_t)(w->systems * x->flat.n) * sizeof *w->y);
    TRY(plan_make(&plan, peer, &shape, NULL, &exec));
    const enum status s = plan_solve(plan, &system);
    plan_free(plan);
    return comm_agree(x->part.comm, s);
}

const struct solver *batch_peer(const char *method)
{
    const struct solver *s;
    return solver_find(KIND_TRIDIAG, method, HOST, &s) == ST_OK ? s : NULL;
}
