/* One chain under one solver, solved `repeats` times, each timed. It may be turned to another chain; plan and
 * vectors are kept while the shape is the same. */
#pragma once
#include "apps/app.h"
#include "apps/cloudqueue/problem/generator.h"
#include "apps/timing.h"
#include "base/timing/cache_flush.h"

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
    real *there;               /* [solved] x on the device, or NULL: the method is on the host */
    real *right;               /* [solved], or NULL: STATIONARY */
    int32_t *exponent;         /* [solved], or NULL: not STATIONARY */
    struct outcome outcome;
    double assemble; /* seconds for the chain, its matrix, and the right side */
    struct solve_timing timing;
};

/* repeats: how often each chain is solved; if more than once, after one solve that warms up. */
void queue_instance_begin(struct queue_instance *x, const struct sim *sim, struct exec exec, int64_t repeats);
void queue_instance_free(struct queue_instance *x);

/* Changes it to this chain; NULL: the one in the file. Statuses as of generator_make. After a failure it is empty, and
 * may be changed again. */
enum status queue_instance_turn(struct queue_instance *x, const struct cloud *of);

/* Fills x, exponent, outcome and timing. ST_FAILED for a zero or non-finite pivot; a lack of convergence is not a
 * failure. */
enum status queue_instance_solve(struct queue_instance *x);
