/* Recurrences that are cut over ranks, row by row from rank to rank and back: the scheme pipelined. */
#include <math.h>

#include "base/comm/comm_pairs.h"
#include "base/comm/cut.h"
#include "base/memory.h"
#include "solvers/recurrence/cut/recurrence_cut.h"
#include "solvers/recurrence/lines/recurrence_line.h"

enum { CHUNKS = 16, MESSAGE_BYTES = 1 << 26 };

static struct shape given(const struct shape *shape)
{
    return cut_local(shape);
}

static int64_t values(const struct shape *shape)
{
    return shape->batch;
}

/* Equal on all ranks. */
static int chunks_of(const struct shape *shape)
{
    const int64_t least = shape->batch * (int64_t)sizeof(real) / MESSAGE_BYTES + 1;
    const int64_t asked = shape->cut.chunks > 0 ? shape->cut.chunks : CHUNKS;
    return (int)(asked > least ? asked : least);
}

static enum status make(struct cut_lines *l, const struct plan *plan)
{
    (void)plan;
    return mem_array(&l->own, HOST, l->shape.batch, sizeof(real));
}

static void release(struct cut_lines *l)
{
    mem_free(l->own);
}

static enum status factor(struct cut_lines *l, const struct system *system)
{
    (void)l, (void)system;
    return ST_OK;
}

/* All systems in one direction, +1 or -1 in order of rank. */
static void pass(const struct cut_lines *l, const struct system *system, int order,
                 real (*step)(const struct recurrence_line *c, real beside))
{
    const int chunks = chunks_of(&l->shape), from = l->rank - order, to = l->rank + order;
    real *const beside = l->own;
    for (int k = 0; k < chunks; k++) {
        const int64_t first = cut_first(l->shape.batch, chunks, k), end = cut_first(l->shape.batch, chunks, k + 1);
        const int64_t bytes = (end - first) * (int64_t)sizeof *beside;
        for (int64_t s = first; s < end; s++) beside[s] = 0;
        if (from >= 0 && from < l->ranks) comm_pair_receive(l->comm, beside + first, bytes, from);
#pragma omp parallel for schedule(static) num_threads(l->exec.threads) if (end - first > 1)
        for (int64_t s = first; s < end; s++) {
            const struct recurrence_line c = recurrence_line_of(&l->shape, system, s);
            beside[s] = step(&c, beside[s]);
        }
        if (to >= 0 && to < l->ranks) comm_pair_send(l->comm, beside + first, bytes, to);
    }
}

static void find_info(const struct cut_lines *l, const struct system *system)
{
    for (int64_t s = 0; s < l->shape.batch; s++) {
        const struct recurrence_line c = recurrence_line_of(&l->shape, system, s);
        int64_t i = 0;
        while (i < c.n && isfinite(c.x[i * c.stride])) i++;
        system->info[s] = i < c.n ? l->shape.cut.first + i + 1 : 0;
    }
}

static enum status solve(struct cut_lines *l, const struct system *system)
{
    pass(l, system, 1, recurrence_down);
    pass(l, system, -1, recurrence_up);
    if (system->info) find_info(l, system);
    return ST_OK;
}

const struct cut_ops cut_in_order = {
    .name = "pipelined",
    .only = "seq",
    .given = given,
    .values = values,
    .traffic = 0,
    .make = make,
    .free = release,
    .factor = factor,
    .solve = solve,
};
