/* Passes values along the ranks of a run, and adds up its costs on them. */
#include "apps/ranks.h"

#include "base/either_precision.h"
#include "base/memory.h"

void ranks_take(struct comm *c, int order, void *v, int64_t bytes)
{
    const int from = comm_rank(c) - order;
    if (from >= 0 && from < comm_size(c)) comm_pair_receive(c, v, bytes, from);
}

void ranks_give(struct comm *c, int order, const void *v, int64_t bytes)
{
    const int to = comm_rank(c) + order;
    if (to >= 0 && to < comm_size(c)) comm_pair_send(c, v, bytes, to);
}

void ranks_spread(struct comm *c, int order, void *v, int64_t bytes)
{
    comm_broadcast(c, v, bytes, order == UPWARD ? comm_size(c) - 1 : 0);
}

enum status ranks_collect(struct comm *c, const void *mine, int64_t bytes, void *all)
{
    TRY(comm_agree(c, mem_array(all, HOST, comm_size(c), bytes)));
    comm_gather_all(c, mine, bytes, *(void **)all);
    return ST_OK;
}

enum status ranks_sum(struct comm *c, double *v, int64_t count)
{
    double *all;
    if (!c) return ST_OK;
    TRY(ranks_collect(c, v, count * (int64_t)sizeof *v, &all));
    for (int64_t k = 0; k < count; k++) {
        v[k] = 0;
        for (int r = 0; r < comm_size(c); r++) v[k] += all[r * count + k];
    }
    mem_free(all);
    return ST_OK;
}

enum status ranks_put_sent(struct comm *c, struct comm_traffic before, struct metrics *m)
{
    enum { BYTES, MESSAGES, COUNTS };
    const struct comm_traffic now = comm_sent();
    double sent[COUNTS] = {(double)(now.bytes - before.bytes), (double)(now.messages - before.messages)};
    if (!c) return ST_OK;
    TRY(ranks_sum(c, sent, COUNTS));
    metrics_put(m, "bytes_sent", sent[BYTES]);
    metrics_put(m, "messages_sent", sent[MESSAGES]);
    return ST_OK;
}

enum status rank_solves_begin(struct comm *c, enum status ready, struct comm_traffic *before)
{
    const enum status s = comm_agree(c, ready);
    *before = comm_sent();
    return s;
}

void rank_solves_add(struct rank_solves *s, struct comm *c, const struct comm_traffic *before, double *seconds)
{
    const struct comm_traffic now = comm_sent();
    const double mine = *seconds;
    comm_max(c, seconds, 1);
    s->sent.bytes += now.bytes - before->bytes, s->sent.messages += now.messages - before->messages;
    s->sent.seconds += now.seconds - before->seconds + *seconds - mine, s->seconds += *seconds;
}

struct rank_costs rank_costs_of(const struct rank_solves *s, struct cost cost, double held, double scratch)
{
    return (struct rank_costs){.flops = cost.flops,
                               .bytes = cost.bytes,
                               .held = held,
                               .scratch = scratch,
                               .sent = (double)s->sent.bytes,
                               .messages = (double)s->sent.messages,
                               .communicating = s->sent.seconds,
                               .solving = s->seconds};
}

enum { COSTS = sizeof(struct rank_costs) / sizeof(double) };

enum status rank_costs_sum(struct comm *comm, struct rank_costs *c)
{
    return ranks_sum(comm, (double *)c, COSTS);
}

void rank_costs_add(struct rank_costs *all, const struct rank_costs *one)
{
    for (int k = 0; k < COSTS; k++) ((double *)all)[k] += ((const double *)one)[k];
}

double rank_costs_share(const struct rank_costs *c)
{
    return c->solving > 0 ? c->communicating / c->solving : 0;
}

void rank_costs_put(const struct rank_costs *all, struct metrics *m)
{
    metrics_put(m, "bytes_sent", all->sent);
    metrics_put(m, "messages_sent", all->messages);
    metrics_put(m, "share_communication", rank_costs_share(all));
}
