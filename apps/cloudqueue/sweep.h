/* Solves many chains in parallel: a team of workers, each one thread with a plan of its own. */
#pragma once
#include "apps/cloudqueue/columns.h"
#include "apps/cloudqueue/window_search.h"

struct worker {
    struct queue_instance point;
    struct window_search search;
    struct marginals marginals;
};

struct workers {
    int count;
    struct worker *member; /* [count] */
};

/* One for each thread of sim.exec. On failure workers_free still cleans up. */
enum status workers_make(struct workers *t, const struct sim *sim);
void workers_free(struct workers *t);

/* Solves the chains of points first ... first + count - 1, and if requested finds the fewest servers for each; out
 * [count]. Results do not depend on the thread. Returns the fault of the first point that fails. */
enum status workers_take(struct workers *t, const struct points *of, int64_t first, int64_t count,
                         struct queue_columns *out);
