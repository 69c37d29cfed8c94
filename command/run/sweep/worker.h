/* The ranks that take points of a sweep for rank 0. */
#pragma once
#include "base/comm/comm.h"
#include "command/run/jobs.h"
#include "command/run/record.h"
#include "command/run/sweep/sweep_ranks.h"

/* For rank 0, before anything is computed. If the workload has points to deal, every rank reads it from the text that
 * rank 0 has read. *out deals the points, and is the caller's to free after the last run; it is NULL if rank 0 is
 * alone, or has no points to deal. Returns the gravest status of any rank that reads it. */
enum status worker_share(struct workload *w, const struct origin *origin, struct sweep_ranks **out);

/* For the other ranks: serves until rank 0 ends, and returns the exit code of rank 0. */
int worker_serve(struct comm *c);
