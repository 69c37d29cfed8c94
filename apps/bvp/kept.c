/* Keeps nodes of a solution, and collects them. */
#include "apps/bvp/kept.h"

#include "base/comm/comm_exchange.h"
#include "base/memory.h"
#include "base/memory/untouched.h"

static int64_t nodes(const struct bvp_params *p)
{
    return kept_intervals(p) / bvp_stride(p, kept_intervals(p)) + 1;
}

double kept_bytes(const struct bvp_params *p)
{
    return (double)nodes(p) * (double)(sizeof(real) + sizeof(double));
}

enum status kept_make(struct kept *kept, const struct bvp_params *p, enum kind kind, struct comm *c)
{
    const struct bvp_part part = bvp_part_mine(c, p, kind, kept_intervals(p));
    *kept = (struct kept){.stride = bvp_stride(p, kept_intervals(p)), .count = nodes(p)};
    const int64_t own = kept_from(kept, part.end) - kept_from(kept, part.from),
                  used = comm_rank(c) == 0 ? kept->count : own;
    TRY(mem_array_sparse(&kept->u, kept->count, sizeof *kept->u, used));
    return mem_array_sparse(&kept->x, kept->count, sizeof *kept->x, used);
}

void kept_free(struct kept *kept)
{
    mem_free(kept->u);
    mem_free(kept->x);
    *kept = (struct kept){0};
}

int64_t kept_from(const struct kept *kept, int64_t node)
{
    const int64_t k = (node + kept->stride - 1) / kept->stride;
    return k < kept->count ? k : kept->count;
}

void kept_take(const struct kept *kept, const struct bvp_instance *x, const struct bvp_walk *w)
{
    for (int64_t k = kept_from(kept, w->first); k < kept_from(kept, w->first + w->count); k++) {
        const int64_t node = k * kept->stride;
        kept->u[k] = (real)equations_value(&x->equations, node);
        kept->x[k] = x->problem.workspace->x[node - w->first + 1];
    }
}

enum status kept_collect(const struct kept *kept, const struct bvp_instance *x)
{
    struct comm *const c = x->problem.part.comm;
    struct comm_exchange *u = NULL, *places = NULL;
    struct comm_block *block = NULL;
    const int ranks = comm_size(c);
    if (!c) return ST_OK;
    enum status s = mem_array(&block, HOST, 2 * ranks, sizeof *block);
    for (int r = 1; s == ST_OK && r < ranks; r++) {
        const struct bvp_part part = bvp_part_of(c, x->params, x->equations.system.kind, x->problem.grid.intervals, r);
        const int64_t first = kept_from(kept, part.from), count = kept_from(kept, part.end) - first;
        const struct comm_block run = {.first = first, .count = {count, 1, 1}, .stride = {1, 1, 1}};
        if (r == comm_rank(c)) block[0] = run;
        if (comm_rank(c) == 0) block[ranks + r] = run;
    }
    if (s == ST_OK) s = comm_exchange_make(&u, c, block, block + ranks, sizeof *kept->u);
    if (s == ST_OK) s = comm_exchange_make(&places, c, block, block + ranks, sizeof *kept->x);
    s = comm_agree(c, s);
    if (s == ST_OK) comm_exchange_run(u, kept->u, kept->u);
    if (s == ST_OK) comm_exchange_run(places, kept->x, kept->x);
    comm_exchange_free(u), comm_exchange_free(places);
    mem_free(block);
    return s;
}
