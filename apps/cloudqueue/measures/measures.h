/* Measures of a cloud queue from a distribution over its states.
 *
 * Sums over a level are plain, those over levels are compensated (A. Neumaier, Z. angew. Math. Mech. 54, 1974).
 * Probabilities are divided by their sum, so that a sum other than 1 does not shift the means. */
#pragma once
#include "apps/cloudqueue/problem/params.h"
#include "base/real.h"

struct measures {
    double mass;            /* sum of pi as the method returned it */
    double pending, on;     /* E[i], E[j] */
    double in_service;      /* mean service rate over mu: tasks in service */
    double waiting;         /* tasks in line: i - j kappa where that is above 0; eq8c: pending - in_service */
    double accepted;        /* arrivals that are accepted, per unit of time */
    double served;          /* service, per unit of time: the same, if pi is right */
    double blocking;        /* share of arrivals refused */
    double lost;            /* of these, by a full buffer: that of arrivals limited as in eq. (8) holds 1 task */
    double cut_above;       /* the others: at the end of a window */
    double cut_below;       /* probability of the lower edge of a window where tasks are, but none is served */
    double utilisation;     /* in_service over the slots of servers that are on */
    double response, wait;  /* means, by Little's law: pending, waiting over accepted */
    double rises, falls;    /* servers' switching actions, per unit of time */
    double setup;           /* mean number of servers being switched on */
    double setup_share;     /* probability that there is one */
    double balance;         /* largest |up - down| / max(up, down) of the flows between two levels */
    double power;           /* W */
    double energy_per_task; /* J */
    double cost;            /* an hour */
    int64_t level_mode;     /* j of the largest P(j) */
    int64_t pending_mode;   /* M, the i of the largest P(i) */
    double servers;         /* ceil(M / kappa): to be started beforehand */
};

/* pi of state (j - 1) k + p is x 2^exponent; exponent may be NULL: all 0. level [n]: P(j). pending: NULL, or
 * [(n - 1) kappa + k - below]: P(i). ST_NOMEM; ST_FAILED if pi is not a distribution: a sum that is not above 0 and
 * finite. */
enum status measures_take(struct measures *out, const struct model *m, const struct queue_params *p, const real *x,
                          const int32_t *exponent, double *level, double *pending);
