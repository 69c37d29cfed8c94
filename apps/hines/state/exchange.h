/* The data that ranks of a shared network exchange while they take steps: spikes, statuses and samples. Every rank
 * calls these functions at the same points of a run; a single rank exchanges nothing. */
#pragma once
#include <stdint.h>

#include "base/status.h"

struct hines_state;
struct part_spike;

struct exchange {
    int64_t *count;                   /* [ranks] spikes, or bytes, of each rank in one exchange */
    int64_t capacity;                 /* spikes of all ranks in one exchange */
    struct part_spike *mine, *theirs; /* [capacity] */
    double *sampled, *all_sampled; /* [1 + values of a slice], [ranks + values of a slice]; what arrived comes first */
};

/* Allocates the messages, after the places and the network are made. ST_NOMEM. */
enum status exchange_make(struct hines_state *s);
void exchange_free(struct exchange *x);

/* Adds the spikes of other ranks since the last call to their parts. `mine` is the status of this rank; returns the
 * gravest of all. A later failure here becomes the status of a part. */
enum status exchange_spikes(struct hines_state *s, enum status mine);

/* Puts values of columns of other ranks into s->samples of rank 0, `taken` of each. *arrived, the number of arrivals at
 * synapses of this rank, becomes that of all. */
void exchange_samples(struct hines_state *s, int64_t taken, double *arrived);
