/* The columns of a queue without arrivals, for which no chain is solved: it is empty, and those servers are on that are
 * never switched off, or one. */
#include <math.h>

#include "apps/cloudqueue/columns.h"
#include "base/either_precision.h"

/* Servers that stay on forever: up to the highest level from which none is switched off, if all come on at times. */
static enum status always_on(const struct cloud *of, int64_t *on)
{
    struct model *m;
    struct cloud chain = *of;
    int64_t rises, falls;
    if (!chain.k) TRY(cloud_widen(&chain, 0, 0));
    TRY(model_make(&m, &chain));
    *on = 1;
    for (int64_t j = 2; j <= chain.n && chain.eta > 0; j++) {
        model_thresholds(m, j, &rises, &falls);
        if (falls < 0 || chain.nu == 0) *on = j;
    }
    model_free(m);
    return ST_OK;
}

enum status queue_columns_closed(struct queue_columns *out, const struct cloud *of, const struct points *points)
{
    const struct queue_params *const p = points->params;
    int64_t on;
    TRY(always_on(of, &on));
    *out = (struct queue_columns){.question = STATIONARY, .queue = true};
    out->percentiles = p->percentiles.count > 0 && of->service == SERVICE_PHYS;
    const double power = p->money.idle * (double)on;
    const struct {
        int column;
        double value;
    } known[] = {
        {CONVERGED, 1},
        {CERTAIN, 1},
        {EXACT, 1},
        {MEAN_ON, (double)on},
        {LEVEL_MODE, (double)on},
        {RESPONSE, 1 / of->mu},
        {POWER, power},
        {COST, p->money.installed * (double)of->n + p->money.server * (double)on + p->money.energy * power / 1000},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) out->value[known[i].column] = known[i].value;
    for (int64_t i = 0; i < p->percentiles.count; i++)
        out->value[RESPONSE_AT + i] = -log1p(-p->percentiles.v[i]) / of->mu;
    return ST_OK;
}
