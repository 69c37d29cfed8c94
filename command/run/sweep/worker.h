/* The ranks that take points of a sweep for rank 0. */
#pragma once
#include "base/comm/comm.h"
#include "command/run/jobs.h"
#include "command/run/record.h"
#include "command/run/sweep/sweep_ranks.h"

/* Of rank 0, before anything is computed. If the workload has points to deal, every rank reads it, from the same text:
 * rank 0 alone has read the file. *out deals them, and is the caller's to free after the last run; NULL: rank 0 is
 * alone, or has no points to deal. Returns what any rank found wrong. */
enum status worker_share(struct workload *w, const struct origin *origin, struct sweep_ranks **out);

/* Of the others: serves until rank 0 ends, and returns its exit code. */
int worker_serve(struct comm *c);
