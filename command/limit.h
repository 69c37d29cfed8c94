/* The memory limit that runs are held against. */
#pragma once
#include "base/bandwidth.h"
#include "base/store.h"
#include "command/jobs.h"

struct limit {
    struct bandwidth host;
    double device; /* GB/s of a copy within the GPU; 0: no run takes place there, or it could not be measured */
};

/* Measures what the runs of a workload need, if it wants that, and keeps the best of what was seen so far: other
 * programs may have used the memory too. */
enum status limit_measure(const struct workload *w, struct limit *best);

/* Into /provenance, and the share of it that each recorded run reached into its metrics. */
enum status limit_record(struct store *out, const struct workload *w, const struct limit *l);
