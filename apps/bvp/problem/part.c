/* Cuts a grid over ranks. */
#include "apps/bvp/problem/part.h"

#include "base/comm/cut.h"
#include "base/memory.h"
#include "solvers/kind.h"

static int64_t within(int64_t i, int64_t least, int64_t most)
{
    return i < least ? least : i > most ? most : i;
}

struct bvp_part bvp_part_of(struct comm *c, const struct bvp_params *p, enum kind kind, int64_t intervals, int rank)
{
    const int64_t nodes = intervals + 1, runs = (nodes - 1) / PART_RUN + 1;
    const bool turned = kind == KIND_RECURRENCE && bvp_turned(p);
    struct bvp_part part = {.comm = c, .whole = bvp_unknowns(p, intervals), .upward = turned ? DOWNWARD : UPWARD};
    const int64_t unknown = p->end[0].kind == DIRICHLET, known = unknown + part.whole;
    const int k = bvp_part_rank(&part, rank);
    part.from = within(PART_RUN * cut_first(runs, comm_size(c), k), 0, nodes);
    part.end = within(PART_RUN * cut_first(runs, comm_size(c), k + 1), 0, nodes);
    part.first = within(part.from, unknown, known);
    part.rows = within(part.end, unknown, known) - part.first;
    part.row = turned ? known - part.first - part.rows : part.first - unknown;
    return part;
}

bool bvp_part_can(const void *params, const struct solver *solver, const void *options)
{
    const struct shape any = shape_contiguous(1, 1);
    (void)params;
    if (!solver || solver->space != HOST) return false;
    const struct shape chosen = shape_chosen(solver, &any, options);
    return !chosen.tridiag.check && !chosen.tridiag.refine;
}

/* The lowest and the highest unknown of a rank. */
struct ends {
    bool there;
    double low, high;
};

enum status bvp_part_beside(const struct bvp_part *p, const real *x, double beside[2])
{
    struct ends mine = {.there = p->rows > 0}, *all;
    const bool turned = p->upward == DOWNWARD;
    beside[0] = beside[1] = 0;
    if (!p->comm) return ST_OK;
    if (mine.there) mine.low = (double)x[turned ? p->rows - 1 : 0], mine.high = (double)x[turned ? 0 : p->rows - 1];
    TRY(ranks_collect(p->comm, &mine, sizeof mine, &all));
    const int here = bvp_part_rank(p, comm_rank(p->comm)); /* counted from the lower end */
    for (int k = 0; k < here; k++)
        if (all[bvp_part_rank(p, k)].there) beside[0] = all[bvp_part_rank(p, k)].high;
    for (int k = comm_size(p->comm) - 1; k > here; k--)
        if (all[bvp_part_rank(p, k)].there) beside[1] = all[bvp_part_rank(p, k)].low;
    mem_free(all);
    return ST_OK;
}
