/* Percentiles of the wait W and the response T over all accepted tasks: exact, by following a task (tagged.h), where
 * that is defined and not too long; else bounds from above. An arriving task, which sees the stationary distribution,
 * finds m - 1 tasks waiting before it, or a free slot, on a level of j kappa slots; if the servers that are on stay on
 * and none is added, it waits m services,
 *
 *     P(W > t) = sum over j, m of a(j, m) P(Erlang(m, j kappa mu) > t)        T = W + Exp(mu)
 *
 * as in M/M/c (F. S. Hillier, O. S. Yu, Queueing tables and graphs, 1981). Only service phys has slots; others have no
 * percentiles. */
#pragma once
#include "apps/cloudqueue/model/model.h"
#include "base/real.h"

enum { PERCENTILES_MAX = 8 };

struct waiting {
    bool known, exact; /* exact: by tagged.h; else bounds */
    double share;      /* of tasks that wait at all */
    double mean;       /* of W in this sense */
    double wait[PERCENTILES_MAX], response[PERCENTILES_MAX];
};

/* level [n]: P(j); percentile [count] in [0, 1). Levels that change no percentile by
 * more than 1e-12 are left out. Not known where the others have more than 2^24 states, or service is not phys.
 * ST_NOMEM. */
enum status waiting_take(struct waiting *out, const struct model *m, const real *x, const int32_t *exponent,
                         const double *level, int64_t count, const double *percentile);
