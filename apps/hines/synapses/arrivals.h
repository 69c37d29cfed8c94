/* Increments in transit to the synapses of a part: they arrive before a later step, in the order in which they were
 * sent. */
#pragma once
#include <stdint.h>

#include "base/real.h"
#include "base/status.h"

struct arrival {
    int32_t synapse, next; /* the next one of the same step, or of those that are free; -1: none */
    real weight;           /* uS */
};

struct arrivals {
    int64_t horizon;        /* number of steps ahead; 0: nothing ever arrives */
    int32_t *first, *last;  /* [horizon] of each step, modulo the horizon */
    struct arrival *all;    /* [capacity] */
    int32_t free, capacity; /* -1: all are in transit */
};

/* For arrivals fewer than `horizon` steps after the one to be received next. ST_NOMEM. */
enum status arrivals_make(struct arrivals *out, int64_t horizon);
void arrivals_free(struct arrivals *a);

/* Adds an increment that is to be received before `step`. ST_NOMEM. */
enum status arrivals_send(struct arrivals *a, int64_t step, int32_t synapse, real weight);

/* Receives an increment at a synapse, uS. */
typedef void arrival_taker(void *to, int32_t synapse, real weight);

/* Passes the increments that arrive before `step` to `take`. Every step is to be received, one after the other. Returns
 * how many there were. */
int64_t arrivals_receive(struct arrivals *a, int64_t step, arrival_taker *take, void *to);
