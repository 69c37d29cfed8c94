/* Many chains side by side: a team of points, each on one thread with a plan of its own. */
#pragma once
#include "apps/cloudqueue/measures/columns.h"
#include "apps/cloudqueue/scout.h"

struct member {
    struct instance point;
    struct scout scout;
    struct marginals room;
};

struct team {
    int count;
    struct member *member; /* [count] */
};

/* One for each thread of sim.exec. On failure team_free still cleans up. */
enum status team_make(struct team *t, const struct sim *sim);
void team_free(struct team *t);

/* The chains of points first ... first + count - 1, and if asked for the servers that are enough for each; told
 * [count]. What a chain comes to does not depend on the thread that takes it. The first fault, by point. */
enum status team_take(struct team *t, const struct points *of, int64_t first, int64_t count, struct told *told);
