/* The chains that are solved: one, those of `matrices`, those of a sweep, or those of a day. */
#pragma once
#include "apps/cloudqueue/problem/params.h"
#include "apps/cloudqueue/problem/profile.h"

enum plan_of { ONE_CHAIN, NAMED_CHAINS, SWEPT_CHAINS, DAY_OF_CHAINS };

struct points {
    const struct queue_params *params;
    enum plan_of plan;
    int64_t count;
    const struct knob *knob; /* SWEPT_CHAINS */
    struct profile day;      /* DAY_OF_CHAINS */
};

/* Is it a number of a chain that `sweep` varies? */
bool points_sweeps(const char *key);

/* ST_CONFIG, *key with the key to blame, if there are none. On failure points_free still cleans up. `p` is borrowed. */
enum status points_make(struct points *out, const struct queue_params *p, const char **key);
void points_free(struct points *x);

/* The coordinate of a point, for SWEPT_CHAINS and DAY_OF_CHAINS, its name and its units. */
double points_at(const struct points *x, int64_t point);
const char *points_axis(const struct points *x);
const char *points_units(const struct points *x);

/* Is the word of so many bytes the name of the swept number? */
bool points_is(const struct points *x, const char *name, int64_t bytes);

/* Chains that are solved at once, in parallel. */
static inline bool points_many(const struct points *x)
{
    return x->plan == SWEPT_CHAINS || x->plan == DAY_OF_CHAINS;
}

/* The numbers of the chain of a point; `thresholds` holds on_at and off_at if they are swept, and is borrowed by *out.
 * ST_CONFIG if a swept number must be an integer and is not. */
enum status points_chain(const struct points *x, int64_t point, int64_t thresholds[2], struct cloud *out);
