/* Windows that are wide enough: how many phases of each level are kept, where nobody says it.
 *
 * The chain is solved, by elimination without subtraction whatever method is asked for, in a window that grows until
 * less than 1e-9 of it is cut off at either edge: the share of tasks that are turned away though there is room, and the
 * probability that tasks are left unserved. By how much it grows, the slope at its edge tells. */
#pragma once
#include "apps/cloudqueue/instance.h"

struct scout {
    struct queue_params params; /* as they are, but stationary */
    struct queue_instance instance;
    const struct solver *narrow, *wide; /* elimination in plain numbers; with exponents, for what is beyond them */
    int64_t above, below; /* the window to begin with: what was enough for the chain before; 0: the least */
};

/* The scout must stay where it is until scout_free. */
enum status scout_begin(struct scout *s, const struct sim *sim, struct exec exec);
void scout_free(struct scout *s);

/* The next chain is not like the one before: what is chosen for it depends on it alone. */
void scout_forget(struct scout *s);

/* Fills in the window of a chain without one, k = 0, which s->instance then has solved; leaves others alone. ST_REFUSED
 * and ST_CONFIG if a window that is wide enough is too wide, and statuses of queue_instance_turn. */
enum status scout_choose(struct scout *s, struct cloud *of);
