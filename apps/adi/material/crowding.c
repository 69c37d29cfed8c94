/* Counts the intervals between samples that hold jumps. */
#include "apps/adi/material/crowding.h"

#include <string.h>

#include "base/either_precision.h"

/* Jumps at random, many in an interval, change every other sample. */
enum { WINDOW = 32, CROWDED = 13 };

/* The interval of samples in which a jump lies: the last sample that is before it. */
static int64_t interval_of(const int64_t *line, const double *at, int64_t count, const struct material_place *v)
{
    int64_t first = 0, end = count;
    while (end - first > 1) {
        const int64_t middle = first + (end - first) / 2;
        if (line[middle] < v->line || (line[middle] == v->line && at[middle] < v->at)) first = middle;
        else end = middle;
    }
    return first;
}

bool crowding_seen(const int64_t *line, const double *at, int64_t count, const struct material_place *v, int64_t jumps,
                   bool *scratch)
{
    int within = 0;
    memset(scratch, 0, (size_t)count * sizeof *scratch);
    for (int64_t i = 0; i < jumps; i++) scratch[interval_of(line, at, count, &v[i])] = true;
    for (int64_t p = 0; p < count; p++) {
        within += scratch[p] - (p >= WINDOW && scratch[p - WINDOW]);
        if (within >= CROWDED) return true;
    }
    return false;
}
