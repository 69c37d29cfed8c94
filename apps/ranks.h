/* Applications whose runs ranks share (apps/app.h): values that pass from rank to rank, values of all ranks on each,
 * and the costs of a run on all. Everything is collective; a communicator NULL is a single rank. */
#pragma once
#include "base/comm/comm_pairs.h"
#include "base/result/metrics.h"
#include "solvers/solver.h"

/* The order in which values pass from rank to rank. */
enum { UPWARD = 1, DOWNWARD = -1 };

/* Values that the ranks change one after the other: receives v from the rank before in this order, except on the first
 * rank; then sends v to the next rank; and, if all are to have it, sends v of the last rank to all. */
void ranks_take(struct comm *c, int order, void *v, int64_t bytes);
void ranks_give(struct comm *c, int order, const void *v, int64_t bytes);
void ranks_spread(struct comm *c, int order, void *v, int64_t bytes);

/* *all := the `bytes` bytes of each rank in order of rank, to be freed. Agreed: ST_NOMEM. */
enum status ranks_collect(struct comm *c, const void *mine, int64_t bytes, void *all);

/* v[count] := the sums over all ranks, in order of rank. Agreed: ST_NOMEM. */
enum status ranks_sum(struct comm *c, double *v, int64_t count);

/* Puts the metrics bytes_sent and messages_sent, the totals of all ranks since `before`; none on one rank. Agreed:
 * ST_NOMEM. */
enum status ranks_put_sent(struct comm *c, struct comm_traffic before, struct metrics *m);

/* The cost of solves on all ranks. */
struct rank_costs {
    double flops, bytes;   /* of a solve, by the method's own estimate */
    double held, scratch;  /* bytes of the arrays; bytes of the method in addition */
    double sent, messages; /* bytes and messages to other ranks, in all timed solves */
    double communicating,
        solving; /* seconds of ranks in communication, including waits; seconds in all of these solves */
};

/* Traffic of a rank in timed solves, and their times. */
struct rank_solves {
    struct comm_traffic sent; /* its times include the wait for the slowest rank */
    double seconds;           /* of the slowest rank */
};

/* Ranks begin a solve together, if all are ready for it: agrees on their statuses, and returns the traffic so far. */
enum status rank_solves_begin(struct comm *c, enum status ready, struct comm_traffic *before);

/* Adds a solve that has taken *seconds since rank_solves_begin. It takes as long as the slowest rank, so that all solve
 * as often. */
void rank_solves_add(struct rank_solves *s, struct comm *c, const struct comm_traffic *before, double *seconds);

/* The costs of the timed solves of one rank; the method estimates `cost` for each. */
struct rank_costs rank_costs_of(const struct rank_solves *s, struct cost cost, double held, double scratch);

/* c := its sum over all ranks. Agreed: ST_NOMEM. */
enum status rank_costs_sum(struct comm *comm, struct rank_costs *c);

/* all += one */
void rank_costs_add(struct rank_costs *all, const struct rank_costs *one);

/* The share of the time that ranks spend in communication; 0 without other ranks. */
double rank_costs_share(const struct rank_costs *c);

/* Puts metrics of a run that ranks share, given the costs of all its solves. */
void rank_costs_put(const struct rank_costs *all, struct metrics *m);
