/* Chains of cloud queues to try methods on: level j = 1 ... levels has j servers on, phase p = 0 ... phases - 1 of it
 * i = (j - 1) kappa + p tasks pending. */
#pragma once
#include "solvers/matrix.h"

enum preset { TABLE2, EQ8_OPEN, EQ8_CLOSED, PRESETS };

/* Tasks arrive at the rate lambda and are served at mu each, at most kappa per server; servers are turned on at eta and
 * off at nu. TABLE2: `entries` entries in all, kappa = phases / 8, on and off being spread over the levels. EQ8_OPEN,
 * EQ8_CLOSED: on from phase kappa + 1, off in phase 0; kappa = phases / 2, or phases - 2 with no arrivals beyond j
 * kappa tasks. */
struct queue {
    enum preset preset;
    int64_t levels, phases, kappa, entries;
    double lambda, mu, eta, nu;
};

/* lambda = load levels kappa, the other rates 1; entries 0: of TABLE2, about 0.8 phases between two levels. */
struct queue queue_of(enum preset preset, int64_t phases, int64_t levels, int64_t entries, double load);

/* The chain, which refers to *q. */
struct levels queue_levels(const struct queue *q);

/* The ten chains of Table 2 of Yang, Li, Li 2017. */
enum { CLOUDS = 10 };
extern const struct cloud {
    int64_t phases, levels, entries;
} clouds[CLOUDS];
