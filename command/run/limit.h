/* The memory bandwidth that limits the runs of a workload; their share of it is recorded. */
#pragma once
#include "base/result/store.h"
#include "base/timing/bandwidth.h"
#include "command/run/workload/workload.h"

struct limit {
    struct bandwidth host;
    double device;     /* GB/s of a copy within the GPU; 0: no run takes place there, or it could not be measured */
    char unknown[256]; /* the reason why that of the host is not known, or empty */
    bool kept;         /* from an earlier measurement */
    double seconds;    /* seconds that the measurement has taken */
};

/* The limit before the runs of a workload: the one kept for this host, or otherwise a brief measurement if there are
 * solvers to compare. A limit that cannot be measured is unknown, which is not a failure. */
void limit_before(struct limit *l, const struct workload *w);

/* Measures again after the runs, if it was measured before, keeps the best of both, since other programs may have used
 * the memory too, and keeps that for later runs. */
void limit_after(struct limit *l, const struct workload *w);

/* Writes it into /provenance, and the share of it that each recorded run reached into its metrics. */
enum status limit_record(struct store *out, const struct workload *w, const struct limit *l);
