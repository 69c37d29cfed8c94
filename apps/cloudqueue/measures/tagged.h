/* The exact distribution of wait and response, first come, first served: a tagged task is followed from its arrival.
 *
 * A task comes and finds the stationary distribution (R. W. Wolff, Operations Research 30, 1982). While it waits others
 * arrive behind it, and servers are switched on, at a rate that grows with the number of waiting tasks; none is
 * switched off. So a tagged task on level j < n, the x-th of z in line, moves to
 *
 *     (j, x, z + 1)                  at lambda
 *     (j, x - 1, z - 1)              at c_j = j kappa mu
 *     (j + 1, x - kappa, z - kappa)  at r_j(z) = eta ceil(...)
 *
 * and on level n tasks behind it do not matter; it is served when x is no longer above 0. With Q the rates among tasks
 * in line and v_0 their distribution at arrival, P(W > t) = 1' e^(t Q') v_0 is a sum of Laguerre functions of a rate
 * sigma,
 *
 *     P(W > t) = sum over m of c_m e^(-sigma t) L_m(2 sigma t)         c_m = (-1)^m 2 sigma 1' y_m
 *     y_m = (sigma - Q')^-1 v_m                                        v_(m+1) = 2 sigma y_m - v_m
 *
 * since 1' (s - Q')^-1 v_0 at s = sigma (1 + w) / (1 - w) is a power series in w. Each resolvent is one walk over the
 * states (hall.h). Their number of terms, 24 to 64 and a few hundred near a load of 1, does not depend on n; sigma
 * changes this number, but not the sum. The response T = W + Exp(mu) has terms by a recurrence from those of W, and if
 * mu is so much slower than sigma that they would be many, all of them beyond the last of W are one exponential. Terms
 * are signed: the error is absolute, some 1e-15, and shares below 1e-7 are for uniformized.h. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "apps/cloudqueue/model/model.h"
#include "base/real.h"

struct tagged {
    bool known;
    double share, mean; /* of tasks that wait at all; of W */
    double killed;      /* bound on the share of tasks that is not followed to the end */
    double states;
    double sigma, mu;
    int64_t terms;
    double *c;          /* [terms] */
    double tail, decay; /* P(W > t) has tail e^(-decay t) in addition to the terms */
    int64_t served_terms;
    double *served;     /* [served_terms], of P(T > t) - P(W > t) as far as it comes from these terms */
    double served_tail; /* and e^(-mu t) times this */
};

/* The distribution is not known if it is not defined (line.h), if it has more than 2e7 states or needs more than 400
 * terms, or where its sum is not P(W > 0) at t = 0. `left`: the smallest share of tasks that is needed, to 1e-7 of it
 * or of P(W > 0), but no better than 2e-15 P(W > 0); `cut`: the part of it that need not be followed to the end. pi is
 * x 2^exponent, [n k], exponent may be NULL. ST_NOMEM. */
enum status tagged_make(struct tagged *out, const struct model *m, const real *x, const int32_t *exponent, double left,
                        double cut);
void tagged_free(struct tagged *t);

/* P(W > t), P(T > t). `of` is a struct tagged. */
double tagged_waits(const void *of, double t);
double tagged_stays(const void *of, double t);
