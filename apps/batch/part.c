/* Cuts the rows of systems evenly over ranks. */
#include "apps/batch/part.h"

#include "apps/batch/problem/layout.h"
#include "apps/ranks.h"
#include "base/comm/cut.h"
#include "base/memory.h"
#include "solvers/kind.h"

struct batch_part batch_part_of(struct comm *c, int64_t whole, int rank)
{
    const int ranks = comm_size(c);
    return (struct batch_part){c, whole, cut_first(whole, ranks, rank), cut_count(whole, ranks, rank)};
}

bool batch_part_can(const struct batch_params *p, int64_t k, const struct solver *solver, const void *options)
{
    const struct shape any = shape_contiguous(1, 1), chosen = shape_chosen(solver, &any, options);
    if (batch_is_given(p) || p->sizes != EQUAL || batch_layout_ragged(p)) return false;
    return batch_rows(p, k) >= batch_systems(p, k) && !chosen.tridiag.check && !chosen.tridiag.refine;
}

struct rank_cut batch_part_cut(const struct batch_part *p, enum cut_scheme scheme)
{
    if (!p->comm) return (struct rank_cut){0};
    return (struct rank_cut){.comm = p->comm, .whole = p->whole, .first = p->first, .scheme = scheme};
}

enum { FIRST_ROW, LAST_ROW, ENDS };

/* Ranks may have no rows: the neighbour is the next one that has some. */
static void take_beside(const struct batch_part *p, const real *all, int64_t systems, real *before, real *behind)
{
    const int rank = comm_rank(p->comm), ranks = comm_size(p->comm);
    for (int r = 0; r < rank; r++)
        for (int64_t s = 0; batch_part_of(p->comm, p->whole, r).rows > 0 && s < systems; s++)
            before[s] = all[(r * systems + s) * ENDS + LAST_ROW];
    for (int r = ranks - 1; r > rank; r--)
        for (int64_t s = 0; batch_part_of(p->comm, p->whole, r).rows > 0 && s < systems; s++)
            behind[s] = all[(r * systems + s) * ENDS + FIRST_ROW];
}

enum status batch_part_beside(const struct batch_part *p, const real *x, int64_t systems, real *before, real *behind)
{
    real *mine, *all;
    for (int64_t s = 0; s < systems; s++) before[s] = behind[s] = 0;
    if (!p->comm) return ST_OK;
    TRY(comm_agree(p->comm, mem_array(&mine, HOST, systems * ENDS, sizeof *mine)));
    for (int64_t s = 0; p->rows > 0 && s < systems; s++) {
        mine[s * ENDS + FIRST_ROW] = x[s * p->rows];
        mine[s * ENDS + LAST_ROW] = x[(s + 1) * p->rows - 1];
    }
    const enum status st = ranks_collect(p->comm, mine, systems * ENDS * (int64_t)sizeof *mine, &all);
    mem_free(mine);
    TRY(st);
    take_beside(p, all, systems, before, behind);
    mem_free(all);
    return ST_OK;
}
