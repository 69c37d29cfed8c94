/* The synapses of a part: conductances that each arrival raises at once, and that decay exponentially. Before a step
 * they receive arrivals, the step is taken with their conductances, and then they decay over the full step, as the
 * synapses ExpSyn and Exp2Syn of NEURON do (M. Hines, N. Carnevale, Neural Computation 9 (1997) 1179) under fixed
 * steps.
 *
 * A conductance that rises is the difference of two that decay, g - rise. The block of magnesium, of NMDA receptors,
 * leaves of a conductance the share 1 / (1 + e^-0.062 v magnesium / 3.57 mM) (C. E. Jahr, C. F. Stevens, J. Neurosci.
 * 10 (1990) 3178); a step is linear about the potential of its beginning. */
#pragma once
#include <stdbool.h>

#include "apps/hines/synapses/arrivals.h"

enum { NETWORK_GIVEN = 32 }; /* bytes of a struct given, rounded up */

/* An arrival that is known from the beginning. */
struct given {
    int64_t step, number; /* step before which it arrives; of those that are given */
    int32_t synapse;
    real weight;
};

/* Poisson trains, one for each of `count` synapses from `first` on: how many arrive in a step is drawn from its number
 * and that of the synapse. */
struct train {
    int32_t first, count;
    int64_t seed, begin, end; /* steps */
    double mean, none;        /* arrivals in a step; e^-mean, the probability of none */
    real weight;
};

struct part_synapses {
    int64_t count;
    int64_t *number; /* [count] of all synapses of the run, rising */
    int32_t *node;   /* [count] of the part */
    real *g, *most;  /* [count] uS: now, and at most in any step so far */
    real *decay, *e; /* [count] share of g that is left after a step; mV */
    /* [count] or NULL, if none rises: uS subtracted from g, and the share of them left after a step; 1 for those that
     * rise, else 0; and g over the weight, by which the peak is the weight */
    real *rise, *rise_decay, *rises, *factor;
    real *block; /* [count] magnesium / 3.57 mM, or NULL, if none is blocked */
    int64_t givens, given_capacity, trains;
    struct given *given; /* by step */
    struct train *train;
    struct arrivals arrivals;
    int64_t received; /* arrivals so far, of all three sources */
};

/* The equations that synapses act on: arrays of a part. */
struct synapse_equations {
    const real *v, *base, *storage; /* mV; the diagonal without channels and synapses, and its C / h */
    real *diag, *right;
};

/* Makes arrays for `count` synapses, some of which rise, or are blocked; synapses_number, for a part of another rank,
 * makes only their numbers. ST_NOMEM. */
enum status synapses_make(struct part_synapses *out, int64_t count, bool rises, bool blocks);
enum status synapses_number(struct part_synapses *out, int64_t count);
void synapses_free(struct part_synapses *s);

/* ST_NOMEM. */
enum status synapses_give(struct part_synapses *s, int64_t step, int32_t synapse, real weight);
enum status synapses_add_train(struct part_synapses *s, const struct train *train);
/* After the last synapses_give. */
void synapses_sort(struct part_synapses *s);

/* Raises conductances by the arrivals before `step`: first those that were given, then trains, then spikes, so that
 * sums have the same bits whatever threads do. */
void synapses_receive(struct part_synapses *s, int64_t step);
/* Passes the same arrivals in the same order to `take` instead, for conductances that are elsewhere. */
void synapses_arrivals(struct part_synapses *s, int64_t step, arrival_taker *take, void *to);
/* diag += g, right += g e at their nodes. */
void synapses_add(struct part_synapses *s, const struct synapse_equations *to);
void synapses_decay(struct part_synapses *s);

/* The current of a synapse, nA out of the cell, with the conductance of the last step, before it decayed, at the
 * potential v, mV. */
double synapses_current(const struct part_synapses *s, int64_t synapse, double v);

/* The factor of weights by which the peak of a conductance that rises with one time constant and decays with a longer
 * one is the weight. */
double synapse_factor(double rise, double decay);

/* The number of arrivals in a step of a Poisson train of this mean, from `drawn`, a uniform number in [0, 1): the
 * inverse of the distribution. none: exp(-mean). */
int64_t train_arrivals(double mean, double none, double drawn);
