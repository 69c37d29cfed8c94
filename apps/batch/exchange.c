/* Gathers, sums and carries values over ranks. */
#include "apps/batch/exchange.h"

#include "base/either_precision.h"
#include "base/memory.h"

enum status batch_gather(struct comm *c, const void *mine, int64_t bytes, void *all)
{
    TRY(comm_agree(c, mem_array(all, HOST, comm_size(c), bytes)));
    comm_gather_all(c, mine, bytes, *(void **)all);
    return ST_OK;
}

enum status batch_sum(struct comm *c, double *v, int count)
{
    double *all;
    if (!c) return ST_OK;
    TRY(batch_gather(c, v, count * (int64_t)sizeof *v, &all));
    for (int k = 0; k < count; k++) {
        v[k] = 0;
        for (int r = 0; r < comm_size(c); r++) v[k] += all[r * count + k];
    }
    mem_free(all);
    return ST_OK;
}

void batch_receive(struct comm *c, double *v, int64_t count)
{
    const int rank = comm_rank(c);
    if (rank > 0) comm_pair_receive(c, v, count * (int64_t)sizeof *v, rank - 1);
}

void batch_send(struct comm *c, const double *v, int64_t count)
{
    const int next = comm_rank(c) + 1;
    if (next < comm_size(c)) comm_pair_send(c, v, count * (int64_t)sizeof *v, next);
}
