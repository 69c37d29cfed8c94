/* A rank that shares the runs of a workload with rank 0. */
#pragma once
#include "base/comm/comm.h"
#include "command/run/workload/workload.h"

/* Calls the hooks that rank 0 orders, until the workload is over. True: rank 0 has ended with *code. */
bool shared_worker_run(struct comm *c, const struct workload *w, int *code);
