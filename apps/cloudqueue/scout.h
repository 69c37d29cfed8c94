/* Chooses the window of a chain, the phases of each level that are kept, where the configuration gives none.
 *
 * The chain is solved, by elimination without subtraction whatever method is asked for, in a window that grows until
 * less than 1e-9 is cut off at either edge: of the tasks, turned away though the buffer is not full, and of the
 * probability, of tasks left unserved. It grows by as much as the slope of the probabilities at its edge requires. */
#pragma once
#include "apps/cloudqueue/instance.h"

struct scout {
    struct queue_params params; /* as they are, but stationary */
    struct queue_instance instance;
    const struct solver *narrow, *wide; /* elimination in plain numbers; with exponents, beyond their range */
    int64_t above, below; /* the window to begin with: what was enough for the chain before; 0: the least */
};

/* The scout must stay where it is until scout_free. */
enum status scout_begin(struct scout *s, const struct sim *sim, struct exec exec);
void scout_free(struct scout *s);

/* Forgets the window of the chain before: the next choice depends on the next chain only. */
void scout_forget(struct scout *s);

/* Fills in the window of a chain without one, k = 0, which s->instance then has solved; leaves others alone. ST_REFUSED
 * and ST_CONFIG if a window that is wide enough is too wide, and statuses of queue_instance_turn. */
enum status scout_choose(struct scout *s, struct cloud *of);
