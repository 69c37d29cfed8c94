/* Deals the points of a sweep to ranks: rank 0, which calls these functions, takes points too, in the order in which
 * they are requested, and collects the findings of the others. A point goes to the rank that is free first, and in
 * later runs of the workload, and in repetitions, to the same rank again: times that are compared were measured on one
 * machine. */
#pragma once
#include "apps/app.h"
#include "base/comm/comm.h"
#include "command/run/sweep/sweep_team.h"

struct sweep_ranks;

/* *out deals sweeps of `points` points over the ranks of c, until sweep_ranks_free. ST_NOMEM. */
enum status sweep_ranks_make(struct sweep_ranks **out, struct comm *c, int64_t points);
/* Ends its thread. NULL is allowed. Returns NULL. */
struct sweep_ranks *sweep_ranks_free(struct sweep_ranks *r);

/* As sweep_team_take, which computes the points that rank 0 takes. The first call after sweep_ranks_make or
 * sweep_ranks_cancel begins a sweep at its point. ST_STOPPED: a signal came, and the point is not finished. */
enum status sweep_ranks_take(struct sweep_ranks *r, struct sweep_team *t, const struct sim *sim, int64_t point,
                             struct sim *out);
/* Writes the number of points that each rank took to /provenance. NULL: nothing. */
enum status sweep_ranks_record(const struct sweep_ranks *r, struct store *out);
/* Ends a sweep, perhaps before its last point: the other ranks leave their points between two steps. */
void sweep_ranks_cancel(struct sweep_ranks *r);
