/* The memory bandwidth of this machine, measured: the limit that solvers are compared with. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/exec.h"
#include "base/status.h"

struct bandwidth {
    double read, copy, triad, in_place, solve; /* GB/s, 10^9 bytes; `in_place` reads and writes the same values, `solve`
                                                  is 4 arrays read and 1 written, the traffic of a tridiagonal solve;
                                                  all but `in_place` with non-temporal stores where the machine has
                                                  them; bytes counted once per array read, and once per array written */
    int64_t bytes;                             /* of the arrays, all together */
    bool in_caches;                            /* arrays too small: the limit of the caches, or of both */
    bool disturbed;   /* other work was on the cores: the limit is higher by an unknown amount */
    int64_t measured; /* when: seconds since 1970 */
};

/* Limits of a measurement: bytes of all arrays together, rounds, and seconds in total. */
struct effort {
    int64_t bytes;
    int rounds;
    double seconds;
};
static const struct effort effort_full = {INT64_MAX, 5, 1e9},
                           effort_brief = {INT64_C(256000000), 3, 0.5}; /* of a run, before it and after */

/* Measures medians of the rounds over arrays of traffic_size, and updates *best, {0} at first, where they are higher.
 * No pass begins after the seconds; rates that were not measured are 0. ST_NOMEM. */
enum status bandwidth_measure(struct bandwidth *best, struct exec exec, struct effort effort);
bool bandwidth_complete(const struct bandwidth *b);

/* Recalls the bandwidth that was measured on this host, by this user, with that many threads within the last day: kept
 * in $XDG_CACHE_HOME/bandstand or ~/.cache/bandstand. False if there is no valid measurement. */
bool bandwidth_recall(struct bandwidth *out, int threads);
/* Keeps it there if it is complete and was not disturbed, or does not where that cannot be written. */
void bandwidth_keep(const struct bandwidth *b, int threads);

/* The patterns by themselves, to be sampled together with what they limit. */
enum traffic_pattern { TRAFFIC_READ, TRAFFIC_COPY, TRAFFIC_TRIAD, TRAFFIC_IN_PLACE, TRAFFIC_SOLVE, TRAFFIC_PATTERNS };
struct traffic;

/* Five arrays of `bytes` together, touched. */
enum status traffic_make(struct traffic **out, struct exec exec, int64_t bytes);
struct traffic *traffic_free(struct traffic *t); /* NULL is fine; returns NULL */
void traffic_run(struct traffic *t, enum traffic_pattern pattern);
double traffic_bytes(const struct traffic *t, enum traffic_pattern pattern); /* that one run moves */
int traffic_threads(const struct traffic *t);
const char *traffic_name(enum traffic_pattern pattern); /* "read" */

/* Bytes for five arrays that the caches cannot hold, ten times theirs, but never more than `max` or a third of the
 * memory that is available. */
int64_t traffic_size(int64_t max);
/* Would so many leave much of them in the caches from one pass to the next? Below four times theirs. */
bool traffic_in_caches(int64_t bytes);

/* The largest of the five: the limit a share is a share of. */
double bandwidth_limit(const struct bandwidth *b);
