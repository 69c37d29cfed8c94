/* One chain under one solver: made, and solved again and again under the clock. A point may be turned to another chain;
 * what it holds is made anew only if the shape is another. */
#pragma once
#include "apps/app.h"
#include "apps/cloudqueue/model/generator.h"
#include "base/timing/cache_flush.h"

struct queue_timing {
    double assemble;      /* seconds for the chain, its matrix, and the right side */
    double median, least; /* seconds of a solve */
    double total;         /* of all solves */
};

struct queue_instance {
    const struct queue_params *params;
    const struct solver *solver;
    const void *options;
    struct exec exec;
    int64_t repeats;
    struct generator chain;
    struct plan *plan;
    struct cache_flush *flush; /* or NULL */
    real *x;                   /* [solved] */
    real *there;               /* [solved] x where the method is, or NULL: on the host */
    real *right;               /* [solved], or NULL: STATIONARY */
    int32_t *exponent;         /* [solved], or NULL: not STATIONARY */
    struct outcome outcome;
    struct queue_timing timing;
};

/* repeats: how often each chain is solved; behind one solve that warms up, if more than once. */
void queue_instance_begin(struct queue_instance *x, const struct sim *sim, struct exec exec, int64_t repeats);
void queue_instance_free(struct queue_instance *x);

/* To this chain; NULL: the one in the file. Statuses as of generator_make. After a failure nothing of it is left, and
 * it may be turned again. */
enum status queue_instance_turn(struct queue_instance *x, const struct cloud *of);

/* Fills x, exponent, outcome and timing. ST_FAILED if a pivot is no good; that it did not converge is no failure. */
enum status queue_instance_solve(struct queue_instance *x);
