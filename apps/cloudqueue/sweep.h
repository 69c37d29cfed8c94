/* Many chains side by side: a team of points, each on one thread with a plan of its own. */
#pragma once
#include "apps/cloudqueue/measures/columns.h"
#include "apps/cloudqueue/scout.h"

struct worker {
    struct queue_instance point;
    struct scout scout;
    struct marginals room;
};

struct workers {
    int count;
    struct worker *member; /* [count] */
};

/* One for each thread of sim.exec. On failure workers_free still cleans up. */
enum status workers_make(struct workers *t, const struct sim *sim);
void workers_free(struct workers *t);

/* The chains of points first ... first + count - 1, and if asked for the servers that are enough for each; told
 * [count]. What a chain comes to does not depend on the thread that takes it. The first fault, by point. */
enum status workers_take(struct workers *t, const struct points *of, int64_t first, int64_t count,
                         struct queue_columns *told);
