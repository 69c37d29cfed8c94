/* Draws the places of synapses. */
#include "apps/hines/population/spread.h"

#include <math.h>

#include "apps/hines/model/random.h"
#include "apps/hines/population/population.h"
#include "base/memory.h"

/* um or um^2 of a compartment, 0 outside the region. */
static double measure(const struct hines_synapse *of, const struct cable *c, int64_t node)
{
    const int64_t section = c->section[node];
    if (!(c->area[node] > 0) || (of->region != IN_ALL && of->region != (int)c->region[node])) return 0;
    return of->spread == SPREAD_AREA ? c->area[node] : c->length[section] / (double)c->count[section];
}

int64_t spread_count(const struct hines_synapse *of, const struct cable *c)
{
    double sum = 0;
    for (int64_t i = 0; i < c->nodes; i++) sum += measure(of, c, i);
    if (of->count) return sum > 0 ? of->count : 0;
    return (int64_t)floor(fmin(of->density * sum, SPREAD_MAX + 1.0) + 0.5);
}

/* sums[i]: of the nodes up to i. */
static int64_t find(const double *sums, int64_t count, double x)
{
    int64_t low = 0, high = count - 1;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (sums[middle] > x) high = middle;
        else low = middle + 1;
    }
    return low;
}

enum status spread_draw(const struct hines_synapse *of, const struct cable *c, int64_t first, int64_t count,
                        int64_t *node)
{
    double *sums, sum = 0;
    int64_t nodes = 0;
    TRY(mem_array(&sums, HOST, c->nodes, sizeof *sums));
    for (int64_t i = 0; i < c->nodes; i++) {
        const double here = measure(of, c, i);
        sums[i] = sum += here;
        if (here > 0) nodes = i + 1;
    }
    /* Other streams than those of connections and trains, which have the same numbers and seeds that are not negative.
     */
    for (int64_t k = 0; k < count; k++)
        node[k] = find(sums, nodes, random_fraction(random_stream(~of->seed, first + k)) * sum);
    mem_free(sums);
    return ST_OK;
}
