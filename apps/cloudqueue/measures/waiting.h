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
    double wait[PERCENTILES_MAX], response[PERCENTILES_MAX];
};

/* level [n]: P(j); percentile [count] in [0, 1), increasing. Not known where neither is short enough, or service is not
 * phys. ST_NOMEM. */
enum status waiting_take(struct waiting *out, const struct model *m, const real *x, const int32_t *exponent,
                         const double *level, int64_t count, const double *percentile);
