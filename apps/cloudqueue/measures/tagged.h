/* The exact distribution of wait and response, first come, first served: a tagged task is followed from its arrival.
 *
 * A task comes and finds the stationary distribution (R. W. Wolff, Operations Research 30, 1982). While it waits others
 * come behind it and servers are switched on, the faster the more tasks wait; none is switched off. So a
 * tagged task on level j < n, the x-th of z in line, moves to
 *
 *     (j, x, z + 1)                  at lambda
 *     (j, x - 1, z - 1)              at j kappa mu
 *     (j + 1, x - kappa, z - kappa)  at eta ceil(...)
 *
 * and on level n tasks behind it do not matter; it is served when x is no longer above 0. Uniformization, steps at one
 * rate r for all states (A. Jensen, Skandinavisk Aktuarietidskrift 36, 1953), gives the share of tasks in line, g_h,
 * and in line or in service, after h steps, and with them
 *
 *     P(W > t) = sum over h of g_h e^(-r t) (r t)^h / h!
 *     E[W]     = sum over h of g_h / r
 *
 * Only nonnegative numbers are added. Cost: a step is 7 flops for each (j, x, z), and 16 bytes are kept of it; steps
 * until 1e-12 of those who wait, and 1e-8 of the rarest share asked for, is left, the rest by the last ratio. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "apps/cloudqueue/model/model.h"
#include "base/real.h"

struct tagged {
    bool known;
    double rate;         /* r */
    double share, mean;  /* of tasks that wait at all; of W */
    int64_t steps;       /* g_h is stored for h < steps; beyond, both are geometric with these ratios */
    double *line, *both; /* [steps] in line; in line or in service */
    double line_ratio, both_ratio;
};

/* The distribution is not computed if it is not defined, because service is not phys or tasks may lose their slots when
 * a server is switched off (off_at > 0), or if it would take more than 4e6 steps or 1e9 updates. `left`: the smallest
 * share of tasks that is needed. pi is x 2^exponent, [n k], exponent may be NULL. ST_NOMEM. */
enum status tagged_make(struct tagged *out, const struct model *m, const real *x, const int32_t *exponent, double left);
void tagged_free(struct tagged *t);

/* P(W > t), P(T > t). `of` is a struct tagged. */
double tagged_waits(const void *of, double t);
double tagged_stays(const void *of, double t);
