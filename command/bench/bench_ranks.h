/* Ranks that take part in the benchmark of ranks, as rank 0 orders them. */
#pragma once
#include <stdbool.h>

#include "base/timing/sample.h"

/* ST_CONFIG if a word names the benchmark of ranks, and there is one rank. */
enum status bench_ranks_check(char *const *word, int words);

/* Is the benchmark left out, since it needs ranks and there is one? If so, adds a skip with the reason. */
struct benchmark;
bool bench_ranks_lack(struct bench *b, const struct benchmark *of);

/* For rank 0: struct bench, order. */
void bench_order(struct comm *c, int action, int number);

/* For the other ranks. */
struct bench_follower {
    struct bench bench; /* of this rank: its entries of the part that is measured */
    bool prepared;      /* a call comes next */
};
void bench_follow(struct bench_follower *f, int action, int number);
