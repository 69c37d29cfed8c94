/* A rank that shares the runs of a workload with rank 0. */
#pragma once
#include "base/comm/comm.h"
#include "command/run/jobs.h"

/* Calls the hooks that rank 0 orders, until rank 0 ends. Returns its exit code. */
int shared_worker_run(struct comm *c, const struct workload *w);
