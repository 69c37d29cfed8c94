/* The memory limit of this machine, measured: what any solver is compared with. */
#pragma once
#include <stdint.h>

#include "base/exec.h"
#include "base/status.h"

struct bandwidth {
    double read, copy, triad, in_place, solve; /* GB/s, 10^9 bytes; `in_place` reads and writes the same values, `solve`
                                                  is 4 arrays read and 1 written, the traffic of a tridiagonal solve;
                                                  all but `in_place` with non-temporal stores where the machine has
                                                  them; bytes counted once per array read, and once per array written */
};

/* Medians of `rounds` rounds over arrays of `bytes` each (0: twice the last-level cache). */
enum status bandwidth_measure(struct bandwidth *out, struct exec exec, int64_t bytes, int rounds);

/* The patterns by themselves, to be sampled beside what they limit. */
enum traffic_pattern { TRAFFIC_READ, TRAFFIC_COPY, TRAFFIC_TRIAD, TRAFFIC_IN_PLACE, TRAFFIC_SOLVE, TRAFFIC_PATTERNS };
struct traffic;

/* Arrays of `bytes` each (0: twice the last-level cache; never more than a 16th of the memory), touched. */
enum status traffic_make(struct traffic **out, struct exec exec, int64_t bytes);
struct traffic *traffic_free(struct traffic *t); /* NULL is fine; returns NULL */
void traffic_run(struct traffic *t, enum traffic_pattern pattern);
double traffic_bytes(const struct traffic *t, enum traffic_pattern pattern); /* that one run moves */
const char *traffic_name(enum traffic_pattern pattern);                      /* "read" */

/* The largest of the five: the limit a share is a share of. */
double bandwidth_limit(const struct bandwidth *b);
