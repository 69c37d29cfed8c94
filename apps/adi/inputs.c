/* Sentences about inputs that are allowed, but can hardly be meant. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "apps/adi/state.h"

static const double covered_min = 0.01; /* of the grid, by a floor plan */

void state_doubt_inputs(const struct state *s, const struct series *samples, char *out, size_t size)
{
    const struct column *const least = series_column(samples, "min"), *const most = series_column(samples, "max");
    double low = INFINITY, high = -INFINITY;
    for (int64_t i = 0; least && most && i < least->count; i++)
        low = fmin(low, least->value[i]), high = fmax(high, most->value[i]);
    temperatures_warn(&s->temperatures, low, high, out, size);
    const size_t used = strlen(out);
    if (s->source.covered > 0 && s->source.covered < covered_min)
        snprintf(out + used, size - used,
                 "%sthe floor plan covers %.2g %% of the grid: power.unit or grid.upper may be wrong", used ? "\n" : "",
                 100 * s->source.covered);
}
