/* Cuts the rows of systems evenly over ranks. */
#include "apps/batch/part.h"

#include "apps/batch/layout.h"
#include "base/comm/cut.h"
#include "base/memory.h"
#include "solvers/kind.h"

struct batch_part batch_part_of(struct comm *c, int64_t whole, int rank)
{
    const int ranks = comm_size(c);
    return (struct batch_part){c, whole, cut_first(whole, ranks, rank), cut_count(whole, ranks, rank)};
}

int batch_part_rank(const struct batch_part *p, int64_t i)
{
    int rank = 0;
    while (cut_first(p->whole, comm_size(p->comm), rank + 1) <= i) rank++;
    return rank;
}

bool batch_part_can(const void *params, const struct solver *solver, const void *options)
{
    const struct batch_params *const p = params;
    const struct shape any = shape_contiguous(1, 1);
    if (!solver || solver->space != HOST || batch_is_given(p) || p->sizes != EQUAL || batch_layout_ragged(p))
        return false;
    for (int64_t k = 0; k < batch_points(p); k++)
        if (batch_rows(p, k) < batch_systems(p, k)) return false;
    const struct shape chosen = shape_chosen(solver, &any, options);
    return !chosen.tridiag.check && !chosen.tridiag.refine;
}

struct rank_cut batch_part_cut(const struct batch_part *p, enum cut_scheme scheme)
{
    if (!p->comm) return (struct rank_cut){0};
    return (struct rank_cut){.comm = p->comm, .whole = p->whole, .first = p->first, .scheme = scheme};
}

enum status batch_part_gather(const struct batch_part *p, const void *mine, int64_t bytes, void *all)
{
    TRY(comm_agree(p->comm, mem_array(all, HOST, comm_size(p->comm), bytes)));
    comm_gather_all(p->comm, mine, bytes, *(void **)all);
    return ST_OK;
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
    const enum status st = batch_part_gather(p, mine, systems * ENDS * (int64_t)sizeof *mine, &all);
    mem_free(mine);
    TRY(st);
    take_beside(p, all, systems, before, behind);
    mem_free(all);
    return ST_OK;
}

void batch_part_receive(const struct batch_part *p, double *v, int64_t count)
{
    const int rank = comm_rank(p->comm);
    if (rank > 0) comm_pair_receive(p->comm, v, count * (int64_t)sizeof *v, rank - 1);
}

void batch_part_send(const struct batch_part *p, const double *v, int64_t count)
{
    const int next = comm_rank(p->comm) + 1;
    if (next < comm_size(p->comm)) comm_pair_send(p->comm, v, count * (int64_t)sizeof *v, next);
}

enum status batch_part_sum(const struct batch_part *p, double *v, int count)
{
    double *all;
    if (!p->comm) return ST_OK;
    TRY(batch_part_gather(p, v, count * (int64_t)sizeof *v, &all));
    for (int k = 0; k < count; k++) {
        v[k] = 0;
        for (int r = 0; r < comm_size(p->comm); r++) v[k] += all[r * count + k];
    }
    mem_free(all);
    return ST_OK;
}
