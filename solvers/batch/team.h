/* A team of threads that solves one system together. */
#pragma once
#include <omp.h>
#include <stdint.h>

#include "base/timing/trace.h"

struct team {
    int rank, ranks;
    struct trace *trace; /* or NULL */
};

static const struct team alone = {0, 1};

/* Records that the calling thread enters a phase; NULL: it waits, or is done. */
static inline void team_enter(struct team team, const char *phase)
{
    trace_enter(team.trace, omp_get_thread_num(), phase);
}

/* Waits until all ranks are here. */
static inline void team_wait(struct team team)
{
    if (team.ranks == 1) return;
#pragma omp barrier
}

/* This rank's share of `count` parts. */
static inline void team_part(struct team team, int64_t count, int64_t *from, int64_t *to)
{
    const int64_t share = count / team.ranks, rest = count % team.ranks;
    *from = team.rank * share + (team.rank < rest ? team.rank : rest);
    *to = *from + share + (team.rank < rest);
}
