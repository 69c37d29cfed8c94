/* A hall of servers of a configuration, in the window that is chosen for it, solved by elimination; and the wait of a
 * task that is followed through its line: shared by verifications and tests. */
#pragma once
#include "apps/cloudqueue/problem/points.h"
#include "apps/cloudqueue/window_search.h"
#include "verify/trial.h"

struct queue_hall {
    struct trial trial;
    struct points points;
    struct window_search search;
    struct queue_instance instance;
    const struct model *model;
    real *x; /* pi of all states of the model is x 2^exponent */
    int32_t *exponent;
};

/* queue_hall_free in any case. */
enum status queue_hall_make(struct queue_hall *h, const char *text, struct exec exec);
void queue_hall_free(struct queue_hall *h);

/* The distance of P(W > t) and P(T > t) of tagged.h from those of uniformized.h, relative to the latter, at times from
 * a fortieth of the mean wait on, up to where fewer than `left` wait; and so the means, relative to the latter.
 * HUGE_VAL if either distribution is not known; 0 if no task waits. */
enum status queue_hall_apart(const struct queue_hall *h, double left, double *apart);
