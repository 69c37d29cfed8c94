/* Finds the benchmark of ranks, and follows rank 0 through it. */
#include "command/bench/bench_ranks.h"

#include "base/comm/comm.h"
#include "bench/ranks/shared_entry.h"
#include "command/bench/bench_names.h"
#include "command/run/shared/rank_orders.h"
#include "precision/precision.h"

/* The benchmark of ranks in one precision, in which it adds entries. */
static const struct benchmark *of_ranks(const struct precision *p)
{
    const struct benchmark *of = NULL;
    for (size_t k = 0; k < p->benchmark_count(); k++)
        if (p->benchmark_at(k)->follow) of = p->benchmark_at(k);
    return of;
}

enum status bench_ranks_check(char *const *word, int words)
{
    const char *const name = of_ranks(precision_double)->name;
    for (int i = 0; i < words && !comm_world(); i++)
        if (bench_means(word[i], name))
            return fail(ST_CONFIG, "%s needs several ranks: mpirun -n 2 bandstand bench %s, with a build with MPI=1",
                        name, name);
    return ST_OK;
}

bool bench_ranks_lack(struct bench *b, const struct benchmark *of)
{
    if (!of->follow || b->comm) return false;
    (void)bench_skip(b, "%s: needs several ranks, but there is one", of->name);
    return true;
}

void bench_order(struct comm *c, int action, int number)
{
    const struct order o = {.hook = action, .job = number};
    for (int to = 1; to < comm_size(c); to++) comm_send(c, &o, sizeof o, to, ORDER_BENCH);
}

/* A failure of one rank fails all; rank 0 reports it. */
void bench_follow(struct bench_follower *f, int action, int number)
{
    if (action == SHARED_ADD) (void)of_ranks(precision_at(number))->add(&f->bench);
    else of_ranks(precision_double)->follow(&f->bench, action, number);
    f->prepared = action == SHARED_PREPARE;
}
