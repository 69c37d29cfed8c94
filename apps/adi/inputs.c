/* Doubts about inputs that are allowed but hardly intended. */
#include <math.h>

#include "apps/adi/measures.h"

void state_doubt_inputs(const struct state *s, const struct series *samples)
{
    const struct column *const least = series_column(samples, "min"), *const most = series_column(samples, "max");
    double low = INFINITY, high = -INFINITY;
    for (int64_t i = 0; least && most && i < least->count; i++)
        low = fmin(low, least->value[i]), high = fmax(high, most->value[i]);
    temperatures_doubt(&s->temperatures, low, high);
    if (s->source.covered > 0 && s->source.covered < FLOOR_PLAN_SHARE)
        caveat("the floor plan covers %.2g %% of the grid: power.unit or grid.upper may be wrong",
               100 * s->source.covered);
}
