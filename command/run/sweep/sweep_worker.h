/* A rank that takes points of the sweeps of a workload, as rank 0 orders them. */
#pragma once
#include "base/comm/comm.h"
#include "command/run/workload/workload.h"

struct sweep_worker {
    struct comm *comm;
    bool ended; /* rank 0 has ended with that exit code */
    int code;
};

/* Takes points until the workload is over. */
void sweep_worker_run(struct sweep_worker *worker, const struct workload *w);
