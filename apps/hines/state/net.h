/* The network of a run: synapses, numbered entry by entry and in each by cells, connections by which spikes reach them,
 * and gap junctions. */
#pragma once
#include <stdint.h>

#include "base/real.h"

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

/* Sides of gap junctions. */
struct gaps {
    int64_t count;
    real *v;          /* [2 count] mV at each side, at the beginning of a step */
    int32_t *part;    /* [2 count] */
    real *mine, *all; /* [2 count] messages of ranks, sides in order of ranks */
    int64_t *bytes;   /* [ranks] */
};
