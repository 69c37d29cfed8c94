/* The ranks that take points of sweeps for rank 0, or share its runs. */
#pragma once
#include "base/comm/comm.h"
#include "command/run/record/record.h"
#include "command/run/shared/shared_run.h"
#include "command/run/sweep/sweep_ranks.h"
#include "command/run/sweep/sweep_worker.h"
#include "command/run/workload/workload.h"

/* The work that rank 0 shares with the others; the caller frees it after the last run; both NULL: none. */
struct work_shared {
    struct sweep_ranks *points; /* deals the points of sweeps; or NULL */
    struct shared_run *runs;    /* [count] runs that all ranks take together; or NULL */
};

/* For rank 0, before anything is computed. If the workload has points to deal, or otherwise runs to share, every rank
 * reads it from the text that rank 0 has read. Returns the gravest status of any rank that reads it. */
enum status worker_share(struct workload *w, const struct origin *origin, struct work_shared *out);

/* For rank 0, after the last run: frees `shared`. The other ranks then wait for other work. */
void worker_over(struct work_shared *shared);

/* For the other ranks, after ORDER_RUN or, of `shared`, ORDER_SHARE: reads the workload and takes part in it, until it
 * is over. worker->ended: rank 0 has ended. */
void worker_serve(struct comm *c, struct sweep_worker *worker, bool shared);
