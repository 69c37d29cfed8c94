/* Percentiles of the wait W and the response T over all accepted tasks: exact, by following a task (tagged.h, and for
 * the smallest shares uniformized.h), where that is defined and not too long; else bounds from above (erlang.h). Only
 * service phys has slots; others have no percentiles. */
#pragma once
#include "apps/cloudqueue/model/model.h"
#include "base/real.h"

enum { PERCENTILES_MAX = 8 };

struct waiting {
    bool known, exact; /* exact: of a followed task; else bounds */
    double share;      /* of tasks that wait at all */
    double mean;       /* of W in this sense */
    double off;        /* error of the share of tasks beyond the last percentile, over that share; NaN: bounds */
    double wait[PERCENTILES_MAX], response[PERCENTILES_MAX];
};

/* pi is x 2^exponent, [n k], exponent may be NULL; level [n]: P(j); percentile [count] in [0, 1), increasing, count <=
 * PERCENTILES_MAX. Not known where even the bounds have too many states, or service is not phys. ST_NOMEM. */
enum status waiting_take(struct waiting *out, const struct model *m, const real *x, const int32_t *exponent,
                         const double *level, int64_t count, const double *percentile);
