/* Chooses the window of a chain, the phases of each level that are kept, where the configuration gives none.
 *
 * The chain is solved, by elimination without subtraction whatever method is requested, in a window that grows until
 * less than 1e-9 is cut off at either edge: of the tasks, turned away though the buffer is not full, and of the
 * probability, of tasks left unserved. It grows by as much as the slope of the probabilities at its edge requires. */
#pragma once
#include "apps/cloudqueue/instance.h"

struct window_search {
    struct queue_params params; /* as they are, but stationary */
    struct queue_instance instance;
    const struct solver *plain, *wide; /* elimination in plain numbers; with exponents, beyond their range */
    int64_t above, below; /* the window to begin with: the one that was enough for the chain before; 0: the smallest */
};

/* The search must stay where it is until window_search_free. */
enum status window_search_begin(struct window_search *s, const struct sim *sim, struct exec exec);
void window_search_free(struct window_search *s);

/* Forgets the window of the chain before: the next choice depends on the next chain only. */
void window_search_forget(struct window_search *s);

/* Fills in the window of a chain without one, k = 0, which s->instance then has solved; does not change others.
 * ST_REFUSED and ST_CONFIG if a window that is wide enough is too wide, and statuses of queue_instance_turn. */
enum status window_search_choose(struct window_search *s, struct cloud *of);
