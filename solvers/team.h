/* The threads that work together on one system. */
#pragma once
#include <stdint.h>

struct team {
    int rank, ranks;
};

static const struct team alone = {0, 1};

/* Until all ranks are here. */
static inline void team_wait(struct team team)
{
    if (team.ranks == 1) return;
#pragma omp barrier
}

/* This rank's part of `count` pieces. */
static inline void team_part(struct team team, int64_t count, int64_t *from, int64_t *to)
{
    const int64_t share = count / team.ranks, rest = count % team.ranks;
    *from = team.rank * share + (team.rank < rest ? team.rank : rest);
    *to = *from + share + (team.rank < rest);
}
