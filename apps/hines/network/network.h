/* The network of cells: synapses, numbered entry by entry and in each by cells, their input from outside, and
 * connections by which spikes reach them. */
#pragma once
#include <stdint.h>

#include "base/real.h"
#include "base/status.h"

struct hines_state;

/* Bytes of a connection, in the order of creation, and sorted, or listed for result files, and of its arrivals. */
enum { NETWORK_CONNECTION = 84 };

/* A spike of a cell raises a conductance. */
struct connection {
    int64_t from, synapse; /* cell; number of the synapse */
    double weight, delay;  /* uS, ms */
};

struct network {
    int64_t synapses;
    int64_t *first;     /* [entries + 1] of the configuration: number of their first synapse */
    int64_t *cell;      /* [synapses] cell that it is on */
    int32_t *part, *at; /* [synapses] where it is: a synapse of a part */
    real *conductance;  /* [synapses] uS, for result files; of rank 0 */
    real *rise;         /* [synapses] uS that are subtracted from it; NULL: none rises */
    int64_t *section;   /* [synapses] the section of each, for result files */
    double *along;      /* [synapses] the fraction of the section's length */
    int64_t connections, kept, capacity;
    struct connection *connection;   /* [kept] by cells, those of one in the order of creation: rank 0 keeps all for
                                        result files, other ranks those to their own synapses */
    int64_t *outgoing;               /* [cells + 1] where the connections of a cell begin */
    double shortest, longest;        /* delay of all, ms */
    int64_t least_delay, most_delay; /* the delays in steps */
    /* [kept] for result files: cells, the entry of the synapse, and its number; of rank 0. */
    int64_t *from, *to, *entry, *number;
    double *weight, *delay; /* [kept] uS and ms, for result files */
};

/* After the parts are made. ST_CONFIG names a key, or a file and its line. network_free after a failure, too. */
enum status network_make(struct hines_state *s);
void network_free(struct network *n);

/* Steps that parts may take without each other. */
int64_t network_slice(const struct hines_state *s, int64_t most);
/* Sends the spikes that parts have made since the last call on to their synapses: those that arrive before the step
 * `now` or later. ST_NOMEM. */
enum status network_deliver(struct hines_state *s, int64_t now);

/* Numbers of synapses, from `first` on and before `end`. */
struct some_synapses {
    int64_t first, end;
};
/* Those of the entry on a cell. */
struct some_synapses network_synapses(const struct network *n, int64_t entry, int64_t cell);
/* The entry of that name; -1: there is none. */
int64_t network_entry(const struct hines_state *s, const char *name);

/* Parts of network_make: each fills its share. */
enum status network_add_synapses(struct hines_state *s);
enum status network_add_inputs(struct hines_state *s);
enum status network_add_connections(struct hines_state *s);
/* Puts connections in the order of cells. ST_NOMEM. */
enum status network_order(struct hines_state *s);
/* One more connection. ST_NOMEM. */
enum status network_connect(struct hines_state *s, int64_t from, int64_t synapse, double weight, double delay);
