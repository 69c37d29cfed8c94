/* Costs of a batch that was solved: those of all ranks that share it. */
#pragma once
#include "apps/batch/instance.h"

struct batch_costs {
    double flops, bytes;           /* of a solve, by the method's own estimate */
    double held, scratch;          /* bytes of the arrays; of the method beside them */
    double sent, messages;         /* bytes and messages to other ranks, in all timed solves */
    double communicating, solving; /* seconds of ranks in communication, waiting included; in all of these solves */
};

/* Collective and agreed over the ranks of x: ST_NOMEM. */
enum status batch_costs_take(const struct batch_instance *x, struct batch_costs *out);

/* The share of seconds that ranks spend in communication; 0 without other ranks. */
double batch_costs_share(const struct batch_costs *c);

/* Into the metrics of a run that ranks share, given the costs of all its batches. */
void batch_costs_put(const struct batch_costs *all, struct metrics *m);

/* all += one */
void batch_costs_add(struct batch_costs *all, const struct batch_costs *one);
