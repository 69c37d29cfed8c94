/* A single rank, rank 0, with as many threads as all ranks have together. In a header, since the command line needs it
 * too. */
#pragma once
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/comm/comm.h"
#include "base/timing/sample.h"

/* "4 ranks": static. */
static inline const char *ranks_text(const struct bench *b)
{
    static char text[32];
    snprintf(text, sizeof text, "%d ranks", comm_size(b->comm));
    return text;
}

/* False where it cannot be measured, since ranks are on several machines, or this one may not use as many cores; a skip
 * then gives the reason. *out: its threads. For rank 0. */
static inline bool alone_can(struct bench *b, struct exec *out)
{
    const int threads = comm_size(b->comm) * b->exec.threads, cores = omp_get_num_procs();
    *out = b->exec;
    out->threads = threads;
    if (comm_local_size(b->comm) < comm_size(b->comm))
        (void)bench_skip(b, "one rank: not measured, since ranks are on several machines");
    else if (cores < threads)
        (void)bench_skip(b,
                         "one rank: not measured with %d threads, since it may use only %d cores: start fewer ranks, "
                         "or use mpirun --bind-to none",
                         threads, cores);
    else return true;
    return false;
}
